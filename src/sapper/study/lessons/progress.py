"""The progress of a learner through the lessons, kept in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from sapper.files import named
from sapper.study.lessons.lesson import Lesson, lessons

FILE = "lessons.json"
#: How an exercise was solved: at the first try, at a later one, or by looking at the solution.
Solved = Literal["first", "later", "shown"]


class Progress:
    """The way in which each exercise was solved, by lesson and number.

    A file that cannot be read counts as empty, and the first answer replaces it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=dict[str, list[Solved | None]])
        except (OSError, msgspec.MsgspecError):
            kept = {}
        self._kept = kept

    def of(self, lesson: Lesson) -> tuple[Solved | None, ...]:
        """Return how each exercise of a lesson was solved, None where it was not."""
        kept = self._kept.get(lesson.id, [])
        return tuple(kept[i] if i < len(kept) else None for i in range(len(lesson.exercises)))

    def done(self, lesson: Lesson) -> bool:
        """Return whether all exercises of a lesson are solved."""
        return None not in self.of(lesson)

    @property
    def following(self) -> Lesson:
        """The first lesson that is not done, or the first of all."""
        every = list(lessons().values())
        return next((lesson for lesson in every if not self.done(lesson)), every[0])

    def add(self, lesson: Lesson, number: int, solved: Solved) -> None:
        """Record how an exercise was solved; one that was right at the first try stays so.

        Raises ``InputError`` if the file cannot be written.
        """
        now = list(self.of(lesson))
        now[number] = "first" if now[number] == "first" else solved
        self._kept[lesson.id] = now
        with named(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_bytes(msgspec.json.encode(self._kept))
