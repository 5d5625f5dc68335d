"""Proofs: every step follows from what it names, by a check that reads the declarations only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest

from sapper.errors import InputError
from sapper.game import Chance
from sapper_variants import Layouts, Position, Source, Step, Variant, explain, names
from sapper_variants.checking import Enumeration

Mines = frozenset[int]


class Shown:
    """What the layouts of a board show. Proofs ask for the same of each layout many times, and only
    the first time is it computed."""

    def __init__(self, known: Enumeration) -> None:
        variant, board = known.variant, known.board
        views, borders = variant.views(board), variant.border
        self.rows = known.all
        self.layouts = [frozenset(np.flatnonzero(row).tolist()) for row in known.all]
        self.clue = cache(lambda cell, mines: variant.clue.texts(views[cell], mines))
        self.rule = cache(lambda number, mines: variant.layout[number].obeyed(board, mines))
        self.line = cache(
            lambda number, line, mines: borders[number].texts(
                board.lines(borders[number].lines)[line], mines
            )
        )

    def where(self, known: dict[int, bool]) -> list[Mines]:
        """Return the layouts with mines in some cells and none in others."""
        cells, mines = list(known), list(known.values())
        return [self.layouts[i] for i in np.flatnonzero((self.rows[:, cells] == mines).all(axis=1))]

    def obeyed(self, position: Position, source: Source) -> Callable[[Mines], bool]:
        """Whether a layout shows a clue or obeys a rule."""
        number = source.number
        if source.kind == "total":
            return lambda mines: len(mines) == position.mines
        if source.kind == "rule":
            return lambda mines: self.rule(number, mines)
        if source.kind == "clue":
            text = position.cells[number]
            return lambda mines: text in self.clue(number, mines)
        shown = position.lines[number][source.line]
        return lambda mines: shown in self.line(number, source.line, mines)


def follows(
    position: Position, steps: Sequence[Step], shown: Shown, given: dict[int, bool]
) -> None:
    """Assert that each step follows from its sources, the steps that it uses, and what is given."""
    for number, step in enumerate(steps):
        known = dict(given)
        for used in step.uses:
            assert used < number
            known |= steps[used].concluded
        tests = [shown.obeyed(position, source) for source in step.sources]
        left = [mines for mines in shown.where(known) if all(test(mines) for test in tests)]
        if step.supposed is not None:
            cell, mine = step.supposed
            follows(position, step.steps, shown, given | {cell: mine})
            assert not step.steps[-1].concluded
            assert step.concluded == {cell: not mine}
        elif not step.concluded:
            assert not left
        for cell, mine in step.concluded.items():
            assert all((cell in mines) == mine for mines in left), step


def prove_all(name: str, number: int) -> set[str]:
    """Check the proofs of all cells of so many positions; return the techniques in them."""
    known = Enumeration(Variant.named(name), 3, 3)
    shown = Shown(known)
    techniques = set[str]()
    for position in known.positions(number, Chance(11)):
        safe, mines = Layouts.of(position).certain()
        for cell in position.hidden:
            found = explain(position, position.cell(cell))
            right = "safe" if cell in safe else "mine" if cell in mines else "guess"
            assert found.verdict == right
            assert bool(found.steps) == (right != "guess") == (found.difficulty > 0)
            if found.steps:
                assert found.steps[-1].concluded[cell] == (cell in mines)
                follows(position, found.steps, shown, dict(position.known))
                techniques |= {step.technique for step in found.steps}
                assert len(str(found).splitlines()) >= len(found.steps)
                assert len(found.to_json()["steps"]) == len(found.steps)
    return techniques


@pytest.mark.parametrize("name", names())
def test_every_step_follows_from_what_it_names(name: str) -> None:
    prove_all(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_step_of_many_positions_follows(name: str) -> None:
    prove_all(name, 60)


def test_all_techniques_are_used() -> None:
    used = prove_all("outside", 12) | prove_all("liar", 12) | prove_all("connected", 12)
    assert used == {"one clue", "layout rule", "mine count", "two clues", "suppose", "several"}


def test_a_proof_brings_the_words_of_its_rule() -> None:
    liar = explain("2x2x2 liar\nH 3\nH H", (0, 0))
    assert liar.verdict == "guess"
    assert str(explain("3x1x2 liar\nH 1 H", (0, 0))) == (
        "The 2 mines in all allow only layouts in which [0, 0] and [0, 2] are mines."
    )
    both = str(explain("2x3x2 quad+liar\nH 3\nH ?\nH ?", (2, 0)))
    assert "the 3 at [0, 1] (which means 2)" in both.lower()
    rule = str(explain("3x2x2 quad\nH ? ?\nH ? H", (1, 2)))
    assert rule == (
        "The rule “Every square of 2x2 cells has a mine” allows only layouts in which [1, 2] is a"
        " mine."
    )


def test_only_a_hidden_cell_is_explained() -> None:
    for cell in ((0, 1), (5, 5)):
        with pytest.raises(InputError, match="is not a hidden cell"):
            explain("3x1x1 liar\nH 0 H", cell)
