"""The candidates of a position: their figures against brute force, and that they get surer."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.errors import ImpossiblePositionError, InputError
from sapper.game import HIDDEN, LEVELS, Deal, Grid, Move, Position, Referee, Rules
from sapper.reviews import FIRST_PLAYOUTS, SHOWN_CANDIDATES, begin, estimates, more
from sapper.reviews.candidates import candidates
from tests.inference.brute import layouts
from tests.reviews.test_review import best_of, few_layouts, wins_after

SAFE = Position.parse("5x3x3\nHHHHH\n1222H\n0001H")
GUESS = Position.parse("9x9x10 first=opening\n" + "\n".join([*["HHHHHHHHH"] * 8, "HHHHHHHH1"]))


@st.composite
def small(draw: st.DrawFn) -> Position:
    """A position of a small game, with a few cells open."""
    grid = Grid(draw(st.integers(2, 4)), draw(st.integers(2, 4)))
    mines = draw(st.integers(1, grid.size - 2))
    referee = Referee(Deal.seeded(grid, mines, draw(st.integers(0, 999))), Rules("any"))
    for index in draw(st.lists(st.integers(0, grid.size - 1), max_size=3)):
        if referee.position.outcome == "playing" and referee.position.cells[index] == HIDDEN:
            referee.play(Move("open", grid.cell(index)))
    return referee.position


@settings(max_examples=40)
@given(small())
def test_risk_progress_and_the_chance_of_endings_are_exact(position: Position) -> None:
    assume(position.outcome == "playing")
    found = candidates(position, playouts=4)
    every = layouts(position)
    hidden = frozenset(position.hidden_indices)
    certain = {i for i in hidden if not any(i in mines for mines in every)}
    ending = bool(found.best) and found.best[0].exact is not None and few_layouts(position)
    for one in found.best:
        index = position.grid.index(one.cell)
        risk = sum(index in mines for mines in every) / len(every)
        assert one.risk == pytest.approx(risk, abs=1e-9)
        groups: dict[int, list[frozenset[int]]] = {}
        for mines in map(frozenset, every):
            if index not in mines:
                clue = sum(near in mines for near in position.grid.neighbour_indices(index))
                groups.setdefault(clue, []).append(mines)
        left = hidden - {index}
        gained = sum(
            len(group)
            for group in groups.values()
            if len(left) == position.mines_left
            or any(not any(i in mines for mines in group) for i in left - certain)
        )
        assert one.progress == pytest.approx(gained / len(every), abs=1e-9)
        if ending:
            wins = wins_after(position.grid, frozenset(map(frozenset, every)), hidden, index)
            assert one.exact == pytest.approx(wins / len(every), abs=1e-9)
    if ending:
        best = best_of(position.grid, frozenset(map(frozenset, every)), hidden)
        assert found.best[0].exact == pytest.approx(best / len(every), abs=1e-9)


def test_figures_get_surer_and_the_last_are_final() -> None:
    seen = list(estimates(GUESS, playouts=300))
    assert [each.done for each in seen] == [False] * (len(seen) - 1) + [True]
    assert [each.playouts for each in seen] == sorted(each.playouts for each in seen)
    assert seen[-1].playouts == 300
    assert len(seen[-1].tried) <= SHOWN_CANDIDATES
    early = next(each for each in seen if each.playouts).best[0].chance
    late = seen[-1].best[0].chance
    assert early is not None
    assert late is not None
    assert late.half_width < early.half_width / 2


def test_equal_numbers_of_playouts_give_equal_figures() -> None:
    at_once = more(more(begin(GUESS), FIRST_PLAYOUTS), 50)
    in_parts = begin(GUESS)
    while in_parts.playouts < FIRST_PLAYOUTS + 50:
        in_parts = more(in_parts, min(25, FIRST_PLAYOUTS + 50 - in_parts.playouts))
    assert at_once.to_json() == in_parts.to_json()


def test_a_safe_cell_comes_first_and_safe_cells_share_their_playouts() -> None:
    position = Position.parse(
        "8x8x10\n0001HHHH\n0001HHHH\n1111HHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH"
    )
    found = candidates(position, playouts=20)
    safe = [one for one in found.best if one.risk == 0.0]
    assert {one.cell for one in safe} == {(2, 4), (3, 2)}
    assert list(found.best[: len(safe)]) == safe
    assert len({one.chance for one in safe}) == 1


@pytest.mark.parametrize("first", ["opening", "safe"])
def test_before_the_first_move_first_cells_are_compared(first: str) -> None:
    level = LEVELS["beginner8"]
    rules = Rules(first=first)  # type: ignore[arg-type]
    found = candidates(Position.start(level.grid, level.mines, rules), playouts=6)
    assert len(found.best) == SHOWN_CANDIDATES
    assert all(one.risk == 0.0 and one.chance is not None for one in found.best)


def test_a_first_cell_without_room_is_no_candidate() -> None:
    full = Position.start(Grid(3, 3), 8, Rules("opening"))
    found = candidates(full, playouts=2)
    assert (found.best, found.done) == ((), True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2x1x1\n1*", "the game is lost"),
        ("2x1x1\n1H", "the game is won"),
        ("3x3x2 lives=3\nHHH\nH1H\nHHH", "one life"),
        ("2x2x1\n1F\nFF", "flagged"),
    ],
)
def test_without_candidates_a_note_says_why(text: str, words: str) -> None:
    found = candidates(Position.parse(text))
    assert found.done
    assert found.best == ()
    assert words in found.note


def test_an_impossible_position_is_an_error() -> None:
    with pytest.raises(ImpossiblePositionError, match="8 at"):
        begin(Position.parse("3x3x1\nHHH\nH8H\nHHF"))


def test_the_json_is_plain() -> None:
    answer = candidates(SAFE).to_json()
    assert json.loads(json.dumps(answer, allow_nan=False))["done"] is True
    assert set(answer["candidates"][0]) == {
        "cell", "risk", "progress", "chance", "chance_interval", "chance_playouts",
    }  # fmt: skip


@pytest.mark.parametrize("playouts", [0, -1])
def test_at_least_one_playout_is_needed(playouts: int) -> None:
    with pytest.raises(
        InputError, match=f"playouts: expected a whole number from 1, not {playouts}"
    ):
        candidates(Position.parse("4x4x4\nHHHH\nHHHH\nHHHH\nHHHH"), playouts)


def test_an_ending_that_is_too_hard_changes_no_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for its exact chances leaves the count as it was."""
    hidden = "\n".join(["HHHHHHHH"] * 5)
    position = Position.parse(f"8x8x10\n0001HHHH\n0001HHHH\n1111HHHH\n{hidden}")
    found = begin(position)
    assert [one.cell for one in found.tried] == [(2, 4), (3, 2)]
    monkeypatch.setattr("sapper.reviews.candidates.MAX_ENDING_CELLS", 0)
    assert begin(position).to_json() == found.to_json()
