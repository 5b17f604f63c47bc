"""Imports point one way, and nothing heavy is loaded before it is used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*ROOT.glob("solver/**/*.py"), *ROOT.glob("cli/**/*.py")])
SHARED = (
    "solver.verdict",
    "solver.errors",
    "solver.packing",
    "solver.cpsat",
    "solver.answer",
    "solver.text",
    "solver.options",
    "solver.whole",
)


def module_of(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    """Return every module that a source file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def starts(name: str, *prefixes: str) -> bool:
    """Tell whether a module is one of the prefixes or lies below it."""
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: module_of(path))
def test_directions(path: Path) -> None:
    """cli → batch → a game → shared modules; the games do not know each other; cpsat alone has ortools."""
    module, imports = module_of(path), imports_of(path)
    wrong = set()
    if starts(module, "solver"):
        wrong |= {name for name in imports if starts(name, "cli", "typer", "rich")}
    if starts(module, "solver.rummy"):
        wrong |= {name for name in imports if starts(name, "solver.bharg", "solver.batch")}
    if starts(module, "solver.bharg"):
        wrong |= {name for name in imports if starts(name, "solver.rummy", "solver.batch")}
    if starts(module, *SHARED):
        wrong |= {name for name in imports if starts(name, "solver.rummy", "solver.bharg", "solver.batch")}
    if not starts(module, "solver.cpsat"):
        wrong |= {name for name in imports if starts(name, "ortools")}
    if starts(module, "cli") and module.split(".")[1:2] and not module.startswith("cli.render"):
        wrong |= {name for name in imports if starts(name, "rich") and not starts(name, "rich.progress")}
    assert not wrong


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import solver", {"ortools", "pyarrow", "typer", "rich", "pandas"}),
        ("from solver import rummy, bharg", {"ortools", "pyarrow", "typer", "rich", "pandas"}),
        (
            "import cli.main; cli.main.run(['rummy', '--help'])",
            {"ortools", "pyarrow", "numpy", "pandas", "platformdirs"},
        ),
        (
            "import cli.main; cli.main.run('rummy check 4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C'.split())",
            {"ortools", "pyarrow", "pandas"},
        ),
        (
            "import cli.main; cli.main.run('bharg penalty 2MK 2SY 2WL 3MW 3SK 3LY E'.split())",
            {"ortools", "pyarrow", "pandas"},
        ),
    ],
)
def test_what_is_loaded(code: str, unwanted: set[str]) -> None:
    """Heavy packages are loaded only by the commands that need them."""
    script = f"{code}\nimport sys; print('LOADED', *sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.split("LOADED")[1].split()}
    assert not loaded & unwanted


def test_batch_does_without_pandas(tmp_path: Path) -> None:
    """Files of Arrow's kinds are answered without pandas in the processes of the command; CP-SAT gets it."""
    script = """
import sys
from cli.main import run
from solver.batch.lean import without_pandas
without_pandas()
assert run(["rummy", "deal", "300", "--codes", "-o", "in.parquet"]) == 0
assert run(["rummy", "batch", "in.parquet", "-o", "out.csv", "--workers", "1"]) == 0
assert run(["rummy", "batch", "in.parquet", "-o", "out.parquet", "--workers", "1"]) == 0
assert not {"pandas", "ortools"} & sys.modules.keys()
assert run(["rummy", "check", "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C", "--engine", "cpsat"]) == 0
assert {"pandas", "ortools"} <= sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, env={"PYTHONPATH": str(ROOT)})
