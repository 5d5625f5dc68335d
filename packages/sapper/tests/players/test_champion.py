"""The champion's playouts tell the chance to win, and what they tell decides."""

import random

import numpy as np
import pytest

from sapper.arena import turns
from sapper.errors import RecipeError
from sapper.game import FLAGGED, HIDDEN, MINE, Chance, Deal, Grid, Level, Position, Referee, Rules
from sapper.inference import Counter
from sapper.players import (
    NUMBERS,
    SLACK,
    Champion,
    Decision,
    Endgame,
    Lookahead,
    Prospects,
    Rollouts,
    TriedMove,
    player,
    words_of,
)
from tests.inference import brute
from tests.inference.positions import small_positions

pytestmark = pytest.mark.kernel

CHAIN = ("single-point", "swift")


def plain(position: Position, layout: frozenset[int], cell: int, luck: int) -> bool:
    """Whether a cell and then the chain, as written in Python, win in one layout."""
    opened = [i for i, code in enumerate(position.cells) if code < HIDDEN]
    struck = [i for i, code in enumerate(position.cells) if code == MINE]
    referee = Referee(Deal.of_mines(position.grid, layout | set(struck)), position.rules)
    for index in (*opened, *struck, cell):
        if referee.position.outcome == "playing":
            referee.open(position.grid.cell(index))
    decide = player(" > ".join(CHAIN)).begin(Chance(luck))
    while referee.position.outcome == "playing":
        decision = decide(referee.position)
        assert isinstance(decision, Decision)
        referee.play(decision.move)
    return referee.position.outcome == "won"


def counted(position: Position) -> Counter:
    counter = Counter(position.grid)
    assert counter.count(position.cells, position.mines, float("inf"), 512, 0) == 0
    return counter


