"""The four suits of one hand, joined over their shared wildcards."""

from operator import add

from solver.rummy.lanes import ANY, BOTH, PURE, SECOND, SPLITS, span_of
from solver.rummy.rules import Rules
from solver.rummy.runs import Run
from solver.rummy.suits import IMPOSSIBLE, Cover, Row, Suits

Keys = tuple[int, int, int, int]
"""The four suits of a hand; see `suits`."""

_PARTS = {ANY: (ANY,), PURE: (ANY, PURE), SECOND: (ANY, SECOND), BOTH: (ANY, PURE, SECOND, BOTH)}
"""By lane, the lanes of two parts that it may ask for."""


def _join(left: Row, right: Row, lane: int, pool: int) -> Row:
    """Return the row of two parts, in the lanes that `lane` may ask for."""
    vectors: list[tuple[int, ...] | None] = [None] * 4
    for part in _PARTS[lane]:
        for one, other in SPLITS[part]:
            a, b = left[one], right[other]
            if a is not None and b is not None:
                both = [min(map(add, a[: w + 1], b[w::-1])) for w in range(pool + 1)]
                mine = vectors[part]
                vectors[part] = tuple(both) if mine is None else tuple(map(min, mine, both))
    return vectors[0], vectors[1], vectors[2], vectors[3]


def joined_cost(rows: list[Row], lane: int, pool: int) -> int:
    """Return the least cost of a hand in one lane."""
    if lane in (PURE, BOTH) and all(row[PURE] is None for row in rows):
        return IMPOSSIBLE
    left = _join(rows[0], rows[1], lane, pool)
    right = _join(rows[2], rows[3], lane, pool)
    least = IMPOSSIBLE
    for one, other in SPLITS[lane]:
        a, b = left[one], right[other]
        if a is not None and b is not None:
            least = min(least, *map(add, a[: pool + 1], b[pool::-1]))
    return least


def sequences_of(suits: Suits, keys: Keys, lane: int, pool: int) -> list[tuple[int, Run]]:
    """Return sequences with their suits that reach the least cost of a hand in one lane.

    Of equal ways the one is chosen that tables choose in bulk (see `readback`).
    """
    rows = [suits.row(key) for key in keys]
    left, right = _join(rows[0], rows[1], lane, pool), _join(rows[2], rows[3], lane, pool)
    first, second = _share(left, right, lane, pool, joined_cost(rows, lane, pool))
    parts = [
        *_share(rows[0], rows[1], *first, _goal(left, *first)),
        *_share(rows[2], rows[3], *second, _goal(right, *second)),
    ]
    return [
        (suit, run) for suit, (one, share) in enumerate(parts) for run in suits.runs(keys[suit], one, share)
    ]


def _goal(row: Row, lane: int, pool: int) -> int:
    """Return the cost of a part in one lane with so many wildcards."""
    vector = row[lane]
    assert vector is not None
    return vector[pool]


def _share(left: Row, right: Row, lane: int, pool: int, goal: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return, for both of two parts, lanes and wildcards with which they reach the goal together."""
    for one, other in SPLITS[lane]:
        a, b = left[one], right[other]
        if a is not None and b is not None:
            for share in range(pool + 1):
                if a[share] + b[pool - share] == goal:
                    return (one, share), (other, pool - share)
    raise AssertionError("a joined cost has parts")


def covering_of(suits: Suits, keys: Keys, pool: int, rules: Rules) -> list[tuple[int, Run]] | None:
    """Return sequences that group a hand exactly and meet the span (R6), or None."""
    span = span_of(rules)
    covers = [suits.cover(key) for key in keys]
    rests = [covers[3]]
    for cover in covers[2::-1]:
        rests.insert(0, _join_covers(cover, rests[0], span.splits))
    lane = next((lane for lane in span.final if rests[0][lane] >> pool & 1), None)
    if lane is None:
        return None
    found: list[tuple[int, Run]] = []
    for suit in range(3):
        one, other, share = next(
            (one, other, share)
            for one, other in span.splits[lane]
            for share in range(pool + 1)
            if covers[suit][one] >> share & 1 and rests[suit + 1][other] >> (pool - share) & 1
        )
        found.extend((suit, run) for run in suits.covering(keys[suit], one, share))
        lane, pool = other, pool - share
    found.extend((3, run) for run in suits.covering(keys[3], lane, pool))
    return found


def _join_covers(left: Cover, right: Cover, splits: tuple[tuple[tuple[int, int], ...], ...]) -> Cover:
    """Return the cover of two parts: their wildcards add up."""
    joined = []
    for ways in splits:
        bits = 0
        for one, other in ways:
            for w in range(left[one].bit_length()):
                if left[one] >> w & 1:
                    bits |= right[other] << w
        joined.append(bits)
    return tuple(joined)
