"""The cache folder: what is stored comes back whole, and what is damaged or foreign never does."""

import os
from pathlib import Path

import numpy as np
import pytest

from solver import cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of our own that does not exist yet."""
    path = tmp_path / "tables"
    monkeypatch.setenv(cache.VARIABLE, str(path))
    return path


ARRAYS = {"small": np.arange(6, dtype=np.uint8).reshape(2, 3), "wide": np.arange(100, dtype=np.uint64)}


def stored(folder: Path) -> Path:
    """Store two arrays, and return their file."""
    assert cache.store("rummy", ARRAYS)
    return folder / "rummy.mwt"


def test_what_is_stored_is_loaded(folder: Path) -> None:
    """Arrays come back with their names, shapes, types and values."""
    stored(folder)
    found = cache.load("rummy")
    assert found is not None
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype
        assert np.array_equal(found[name], array)


def test_a_missing_file_is_none(folder: Path) -> None:
    """A name that was never stored has no arrays, and neither has a folder that does not exist."""
    assert cache.load("rummy") is None
    assert cache.usage() == cache.Usage(folder, 0, 0)


@pytest.mark.parametrize("place", [3, -1, -500])
def test_a_damaged_file_is_not_trusted(folder: Path, place: int) -> None:
    """One bit that differs, in the header or in the data, makes the file count as none."""
    path = stored(folder)
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    assert cache.load("rummy") is None


@pytest.mark.parametrize("size", [0, 10, 200, 900])
def test_a_file_cut_short_is_not_trusted(folder: Path, size: int) -> None:
    """A file that ends early counts as none."""
    path = stored(folder)
    path.write_bytes(path.read_bytes()[:size])
    assert cache.load("rummy") is None


def test_a_foreign_file_is_not_trusted(folder: Path) -> None:
    """A file stored under another name, or one of another program, counts as none."""
    path = stored(folder)
    path.rename(folder / "bharg.mwt")
    path.write_text('{"format": "something else"}\n')
    assert cache.load("bharg") is None
    assert cache.load("rummy") is None


def test_writes_stay_in_the_process(folder: Path) -> None:
    """What is written to a loaded array does not reach the file."""
    stored(folder)
    found = cache.load("rummy")
    assert found is not None
    found["small"][:] = 9
    again = cache.load("rummy")
    assert again is not None
    assert np.array_equal(again["small"], ARRAYS["small"])


def test_a_folder_that_cannot_be_written_is_harmless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the folder cannot be made, nothing is stored and nothing is raised."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "tables"))
    assert not cache.store("rummy", ARRAYS)
    assert cache.load("rummy") is None
    assert cache.clear().files == 0


def test_no_unfinished_file_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that could not get its name leaves nothing behind."""

    def refuse(self: Path, target: Path) -> Path:
        raise OSError

    monkeypatch.setattr(Path, "replace", refuse)
    assert not cache.store("rummy", ARRAYS)
    assert list(folder.iterdir()) == []


def test_clear_deletes_only_our_files(folder: Path) -> None:
    """Clearing tells what there was, and leaves files of others alone."""
    path = stored(folder)
    (folder / "notes.txt").write_text("mine")
    before = cache.clear()
    assert (before.files, before.bytes > 800) == (1, True)
    assert not path.exists()
    assert (folder / "notes.txt").read_text() == "mine"


def test_the_folder_stays_small(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the folder grows too big, the files used longest ago go first."""
    first = stored(folder)
    os.utime(first, (1, 1))
    assert cache.store("second", ARRAYS)
    os.utime(folder / "second.mwt", (2, 2))
    assert cache.load("rummy") is not None  # used just now
    monkeypatch.setattr(cache, "MOST_BYTES", 2 * first.stat().st_size + 100)
    assert cache.store("third", ARRAYS)
    assert sorted(path.stem for path in folder.iterdir()) == ["rummy", "third"]


def test_the_users_folder_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable the folder is one of the user's named meldwise."""
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    assert "meldwise" in str(cache.folder())
