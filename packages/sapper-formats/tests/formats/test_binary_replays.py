"""RMV replays built byte by byte: names in any encoding are read, and damage is one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError, NotationError
from sapper.game import Grid
from sapper.notation import clicks
from sapper_formats import decoded_name, with_plain_names
from sapper_formats.replays import binary as binary_replays

GRID, MINES = Grid(3, 2), ((0, 0), (1, 0))  #: 2 at [0, 1] and [1, 1], 0 beside them
SQUARE = 16


def number(value: int, size: int = 2) -> bytes:
    return value.to_bytes(size)


def rmv(*names: bytes, version: int = 1) -> bytes:
    """A won game: a click on [0, 2]. The file says that its names are in UTF-8."""
    players = number(len(names)) + b"".join(number(len(name), 1) + name for name in names)
    board = number(1_700_000_000, 4) + bytes([GRID.width, GRID.height]) + number(len(MINES))
    board += b"".join(bytes([column, row]) for row, column in MINES)
    about = b"Vienna Minesweeper"
    x, y = 2 * SQUARE + 3, 5
    if version == 1:
        result = b"\nLEVEL:Custom#\n"
        head = number(0, 4) + number(len(result)) + number(len(about))
        properties, extension = bytes([0, 0, 0, 3, 1]), b""
        x, y = x + 12, y + 56
    else:
        result = b""
        head = bytes([1, 5]) + number(0, 4) + number(len(about))
        properties, extension = bytes([0, 0, 0, 3]) + bytes([2, 0, SQUARE]), number(0)
    head += number(len(players)) + number(len(board)) + number(0) + number(len(properties))
    head += number(len(extension)) if version == 2 else b""
    events = b""
    for code, time in ((2, 0), (3, 250)):
        events += bytes([code]) + number(time << 8, 4) + number(x) + number(y)
    events += bytes([16])
    head += number(len(events), 4) + number(0)
    content = result + about + players + board + properties + extension + events
    return b"*rmv" + number(version) + head + content


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Ada", "ascii"),
        ("Żółw", "utf-8"),
        ("Müller", "cp1252"),
        ("René Åström", "cp1252"),
        ("扫雷王", "gb18030"),
        ("", "ascii"),
    ],
)
def test_names_in_any_encoding_are_read(version: int, name: str, encoding: str) -> None:
    written = name.encode(encoding)
    replay = binary_replays.read_replay(rmv(written, written, b"\xff", version=version), "rmv")
    assert (replay.player, replay.grid) == (name, GRID)
    assert {GRID.cell(i) for i in replay.mines} == {*MINES}
    made, last = clicks(replay)
    assert [(str(click.move), click.milliseconds) for click in made] == [("open [0, 2]", 250)]
    assert last.outcome == "won"


def test_a_name_of_bytes_that_no_encoding_has_is_read_all_the_same() -> None:
    assert binary_replays.read_replay(rmv(b"A\x81\x8d"), "rmv").player == "A\ufffd\ufffd"


@given(st.binary(max_size=60))
def test_any_bytes_are_a_name(name: bytes) -> None:
    assert isinstance(decoded_name(name), str)


@given(st.integers(0, 200), st.binary(max_size=4))
def test_a_file_torn_anywhere_keeps_its_length(place: int, junk: bytes) -> None:
    data = rmv(b"M\xfcller", b"\xff")
    torn = data[:place] + junk + data[place + len(junk) :]
    plain, _ = with_plain_names(torn)
    assert len(plain) == len(torn)


def test_a_file_cut_short_is_damaged() -> None:
    with pytest.raises(NotationError, match=r"^the RMV replay is damaged, or of an unknown"):
        binary_replays.read_replay(rmv(b"M\xfcller")[:70], "rmv")


def test_without_ms_toollib_a_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.errors.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"^reading RMV files needs .* 'sapper\[replays\]'$"):
        binary_replays.read_replay(rmv(b"Ada"), "rmv")
