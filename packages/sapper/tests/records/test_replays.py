"""Replays and records: the same moves at the same times, there and back."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import NotationError, RulesError
from sapper.game import Deal, Grid, Referee, Rules
from sapper.notation import MouseEvent, Replay
from sapper.notation.replays import binary, rawvf
from sapper.notation.replays import binary as binary_replays
from sapper.records import PERSON, Record, Step, read_any, record_of_replay, replay_of_record
from sapper.worker import ProcessLimits, Worker
from tests.notation.replays import GESTURES, on, replays
from tests.records.games import recorded
from tests.strategies import games, grids

squares = grids(["square"], blocked=False)


@given(replays())
def test_the_record_of_a_replay_could_have_been_played(replay: Replay) -> None:
    record = record_of_replay(replay)
    assert Record.parse(record.text) == record
    assert all(step.decision.strategy == PERSON for step in record.steps)
    assert all(step.decision.seconds >= 0 for step in record.steps)


def moves(record: Record) -> list[tuple[str, int]]:
    """The moves of a record, and the milliseconds on the clock."""
    clock, found = 0.0, []
    for step in record.steps:
        clock += step.decision.seconds
        found.append((str(step.decision.move), round(1000 * clock)))
    return found


@given(games(squares, st.sampled_from([Rules("any"), Rules()]), max_moves=0), st.data())
def test_a_game_comes_back_from_its_replay(referee: Referee, data: st.DataObject) -> None:
    deal = replace(referee.deal, gold=0)
    record = recorded(Referee(deal, referee.rules), data.draw(st.integers(0, 99)))
    waits = data.draw(
        st.lists(st.integers(0, 99_999), min_size=len(record.steps), max_size=len(record.steps))
    )
    steps = tuple(
        Step(replace(step.decision, seconds=wait / 1000), step.opened)
        for step, wait in zip(record.steps, waits, strict=True)
    )
    record = replace(record, steps=steps)
    if not record.begun:
        return
    back = record_of_replay(rawvf.read(rawvf.write(replay_of_record(record))))
    assert moves(back) == moves(record)
    assert (back.player, back.outcome, back.mines) == (record.player, record.outcome, record.mines)
    assert list(back.positions())[-1].cells == list(record.positions())[-1].cells


def test_a_game_without_an_open_cell_has_no_mines_for_a_replay() -> None:
    record = Record("any", Rules(), Deal.of_mines(Grid(3, 3), frozenset({0})), (), "unfinished")
    with pytest.raises(RulesError, match="laid when the first one is opened"):
        replay_of_record(record)


def test_the_clock_is_the_sum_of_what_the_moves_took() -> None:
    events = [
        MouseEvent(-40, "rc", (0, 0)),
        MouseEvent(-30, "rr", (0, 0)),
        MouseEvent(0, "lc", (1, 1)),
        MouseEvent(70, "lr", (1, 1)),
        MouseEvent(1500, "mc", (1, 1)),
        MouseEvent(2750, "mr", (1, 1)),
    ]
    record = record_of_replay(Replay(Grid(2, 2), frozenset({0}), tuple(events), "Ada"))
    assert [step.decision.seconds for step in record.steps] == [0.0, 0.07, 2.68]
    assert (record.player, record.outcome, record.rules) == ("Ada", "won", Rules("safe"))
    assert record.steps[2].decision.reason.words == "clicked 2.750 s after the start of the game"


def test_a_first_cell_with_a_mine_was_not_promised_anything() -> None:
    record = record_of_replay(Replay(Grid(2, 2), frozenset({0}), tuple(on((0, 0), "left"))))
    assert (record.outcome, record.rules.first, record.player) == ("lost", "any", "somebody")


@pytest.mark.parametrize(
    ("rules", "grid", "sentence"),
    [
        (Rules(lives=2), Grid(3, 3), "replays only support games of one life"),
        (Rules(zeros_open=False), Grid(3, 3), "replays only support games of one life"),
        (Rules(won_by="flagging"), Grid(3, 3), "replays only support games of one life"),
        (Rules(), Grid(3, 3, "hex"), "replays only support square grids without blocked"),
        (Rules(signs="marks"), Grid(3, 3), "replays do not support gold"),
    ],
)
def test_games_that_no_replay_holds_are_refused(rules: Rules, grid: Grid, sentence: str) -> None:
    record = Record("any", rules, Deal.of_mines(grid, frozenset({0})), (), "unfinished")
    with pytest.raises(RulesError, match=f"^{sentence}"):
        replay_of_record(record)


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
@pytest.mark.parametrize("ending", binary_replays.ENDINGS)
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
    monkeypatch.setattr(binary_replays, "LIMITS", limits)
    monkeypatch.setattr(binary_replays, "_worker", Worker(limits))
    monkeypatch.setattr(binary, "contents", endless)
    with pytest.raises(NotationError, match=r"the EVF replay was not read within 0.001 seconds"):
        read_any(b"", "game.evf")
