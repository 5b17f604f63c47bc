"""Thirteen-card rummy: rules, hands and exact answers."""

from solver.rummy.advise import advise
from solver.rummy.evaluate import Evaluation, evaluate
from solver.rummy.explain import explain
from solver.rummy.groups import Meld
from solver.rummy.rules import OPTIONS, PRESETS, Rules, load_rules, override, parse_rules
from solver.rummy.solve import Solution, solve
from solver.rummy.text import Hand, parse_card, parse_hand
from solver.rummy.verify import verify

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Evaluation",
    "Hand",
    "Meld",
    "Rules",
    "Solution",
    "advise",
    "evaluate",
    "explain",
    "load_rules",
    "override",
    "parse_card",
    "parse_hand",
    "parse_rules",
    "solve",
    "verify",
]
