"""A folder of Parquet files, one for each chunk, with a manifest: it appears whole or not at all."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa

from solver.batch.formats import Format
from solver.batch.partial import SUFFIX, cannot_write, locked
from solver.batch.tablefiles import TableSink
from solver.batch.tally import Tally
from solver.errors import FileError

MANIFEST = "_manifest.json"
"""Readers of a folder of Parquet leave alone what starts so."""

_LOCK = "lock"


class PartsFolder:
    """Writes a part for each chunk, and in the end the manifest.

    Parameters
    ----------
    path : str
        The folder. One that stands there is replaced in the end, if it holds nothing but parts.
    run : mapping
        What the run is, as JSON: the head of the manifest; its ``inputs`` are paths.
    schema : pyarrow.Schema
        Types of the columns.

    Raises
    ------
    FileError
        If it cannot be written, or something else is there.
    """

    def __init__(self, path: str, run: dict[str, Any], schema: pa.Schema) -> None:
        self._path, self._making = Path(path), Path(path + SUFFIX)
        self._run, self._schema = run, schema
        self._parts: list[dict[str, Any]] = []
        if self._path.exists() and not _is_ours(self._path):
            raise FileError.at(path, "is there and holds no parts of a batch: give the output another name")
        if not self._path.parent.is_dir():
            raise FileError.at(path, f"there is no folder {str(self._path.parent)!r}")
        try:
            self._making.mkdir(exist_ok=True)
            self._lock = locked(self._making / _LOCK, path)
            for left in self._making.iterdir():
                if left.name != _LOCK:
                    left.unlink()  # of a run that was ended
        except OSError as error:
            raise cannot_write(path, error) from error

    def write(self, data: bytes, origin: int, tally: Tally) -> None:
        """Add a part; a piece that is no chunk of an input has no rows and makes none."""
        if origin < 0:
            return
        name = f"part-{len(self._parts):05}.parquet"
        try:
            with (
                pa.OSFile(str(self._making / name), "wb") as sink,
                TableSink(sink, Format("parquet"), self._schema) as table,
            ):
                if data:
                    table.write(data)
        except OSError as error:
            raise cannot_write(str(self._path), error) from error
        self._parts.append({"file": name, "input": self._run["inputs"][origin], **tally.to_json()})

    def finish(self) -> None:
        """Write the manifest and put the folder in its place."""
        rows = sum(part["rows"] for part in self._parts)
        manifest = {**self._run, "rows": rows, "parts": self._parts}
        old = Path(f"{self._path}.old")
        try:
            (self._making / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
            (self._making / _LOCK).unlink()
            if self._path.exists():
                shutil.rmtree(old, ignore_errors=True)  # of a run that was ended here
                os.replace(self._path, old)
            os.replace(self._making, self._path)
        except OSError as error:
            raise cannot_write(str(self._path), error) from error
        shutil.rmtree(old, ignore_errors=True)

    def close(self) -> None:
        """Leave nothing unfinished behind."""
        self._lock.close()
        shutil.rmtree(self._making, ignore_errors=True)


def _is_ours(path: Path) -> bool:
    """Tell whether a folder holds the parts of a batch and nothing else."""
    if not (path / MANIFEST).is_file():
        return False
    others = {entry.name for entry in path.iterdir()} - {MANIFEST}
    return all(name.startswith("part-") and name.endswith(".parquet") for name in others)
