"""Many hands at once need little memory, however many, and no more from call to call."""

import json
import subprocess
import sys

SCRIPT = """
import json, sys
import numpy as np
from solver.rummy.deal import deal, table_of
from solver.rummy.evaluate import evaluate

def peak():
    with open("/proc/self/status") as file:
        words = dict(line.split(":", 1) for line in file)
    return {name: int(words[name].split()[0]) / 1024 for name in ("VmHWM", "VmRSS")}

decks = 3
some = np.concatenate([part.codes for part in deal(150_000, table_of(decks=decks, wild="8"), seed=5)])
many = np.tile(some, (4, 1))
before = peak()
evaluate(some, 7, decks)
first = peak()
evaluate(many, 7, decks)
larger = peak()
evaluate(many, np.arange(len(many)) % 3, decks)
mixed = peak()
for _ in range(3):
    evaluate(some, 7, decks)
    evaluate(many[:1000], np.arange(1000) % 13, decks)
again = peak()
print(json.dumps({"before": before, "first": first, "larger": larger, "mixed": mixed, "again": again}))
"""


def test_memory_is_bounded_and_does_not_grow() -> None:
    """Under 600 MB for any number of hands of three decks: four times the hands take hardly more."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    megabytes = json.loads(done.stdout)
    assert megabytes["mixed"]["VmHWM"] < 600, megabytes
    assert megabytes["larger"]["VmHWM"] < megabytes["first"]["VmHWM"] + 60, megabytes
    assert megabytes["again"]["VmHWM"] < megabytes["mixed"]["VmHWM"] + 60, megabytes
