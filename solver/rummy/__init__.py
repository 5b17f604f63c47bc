"""Thirteen-card rummy: rules, cards, and the answers for one hand."""

from solver.rummy.groups import Meld
from solver.rummy.rules import OPTIONS, PRESETS, Rules, load_rules, override, parse_rules
from solver.rummy.solve import Solution, solve
from solver.rummy.text import Hand, parse_card, parse_hand

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Hand",
    "Meld",
    "Rules",
    "Solution",
    "load_rules",
    "override",
    "parse_card",
    "parse_hand",
    "parse_rules",
    "solve",
]