@pytest.mark.statistical
@pytest.mark.slow
def test_playouts_mean_the_chance_to_win() -> None:
    """By the same chain, as written in Python, in every layout."""
    compared = 0
    chain = [NUMBERS[name] for name in CHAIN]
    for position in small_positions(77, 3_000, max_hidden=9):
        layouts = list(brute.layouts(position))
        if FLAGGED in position.cells or not 4 <= len(layouts) <= 60:
            continue
        unsure = [
            i for i in position.hidden_indices if 0 < sum(i in m for m in layouts) < len(layouts)
        ]
        cell = unsure[len(unsure) // 2]
        rollouts = Rollouts(counted(position), position.grid, position.mines, False, chain)
        rollouts.take(position.cells)
        values = np.frombuffer(rollouts.values(cell, 5 << 20, 400))
        wins = [plain(position, frozenset(m), cell, luck) for m in layouts for luck in range(3)]
        error = np.hypot(values.std() / len(values) ** 0.5, 0.5 / len(wins) ** 0.5)
        assert abs(values.mean() - np.mean(wins)) <= 4.5 * error + 1e-9, position
        compared += 1
    assert compared > 60


@pytest.mark.statistical
@pytest.mark.slow
def test_quick_playouts_play_endings_perfectly() -> None:
    """Like swift, which solves these endings too; before an ending they may guess otherwise."""
    compared = 0
    for position in small_positions(79, 1_200, max_hidden=9):
        unsure = [i for i in position.hidden_indices if 0.0 < counted(position).risk(i) < 1.0]
        if FLAGGED in position.cells or not unsure:
            continue
        values = []
        for name, endings in (("swift", 0), ("csp", 1_600)):
            chain = [NUMBERS["single-point"], NUMBERS[name]]
            counter = counted(position)
            rollouts = Rollouts(counter, position.grid, position.mines, False, chain, endings)
            rollouts.take(position.cells)
            values.append(rollouts.values(unsure[0], 3 << 20, 20))
        assert values[0] == values[1], position
        compared += 1
    assert compared > 80


def test_playouts_with_equal_luck_are_equal() -> None:
    position = Position.parse("4x3x4\n1HHH\nHHHH\nHHHH")
    rollouts = Rollouts(counted(position), position.grid, 4, True, [NUMBERS[n] for n in CHAIN])
    rollouts.take(position.cells)
    whole = rollouts.values(11, 9, 50)
    assert rollouts.values(11, 9, 20) + rollouts.values(11, 29, 30) == whole
    assert len(set(whole)) > 1


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize("level", ["8x8x12", "12x9x22"])
def test_playouts_that_remember_are_those_that_think_anew(level: str) -> None:
    """Also where there is room for few positions, and all are forgotten time and again, and where
    some have more cells than there is room for."""
    chain = [NUMBERS[name] for name in CHAIN]
    compared = 0
    for position in guesses(Level.parse(level), 4):
        counter = counted(position)

        def playouts(slots: int, counter: Counter = counter, at: Position = position) -> Rollouts:
            return Rollouts(counter, at.grid, at.mines, True, chain, slots=slots)

        cells = [i for i in position.hidden_indices if 0.0 < counter.risk(i) < 0.5][:2]
        long, short, tiny = playouts(1 << 12), playouts(128), playouts(2)
        for rollouts in (long, short, tiny):
            rollouts.take(position.cells)
        for cell in cells:
            kept = long.values(cell, 3 << 20, 60)
            assert short.values(cell, 3 << 20, 60) == kept
            assert tiny.values(cell, 3 << 20, 60) == kept
            for n in range(0, 60, 20):
                fresh = playouts(128)
                fresh.take(position.cells)
                assert fresh.values(cell, (3 << 20) + n, 1)[0] == kept[n]
                compared += 1
    assert compared > 8


def guesses(level: Level, games: int) -> list[Position]:
    """Positions in which swift guesses, one of each game that has any."""
    found = []
    for number in range(games):
        deal = Deal.seeded(level.grid, level.mines, 61, number)
        for turn in turns("start > swift", Rules("safe"), deal, Chance(number)):
            if turn.step.decision.guess and not turn.before.untouched:
                found.append(turn.before)
                break
    return found


@pytest.mark.parametrize("options", ["playouts=40", "seconds=0.01"])
def test_its_guesses_name_chances_to_win(options: str) -> None:
    level = Level.parse("9x9x16")
    found = 0
    for number in range(6):
        deal = Deal.seeded(level.grid, level.mines, 5, number)
        for turn in turns(f"start > champion({options})", Rules("safe"), deal, Chance(number)):
            decision = turn.step.decision
            if decision.strategy == "champion" and decision.reason.kind == "playouts":
                chances = [chance for _, chance in decision.reason.considered]
                assert all(0.0 <= chance <= 1.0 for chance in chances)
                assert decision.move.cell in [cell for cell, _ in decision.reason.considered]
                found += 1
    assert found


def test_the_same_luck_gives_the_same_game() -> None:
    deal = Deal.seeded(Grid(8, 8), 14, 3, 1)

    def game() -> list[object]:
        played = turns("start > champion(playouts=30)", Rules("safe"), deal, Chance(4))
        return [turn.step.decision.move for turn in played]

    assert game() == game()


def test_flagged_cells_stay_closed() -> None:
    """Also where playouts would open them."""
    shuffle = random.Random(8)
    guessed = 0
    for number in range(12):
        position = Position.parse("6x5x8 first=safe\n2HHHHH\nHHHHHH\nHHHHHH\nHHHHHH\nHHHHHH")
        cells = bytearray(position.cells)
        for i in shuffle.sample(range(1, 30), 6):
            cells[i] = FLAGGED
        flagged = Position(position.grid, position.rules, position.mines, bytes(cells))
        decision = Champion(playouts=20).decide(flagged, Chance(number))
        if isinstance(decision, Decision) and decision.move.action == "open":
            assert cells[position.grid.index(decision.move.cell)] == HIDDEN
            guessed += 1
    assert guessed > 5


def test_endings_with_more_layouts_than_asked_for_are_left() -> None:
    position = Position.parse("4x1x1\nHHHH")
    grid = position.grid
    prospects = Prospects("champion", grid, Endgame(grid), Lookahead(grid, SLACK))
    assert isinstance(prospects.ending(position, 4), Decision)
    assert isinstance(prospects.ending(position), Decision)
    assert prospects.ending(position, 3) is None


@pytest.mark.parametrize(
    "options", ["playouts=0", "playouts=1.5", "seconds=0", "seconds=x", "playouts=5, seconds=1"]
)
def test_bad_budgets_are_named(options: str) -> None:
    with pytest.raises(RecipeError, match="champion"):
        player(f"champion({options})")


def test_the_words_say_why_a_higher_percentage_was_not_chosen() -> None:
    tried = [
        TriedMove((15, 8), 581, 0.947),
        TriedMove((1, 1), 400, 0.93),
        TriedMove((2, 3), 160, 0.98),
    ]
    words = words_of(tried, 0.003)
    assert words == (
        "won 94.7% of 581 quick simulated games; expected to win 0.3 more games in 100 than [1,"
        " 1]; [2, 3], with 98.0% of 160, comes out behind when compared in the same deals and one"
        " move ahead"
    )
    assert (
        words_of(tried[:2], 0.0)
        == "won 94.7% of 581 quick simulated games; [1, 1] is about as good"
    )
