"""Bharg, the Decktet binding game by P. D. Magnus: rules, hands and exact answers."""

from solver.bharg.advise import advise
from solver.bharg.evaluate import Evaluation, discards, evaluate
from solver.bharg.explain import explain
from solver.bharg.rules import OPTIONS, PRESETS, Rules, load_rules, override, parse_deck, parse_rules
from solver.bharg.solve import Solution, solve, solve_hand
from solver.bharg.text import Hand, hand_of, parse_ace, parse_hand
from solver.bharg.verify import verify

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Evaluation",
    "Hand",
    "Rules",
    "Solution",
    "advise",
    "discards",
    "evaluate",
    "explain",
    "hand_of",
    "load_rules",
    "override",
    "parse_ace",
    "parse_deck",
    "parse_hand",
    "parse_rules",
    "solve",
    "solve_hand",
    "verify",
]
