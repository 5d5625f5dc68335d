"""Reading files: whatever a file holds, one sentence names it and what is wrong."""

import io
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError
from sapper.files import read_bytes, read_text
from sapper.game import Position
from sapper.notation import load_position
from tests.sources import needs
from tests.strategies import positions


def sentence(file: Path) -> str:
    """What is said about a file, without its folder."""
    with pytest.raises(InputError) as caught:
        load_position(file)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(file.parent), "…")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


@given(position=positions())
def test_a_position_written_is_loaded_equal(folder: Path, position: Position) -> None:
    (folder / "board.txt").write_text(str(position), encoding="utf-8-sig")
    assert load_position(folder / "board.txt").position == position
    assert load_position(str(folder / "board.txt")).position == position


@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_position_or_one_sentence_that_names_the_file(
    folder: Path, data: bytes
) -> None:
    (folder / "junk").write_bytes(data)
    try:
        read = load_position(folder / "junk")
    except InputError:
        assert sentence(folder / "junk").startswith("…/junk: ")
    else:
        assert Position.parse(str(read.position)) == read.position


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the text is empty: a position starts with a line 'WxHxM'"),
        (b"2x1x1\nHz", "line 2, column 2: unknown letter 'z'"),
        (b"2x1x1\nH", "line 2 has 1 cell instead of 2"),
        (b"2x1x1\nH\xff", "line 2 is not UTF-8 text"),
        (b"2x1x1\nH\x00", "line 2 contains binary data, not text"),
        ("2x1x1\nHH".encode("utf-16"), "line 1 is not UTF-8 text"),
        pytest.param(
            b"\x89PNG\r\n\x1a\n",
            "the PNG picture is damaged: it ends too early",
            marks=needs("sapper_formats"),
        ),
        (b"\0" * 1000, "line 1 contains binary data, not text"),
    ],
)
def test_a_file_that_is_no_position_says_where(folder: Path, data: bytes, said: str) -> None:
    (folder / "board.txt").write_bytes(data)
    assert sentence(folder / "board.txt") == f"…/board.txt: {said}"


def test_a_missing_file_and_a_folder_are_named(folder: Path) -> None:
    (folder / "maps").mkdir()
    assert sentence(folder / "maps") == "…/maps: is a directory"
    assert sentence(folder / "none.txt") == "…/none.txt: no such file"
    assert "file name too long" in sentence(folder / ("x" * 5000))


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(InputError, match=r"'a\\x00b' is not a file name"):
        load_position("a\0b")


def test_a_name_in_odd_bytes_can_be_printed(folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        load_position(folder / "odd\udcff")
    assert str(caught.value).encode()


def test_no_more_than_the_limit_is_read(folder: Path) -> None:
    with (folder / "zeros").open("wb") as file:
        file.truncate(100_000_000)
    for endless in (folder / "zeros", Path("/dev/zero")):
        if endless.exists():
            tracemalloc.start()
            assert sentence(endless).endswith(": the file is larger than 20,000,000 bytes")
            assert tracemalloc.get_traced_memory()[1] < 45_000_000
            tracemalloc.stop()


def test_the_limit_itself_is_read(folder: Path) -> None:
    (folder / "ten").write_bytes(b"0123456789")
    assert read_bytes(folder / "ten", limit=10) == b"0123456789"
    with pytest.raises(InputError, match=r"ten: the file is larger than 9 bytes"):
        read_text(folder / "ten", limit=9)


def test_a_dash_is_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def given_as(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))

    given_as(b"2x1x1\nHH")
    assert load_position("-").position == Position.parse("2x1x1\nHH")
    given_as(b"2x1x1\nH")
    with pytest.raises(NotationError, match=r"^standard input: line 2 has 1 cell instead of 2$"):
        load_position("-")
