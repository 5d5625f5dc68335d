"""Binary replays of other programs are read as games, and damaged ones refused."""

from collections.abc import Callable
from pathlib import Path
from time import sleep

import ms_toollib
import pytest

from sapper.errors import NotationError
from sapper.game import Grid
from sapper.notation import BINARY_ENDINGS
from sapper.records import Record, read_any
from sapper.worker import ProcessLimits, Worker
from sapper_formats.replays import binary
from tests.notation.replays import GESTURES
from tests.records.test_replays import moves
from tests.test_forks import pytestmark as needs_fork
from tests.test_forks import while_a_thread

BOARD = Grid(6, 4)
MINES = frozenset({2, 6})  #: [0, 2] and [1, 0]
HAND = [("left", 1, 5), ("right", 0, 2), ("right", 1, 0), ("left", 0, 0), ("left", 0, 1)]


def evf() -> bytes:
    """A game won on that board, recorded by ms_toollib in its own format."""
    truth = [
        -1 if i in MINES else len(MINES & {*BOARD.neighbour_indices(i)}) for i in range(BOARD.size)
    ]
    video = ms_toollib.BaseVideo([truth[i : i + 6] for i in range(0, BOARD.size, 6)], 16)
    for gesture, row, column in HAND:
        for kind in GESTURES[gesture]:
            video.step(kind, (16 * row + 3, 16 * column + 5))
    video.player_identifier, video.software, video.device_uuid = "Ada", "Tests", [0] * 32
    video.race_identifier = video.unique_identifier = video.country = ""
    video.generate_evf_v4_raw_data()
    return bytes(video.raw_data)


def avf() -> bytes:
    """The same game as Arbiter writes it: each event has its time and place spread over 8 bytes."""
    truth = [
        10 if i in MINES else len(MINES & {*BOARD.neighbour_indices(i)}) + 1 for i in range(24)
    ]
    sums = sum(truth[6 * y + x] * (x + x * y) for x in range(6) for y in range(4))
    head = bytes([34, 0, 0, 0, 0, 6, BOARD.width - 1, BOARD.height - 1, 0, len(MINES)])
    places = bytes(number + 1 for i in sorted(MINES) for number in BOARD.cell(i))
    words = "W6H4M2|26.10.2022.23:13:27:2236|26.23:13:29:7764|B3T1.52]"
    codes = {"lc": 3, "lr": 5, "rc": 9, "rr": 17}
    events = b""
    for time, (gesture, row, column) in enumerate(HAND):
        for kind in GESTURES[gesture]:
            y, x = 16 * row + 3, 16 * column + 5
            events += bytes([codes[kind], 0, time + 1, x, 25, 0, 0, y])
    return (
        head + places + bytes(len(str(sums)) + 4) + b"\x08\x7f9[3|" + words.encode()
        + events + bytes(8) + b"Skin: \rAda\r"
    )  # fmt: skip


@pytest.mark.parametrize(("write", "name"), [(evf, "game.EVF"), (avf, "game.avf")])
def test_a_binary_replay_is_read(write: Callable[[], bytes], name: str) -> None:
    record = read_any(write(), name)
    assert isinstance(record, Record)
    assert [str(step.decision.move) for step in record.steps] == [
        "open [1, 5]",
        "flag [0, 2]",
        "flag [1, 0]",
        "open [0, 0]",
        "open [0, 1]",
    ]
    assert (record.player, record.outcome) == ("Ada", "won")
    assert record.deal.grid == BOARD
    assert record.mines == ((0, 2), (1, 0))


def test_a_binary_replay_keeps_its_clock() -> None:
    record = read_any(avf(), "game.avf")
    assert isinstance(record, Record)
    assert [clock for _, clock in moves(record)] == [250, 1250, 2250, 3250, 4250]


def test_a_binary_replay_whose_cells_have_no_pixels_is_damaged() -> None:
    data = evf()
    size = data.index(bytes([BOARD.height, BOARD.width, 0, len(MINES), 16])) + 4
    with pytest.raises(NotationError, match=r"^the EVF replay is damaged"):
        read_any(data[:size] + b"\0" + data[size + 1 :], "game.evf")


@pytest.mark.slow
@pytest.mark.parametrize("ending", BINARY_ENDINGS)
def test_a_damaged_binary_replay_is_one_sentence(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for data in (b"", evf()[:60], bytes(range(256)) * 4):
        with pytest.raises(NotationError) as caught:
            read_any(data, f"game.{ending}")
        assert str(caught.value).startswith(f"the {ending.upper()} replay is damaged")
    assert not list(tmp_path.iterdir())  # ms_toollib leaves notes where it ends


def endless(data: bytes, ending: str, folder: str) -> None:
    while True:
        sleep(1)


def test_a_reading_that_takes_too_long_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = ProcessLimits(seconds=0.001)
    monkeypatch.setattr(binary, "LIMITS", limits)
    monkeypatch.setattr(binary, "_worker", Worker(limits))
    monkeypatch.setattr(binary, "contents", endless)
    with pytest.raises(NotationError, match=r"the EVF replay was not read within 0.001 seconds"):
        read_any(b"", "game.evf")


@needs_fork
def test_a_child_has_a_worker_of_its_own() -> None:
    worker = binary._worker

    def read(pause: Callable[[], None]) -> None:
        with binary._turn:
            pause()

    def child() -> None:
        with binary._turn:
            assert binary._worker is not worker

    assert while_a_thread(read, child)
