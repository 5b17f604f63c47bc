"""Run every example of a Markdown file: ``console`` blocks by the shell, ``python`` blocks as doctests.

In a ``console`` block a line that starts with ``$ `` is a command, and the lines up to the next command
are what it prints on stdout and stderr. A line ``…`` stands for any number of lines. Run it as
``python tests/readme_examples.py README.md`` from the root of the repository.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANYTHING = "…"


def console_examples(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block with what each prints."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def matches(expected: str, printed: str) -> bool:
    """Tell whether a command printed what the example shows."""
    pieces = re.split(rf"^{ANYTHING}\n", expected, flags=re.MULTILINE)
    return re.fullmatch("(?s:.*)".join(map(re.escape, pieces)), printed) is not None


def failures_of(text: str) -> tuple[list[str], int]:
    """Run the examples of a text; return what failed and how many ran."""
    # the commands of this very environment come first, as in a shell where it is activated
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100"}
    failures, ran = [], 0
    names: dict[str, object] = {}  # what one python block defines, the next ones may use
    for language, block in BLOCK.findall(text):
        if language == "console":
            for command, expected in console_examples(block):
                run = subprocess.run(
                    ["bash", "-c", command],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    env=environment,
                    check=False,
                )
                ran += 1
                if not matches(expected, run.stdout):
                    failures.append(f"$ {command}\nexpected:\n{expected}\nprinted:\n{run.stdout}")
        elif language == "python":
            runner = doctest.DocTestRunner(verbose=False)
            test = doctest.DocTestParser().get_doctest(block, names, "README", None, 0)
            report: list[str] = []
            runner.run(test, out=report.append, clear_globs=False)
            names.update(test.globs)
            ran += len(test.examples)
            failures += report if runner.failures else []
    return failures, ran


def main() -> int:
    """Run the examples of the file named; 0 if all print what they show."""
    failures, ran = failures_of(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print("\n".join(failures))
    print(f"{ran - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
