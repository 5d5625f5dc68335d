"""Findings: what is said of a cell is what counting says of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import RulesError
from sapper.game import HIDDEN, Position
from sapper.inference import because, layouts
from sapper.players import Decision, Pass
from sapper.reviews import advised, find, why
from tests.strategies import positions, texts_of_cells

HALF = "5x3x3\nHHHHH\n1222H\n0001H"


@given(positions(), st.data())
def test_why_says_what_is_certain_and_proves_it(position: Position, data: st.DataObject) -> None:
    findings = find(position)
    assert findings.analysis is not None
    grid = position.grid
    cell = grid.cell(data.draw(st.sampled_from(range(grid.size))))
    found = why(findings, cell)
    assert (found.certain == "safe") == (cell in findings.analysis.safe)
    assert (found.certain == "mine") == (cell in findings.analysis.certain_mines)
    if found.certain != "neither":
        among = [grid.index(clue) for clue in found.reason.clues]
        mine = found.certain == "mine"
        assert because(position, grid.index(cell), mine, among=among) is not None


@given(texts_of_cells())
def test_position_is_analysed_or_at_fault(position: Position) -> None:
    findings = find(position)
    assert (findings.analysis is None) == (findings.fault is not None)
    assert all("\n" not in note for note in findings.notes)
    for index in range(position.grid.size):
        assert why(findings, position.grid.cell(index)).reason.words
    suggestion = advised(findings, "single-point > csp")
    if isinstance(suggestion, Decision):
        assert position[suggestion.move.cell] == HIDDEN
    else:
        assert findings.fault or position.outcome != "playing" or suggestion.passed


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ((0, 0), "three mines are left. The 2 at [1, 2] needs two and the 1 at [2, 3] needs one"),
        ((1, 4), "a mine lies here in 50.0% of the 2 possible layouts"),
        ((1, 0), "this 1 touches 1 mine; 2 of its neighbours are hidden"),
        ((2, 0), "this 0 touches no mine"),
    ],
)
def test_words(cell: tuple[int, int], words: str) -> None:
    findings = find(Position.parse("5x3x3\nHHHHH\n1222H\n0001H"))
    assert words in why(findings, cell).reason.words


def test_impossible_position_names_its_clues_for_every_cell() -> None:
    findings = find(Position.parse("3x1x1\n0HH"))
    assert findings.fault is None
    findings = find(Position.parse("3x1x0\n1HH"))
    assert findings.fault is not None
    assert why(findings, (0, 1)).reason.clues == findings.fault.clues
    assert findings.notes[0] == str(findings.fault)
    assert isinstance(advised(findings, "csp"), Pass)


def test_too_hard_to_count_leaves_what_is_proved() -> None:
    position = Position.parse(HALF)
    findings = find(position, seconds=0.0, megabytes=1)
    assert findings.analysis is not None
    assert why(findings, (0, 0)).reason.words


def test_cell_outside_is_refused() -> None:
    with pytest.raises(RulesError, match="outside"):
        why(find(Position.parse("1x1x0\nH")), (0, 1))


@pytest.mark.parametrize(
    ("log10", "words"), [(0.0, "1 layout"), (3.0, "1,000 layouts"), (12.5, "3.16 × 10¹² layouts")]
)
def test_layouts_in_words(log10: float, words: str) -> None:
    assert layouts(log10) == words
