"""Minesweeper as a task: predicates that are true, labels that are certain, the paper's rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mio import Clause, Examples, confusion, holds
from papers.studies.rules import table
from sapper.errors import InputError
from sapper.game import FLAGGED, HIDDEN, Level, Position
from sapper.kernel import Chance
from sapper_agents.mio import (
    INTERRUPTED,
    PAPER,
    CellExample,
    Drawing,
    Mines,
    background,
    board,
    difference,
    judged,
    learn_target,
    members,
    opened,
    settings,
    zone_of_interest,
)
from tests.inference.brute import layouts

sets = st.frozensets(st.integers(0, 6), min_size=1, max_size=5)


def known(cells: Iterable[int], mines: int) -> Mines:
    return Mines(sum(1 << cell for cell in cells), mines)


@given(sets, sets, st.data())
def test_a_difference_is_known_exactly_if_all_layouts_agree(
    one: frozenset[int], other: frozenset[int], data: st.DataObject
) -> None:
    held, others = (data.draw(st.integers(0, len(cells))) for cells in (one, other))
    both, rest = one & other, one - other
    every = sorted(one | other)
    counts = {
        len(rest.intersection(mines))
        for number in range(len(every) + 1)
        for mines in combinations(every, number)
        if len(one.intersection(mines)) == held and len(other.intersection(mines)) == others
    }
    if both and rest and counts:
        rest_known = known(rest, min(counts)) if len(counts) == 1 else None
        assert difference(known(one, held), known(other, others)) == rest_known


@given(st.integers(0, 10**6))
def test_what_the_board_says_is_true_in_every_layout(seed: int) -> None:
    position = opened(Level.parse("4x4x3"), Chance(seed))
    possible = layouts(position)
    clues = [clue.says for clue in board(str(position)).clues]
    fringe = board(str(position)).fringe
    for said in [*clues, *filter(None, [fringe])]:
        cells = set(members(said.cells))
        assert all(len(cells & layout) == said.mines for layout in possible)


@pytest.mark.parametrize("target", ["safe", "mine"])
def test_labels_are_certain(target: str) -> None:
    draw, chance = Drawing(target, "4x4x3"), Chance(1)
    for _ in range(150):
        (cell, text), positive = draw(chance)
        position = Position.parse(text)
        assert position.cells[cell] == HIDDEN
        held = {cell in layout for layout in layouts(position)}
        assert held == {positive == (target == "mine")}
        marked = {i for i, code in enumerate(position.cells) if code == FLAGGED}
        assert all(marked <= layout for layout in layouts(position))


def test_the_zone_is_made_of_clues_around_and_those_they_share_cells_with() -> None:
    wide = "6x3x2\nHHHHHH\n112211\n000000"
    assert zone_of_interest(0, wide) == [frozenset({6, 7, 8, 9})]
    assert zone_of_interest(2, wide) == [frozenset({6, 7, 8, 9, 10, 11})]
    assert zone_of_interest(0, "3x1x1\nHHH") == []


def test_marks_are_subtracted() -> None:
    marked = board("4x3x2\nHFHH\n1221\n0000")
    assert {clue.at: clue.says for clue in marked.clues}[4] == known({0}, 0)
    assert marked.mines_left == 1
    assert board("4x3x2\nHFHH\n1221\n0000").fringe == known({0, 2, 3}, 1)


def test_unknown_targets_are_errors() -> None:
    with pytest.raises(InputError, match="unknown target 'gold': expected safe or mine"):
        Drawing("gold")


def drawn(target: str, count: int) -> Examples:
    draw, chance = Drawing(target), Chance(7)
    rows: tuple[list[CellExample], list[CellExample]] = ([], [])
    for _ in range(count):
        example, positive = draw(chance)
        rows[0 if positive else 1].append(example)
    return Examples(tuple(rows[0]), tuple(rows[1]))


def test_the_papers_rules_are_never_wrong_and_cover_most() -> None:
    found = background()
    safe = confusion(found, [PAPER[name] for name in ("S-1", "S-2", "S-3")], drawn("safe", 600))
    mine = confusion(found, [PAPER["M-1"]], drawn("mine", 600))
    assert safe.false_positives == mine.false_positives == 0
    assert safe.true_positives > 0.75 * (safe.true_positives + safe.false_negatives)
    assert mine.true_positives > 0.4 * (mine.true_positives + mine.false_negatives)


def equivalent(clause: Clause, other: Clause, examples: Examples) -> bool:
    """Whether two rules cover the same of some examples."""
    rows = (*examples.positives, *examples.negatives)
    found = background()
    return holds(found, [clause], rows) == holds(found, [other], rows)


def test_seeds_are_counted_by_rule() -> None:
    rows = [
        {"seed": 3, "rules": ["M-1", "S-1", "S-2", "S-3"], "cpu_seconds": 1.0},
        {"seed": 12, "rules": ["M-1", "S-1", "S-2"], "cpu_seconds": 1.0},
    ]
    assert table(rows)[2:] == [
        "| S-1 | 2 | 2 | 100% | 34.24–100.00 |",
        "| S-2 | 2 | 2 | 100% | 34.24–100.00 |",
        "| S-3 | 1 | 2 | 50.0% | 9.45–90.55 |",
        "| M-1 | 2 | 2 | 100% | 34.24–100.00 |",
        "| all four | 1 | 2 | 50.0% | 9.45–90.55 |",
        "seed 12: S-3 not learned",
    ]


@pytest.mark.study
@pytest.mark.parametrize(("target", "name"), [("safe", "S-2"), ("mine", "M-1")])
def test_rules_of_the_paper_are_learned(target: str, name: str) -> None:
    found = learn_target(target, settings(seed=1), iterations=3)
    examples = drawn(target, 400)
    assert any(equivalent(clause, PAPER[name], examples) for clause in found.theory)
    right = confusion(background(), found.theory, examples)
    assert right.false_positives <= 0.01 * len(examples)


def test_an_interrupted_proof_says_so() -> None:
    rule = judged(PAPER["S-1"], interrupted=lambda: True)
    assert rule.proof.sound is None
    assert rule.proof.note == INTERRUPTED
