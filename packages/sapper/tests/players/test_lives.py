"""``lives``: what signs of gold do to risks, and how a life is weighed against them."""

from collections import defaultdict

import pytest

from sapper.arena import play
from sapper.errors import RecipeError
from sapper.game import MINE, Position
from sapper.notation import find_world
from sapper.players import Decision, Player, player, with_gold
from tests.inference.brute import gilded_layouts, layouts
from tests.inference.gilded import gilded_positions

PRIOR = 1 / 32


def exact(position: Position) -> tuple[dict[int, float], dict[int, float]]:
    """Return the chances of mines and gold if every cell without mines around it has gold with
    ``PRIOR`` chance."""
    open_mines = {i for i, code in enumerate(position.cells) if code == MINE}
    mined, golden = defaultdict[int, float](float), defaultdict[int, float](float)
    total = 0.0
    for mines, gold in gilded_layouts(position):
        near = position.grid.neighbour_indices
        every = mines | open_mines
        free = [i for i in position.hidden_indices if every.isdisjoint((i, *near(i)))]
        weight = PRIOR ** len(gold) * (1 - PRIOR) ** (len(free) - len(gold))
        total += weight
        for i in mines:
            mined[i] += weight
        for i in gold:
            golden[i] += weight
    hidden = position.hidden_indices
    return {i: mined[i] / total for i in hidden}, {i: golden[i] / total for i in hidden}


def uniform(position: Position) -> dict[int, float]:
    """Return the chances of mines without the signs."""
    every = layouts(position)
    return {i: sum(i in m for m in every) / len(every) for i in position.hidden_indices}


def test_signs_bring_the_risks_to_the_truth() -> None:
    """All layouts, instead of a sample, must give the exact chances."""
    wrong = 0
    for position in gilded_positions(71, 150):
        true_mine, true_gold = exact(position)
        mine, gold = with_gold(position, layouts(position))
        if position.gold is not None:  # their density is only near the known number
            continue
        assert mine == pytest.approx(true_mine)
        assert gold == pytest.approx(true_gold)
        wrong += true_mine != pytest.approx(uniform(position))
    assert wrong > 10


@pytest.mark.parametrize(("worth", "row"), [(0.0, 2), (3.0, 0)])
def test_gold_is_worth_a_risk(worth: float, row: int) -> None:
    # The mark says that gold lies at one end of the first row, and the clue that a mine lies at the
    # other. In the last row there is one mine among five cells.
    text = "5x3x2 first=any zeros=closed signs=marks\n##HbH\n#####\nHHHHH"
    decision = player(f"lives(worth={worth})").choose(text)
    assert isinstance(decision, Decision)
    assert decision.move.cell[0] == row
    assert decision.mine_probability == pytest.approx(0.2 if row else 0.5, abs=0.1)


def test_the_same_seed_makes_the_same_guesses() -> None:
    games = [play("logic5", find_world("hard-1-5"), seed=9) for _ in range(2)]
    assert games[0] == games[1]
    assert "lives" in {step.decision.strategy for step in games[0].steps}


@pytest.mark.parametrize("recipe", ["lives(worth=-1)", "lives(worth=much)"])
def test_a_wrong_worth_is_refused(recipe: str) -> None:
    with pytest.raises(RecipeError, match="worth"):
        Player(recipe)
