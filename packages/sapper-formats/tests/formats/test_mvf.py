"""MVF replays of Minesweeper Clone 2006 and 2007, and up to 0.96, built byte by byte."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from sapper.errors import NotationError
from sapper.game import Grid
from sapper.notation import Replay, clicks
from sapper_formats import State
from sapper_formats.replays import binary, mvf
from tests.notation.replays import on, random_replay

DATE = datetime(2007, 4, 12, 20, 50, 27, tzinfo=UTC)
BUTTONS = {"l": 0, "r": 1, "m": 2}


def states(replay: Replay) -> list[State]:
    """The mouse after each event, every 10 ms; the file has no other events than its changes."""
    found, down = [], [False, False, False]
    for number, event in enumerate(replay.events):
        if event.kind in ("cc", "sc", "mv", "pf", "mt"):
            continue
        down[BUTTONS[event.kind[0]]] = event.kind[1] == "c"
        row, column = event.cell or (-1, -1)
        left, right, middle = down
        found.append(State(10 * number, 16 * column + 3, 16 * row + 5, (left, right, middle)))
    return found


def board(replay: Replay, first: int) -> bytes:
    cells = [replay.grid.cell(index) for index in sorted(replay.mines)]
    head = bytes([replay.grid.width, replay.grid.height]) + len(cells).to_bytes(2)
    return head + b"".join(bytes([column + first, row + first]) for row, column in cells)


def newer(replay: Replay, name: bytes, *, day: int = 12, seed: int = 4711) -> bytes:
    """A file of 2007."""
    made = states(replay)
    version = b"2007 release 1"
    data = b"\x11\x4d".ljust(mvf.YEAR, b".") + b"7"
    data = data.ljust(mvf.VERSION, b".") + bytes([len(version)]) + version
    data = data.ljust(mvf.CONTENT, b".") + bytes([4, day]) + (2007).to_bytes(2)
    data += bytes([20, 50, 27, 3, 1]) + made[-1].milliseconds.to_bytes(3) + b"\0"
    data += board(replay, 1) + bytes([len(name)]) + name
    data += seed.to_bytes(2) + len(made).to_bytes(3)
    places = mvf.order(seed)
    for state in made:
        left, right, middle = state.buttons
        bits = right | middle << 1 | left << 2 | (state.y + 32) << 3 | (state.x + 32) << 14
        bits |= state.milliseconds << 25
        shuffled = sum((bits >> bit & 1) << place for bit, place in enumerate(places))
        data += shuffled.to_bytes(6, "little")
    return data


def older(replay: Replay, name: bytes) -> bytes:
    """A file of 0.96: its boards have the size of a level."""
    made = states(replay)
    data = board(replay, 0) + b"\0\0"
    for state in made:
        left, right, middle = state.buttons
        seconds, rest = divmod(state.milliseconds, 1000)
        data += bytes([seconds, rest // 10, left | middle << 1 | right << 2])
        data += max(0, state.x).to_bytes(2) + max(0, state.y).to_bytes(2) + b"?"
    seconds, rest = divmod(made[-1].milliseconds, 1000)
    data += seconds.to_bytes(2) + bytes([rest // 10])
    return data + name.ljust(100) + b"\0" + b"12345678901234567890" + b"\0"


def same_game(found: Replay, replay: Replay) -> bool:
    moves, end = clicks(found)
    expected, last = clicks(replay)
    return [click.move for click in moves] == [click.move for click in expected] and end == last


@pytest.mark.parametrize("seed", [0, 1, 4711, 65535])
def test_games_of_2007_are_read(seed: int) -> None:
    luck, played = random.Random(seed), 0
    while played < 30:
        replay = random_replay(luck)
        if any(event.kind == "cc" for event in replay.events):
            continue
        played += 1
        found = binary.read_replay(
            newer(replay, "Kamil Mura\xf1ski".encode("latin-1"), seed=seed), "mvf"
        )
        assert (found.grid, found.mines) == (replay.grid, replay.mines)
        assert (found.player, found.program) == (
            "Kamil Murañski",
            "Minesweeper Clone 2007 release 1",
        )
        assert found.ended == DATE.timestamp() + states(replay)[-1].milliseconds / 1000
        assert same_game(found, replay)


def test_a_day_0_is_no_date() -> None:
    assert (
        binary.read_replay(newer(random_replay(random.Random(1)), b"", day=0), "mvf").ended is None
    )


def beginner(luck: random.Random) -> Replay:
    """A game of random gestures on a board of 8×8."""
    grid = Grid(8, 8)
    mines = frozenset(luck.sample(range(grid.size), 10))
    events = []
    for index in luck.sample(range(grid.size), 20):
        events += on(grid.cell(index), luck.choice(["left", "right", "middle"]))
    return Replay(grid, mines, tuple(events))


def test_games_of_0_96_are_read() -> None:
    luck = random.Random(5)
    for _ in range(30):
        replay = beginner(luck)
        found = binary.read_replay(older(replay, b"Oliver"), "mvf")
        assert (found.grid, found.mines, found.player) == (replay.grid, replay.mines, "Oliver")
        assert found.ended is None
        assert same_game(found, replay)


def test_older_versions_are_refused_by_name() -> None:
    data = older(beginner(random.Random(5)), b"Oliver")[:-22] + b"1234567890"
    with pytest.raises(
        NotationError, match=r"Minesweeper Clone 0\.76 and earlier are not supported"
    ):
        binary.read_replay(data, "mvf")


def test_a_file_cut_anywhere_raises_nothing_but_errors_of_notation() -> None:
    luck = random.Random(3)
    for data in (newer(random_replay(luck), b"Ada"), older(beginner(luck), b"Ada")):
        for size in range(mvf.CONTENT, len(data), 7):
            with suppress(NotationError):
                binary.read_replay(data[:size] + luck.randbytes(luck.randrange(3)), "mvf")
