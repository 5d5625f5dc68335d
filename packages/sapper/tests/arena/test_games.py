"""Games: decisions depend only on the position, and games end properly."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sapper.arena import play, turns
from sapper.errors import RulesError
from sapper.game import Chance, Deal, Grid, Level, Position, Rules
from tests.arena.games import FLAGGER, timeless
from tests.strategies import deals, grids, room, rules

RECIPES = ("random", "single-point", "csp", "swift")


@given(st.data())
def test_game_ends_won_lost_or_passed_and_its_record_can_be_played(data: st.DataObject) -> None:
    how = data.draw(rules())
    deal = data.draw(deals(grids()))
    if deal.mines > room(deal.grid, how):
        return
    record = play(data.draw(st.sampled_from(RECIPES)), deal, rules=how).record
    assert record.outcome in ("won", "lost", "passed")
    record.check()


def test_the_same_luck_is_the_same_game() -> None:
    deal = Deal.seeded(Level.parse("beginner").grid, 10, seed=5)
    games = {str(timeless(play("random", deal, chance=Chance(8)).record)) for _ in range(3)}
    assert len(games) == 1


def test_player_without_a_decision_neither_wins_nor_loses() -> None:
    record = play(FLAGGER, Deal.seeded(Grid(3, 3), 2, seed=0)).record
    assert record.outcome == "passed"
    assert [step.decision.move.action for step in record.steps] == ["flag", "unflag"]
    assert record.mines == ()
    assert not record.tally().won


def test_turns_show_the_position_on_either_side() -> None:
    deal = Deal.seeded(Level.parse("beginner").grid, 10, seed=2)
    position = Position.start(deal.grid, deal.mines, Rules())
    for turn in turns("single-point", Rules(), deal):
        assert turn.before == position
        assert all(turn.before[cell] != turn.after[cell] for cell in turn.step.opened)
        position = turn.after
    assert position.outcome in ("won", "lost")


def test_promise_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(RulesError, match="leaves too few cells"):
        play("random", Deal.seeded(Grid(3, 3), 7, seed=0), rules=Rules("opening"))


@pytest.mark.parametrize("recipe", RECIPES)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_players_see_only_the_position(recipe: str, seed: int, luck: int) -> None:
    """Swapping mines under an equal position does not change the decision."""
    how = Rules("any")
    deal = Deal.seeded(Grid(6, 6), 6, seed)
    shown = list(turns(recipe, how, deal, Chance(luck)))
    mines = set(deal.order[: deal.mines])
    for number, turn in enumerate(shown):
        cell = turn.step.decision.move.cell
        swapped = _swap(mines, turn.before, avoid=deal.grid.index(cell))
        if swapped is None:
            continue
        other = Deal.of_mines(deal.grid, frozenset(swapped))
        again = []
        for there in turns(recipe, how, other, Chance(luck)):
            again.append(there)
            if len(again) > number:
                break
        assert again[number].before == turn.before
        assert again[number].step.decision.move == turn.step.decision.move
        assert again[number].step.decision.reason == turn.step.decision.reason
        break


def _swap(mines: set[int], position: Position, avoid: int) -> set[int] | None:
    """Return other mines under the same position: one that touches no clue moves to such a cell."""
    grid, hidden = position.grid, set(position.hidden_indices)
    unseen = [i for i in hidden - {avoid} if all(j in hidden for j in grid.neighbour_indices(i))]
    full = [i for i in unseen if i in mines]
    empty = [i for i in unseen if i not in mines]
    return mines - {full[0]} | {empty[0]} if full and empty else None
