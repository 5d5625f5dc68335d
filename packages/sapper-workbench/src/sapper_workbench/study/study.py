"""Studies: named lists of chapters, each a position or a game with comments and marks.

A file is JSON, and a link is the same text, deflated. A chapter is a tree of positions; one that
was made from a game also has the game in its text form.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from sapper.errors import InputError, NotationError
from sapper.json_input import read_json
from sapper.notation.links.deflated import LinkField
from sapper.notation.variations.text import is_tree
from sapper.notation.variations.text import read as read_tree
from sapper.notation.variations.variations import Variations

VERSION: Literal[1] = 1
TITLE = 100  #: maximum length of the name of a study or the title of a chapter
CHAPTERS = 64  #: maximum number of chapters
BYTES = 600_000  #: maximum size of a study; in base64 it fits into a request

_STUDY = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"sapper":\s*"study"')
#: The field of links that holds a study; a value of digits is the number of a study of the visitor.
STUDY = LinkField("study", "export it as a file", numbered=True)


class Chapter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chapter: a tree of positions, and the text of the ``game`` that it was made from, if any.

    Comments and marks are those of the tree.
    """

    title: str
    tree: Variations
    game: str = ""

    def checked(self) -> Chapter:
        """Return a chapter from outside as studies store it. Raises ``InputError``."""
        tree = self.tree.checked()
        if tree.kind != "position":
            raise NotationError("'tree': expected a tree of positions, got that of a game")
        if self.game and not (is_tree(self.game) and read_tree(self.game)[0].kind == "game"):
            raise NotationError(
                "'game': expected the text of a game, which begins with 'sapper-game'"
            )
        return Chapter(title_of(self.title), tree, self.game)


class Study(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named list of chapters."""

    sapper: Literal["study"] = "study"
    version: Literal[1] = VERSION
    name: str
    chapters: Annotated[tuple[Chapter, ...], Meta(max_length=CHAPTERS)] = ()


def title_of(text: str) -> str:
    """Return a name or title as studies store it: without control characters and extra spaces.

    Raises ``InputError`` if it is empty or too long.
    """
    found = " ".join(
        re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]", " ", text).split()
    )
    if not found:
        raise InputError("the name of a study or a chapter must not be empty")
    if len(found) > TITLE:
        raise InputError(
            f"the name of a study or a chapter has at most {TITLE} characters, not {len(found):,}"
        )
    return found


def is_study(data: bytes) -> bool:
    """Return whether data begins like the file of a study."""
    return _STUDY.match(data) is not None


def write(study: Study) -> str:
    """Return a study as JSON. Raises ``InputError`` if it is too large."""
    text = msgspec.json.encode(study)
    check_bytes(len(text))
    return text.decode()


def check_bytes(size: int) -> None:
    """Raise ``InputError`` for a study of too many bytes."""
    if size > BYTES:
        raise InputError(f"a study has at most {BYTES:,} bytes: divide it into two")


def read(source: str | bytes) -> Study:
    """Read the JSON of a study. Raises ``NotationError`` with a sentence that names the chapter."""
    check_bytes(len(source))
    study = read_json(source, Study, "a study")
    chapters = []
    for number, each in enumerate(study.chapters, start=1):
        try:
            chapters.append(each.checked())
        except InputError as error:
            raise NotationError(f"chapter {number}: {error}") from None
    return Study(name=title_of(study.name), chapters=tuple(chapters))


def link_of_study(study: Study) -> str:
    """Return the link of a study. Raises ``InputError`` if it would be too long."""
    return STUDY.link("analyse", write(study))
