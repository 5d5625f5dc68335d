"""The games that the kernel plays are those of the strategies, move by move as far as it tells."""

from collections.abc import Sequence
from itertools import product

import pytest

from sapper.arena import play
from sapper.errors import RulesError
from sapper.game import Deal, Grid, Level, Rules
from sapper.players import Player, Tally, native, player, proved
from tests.players.worlds import FIRSTS, NATIVE, WORLDS, luck

pytestmark = pytest.mark.kernel

GAMES = 3


@pytest.fixture(autouse=True)
def _no_time_for_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is certain needs no reasons here: finding them is what takes long in Python."""
    monkeypatch.setattr(proved, "because", lambda *_, **__: None)


def played(
    player: Player,
    rules: Rules,
    grid: Grid,
    mines: int,
    seed: int,
    numbers: Sequence[int],
    orders: Sequence[Sequence[int]] | None = None,
) -> list[Tally]:
    """The games of the kernel one by one."""
    found = native.play(player, rules, grid, mines, seed, numbers, orders)
    assert found is not None
    return list(found)


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("recipe", NATIVE)
def test_the_kernel_plays_the_games_of_the_strategies(recipe: str, world: str) -> None:
    grid, mines = WORLDS[world]
    for seed, (first, zeros_open) in enumerate(product(FIRSTS, (True, False))):
        rules = Rules(first, zeros_open)
        deals = [Deal.seeded(grid, mines, seed, number) for number in range(GAMES)]
        fast = played(player(recipe), rules, grid, mines, seed, range(GAMES))
        slow = [
            play(recipe, deal, rules=rules, chance=luck(seed, n)).record.tally()
            for n, deal in enumerate(deals)
        ]
        assert fast == slow, (recipe, world, rules)


@pytest.mark.parametrize("recipe", NATIVE[:4])
def test_orderings_may_be_given_and_cut_short(recipe: str) -> None:
    grid, mines = WORLDS["blocked"]
    deals = [Deal.seeded(grid, mines, 5, number) for number in range(8)]
    cut = [Deal(grid, mines, deal.order[: mines + 9]) for deal in deals]
    for first in FIRSTS:
        rules = Rules(first)
        asked = (player(recipe), rules, grid, mines, 5, range(8))
        seeded = played(*asked)
        assert played(*asked, [deal.order for deal in deals]) == seeded
        assert played(*asked, [deal.order for deal in cut]) == seeded


@pytest.mark.parametrize("recipe", ["start > single-point > swift", "corner > csp"])
def test_expert_games_with_an_opening_are_the_same_too(recipe: str) -> None:
    """Their first cell is a special one: see ``start``."""
    level = Level.parse("expert")
    rules = Rules("opening")
    fast = played(player(recipe), rules, level.grid, level.mines, 8, range(GAMES))
    deals = [Deal.seeded(level.grid, level.mines, 8, number) for number in range(GAMES)]
    slow = [
        play(recipe, deal, rules=rules, chance=luck(8, n)).record.tally()
        for n, deal in enumerate(deals)
    ]
    assert fast == slow


def test_what_was_played_before_does_not_matter() -> None:
    grid, mines = WORLDS["square"]
    asked = (player("swift"), Rules(), grid, mines, 6)
    together = played(*asked, range(6))
    alone = [played(*asked, [number]) for number in range(6)]
    assert [[tally] for tally in together] == alone
    backwards = played(*asked, range(5, -1, -1))
    assert backwards == together[::-1]


@pytest.mark.parametrize(
    ("recipe", "rules"),
    [
        ("random", Rules(lives=2)),
        ("csp", Rules(won_by="flagging")),
    ],
)
def test_other_rules_are_left_to_python(recipe: str, rules: Rules) -> None:
    assert native.play(player(recipe), rules, Grid(5, 5), 3, 0, range(2)) is None


def test_a_promise_without_room_is_refused() -> None:
    grid = Grid(3, 3)
    asked = (player("random"), Rules("opening"), grid, 7, 0, range(1))
    with pytest.raises(RulesError, match="7 mines do not fit on the grid"):
        native.play(*asked)


@pytest.mark.parametrize(("grid", "mines"), [(Grid(1, 1), 0), (Grid(5, 1), 4), (Grid(4, 4), 0)])
@pytest.mark.parametrize("recipe", NATIVE)
def test_the_smallest_games_end(recipe: str, grid: Grid, mines: int) -> None:
    rules = Rules("safe")
    fast = played(player(recipe), rules, grid, mines, 1, range(3))
    deals = [Deal.seeded(grid, mines, 1, number) for number in range(3)]
    slow = [
        play(recipe, deal, rules=rules, chance=luck(1, n)).record.tally()
        for n, deal in enumerate(deals)
    ]
    assert fast == slow
    assert all(tally.won for tally in fast)
