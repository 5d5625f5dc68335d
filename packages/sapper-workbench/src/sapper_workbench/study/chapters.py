"""Makes chapters of studies from games, positions and lessons, and checks those from outside."""

from __future__ import annotations

from msgspec.structs import replace

from sapper.errors import InputError, NotationError
from sapper.game import Position
from sapper.notation.variations.text import write as write_tree
from sapper.notation.variations.variations import Variations
from sapper.records import Game, Tree, positions_of, variations_of
from sapper.records.files import read_game
from sapper_workbench.study.lessons.lesson import Lesson
from sapper_workbench.study.study import STUDY, Chapter, Study, read, title_of

MAX_CELL_STEPS = 5_000_000  #: maximum sum of cells times moves in a study


def chapter(title: str, data: bytes, name: str = "") -> Chapter:
    """Return a chapter from a position, or from a game that is over, in any format that sapper
    reads; ``name`` is that of the file.

    A game starts before its first move. Raises ``InputError`` as ``read_game`` does, and for a game
    in progress, because it contains the mines.
    """
    found = read_game(data, name)
    if isinstance(found, Game):
        if not found.ended:
            raise InputError("a game can be in a study when a line of it has ended")
        text = write_tree(found.variations())
        return Chapter(title_of(title), replace(found.position_changes(), at=0), text)
    if isinstance(found, Tree):
        return Chapter(title_of(title), variations_of(found))
    return Chapter(title_of(title), Variations(kind="position", start=str(found)))


def study_of(source: str | bytes) -> Study:
    """Read the file or the link of a study.

    Raises ``InputError`` with a sentence that names the chapter at fault.
    """
    study = read(text_of_study(source))
    check(study.chapters)
    return study


def text_of_study(source: str | bytes) -> str:
    """Return the text of a study: that of a file, or that in a link. Raises ``NotationError``."""
    text = source if isinstance(source, str) else source.decode("utf-8-sig", errors="replace")
    return STUDY.text(text) if STUDY.found(text) else text


def check(chapters: tuple[Chapter, ...]) -> None:
    """Raise ``InputError`` for chapters with impossible positions."""
    work = 0
    for number, each in enumerate(chapters, start=1):
        try:
            work += check_chapter(each)
            if work > MAX_CELL_STEPS:
                raise InputError("the study has too many moves for boards of this size")
        except InputError as error:
            raise NotationError(f"chapter {number}: {error}") from None


def check_chapter(chapter: Chapter) -> int:
    """Return the number of cells times moves of a chapter. Raises ``InputError`` like ``check``."""
    tree = chapter.tree
    grid = Position.parse(tree.start).grid
    work = grid.size * len(tree.moves)
    if work > MAX_CELL_STEPS:
        raise InputError("there are too many moves for a board of this size")
    positions_of(tree)
    return work


def study_of_lesson(lesson: Lesson) -> Study:
    """Return a lesson as a study: each of its positions is a chapter with its task."""
    text = lesson.text
    chapters = []
    for number, exercise in enumerate(lesson.exercises):
        words = [text.words, text.example] if number == 0 else []
        comment = "\n".join([*filter(None, words), exercise.task])
        tree = Variations(
            kind="position", start=str(exercise.position), comment=comment, marks=exercise.marks
        )
        chapters.append(Chapter(f"Position {number + 1}", tree))
    return Study(name=lesson.title, chapters=tuple(chapters))
