"""Every step of every explanation follows from what it names, and from nothing less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from bench.boards import gilded, other_grids, play
from sapper.explanations import explain_all
from sapper.game import LEVELS, Position
from tests.explanations.checker import fault
from tests.explanations.mutations import mutations
from tests.inference.gilded import gilded_positions
from tests.inference.positions import KINDS, small_positions


def met(level: str, seed: int, games: int) -> Iterator[Position]:
    for number in range(games):
        for found in play(LEVELS[level], seed, number):
            yield found.position


SOURCES: dict[str, Callable[[], Iterator[Position]]] = {
    "beginner": lambda: met("beginner", 5, 6),
    "intermediate": lambda: met("intermediate", 5, 2),
    "expert": lambda: met("expert", 5, 1),
    **{kind: partial(small_positions, 3, 60, [kind]) for kind in KINDS},
    "gold": lambda: gilded_positions(3, 50),
    "larger grids": lambda: other_grids(7, 8),
    "larger worlds of gold": lambda: gilded(7, 12),
}


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_every_certain_cell_has_an_explanation_that_the_checker_accepts(source: str) -> None:
    for position in SOURCES[source]():
        for cell, explanation in explain_all(position).items():
            assert fault(position, explanation.to_json()) is None, f"{position}\n{explanation}"
            assert explanation.cell == cell
            assert not explanation.certificate, f"{position}\n{explanation}"


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_a_changed_explanation_is_refused(source: str) -> None:
    """Without a clue, a used step or the number of mines, or with another conclusion."""
    for position in list(SOURCES[source]())[:20]:
        for explanation in explain_all(position).values():
            for what, wrong in mutations(explanation.to_json()):
                assert fault(position, wrong) is not None, f"{what}\n{position}\n{explanation}"
