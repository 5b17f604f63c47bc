"""Files that appear whole: they replace files alone, and through a link the file that it leads to."""

import os
from pathlib import Path

import pytest

from cli.main import run
from solver.errors import FileError
from solver.whole import target_of, write_whole

HAND = "4H 5H 6H 7H 9C TC JK QS QD QH 2D 2S 2C"


@pytest.mark.parametrize(
    "arguments",
    [
        ["rummy", "deal", "3", "--format", "csv", "-o"],
        ["rummy", "batch", "examples/rummy.csv", "--to", "csv", "-o"],
        ["rummy", "batch", "examples/rummy.csv", "--to", "parquet", "-o"],
        ["rummy", "check", HAND, "--svg"],
        ["rummy", "play", "--rounds", "1", "--out"],
    ],
    ids=["deal", "batch", "parquet", "svg", "play"],
)
def test_pipes_are_not_replaced(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """An output that is a pipe, or a device, is refused by name and stays what it is."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert run([*arguments, str(path)]) == 2
    assert f"{path}: is a device or a pipe, which a file must not replace" in capsys.readouterr().err
    assert path.is_fifo()
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]


def test_links_are_followed(tmp_path: Path) -> None:
    """What a link leads to is replaced, there or yet to be made; the link stays."""
    there, link = tmp_path / "there", tmp_path / "link"
    there.mkdir()
    link.symlink_to(there / "out.csv")
    for _ in range(2):
        assert run(["rummy", "deal", "3", "--format", "csv", "-o", str(link)]) == 0
        assert (there / "out.csv").read_text().startswith("id,hand")
        write_whole(link, "old")
        assert (there / "out.csv").read_text() == "old"
    assert link.is_symlink()
    assert [entry.name for entry in there.iterdir()] == ["out.csv"]


def test_targets() -> None:
    """Devices and folders are refused, also through links."""
    for path in ("/dev/null", "/dev/full"):
        with pytest.raises(FileError, match="device or a pipe"):
            target_of(path)
    with pytest.raises(FileError, match="is a folder"):
        target_of("/dev")
