"""Watching in half steps, and finding the moves oneself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Cell, Move, Position
from sapper.players import Decision
from sapper.records import Step
from sapper.reviews import find
from sapper_workbench.session import Session
from sapper_workbench.study import Claim, GameSetup, WatchedGame, question
from sapper_workbench.study.watch import judge

SETUP = GameSetup("beginner8", "swift", "opening", 4)


def played(setup: GameSetup = SETUP) -> Session:
    session = setup.session()
    while session.position.outcome == "playing":
        session.play_agent()
    return session


def place(game: WatchedGame) -> tuple[int, bool]:
    return len(game.session.steps), game.coming is not None


def test_each_move_is_two_half_steps_there_and_back() -> None:
    line = played().line
    game = WatchedGame(SETUP.session())
    for number, step in enumerate(line):
        before = game.session.position
        assert game.forward() == game.coming
        assert game.coming is not None
        assert game.coming.move == step.decision.move
        assert game.coming.reason == step.decision.reason
        assert game.session.position == before
        made = game.forward()
        assert isinstance(made, Step)
        assert made.opened == step.opened
        assert place(game) == (number + 1, False)
    with pytest.raises(IllegalMoveError):
        game.forward()
    for number in reversed(range(len(line))):
        game.back()
        assert place(game) == (number, True)
        game.back()
        assert place(game) == (number, False)
    game.back()
    assert place(game) == (0, False)


@given(st.lists(st.sampled_from(["forward", "back", "start", "end", "move"]), max_size=30))
def test_any_way_through_a_game_shows_the_same_decisions(keys: list[str]) -> None:
    session = GAME.session
    game, line = WatchedGame(session), session.line
    game.go_to(0)
    half = 0
    for key in keys:
        if key == "forward" and half < 2 * len(line):
            game.forward()
            half += 1
        elif key == "back":
            game.back()
            half = max(0, half - 1)
        elif key == "move" and half < 2 * len(line):
            game.move()
            half += 2 - half % 2
        elif key in ("start", "end"):
            half = 0 if key == "start" else 2 * len(line)
            game.go_to(half // 2)
        assert place(game) == (half // 2, half % 2 == 1)
        assert session.steps == line[: half // 2]
        if game.coming is not None:
            assert game.coming == line[half // 2].decision


GAME = WatchedGame(played())


def test_moves_of_people_are_shown_at_once() -> None:
    session = SETUP.session()
    session.play(Move("open", (4, 4)))
    session.go_to(0)
    game = WatchedGame(session)
    assert isinstance(game.forward(), Step)
    game.back()
    assert place(game) == (0, False)


def asked(number: int) -> WatchedGame:
    """A game at the half step before a move that is to be found."""
    game = WatchedGame(played(), finding=True)
    game.go_to(number)
    game.forward()
    return game


def answered(game: WatchedGame, cell: Cell, claim: Claim) -> bool:
    """Answer the question, and return whether that was right."""
    assert game.asks is not None
    answer = judge(find(game.session.position), cell, claim, game.asks.move.cell)
    game.record(answer)
    return answer.right


def test_the_reason_is_hidden_until_the_move_is_found_or_shown() -> None:
    game = asked(3)
    decision = game.asks
    assert decision is not None
    assert str(list(decision.move.cell)) not in question(decision)
    assert answered(game, decision.move.cell, "safe")
    assert (game.asks, game.coming) == (None, decision)
    game.forward()
    assert game.answers == {3: True}
    game.forward()
    game.forward()  # without an answer
    assert game.answers == {3: True, 4: False}
    assert game.asks is None
    game.back()
    game.forward()
    assert game.asks is None, "it is asked once"


def test_the_first_answer_counts() -> None:
    game = asked(3)
    findings = find(game.session.position)
    mine = next(iter(findings.analysis.certain_mines)) if findings.analysis else (0, 0)
    assert not answered(game, mine, "safe")
    assert answered(game, mine, "mine")
    assert game.answers == {3: False}


def test_the_first_cell_is_not_asked_for() -> None:
    assert asked(0).asks is None


def decisions(level: str, seeds: range) -> list[tuple[Position, Decision]]:
    found = []
    for seed in seeds:
        session = GameSetup(level, "csp", "opening", seed).session()
        while session.position.outcome == "playing":
            before = session.position
            step = session.play_agent()
            if isinstance(step, Step) and not before.untouched:
                found.append((before, step.decision))
    return found


def test_answers_agree_with_the_probabilities() -> None:
    guesses = 0
    for position, decision in decisions("6x6x9", range(6)):
        findings, chosen = find(position), decision.move.cell
        assert findings.analysis is not None
        risks = findings.analysis.mine_probability
        least = np.nanmin(risks)
        guesses += decision.guess
        for index in position.hidden_indices:
            cell = position.grid.cell(index)
            safe = judge(findings, cell, "safe", chosen)
            mine = judge(findings, cell, "mine", chosen)
            assert mine.right == (risks[cell] == 1)
            if least == 0:
                assert safe.right == (risks[cell] == 0)
            else:
                assert safe.right == (risks[cell] <= risks[chosen] + 1e-9)
            assert safe.reason.words
            assert mine.reason.words
    assert guesses > 3


def test_open_cells_are_no_answer() -> None:
    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    with pytest.raises(InputError, match=r"\[1, 0\] is not hidden: pick a hidden cell"):
        judge(find(position), (1, 0), "safe", (0, 0))
