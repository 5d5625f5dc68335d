"""``sapper.Game``: any moves, undone, redone, annotated, saved and loaded."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sapper
from sapper.game import Move, World
from sapper.notation import Marks
from sapper.players import Decision, Reason
from sapper.records import replay_of_record
from sapper.records import write as journal_text
from sapper_formats import write_rawvf
from tests.records.games import played
from tests.strategies import legal


def again(game: sapper.Game) -> sapper.Game:
    """A new game with only the moves of this one's line."""
    other = sapper.Game(game.world, game.seed, game.number)
    for move in game.moves:
        other.play(move)
    return other


@given(played(alone=True))
def test_the_moves_of_a_game_give_its_position_whatever_was_undone(game: sapper.Game) -> None:
    twin = again(game)
    assert twin.position == game.position
    assert (twin.moves, twin.outcome, twin.over) == (game.moves, game.outcome, game.over)
    assert twin.record == game.record
    game.record.check()


@given(played(alone=True), st.data())
def test_undo_leaves_no_trace(game: sapper.Game, data: st.DataObject) -> None:
    before = game.position, game.moves, game.record
    if moves := legal(game.position):
        game.play(data.draw(st.sampled_from(moves)))
        game.undo()
    assert (game.position, game.moves, game.record) == before
    twin = again(game)
    if moves := legal(game.position):
        move = data.draw(st.sampled_from(moves))
        assert game.play(move) == twin.play(move)
        assert game.position == twin.position


@given(played())
def test_redo_makes_what_undo_took_back(game: sapper.Game) -> None:
    here = game.moves
    with suppress(sapper.IllegalMoveError):
        while True:
            game.undo()
    assert game.moves == ()
    for _ in here:
        game.redo()
    assert game.moves == here


@settings(max_examples=60)
@given(played())
def test_a_saved_game_comes_back_equal(game: sapper.Game) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.sapper"
        game.save(path)
        loaded = sapper.load(path)
        assert loaded == game
        assert (loaded.position, loaded.moves) == (game.position, game.moves)
        again_saved = path.with_suffix(".again")
        sapper.Game.save(loaded, again_saved)
        assert sapper.load(again_saved) == game


def test_a_move_by_the_same_player_for_another_reason_is_not_another_variation() -> None:
    game = sapper.Game("5x5x5")
    for text in ("it is safe", "nothing is safer"):
        reason = Reason("kind", text)
        step = game.take(Decision(Move("open", (0, 0)), "csp", reason, None), "csp")
        assert (step.decision.reason.words, game.siblings) == ("it is safe", ())
        game.undo()
    game.take(Decision(Move("open", (0, 0)), "csp", reason, None), "sat")
    assert game.siblings == (step,)


@given(played(st.lists(st.just("move"), max_size=10), alone=True))
def test_a_game_of_one_line_is_saved_as_its_record(game: sapper.Game) -> None:
    assume(not game.world.hints)
    with tempfile.TemporaryDirectory() as folder:
        game.save(f"{folder}/game")
        text = Path(f"{folder}/game").read_text(encoding="utf-8")
    assert sapper.Record.parse(text) == game.record


def test_a_move_a_comment_or_a_mark_makes_a_game_another() -> None:
    game, same = (sapper.Game("beginner8", seed=7) for _ in range(2))
    assert game == same
    game.open((3, 4))
    assert game != same
    same.open((3, 4))
    assert game == same
    game.comment(1, "why?")
    assert game != same
    same.comment(1, "why?")
    same.mark(1, Marks(((0, 0),)))
    assert game != same
    game.mark(1, Marks(((0, 0),)))
    assert game == same
    same.undo()
    assert game != same


def test_a_player_that_passes_leaves_its_game_unfinished() -> None:
    game = sapper.play("corner", "beginner8", seed=3)
    assert (game.outcome, game.record.outcome, len(game.moves)) == ("playing", "passed", 1)
    game.flag(next(cell for cell in game.position if game.position[cell] == sapper.HIDDEN))
    assert game.record.outcome == "unfinished"
    game.undo()
    assert game.to_json()["outcome"] == "passed"


def test_every_file_of_a_game_is_loaded(tmp_path: Path) -> None:
    game = sapper.play("csp", "beginner8", seed=1)
    shorter = sapper.Game.of_record(game.record)
    shorter.undo()
    files = {
        "record.json": game.record.text,
        "session": journal_text(shorter),
        "replay.rawvf": write_rawvf(replay_of_record(game.record)),
        "board": "# 8 8 10\n" + " ".join(map(str, game.world.deal.order)),
        "position": str(game.position),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert sapper.load(tmp_path / "record.json") == game
    assert sapper.load(tmp_path / "session").moves == game.moves[:-1]
    assert sapper.load(tmp_path / "replay.rawvf").moves == game.moves
    assert sapper.load(tmp_path / "board").moves == ()
    with pytest.raises(sapper.NotationError, match=r"position: this is a position, not a game"):
        sapper.load(tmp_path / "position")


@pytest.mark.parametrize(
    ("level", "same"),
    [
        ("beginner8", sapper.LEVELS["beginner8"]),
        ("8x8x10", "beginner8"),
        (sapper.Deal.seeded("beginner8", seed=7), "beginner8"),
        (World("", sapper.Deal.seeded("beginner8", seed=7), sapper.Rules()), "beginner8"),
    ],
)
def test_a_board_has_several_names(level: object, same: object) -> None:
    one, other = (sapper.Game(board, seed=7) for board in (level, same))  # type: ignore[arg-type]
    assert one == other
    for game in (one, other):
        game.open((3, 4))
    assert one.position == other.position
    assert str(one) == str(one.position)


def test_a_move_that_is_not_allowed_changes_nothing() -> None:
    game = sapper.Game("beginner8", seed=7)
    game.open((3, 4))
    before = game.position
    for move in (Move("open", (3, 4)), Move("unflag", (0, 0)), Move("open", (9, 9))):
        with pytest.raises(sapper.InputError):
            game.play(move)
        assert (game.position, game.moves) == (before, (Move("open", (3, 4)),))
    with pytest.raises(sapper.IllegalMoveError, match="no move to redo"):
        game.redo()
