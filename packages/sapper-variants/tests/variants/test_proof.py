"""Proofs: their techniques and words; that each step follows is checked with all else."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain, repeat

import pytest

from sapper.errors import BudgetError, InputError
from sapper.game import Chance
from sapper_variants import (
    Position,
    Source,
    Variant,
    certain_cells,
    check,
    checking,
    easiest,
    example,
    explain,
    names,
)
from sapper_variants.checking import Enumeration


def test_a_step_that_does_not_follow_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = Variant.named("liar")
    assert not check(variant, positions=12, seed=1, sizes=((3, 3),)).fault

    def hasty(position: Position, cell: tuple[int, int]) -> object:
        found = explain(position, cell)
        steps = tuple(replace(step, sources=(Source("total"),)) for step in found.steps)
        return replace(found, steps=steps)

    monkeypatch.setattr(checking, "explain", hasty)
    found = check(variant, positions=12, seed=1, sizes=((3, 3),))
    assert found.fault.startswith("the proof that [")


def test_all_techniques_are_used() -> None:
    used = set[str]()
    for name in ("outside", "liar", "connected"):
        for position in Enumeration(Variant.named(name), 3, 3).positions(12, Chance(11)):
            safe, mines = certain_cells(position)
            for cell in position.hidden:
                found = explain(position, position.cell(cell))
                assert bool(found.steps) == (cell in safe | mines) == (found.difficulty > 0)
                assert len(str(found).splitlines()) >= len(found.steps)
                assert len(found.to_json()["steps"]) == len(found.steps)
                used |= {step.technique for step in found.steps}
    assert used == {"one clue", "layout rule", "mine count", "two clues", "suppose"}
    assert [step.technique for step in explain(SEVERAL, (1, 3)).steps] == ["several"]


SEVERAL = "4x3x6 knight\nHHHH\nHH1H\nHH21"


def test_a_proof_that_takes_too_long_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    said = set[str]()
    for calls in range(1, 150, 5):
        clock = chain(repeat(0.0, calls), repeat(99.0))
        monkeypatch.setattr("sapper_variants.proof.monotonic", partial(next, clock))
        try:
            (step,) = explain(SEVERAL, (1, 3)).steps
        except BudgetError as error:
            said.add(str(error))
        else:
            said.add(f"{len(step.sources)} sources, limited: {step.limited}")
    assert "[1, 3] is certainly a mine, but no proof was found within 10 s" in said
    assert "4 sources, limited: True" in said
    assert len(said) == 3


def test_a_step_names_the_cells_of_its_rule() -> None:
    (step,) = explain("3x1x1 watched\nH H 1", (0, 1)).steps
    assert step.looks == ()
    steps = explain("2x2x1 quad\nH ?\n? ?", (0, 0)).to_json()["steps"]
    assert [(step["technique"], step["cells"]) for step in steps] == [("layout rule", [[0, 0]])]


def test_a_step_of_a_rule_on_groups_names_the_mines_known_so_far() -> None:
    (step,) = explain("3x1x2 connected\n* H H", (0, 1)).steps
    assert step.looks == (0,)


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


@pytest.mark.parametrize("name", ["outside", "liar", "connected", "totals"])
def test_the_easiest_proof_is_that_of_a_safe_cell(name: str) -> None:
    for position in Enumeration(Variant.named(name), 3, 3).positions(12, Chance(5)):
        safe, _ = certain_cells(position)
        found = easiest(position)
        assert (found is None) == (not safe)
        if found is not None:
            assert found.cell in safe
            assert found.cell in found.steps[-1].safe
            assert easiest(str(position)) == found
            before = [explain(position, position.cell(cell)).steps for cell in safe]
            direct = [
                steps for steps in before if steps[-1].technique not in ("suppose", "several")
            ]
            assert bool(direct) == (found.steps[-1].technique not in ("suppose", "several"))


@pytest.mark.parametrize("name", names())
def test_an_example_is_short_and_by_its_own_rule(name: str) -> None:
    found = example(name)
    assert found.verdict in ("safe", "mine")
    assert found.position.variant == Variant.named(name)
    assert len(found.steps) <= 2
    assert all(step.supposed is None for step in found.steps)
    looked = {source.kind for step in found.steps for source in step.sources}
    variant = found.position.variant
    assert looked & {"rule" if variant.layout else "clue", "border"}


def test_only_a_hidden_cell_is_explained() -> None:
    for cell in ((0, 1), (5, 5)):
        with pytest.raises(InputError, match="is not a hidden cell"):
            explain("3x1x1 liar\nH 0 H", cell)
