"""Files that appear whole or not at all: written beside what stands there, and put in its place."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from solver.errors import FileError


def target_of(path: str | Path) -> Path:
    """Return the file to replace or to make: that which a link leads to.

    Raises
    ------
    FileError
        If a folder, a device or a pipe is there, which a file must not replace.
    """
    if os.path.isdir(path):
        raise FileError.at(str(path), "is a folder")
    if os.path.exists(path) and not os.path.isfile(path):
        raise FileError.at(str(path), "is a device or a pipe, which a file must not replace")
    return Path(os.path.realpath(path))


def write_whole(path: str | Path, text: str) -> None:
    """Write a file so that it is there whole or not at all.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    with writing(path) as file:
        file.write(text)


@contextmanager
def writing(path: str | Path) -> Iterator[IO[str]]:
    """Yield a text file that appears at `path` in the end, with what was written until an interrupt.

    Raises
    ------
    FileError
        If it cannot be written; a file of that name then stays as it was.
    """
    target = target_of(path)  # or all is written before it cannot be put there
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            try:
                yield file
            except (KeyboardInterrupt, SystemExit):
                file.close()
                os.replace(partial, target)
                raise
        os.replace(partial, target)
    except OSError as error:
        raise FileError.at(str(path), f"cannot be written: {error.strerror}") from error
    finally:
        partial.unlink(missing_ok=True)
