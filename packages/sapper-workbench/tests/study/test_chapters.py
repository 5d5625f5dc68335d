"""Studies come back equal from their files and links, and a bad file gives a sentence."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sapper.errors import InputError, NotationError
from sapper.game import Position, cells_limited
from sapper.notation import MARKS, TREE, Change, Entry, Marks
from sapper.notation.variations import text as tree_text
from sapper.players import player
from sapper.records import Game, Record, journal, positions_of, variations_of
from sapper_workbench.session import Session
from sapper_workbench.study import (
    BYTES,
    CHAPTERS,
    STUDY,
    Chapter,
    Study,
    chapter,
    is_study,
    link_of_study,
    study_of,
    study_of_lesson,
    title_of,
)
from sapper_workbench.study.lessons.lesson import lessons
from sapper_workbench.study.study import read, write
from tests.records.finished import played
from tests.records.games import trees


def game_of(text: str) -> Game:
    return Game.of_variations(*tree_text.read(text))


BOARD = "4x3x2\nHHHH\n1221\n0000"
WORDS = st.text(max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def studies(draw: st.DrawFn) -> Study:
    titles = WORDS.filter(bool).map(lambda text: text if _usable(text) else "a title")
    games = st.sampled_from(["", chapter("a game", played(1).text.encode()).game])
    chapters = st.lists(st.builds(Chapter, titles, trees().map(variations_of), games), max_size=3)
    return Study(name=draw(titles), chapters=tuple(draw(chapters)))


def _usable(text: str) -> bool:
    with contextlib.suppress(InputError):
        return title_of(text) == text
    return False


@pytest.mark.slow
@settings(max_examples=60)
@given(studies())
def test_every_study_comes_back_from_its_file_and_its_link(study: Study) -> None:
    text = write(study)
    assert is_study(text.encode())
    assert read(text) == study == study_of(text.encode())
    link = link_of_study(study)
    assert STUDY.found(f"http://localhost/page{link}&chapter=2")
    assert not TREE.found(link)
    assert study_of(link) == study


def test_a_chapter_of_a_game_has_its_positions_and_the_game_itself() -> None:
    record: Record = played(1)
    made = chapter("The game", record.text.encode())
    session = game_of(made.game)
    assert session.record.steps[-1].decision.move == record.steps[-1].decision.move
    assert made.tree == replace(Game.of_record(record).position_changes(), at=0)
    assert len(made.tree.moves) == len(record.steps)
    assert "deal" not in made.tree.start


@pytest.mark.parametrize("name", list(lessons()))
def test_a_lesson_is_a_study(name: str) -> None:
    one = lessons()[name]
    study = study_of_lesson(one)
    assert study_of(write(study)) == study
    assert [Position.parse(each.tree.start) for each in study.chapters] == [
        exercise.position for exercise in one.exercises
    ]
    assert [each.tree.marks for each in study.chapters] == [
        exercise.marks for exercise in one.exercises
    ]


def fields(**changes: object) -> dict[str, object]:
    tree = {"kind": "position", "start": BOARD, "moves": [], **changes}
    return {
        "sapper": "study",
        "version": 1,
        "name": "x",
        "chapters": [{"title": "y", "tree": tree}],
    }


@pytest.mark.parametrize(
    ("study", "words"),
    [
        ({"sapper": "study"}, "'version' is missing|'name' is missing"),
        ({**fields(), "version": 2}, "'version': expected 1, got 2"),
        ({**fields(), "name": " \n"}, "must not be empty"),
        ({**fields(), "name": "x" * 101}, "at most 100 characters, not 101"),
        ({**fields(), "colour": "red"}, "unknown field 'colour'"),
        ({**fields(), "chapters": [{"title": "y"}]}, r"'chapters\[0\]'.*'tree' is missing"),
        (fields(start="3x3"), "chapter 1: "),
        (fields(start="100x100x9\n" + "\n".join(["H" * 100] * 100)), "at most 40 cells"),
        (fields(kind="game"), "chapter 1: 'tree': expected a tree of positions"),
        (fields(marks=[[5, 0]]), r"chapter 1: the start of the tree: .*\[5, 0\]"),
        (fields(marks=[[1]]), "expected a cell"),
        (fields(arrows=[[[0, 0], [0, 0]]]), "chapter 1: .*must end at another cell"),
        (fields(arrows=[[[0, 0], [0, -1]]]), "chapter 1: "),
        (fields(marks=[[0, n] for n in range(MARKS + 1)]), "at most 100 marked cells"),
        (fields(moves=[{"parent": 0, "cells": [[[1, 1], "9"]]}]), "chapter 1: move 1: clue 9"),
        (fields(moves=[{"parent": 0, "cells": [[[1, 1], "H"]], "marks": [[9, 9]]}]), "move 1: "),
        ({**fields(), "chapters": fields()["chapters"] * (CHAPTERS + 1)}, "chapters"),  # type: ignore[operator]
    ],
)
def test_a_bad_study_is_refused_in_a_sentence(study: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words) as refused, cells_limited(40):
        study_of(json.dumps(study))
    assert len(str(refused.value)) < 250
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "#analyse?study=eJzz", "#analyse?study=x", "x" * BYTES * 2]
)
def test_what_is_no_study_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        study_of(text)


def test_a_game_that_goes_on_is_refused() -> None:
    going = Session.of_record(played(1), player("swift"))
    going.go_to(1)
    with pytest.raises(InputError, match="when a line of it has ended"):
        chapter("x", b"sapper-game\nseed: 1\n9x9x10\n" + b"HHHHHHHHH\n" * 9 + b"\n*")


def test_the_notes_of_a_chapter_are_copied_to_the_moves_of_its_game() -> None:
    session = Session.of_record(played(1), player("swift"))
    notes = session.position_changes()
    marks = Marks(((1, 1),), (((2, 2), (3, 4)),))
    asked = {"comment": "Why not A?", "marks": marks.cells, "arrows": marks.arrows}
    moves = [replace(notes.moves[0], **asked), *notes.moves[1:]]
    other = Entry.of(0, Change((((0, 0), "F"),)), "a variation that was not played")
    tree = replace(notes, moves=(*moves, other), comment="The start", at=0)
    session.annotate(positions_of(tree))
    first = session.start.children[0]
    assert (session.start.comment, first.comment, first.marks) == ("The start", "Why not A?", marks)

    again = game_of(tree_text.write(session.variations()))
    assert again.start.children[0].marks == marks
    assert again.position_changes() == session.position_changes()
    told = journal.read(journal.write(session))
    assert told.start.children[0].marks == marks
    with pytest.raises(NotationError, match="line 5"):
        game_of("sapper-game\n2x1x1\nHH\n\nopen [0, 0] mark [0, 7] *")
