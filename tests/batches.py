"""Runs of ``meldwise GAME batch`` in this process, for the tests of files."""

import csv
import io
from pathlib import Path

import pytest

from cli.main import run


class Batch:
    """Runs ``meldwise GAME batch`` in this process, on files in a folder of its own."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.folder = folder
        self.capture = capture
        self.errors = ""

    def write(self, name: str, data: str | bytes) -> str:
        """Write an input file and return its path."""
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return str(path)

    def run(self, *arguments: str, game: str = "rummy", code: int = 0) -> str:
        """Run, check the exit code, and return stdout."""
        found = run([game, "batch", *arguments])
        output, errors = self.capture.readouterr()
        self.errors = errors.decode()
        assert found == code, self.errors
        return output.decode()

    def rows(self, *arguments: str, game: str = "rummy", code: int = 0) -> list[dict[str, str]]:
        """Run with CSV as output and return its rows."""
        return list(csv.DictReader(io.StringIO(self.run(*arguments, game=game, code=code))))
