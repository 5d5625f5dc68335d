"""The equation strategy: what its rules say, all of it, and nothing that is not so."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from sapper.arena import turns
from sapper.arena.match import match
from sapper.game import HIDDEN, Chance, Deal, Grid, Position, Rules
from sapper.inference import certain_cells
from sapper.inference.constraints import constraints
from sapper.players import MAX_TOTALLED_CELLS, Decision, Equations, Link, Pass, Pgms, Player, player
from tests.inference.gilded import certain, gilded_positions
from tests.inference.larger import played_positions
from tests.inference.positions import small_positions
from tests.players.worlds import FIRSTS, WORLDS, luck

PLAYER = Player("pgms", (Link("pgms", Pgms),))

NONE: frozenset[int] = frozenset()
Found = dict[frozenset[int], int]


class Plain:
    """The rules as they are written, tried on all pairs again and again."""

    def __init__(self, position: Position) -> None:
        self.unknown = set(position.hidden_indices)
        self.safe: set[int] = set()
        self.mines: set[int] = set()
        self.equations: Found = {}
        for _, cells, mines in constraints(position):
            self.put(cells, mines)
        self.solve()
        self.left = position.mines_left - len(self.mines)
        if len(self.unknown) <= MAX_TOTALLED_CELLS or self.left == 0:
            self.put(frozenset(self.unknown), self.left)
            self.solve()
            self.left = position.mines_left - len(self.mines)

    def put(self, cells: frozenset[int], count: int) -> None:
        if cells:
            assert self.equations.setdefault(cells, count) == count

    def solve(self) -> None:
        while self.one_step():
            pass

    def one_step(self) -> bool:
        for cells, count in self.equations.items():
            if count in (0, len(cells)):
                return self.know(*((cells, NONE) if count == 0 else (NONE, cells)))
        for (s0, c0), (s1, c1) in permutations(self.equations.items(), 2):
            if s0 < s1 and s1 - s0 not in self.equations:
                self.put(s1 - s0, c1 - c0)
                return True
            if s0 & s1 and c0 < c1 and c1 - c0 == len(s1 - s0):
                return self.know(safe=s0 - s1, mines=s1 - s0)
        return False

    def know(self, safe: frozenset[int], mines: frozenset[int]) -> bool:
        self.safe |= safe
        self.mines |= mines
        self.unknown -= safe | mines
        before, self.equations = self.equations, {}
        for cells, count in before.items():
            self.put(cells - safe - mines, count - len(cells & mines))
        return True

    def figures(self) -> dict[int, float]:
        return {
            i: max((c / len(s) for s, c in self.equations.items() if i in s), default=self.share)
            for i in self.unknown
        }

    @property
    def share(self) -> float:
        return self.left / len(self.unknown)


def positions() -> Iterator[Position]:
    yield from small_positions(601, 2_500)
    yield from played_positions(602, 60)
    yield from played_positions(603, 200, Grid(8, 8), 10)


@pytest.mark.slow
def test_it_decides_by_its_rules_and_is_never_wrong() -> None:
    opened = guessed = derived = 0
    for position in positions():
        plain = Plain(position)
        safe, mines = certain_cells(position)
        assert plain.safe <= safe
        assert plain.mines <= mines
        decision = Pgms().decide(position, Chance(604))
        due = sorted(i for i in plain.safe if position.cells[i] == HIDDEN)
        figures = {i: x for i, x in plain.figures().items() if position.cells[i] == HIDDEN}
        if due:
            assert isinstance(decision, Decision)
            assert decision.move.cell == position.grid.cell(due[0])
            assert decision.mine_probability == 0.0
            opened += 1
        elif figures:
            assert isinstance(decision, Decision)
            index = position.grid.index(decision.move.cell)
            assert figures[index] == min(figures.values()), position
            best = sorted(figures, key=lambda i: (figures[i], i))[:5]
            expected = tuple((position.grid.cell(i), figures[i]) for i in best)
            assert decision.reason.considered == expected
            assert decision.mine_probability is None
            assert decision.guess
            guessed += 1
            derived += len(plain.equations) > len(constraints(position))
        else:
            assert isinstance(decision, Pass)
    assert opened > 500
    assert guessed > 400
    assert derived > 50


def test_mines_are_flagged_where_flags_are_due() -> None:
    flagged = 0
    for small in small_positions(605, 1_000):
        rules = Rules("any", zeros_open=False, lives=small.rules.lives, won_by="flagging")
        position = Position(small.grid, rules, small.mines, small.cells)
        decision = Pgms(guess=False).decide(position, Chance(0))
        if isinstance(decision, Pass):
            continue
        safe, mines = certain_cells(position)
        index = position.grid.index(decision.move.cell)
        assert index in (mines if decision.move.action == "flag" else safe)
        assert decision.mine_probability == float(decision.move.action == "flag")
        flagged += decision.move.action == "flag"
    assert flagged > 100


def test_in_worlds_with_gold_it_is_never_wrong() -> None:
    opened = 0
    for position in gilded_positions(612, 500):
        decision = Pgms(guess=False).decide(position, Chance(0))
        if isinstance(decision, Decision):
            safe, mines = certain(position)
            index = position.grid.index(decision.move.cell)
            assert index in (mines if decision.move.action == "flag" else safe), position
            opened += 1
    assert opened > 100


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS)
def test_what_it_remembers_is_what_it_would_find_again(world: str) -> None:
    grid, mines = WORLDS[world]
    for number in range(6):
        rules = Rules(FIRSTS[number % 3], zeros_open=number % 2 == 0, lives=1 + number % 3)
        deal = Deal.seeded(grid, mines, 606, number)
        for k, turn in enumerate(turns(PLAYER, rules, deal, luck(606, number))):
            chance = luck(606, number) if k == 0 else Chance(607, k)
            fresh = PLAYER.begin(chance)(turn.before)
            kept = turn.step.decision
            assert isinstance(fresh, Decision)
            assert fresh.guess == kept.guess
            assert fresh.reason == kept.reason
            if not kept.guess:
                assert fresh.move == kept.move


def test_other_games_and_moves_taken_back_are_forgotten() -> None:
    asked = list(small_positions(608, 400, ["square"]))
    asked += [*played_positions(609, 40, Grid(8, 8), 10)][::-1]
    one = Pgms()
    for position in asked:
        assert one.decide(position, Chance(610)) == Pgms().decide(position, Chance(610)), position


def test_the_rules_of_two_equations() -> None:
    subset = Equations(range(5))
    subset.add([0, 1], 1)
    subset.add([0, 1, 2, 3], 2)
    subset.settle()
    assert subset.count[frozenset([2, 3])] == 1
    assert not subset.safe | subset.mines
    difference = Equations(range(6))
    difference.add([0, 1, 2], 1)
    difference.add([2, 3, 4], 3)
    difference.settle()
    assert difference.mines == {2, 3, 4}
    assert difference.safe == {0, 1}
    shared = Equations(range(6))
    shared.add([0, 1, 2], 1)
    shared.add([1, 2, 3], 2)
    shared.settle()
    assert (shared.safe, shared.mines) == ({0}, {3})
    assert shared.count == {frozenset([1, 2]): 1}


def test_equations_that_cannot_both_hold_are_told() -> None:
    for text in ("3x1x1\nH2H", "4x2x2\nH3H1\nHHH0", "3x2x1 zeros=closed\nHH2\n0H1"):
        decision = Pgms().decide(Position.parse(text), Chance(0))
        assert decision == Pass("pgms", "the clues contradict each other")


def test_a_clue_with_very_many_subsets_is_no_trap() -> None:
    """A hub over 20 clues that share nothing: every union of them could be taken from it."""
    triples = [frozenset(range(3 * k, 3 * k + 3)) for k in range(20)]
    hub = Equations(range(63))
    hub.add(range(63), 21)
    for triple in triples:
        hub.add(triple, 1)
    hub.settle()
    assert not hub.contradictory
    assert hub.count[frozenset(range(3, 63))] == 20
    assert len(hub.count) < 2_000
    hub.add([0, 1], 0)
    hub.settle()
    assert hub.safe == {0, 1}
    assert hub.mines == {2}


def test_gold_is_a_clue_of_0_and_a_flag_no_clue() -> None:
    decision = Pgms().decide(Position.parse("5x1x1 zeros=closed\nHGHHH"), Chance(0))
    assert isinstance(decision, Decision)
    assert decision.move.cell == (0, 0)
    assert not decision.guess
    flagged = Pgms().decide(Position.parse("3x1x1\nF1H"), Chance(0))
    assert isinstance(flagged, Decision)
    assert flagged.guess


def test_a_guess_says_its_figure_but_no_probability() -> None:
    position = Position.parse("8x8x10 first=any\n" + "\n".join(["HHHHHHHH"] * 8))
    decision = Pgms().decide(position, Chance(0))
    assert isinstance(decision, Decision)
    assert decision.mine_probability is None
    assert "15.6%" in decision.reason.words
    assert "the lowest of 64 cells (a random one of 64 with that figure)" in decision.reason.words
    promised = player("pgms").begin(Chance(0))(Position.parse("3x1x1 first=safe\nHHH"))
    assert isinstance(promised, Decision)
    assert promised.mine_probability == 0.0


def test_without_guessing_it_passes() -> None:
    decision = Pgms(guess=False).decide(Position.parse("3x1x1\nH1H"), Chance(0))
    assert isinstance(decision, Pass)
    assert isinstance(Pgms(guess=False).decide(Position.parse("4x1x1\nH10H"), Chance(0)), Decision)


@pytest.mark.slow
def test_it_wins_as_often_as_published() -> None:
    """60% of 8x8 with 10 mines, whose first cell may be one (Peña Castillo & Wrobel 2003)."""
    (score,) = match([PLAYER], "beginner8", Rules("any"), 1_000, seed=3).players
    low, high = score.interval
    assert low < 0.60 < high
