"""The examples of the larger theory, and its predicates beyond those of the paper."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mio import Chance, holds, parse_theory
from sapper.game import FLAGGED, HIDDEN, Position
from sapper.inference import analyse
from sapper_agents.learner import MissedDrawing
from sapper_agents.mio import (
    Mines,
    Rule,
    RuleView,
    background,
    board,
    members,
    seen,
    wide_zone,
    zone_of_interest,
)
from sapper_agents.mio.mio import rules
from sapper_papers.coverage import SEED, GameCoverage, stuck_games
from tests.agents.test_mio_rules import marked, positions, view

LARGER = parse_theory(
    """
    safe(T,B) :- allCoveredHasXMines(B,A), disjointSetsHaveXMines(B,U),
        diffSetHasXMines(A,U,Q), inSet(T,Q), minesInSet(Q,0).
    safe(T,B) :- wideZone(T,B,Z), setHasXMines(C,B,Z,S), setHasXMines(D,B,Z,R),
        setHasXMines(E,B,Z,Q), diffSetHasXMines(R,S,P), diffSetHasXMines(Q,P,O), inSet(T,O),
        minesInSet(O,0).
    safe(T,B) :- wideZone(T,B,Z), setHasXMines(C,B,Z,S), minesInSet(S,1),
        disjointSetsHaveXMines(B,S).
    mine(T,B) :- allCoveredHasXMines(B,A), minesInSet(A,N), lengthSet(A,N), inSet(T,A).
    """
)


def coverage(known: Sequence[Rule], level: str, games: int) -> GameCoverage:
    """The coverage of rules in the first games of the seed."""
    return GameCoverage.of(known, stuck_games(known, level, SEED, range(games)))


@pytest.mark.parametrize("number", range(len(LARGER)))
def test_the_larger_predicates_mean_the_same_in_games(number: int) -> None:
    clause, known, fired = LARGER[number], background(), 0
    cases = [*positions(24), (Position.parse("3x1x2\nHH1"), frozenset[int]())]
    cases.append((Position.parse("2x2x2\n2H\n2H"), frozenset[int]()))
    for position, mines in cases:
        seen_, text = view(position, mines), marked(position, mines)
        tiles = members(seen_.covered)
        held = holds(known, [clause], [(tile, text) for tile in tiles])
        found = Rule("", clause).firings(seen_)
        assert set(found) == {tile for tile, true in zip(tiles, held, strict=True) if true}
        fired += len(found)
    assert fired


def test_unions_are_of_clues_that_share_no_cell() -> None:
    for position, mines in positions(12):
        known = view(position, mines)
        says = {clue.at: clue.says for clue in known.clues}
        for union, clues in known.unions.items():
            assert sum(says[clue].cells for clue in clues) == union.cells
            assert sum(says[clue].mines for clue in clues) == union.mines
        assert set(known.unions) == set(board(marked(position, mines)).unions)


def test_the_wide_zone_is_one_clue_wider() -> None:
    text = "8x2x2\nHHHHHHHH\n11111111"
    assert zone_of_interest(0, text) == [frozenset({8, 9, 10, 11})]
    assert wide_zone(0, text) == [frozenset(range(8, 14))]
    assert board(text).all_covered == Mines((1 << 8) - 1, 2)
    assert board("2x1x0\n00").all_covered is None


def test_examples_are_cells_that_no_rule_is_true_of() -> None:
    known, chance = rules("paper"), Chance(1)
    draw, seen_both = MissedDrawing(known, "beginner8", 3), set()
    for _ in range(60):
        (cell, text), positive = draw(chance)
        position = Position.parse(text)
        marks = frozenset(i for i, code in enumerate(position.cells) if code == FLAGGED)
        assert position.cells[cell] == HIDDEN
        assert (position.grid.cell(cell) in analyse(position).safe) == positive
        assert seen(known, position, marks)[0] == []
        seen_both.add(positive)
    assert seen_both == {True, False}


@pytest.mark.slow
def test_the_larger_theory_covers_more_than_the_papers() -> None:
    paper, larger = (coverage(rules(name), "beginner8", 60) for name in ("paper", "larger"))
    assert paper.share < 0.97 < 0.98 < larger.share


def test_the_whole_board_is_looked_at_last_and_its_clues_are_named() -> None:
    *_, last = (rule for rule in rules("larger") if rule.target == "safe")
    assert last.whole
    position = Position.parse("5x2x1\nHHHHH\n1HHHH")
    (one, *rest) = last.firings(RuleView(position, 0)).values()
    assert {firing.tile for firing in (one, *rest)} == {2, 3, 4, 7, 8, 9}
    assert one.clues == (5,)
    assert Mines(0b1000011, 1) in dict(one.values).values()
