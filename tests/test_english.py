"""Sentences composed of parts are correct English, whatever their parts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import play
from sapper.errors import article
from sapper.explanations import Step, explain_all
from sapper.explanations.letters import lettered, letters_of
from sapper.game import Deal, Grid, Position, Rules
from sapper.reviews import meanings
from sapper.reviews.review import review
from sapper_workbench.study import Attempt, Puzzle, answer, prompt, solution
from sapper_workbench.study.mistakes import Exercise
from sapper_workbench.study.puzzles.answers import judge
from sapper_workbench.study.puzzles.package import puzzles
from tests.sentences import faults
from tests.sources import SAPPER, folder, modules
from tests.strategies import positions


def words_of(step: Step) -> Iterator[str]:
    """The sentences of a step and of the steps inside it, in every form."""
    for form in (step, step.calling_mines("flag"), step.calling_mines("flagged mine")):
        by_letter = lettered(form.words, letters_of([form.words]))
        yield from (form.words, re.sub(r"\b[A-Z]\b", "X", by_letter))  # A is a letter here
    for inner in step.steps:
        yield from words_of(inner)


def faults_of(said: list[str]) -> list[str]:
    """The faults of several texts."""
    return [fault for words in said for fault in faults(words)]


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("flag", "a flag"),
        ("open mine", "an open mine"),
        ("8", "an 8"),
        ("1", "a 1"),
        ("one", "a one"),
        ("unknown", "an unknown"),
    ],
)
def test_the_article_follows_the_sound(noun: str, expected: str) -> None:
    assert article(noun) == expected


@given(
    positions(
        st.sampled_from([Grid(5, 5), Grid(7, 3), Grid(4, 4, "hex")]),
        st.builds(Rules, first=st.just("opening"), lives=st.integers(1, 3)),
        losing=True,
        max_moves=20,
    )
)
def test_explanations_are_correct_english(position: Position) -> None:
    for explanation in explain_all(position).values():
        said = [words for step in explanation.steps for words in words_of(step)]
        assert faults_of([explanation.words, *said]) == []


@pytest.mark.parametrize(
    "puzzle", list(puzzles().by_id.values())[::250], ids=lambda puzzle: puzzle.id
)
def test_judgements_of_puzzles_are_correct_english(puzzle: Puzzle) -> None:
    right = solution(puzzle)
    hidden = tuple(map(puzzle.position.grid.cell, puzzle.position.hidden_indices))
    tried = [right, Attempt(hidden[:1]), Attempt(hidden[-1:])]
    if puzzle.kind == "safe":
        tried += [Attempt(right.cells[:1]), Attempt((*hidden[:2], *right.cells[1:]))]
    for attempt in tried:
        if not all(cell in hidden for cell in attempt.cells):
            continue
        verdict = judge(puzzle, attempt)
        said = [verdict.words]
        if verdict.explanation is not None:
            said += [verdict.explanation.words]
            said += [words for step in verdict.explanation.steps for words in words_of(step)]
        assert faults_of(said) == []


@pytest.mark.parametrize("recipe", ["random", "csp", "single-point", "sat", "pgms", "mio"])
def test_reasons_and_reviews_are_correct_english(recipe: str) -> None:
    for seed in range(4):
        deal = Deal.seeded(Grid(7, 7), 9, seed, 0)
        record = play(recipe, deal, rules=Rules("opening")).record
        found = review(record, playouts=10)
        said = [step.decision.reason.words for step in record.steps]
        said += [*found.summary, *meanings(found), *found.notes]
        said += [guess.words for guess in found.guesses]
        exercise = Exercise.of(found)
        for task in exercise.tasks:
            said += [prompt(record, task), answer(record, task, task.best).words]
        assert faults_of(said) == []


ARTICLES = re.compile(
    r"\b(?:[Aa]n (?:[bcdfgjklmnpqrstvwxyz]|one\b)|[Aa] (?:[aio]|e(?!u)|8\b)(?!ne\b))"
)


def test_no_text_in_the_sources_has_the_wrong_article() -> None:
    """Literals of the Python code, and the modules of the page."""
    found = []
    for _, file in modules(*SAPPER):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found += [
                    (file.name, node.value[m.start() :][:40]) for m in ARTICLES.finditer(node.value)
                ]
    for file in folder("sapper_workbench").rglob("*.js"):
        if "vendor" not in file.parts:
            found += [(file.name, m[0]) for m in ARTICLES.finditer(file.read_text())]
    assert found == []


def test_no_link_of_the_page_sticks_to_the_word_before_it() -> None:
    """The templates drop the white space around a line break beside an element."""
    stuck = re.compile(
        r"[\w:,;.)?!]\n\s*<(?:a|b|em|strong|code|i|kbd)\b|</(?:a|b|em|strong|code|i|kbd)>\n\s*\w"
    )
    found = []
    for file in folder("sapper_workbench").rglob("*.js"):
        if "vendor" not in file.parts:
            found += [(file.name, m[0]) for m in stuck.finditer(file.read_text())]
    assert found == []
