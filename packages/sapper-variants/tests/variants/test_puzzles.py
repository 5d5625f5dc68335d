"""Puzzles need no guess and no clue too many; players win as often as they should."""

from __future__ import annotations

import pytest

from sapper_variants import Layouts, Puzzle, Variant, eased, easiest, names, puzzle
from sapper_variants.position import HIDDEN, MINE

QUICK = ("standard", "liar", "cross-liar", "wall", "hex-connected", "quad", "totals-parity")


def solved(made: Puzzle) -> int | None:
    """In how many rounds the puzzle is solved, from new constraints each round."""
    position, rounds = made.start, 0
    while any(made.solution.cells[i] != MINE for i in position.hidden):
        safe, mines = Layouts.of(position).certain()
        assert all(made.solution.cells[i] == MINE for i in mines)
        if not safe:
            return None
        rounds += 1
        position = position.opened({i: made.solution.cells[i] for i in safe})
    return rounds


def check(made: Puzzle) -> None:
    assert made.solution.hidden == ()
    assert all(text in (HIDDEN, made.solution.cells[i]) for i, text in enumerate(made.start.cells))
    mines = [i for i, text in enumerate(made.solution.cells) if text == MINE]
    assert made.solution.allows(mines)
    assert solved(made) == made.rounds
    for cell in made.start.known:
        fewer = made.start.opened({cell: HIDDEN})
        assert solved(Puzzle(fewer, made.solution, 0)) is None


@pytest.mark.parametrize("name", QUICK)
def test_a_puzzle_needs_no_guess_and_all_its_clues(name: str) -> None:
    made = puzzle(Variant.named(name), 4, 4, 5, seed=1)
    check(made)
    assert made == puzzle(Variant.named(name), 4, 4, 5, seed=1)
    alone = ("one clue", "layout rule", "mine count")
    easy, medium = eased(made), eased(made, pairs=True)
    assert easy.hardest[1] in alone
    assert medium.hardest[1] in (*alone, "two clues")
    assert 1 <= easy.difficulty <= medium.difficulty <= made.difficulty


@pytest.mark.parametrize("name", QUICK)
def test_an_eased_puzzle_is_solved_by_one_or_two_clues_at_a_time(name: str) -> None:
    made = puzzle(Variant.named(name), 4, 4, 5, seed=1)
    for pairs in (False, True):
        easy = eased(made, pairs=pairs)
        assert made.start.known.items() <= easy.start.known.items()
        position = easy.start
        while (proof := easiest(position)) is not None:
            used = {step.technique for step in proof.steps}
            assert used <= {"one clue", "layout rule", "mine count", *(["two clues"] * pairs)}
            position = position.opened({proof.cell: easy.solution.cells[proof.cell]})
        assert all(easy.solution.cells[i] == MINE for i in position.hidden)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_variant_has_puzzles(name: str) -> None:
    mines = 4 if name.startswith(("area", "domino")) else 5  # mines in fours and in pairs
    for seed in range(2):
        check(puzzle(Variant.named(name), 5, 5, mines, seed))
