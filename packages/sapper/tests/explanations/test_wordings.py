"""Wordings that readers could not follow do not come back, whatever is explained.

Each of these kinds was met in explanations of games, puzzles or lessons and had a better version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from bench.boards import gilded, play
from sapper.errors import SapperError
from sapper.explanations import Explanation, Step, explain_all
from sapper.explanations.explanation import together
from sapper.game import LEVELS, Position
from sapper.reviews import explain

NUMBER = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
CELL = r"\[\d+, \d+\]"

#: Phrases that no sentence has, each with what is wrong with it.
PHRASES = {
    "the wrong article": r"\b[Aa]n (?:flag|hidden|mine|piece)\b",
    "needs two more and has only one cell besides": r"has only \w+ cells? besides",
    "of several things, one of it": r"(?:pieces|mines|cells)[^.]*\bof it is\b",
    "a sum of safe cells that is too many": r"safe\. That makes [\d + ]+= \d+, which is too many",
    "one guess, one of them": r"\b1 guess, 1 of them\b",
    "better without a measure": r"is a better guess|Leave it for later|Waiting would not pay",
    "none is safer, of cells that win more": r"none of these cells is safer",
    "the same chance twice": r"you survive and can go on\. You survive",
    "a risk that is only a number of ways": r"they are not equally likely\. If.*they are not",
    "a name before what is known": r"(?:[Hh]ole|\d-\d(?: around a corner)?): we know",
    "nothing that is left": r"none is left|are left in \w+ other cells?, so \[",
    "a mine among clues": r"(?:is a mine|are mines), in different cells",
    "a figure that corrects another": r"\d%, not \d",
    "likelier for no reason": r"are likelier\.",
}


def told(steps: tuple[Step, ...], supposed: tuple[str, ...] = ()) -> Iterator[tuple[Step, str]]:
    """The steps that are told, with the cells that are supposed to be something, as words."""
    for step in steps:
        yield step, " ".join(supposed)
        if step.suppose is not None and step.tells_steps:
            yield from told(step.steps, (*supposed, str(list(step.suppose.cell))))


def certain() -> Iterator[Explanation]:
    """Explanations of certain cells of games, single and joined."""
    for level, number, most in (("beginner", 3, 20), ("intermediate", 1, 20), ("expert", 1, 12)):
        for game in range(number):
            for met in islice(play(LEVELS[level], 54, game), most):
                yield from (found := explain_all(met.position)).values()
                safe = [cell for cell, why in found.items() if why.verdict == "safe"]
                if 1 < len(safe) < 8 and (joined := together(met.position, safe)) is not None:
                    yield joined


def guesses() -> Iterator[Explanation]:
    """How guesses of games compare with others."""
    for level, number in (("beginner", 3), ("intermediate", 2), ("expert", 1)):
        for game in range(number):
            for met in play(LEVELS[level], 55, game):
                for cell in met.position.hidden[::9] if met.guess else ():
                    yield explain(met.position, cell)


@pytest.fixture(scope="module")
def proofs() -> list[Explanation]:
    return list(certain())


@pytest.fixture(scope="module")
def compared() -> list[Explanation]:
    return list(guesses())


def sums_beyond_the_counter(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A count that begins with more mines than are left after single numbers."""
    if not step.mine_count or not (found := re.match(r"(\w+) mines? (?:is|are) left", step.words)):
        return False
    known = [s for s in explanation.steps if s.pattern == "single numbers"]
    left = explanation.position.mines_left - sum(len(s.mines) for s in known)
    said = found[1].lower()
    return NUMBER.get(said, int(said) if said.isdigit() else left) > left


def counts_known_mines(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A count with many clues, although single numbers give most mines and are not told."""
    clues = re.search(r"(\d+|six|seven|eight|nine|ten) clues together", step.words)
    return clues is not None and clues[1].isdigit() and int(clues[1]) > 14


def lists_many_cells(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A list of more than five cells."""
    return re.search(rf"(?:{CELL}, ){{5}}", step.words) is not None


def names_no_cell(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A last step that counts the cells it settles and does not name the explained one."""
    return step is explanation.steps[-1] and str(list(explanation.cell)) not in step.words


def hides_its_pattern(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A step that has a name and does not begin with it."""
    named = step.pattern[:1].isdigit() or step.pattern == "hole"
    head = step.words.split(":")[0].lower()
    return named and step.pattern not in head


def knows_what_it_supposes(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A supposition that is said to be known."""
    cells = re.findall(rf"[Ww]e know that ({CELL})(?: is|, | and)", step.words)
    return any(cell in supposed for cell in cells)


def needs_a_search(explanation: Explanation, step: Step, supposed: str) -> bool:
    """A contradiction that only a search shows."""
    return "as a search shows" in step.words


KINDS = (
    sums_beyond_the_counter,
    counts_known_mines,
    lists_many_cells,
    names_no_cell,
    hides_its_pattern,
    knows_what_it_supposes,
    needs_a_search,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_step_is_told_so(
    kind: Callable[[Explanation, Step, str], bool], proofs: list[Explanation]
) -> None:
    for explanation in proofs:
        for step, supposed in told(explanation.steps):
            assert not kind(explanation, step, supposed), step.words


def test_no_place_is_left_open_that_a_step_before_has_settled(proofs: list[Explanation]) -> None:
    """Neither "in A or B" of a cell that is safe by then, nor a count twice."""
    for explanation in proofs:
        safe, counts = set[str](), set[object]()
        for step in explanation.steps:
            places = re.findall(rf"in ((?:{CELL}, )*{CELL} or {CELL})", step.words)
            named = {cell for place in places for cell in re.findall(CELL, place)}
            assert not named & safe, step.words
            safe |= {str(list(cell)) for cell in step.safe}
            if step.mine_count and step.suppose is None:
                assert step.clues not in counts, step.words
                counts.add(step.clues)


def test_no_phrase_that_was_replaced_is_said(
    proofs: list[Explanation], compared: list[Explanation]
) -> None:
    said = [explanation.words for explanation in (*proofs, *compared)]
    for what, phrase in PHRASES.items():
        for words in said:
            assert not re.search(phrase, words), f"{what}: {words}"


def test_all_risks_of_a_text_are_rounded_alike(compared: list[Explanation]) -> None:
    """And those that are compared differ."""
    for explanation in compared:
        texts = re.findall(r"(?:probability|risk,|\(|against) (\d+(?:\.\d+)?)%", explanation.words)
        assert len({len(text.partition(".")[2]) for text in texts}) <= 1, explanation.words
        assert not re.search(r"\((\S+) against \1\)", explanation.words), explanation.words


def test_marks_do_not_say_what_touches_gold() -> None:
    """A mark is about cells that share a side: a clue without one may touch gold."""
    for position in gilded(54, 6):
        for cell in position.hidden[::15]:
            words = _words(position, cell)
            if position.rules.signs == "marks":
                assert "touches no gold" not in words
            for phrase in PHRASES.values():
                assert not re.search(phrase, words), words


def _words(position: Position, cell: tuple[int, int]) -> str:
    try:
        return explain(position, cell).words
    except SapperError:
        return ""
