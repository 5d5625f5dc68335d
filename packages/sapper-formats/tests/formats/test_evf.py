"""EVF replays: what is written is read back equal, and ms-toollib plays the same game."""

from __future__ import annotations

import random
from dataclasses import replace

import ms_toollib
import pytest

from sapper.errors import RulesError
from sapper.game import Grid, regions
from sapper.notation import MouseEvent, Replay, clicks
from sapper.records import BINARIES, TEXTS, Record, read_any
from sapper_formats.replays import binary, evf
from tests.notation.replays import on, random_replay
from tests.records.finished import played


def test_ms_toollib_plays_the_game_that_is_written() -> None:
    luck = random.Random(7)
    for _ in range(200):
        replay = replace(random_replay(luck), player="Ada é 扫", program="sapper")
        video = ms_toollib.EvfVideo("a.evf", list(evf.write_evf(replay)))
        video.parse()
        mouse = [event.event.unwrap_mouse() for event in video.events]
        assert [one.mouse for one in mouse] == [event.kind for event in replay.events]
        cells = [(one.y // evf.SQUARE, one.x // evf.SQUARE) for one in mouse]
        assert cells == [event.cell for event in replay.events]
        board = [cell for row in video.board for cell in row]
        assert {i for i, cell in enumerate(board) if cell == -1} == replay.mines
        assert (video.player_identifier, video.software) == ("Ada é 扫", "sapper")
        assert video.is_completed == (clicks(replay)[1].outcome == "won")
        assert video.bbbv == regions(replay.grid, replay.mines).bbbv


def test_a_game_comes_back_equal() -> None:
    record = played(2)
    data = BINARIES["evf"](record)
    found = read_any(data, "game.evf")
    assert isinstance(found, Record)
    again = binary.read_replay(data, "evf")
    assert evf.write_evf(again) == data
    assert TEXTS["record"](read_any(BINARIES["evf"](found), "game.evf")) == TEXTS["record"](found)
    assert [step.decision.move for step in found.steps] == [
        step.decision.move for step in record.steps
    ]
    assert set(found.mines) == set(record.mines)


def test_what_evf_cannot_hold_is_refused() -> None:
    replay = Replay(Grid(3, 2), frozenset({0}), tuple(on((1, 2), "left")))
    assert evf.write_evf(replay)
    for wrong, words in (
        (replace(replay, grid=Grid(256, 1)), "up to 255x255"),
        (replace(replay, lives=2), "one life"),
        (replace(replay, marks=True), "usual buttons"),
        (replace(replay, events=(MouseEvent(0, "sc", (0, 1)),)), "events 'sc'"),
        (replace(replay, events=(MouseEvent(2**24, "lc", (0, 1)),)), "16,777 seconds"),
    ):
        with pytest.raises(RulesError, match=words):
            evf.write_evf(wrong)


def recorded_from_the_first_press(replay: Replay, late: int) -> bytes:
    """A file as Metasweeper writes it: its clock starts when the first click is released, ``late``
    milliseconds after the recording."""
    data = bytearray(evf.write_evf(replay))
    end = clicks(replay)[0][-1].milliseconds
    data[11:14] = (end - late).to_bytes(3)
    return bytes(data)


def test_the_time_is_that_of_the_file() -> None:
    events = [
        MouseEvent(0, "lc", (0, 2)),
        MouseEvent(83, "lr", (0, 2)),
        MouseEvent(3824, "lc", (1, 0)),
        MouseEvent(3879, "lr", (1, 0)),
        MouseEvent(3900, "mv", (0, 0)),
    ]
    game = Replay(Grid(3, 2), frozenset({0}), tuple(events))
    data = recorded_from_the_first_press(game, 83)
    found = binary.read_replay(data, "evf")
    assert [event.milliseconds for event in found.events] == [-83, 0, 3741, 3796, 3817]
    again = binary.read_replay(evf.write_evf(found), "evf")
    assert clicks(again)[0][-1].milliseconds == 3796
    record = read_any(data, "game.evf")
    assert isinstance(record, Record)
    assert record.seconds == 3.796


def test_the_date_comes_back() -> None:
    record = replace(played(2), ended=1_382_834_716.25)
    found = read_any(BINARIES["evf"](record), "game.evf")
    assert isinstance(found, Record)
    assert found.ended == record.ended
