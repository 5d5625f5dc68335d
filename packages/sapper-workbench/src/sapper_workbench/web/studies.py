"""Endpoints for studies: listed, read, changed, exported, deleted.

They are in the visitor's history, so nobody else sees them, except by a link or a file that
contains the whole study.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from sapper.errors import InputError, MissingError
from sapper.game import Position
from sapper.json_input import Whole
from sapper.notation.variations.variations import Variations
from sapper_workbench.history.studies import Studies, StudyRow
from sapper_workbench.study.chapters import chapter as chapter_from
from sapper_workbench.study.chapters import check_chapter, study_of, study_of_lesson, text_of_study
from sapper_workbench.study.lessons.lesson import lesson
from sapper_workbench.study.study import CHAPTERS, Chapter, Study, link_of_study, title_of, write
from sapper_workbench.web.analyse import MARGIN, read_within
from sapper_workbench.web.http.endpoints import Endpoint, JsonDownload
from sapper_workbench.web.http.fields import Answer, Fields, FileText, Name, decoded, doc
from sapper_workbench.web.views.board import BoardJson
from sapper_workbench.web.workbench import Workbench

T = TypeVar("T")

MOVE = 40  #: typical length of a move in a text
NONE_KEPT = "this server keeps no studies: it was started with --no-history"


class NewStudy(Fields):
    """A new study: empty with a name, from a file or a link, or from a lesson."""

    name: Annotated[Name | None, doc("the name of an empty study")] = None
    file: Annotated[FileText | None, doc("the file of a study, in base64")] = None
    link: Annotated[FileText | None, doc("the link to a study")] = None
    lesson: Annotated[Name | None, doc("the id of a lesson, whose positions become chapters")] = (
        None
    )


class StudyText(Fields):
    """A study by its link."""

    link: Annotated[FileText, doc("the link to a study")]


class StudyChange(Fields):
    """A new name of a study, or a new order of its chapters."""

    name: Annotated[Name | None, doc("the new name")] = None
    order: Annotated[
        Annotated[list[Whole], Meta(max_length=CHAPTERS)] | None,
        doc("the numbers of all chapters in their new order"),
    ] = None


class ChapterChange(Fields):
    """A new title or a new tree of a chapter."""

    title: Annotated[Name | None, doc("the new title")] = None
    tree: Annotated[Variations | None, doc("the new tree of positions")] = None


class NewChapter(Fields):
    """A chapter: a tree of positions, or a game that is over, or both."""

    title: Annotated[Name, doc("its title")]
    tree: Annotated[Variations | None, doc("a tree of positions")] = None
    game: Annotated[FileText | None, doc("a record, a session or the text of a game")] = None


class StudiesJson(Answer):
    """All studies, most recently changed first; ``kept`` is false if this server keeps none."""

    kept: bool
    studies: list[StudyRow]


class ChapterJson(Answer, kw_only=True):
    """A chapter: the board that it starts from, its tree, and the text of its game, if any."""

    title: str
    board: BoardJson
    tree: Variations
    game: str

    @classmethod
    def of(cls, chapter: Chapter) -> ChapterJson:
        """Return a chapter."""
        board = BoardJson.of(Position.parse(chapter.tree.start))
        return cls(title=chapter.title, board=board, tree=chapter.tree, game=chapter.game)


class WholeStudyJson(Answer):
    """A study with its chapters."""

    name: str
    chapters: list[ChapterJson]

    @classmethod
    def of(cls, study: Study) -> WholeStudyJson:
        """Return a study."""
        return cls(study.name, list(map(ChapterJson.of, study.chapters)))


class NumberJson(Answer):
    """The number of a new study or a new chapter."""

    id: int


class DoneJson(Answer):
    """The number of the study that was changed."""

    study: int


class StudyLinkJson(Answer):
    """The link to a study; ``words`` say why a study has none."""

    link: str | None
    words: str


def every(app: Workbench) -> StudiesJson:
    """List the visitor's studies, most recently changed first."""
    if app.history is None:
        return StudiesJson(False, [])
    return StudiesJson(True, _studies(app).every())


async def create(app: Workbench, request: NewStudy) -> NumberJson:
    """Add a study: an empty one, that of a file or a link, or a lesson."""
    given = [request.name, request.file, request.link, request.lesson]
    if sum(each is not None for each in given) != 1:
        raise InputError("expected exactly one of 'name', 'file', 'link' and 'lesson'")
    if app.history is None:
        raise MissingError(NONE_KEPT)
    if request.name is not None:
        study = Study(name=title_of(request.name))
    elif request.lesson is not None:
        study = study_of_lesson(lesson(request.lesson))
    else:
        source = (
            request.link
            if request.file is None
            else decoded(request.file).decode("utf-8-sig", errors="replace")
        )
        study = await _read(app, study_of, source or "")
    return await app.threads.run(lambda: NumberJson(_studies(app).create(study)))


async def shared(app: Workbench, request: StudyText) -> WholeStudyJson:
    """Read the study of a link, without keeping it."""
    return await _read(app, _whole, request.link)


def _whole(source: str) -> WholeStudyJson:
    return WholeStudyJson.of(study_of(source))


async def _read(app: Workbench, read: Callable[[str], T], source: str) -> T:
    """Return what a function reads from the text of a study or from the link to one."""
    text = await app.threads.run(text_of_study, source)
    return await read_within(app, partial(read, text), len(text))


def show(app: Workbench, study: str) -> StudyRow:
    """Return a study without the contents of its chapters."""
    return _studies(app).find(_number(study))


def change(app: Workbench, study: str, request: StudyChange) -> StudyRow:
    """Rename a study, or reorder its chapters."""
    kept, number = _studies(app), _number(study)
    kept.change(number, request.name, request.order)
    return kept.find(number)


def delete(app: Workbench, study: str) -> DoneJson:
    """Delete a study."""
    _studies(app).delete(_number(study))
    return DoneJson(_number(study))


def file(app: Workbench, study: str) -> JsonDownload:
    """Download a study."""
    text = write(_studies(app).study(_number(study)))
    return JsonDownload(text + "\n", f"sapper-study-{_number(study)}.json")


def link(app: Workbench, study: str) -> StudyLinkJson:
    """Return the link to a study, which contains all of it."""
    found = _studies(app).study(_number(study))
    try:
        return StudyLinkJson(link_of_study(found), "")
    except InputError as error:  # it is too long for a link
        return StudyLinkJson(None, str(error))


async def add(app: Workbench, study: str, request: NewChapter) -> NumberJson:
    """Add a chapter to a study."""
    limits = app.limits
    chapter = None
    if request.game is not None:
        task = partial(chapter_from, request.title, request.game.encode(errors="replace"))
        chapter = await app.workers.compute(task, MARGIN * limits.analysis_seconds)
        if not chapter.game:
            raise InputError("'game': expected a game with its moves, got only a board")

    whole = _with_tree(chapter, request.title, request.tree)
    await _check(app, whole)
    return await app.threads.run(lambda: NumberJson(_studies(app).add(_number(study), whole)))


async def _check(app: Workbench, chapter: Chapter) -> None:
    """Raise ``InputError`` for a chapter with impossible positions."""
    length = len(chapter.tree.start) + MOVE * len(chapter.tree.moves)
    await read_within(app, partial(check_chapter, chapter), length)


def _with_tree(chapter: Chapter | None, title: str, fields: Variations | None) -> Chapter:
    if chapter is None and fields is None:
        raise InputError("expected 'tree', 'game' or both")
    if fields is None:
        assert chapter is not None
        return chapter
    return Chapter(title, fields, "" if chapter is None else chapter.game).checked()


def chapter(app: Workbench, study: str, chapter: str) -> ChapterJson:
    """Return a chapter."""
    return ChapterJson.of(_studies(app).chapter(_number(study), _number(chapter)))


async def edit(app: Workbench, study: str, chapter: str, request: ChapterChange) -> DoneJson:
    """Replace the title or the tree of a chapter."""
    numbers = _number(study), _number(chapter)
    found = await app.threads.run(lambda: _studies(app).chapter(*numbers))
    found = _with_tree(found, request.title or found.title, request.tree)
    if request.title is not None:
        found = replace(found, title=title_of(request.title))
    await _check(app, found)
    await app.threads.run(lambda: _studies(app).put(*numbers, found))
    return DoneJson(numbers[0])


def remove(app: Workbench, study: str, chapter: str) -> DoneJson:
    """Delete a chapter."""
    _studies(app).remove(_number(study), _number(chapter))
    return DoneJson(_number(study))


def _studies(app: Workbench) -> Studies:
    """Return the visitor's studies. Raises ``MissingError`` if this server keeps none."""
    history = app.history
    if history is None:
        raise MissingError(NONE_KEPT)
    return Studies(history)


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,15}", text, re.ASCII):
        raise MissingError("there is no such study or chapter")
    return int(text)


ENDPOINTS = (
    Endpoint("GET", "/api/studies", every, cancellable=True),
    Endpoint("POST", "/api/studies", create, status=201),
    Endpoint("POST", "/api/studies/shared", shared, cancellable=True),
    Endpoint("GET", "/api/studies/{id}", show, cancellable=True),
    Endpoint("POST", "/api/studies/{id}", change),
    Endpoint("POST", "/api/studies/{id}/delete", delete),
    Endpoint("GET", "/api/studies/{id}/file", file, cancellable=True),
    Endpoint("GET", "/api/studies/{id}/link", link, cancellable=True),
    Endpoint("POST", "/api/studies/{id}/chapters", add, status=201),
    Endpoint("GET", "/api/studies/{id}/chapters/{chapter}", chapter, cancellable=True),
    Endpoint("POST", "/api/studies/{id}/chapters/{chapter}", edit),
    Endpoint("POST", "/api/studies/{id}/chapters/{chapter}/delete", remove),
)
