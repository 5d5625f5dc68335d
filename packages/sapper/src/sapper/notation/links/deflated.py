"""Texts in links: deflated, in URL-safe base64."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import dataclass

from sapper.errors import InputError, NotationError

MAX_LINK_LENGTH = (
    16_000  #: maximum length of a written link; mail and chat programs cut longer ones
)
MAX_READ_LENGTH = 2_000_000  #: maximum length of a link that is read
MAX_TEXT_LENGTH = 2_000_000  #: maximum length of the text in a link

_SEPARATOR = re.compile("[#?&]")
_VALUE = re.compile(r"[\w=-]*", re.ASCII)
_LETTER = re.compile("[A-Za-z_]")


@dataclass(frozen=True)
class LinkField:
    """A field of links that holds a text.

    - ``name``: the field, and what its text is, such as ``tree``.
    - ``remedy``: what to do with a text that is too long.
    - ``numbered``: whether a value without a letter is a number, and not a text.
    """

    name: str
    remedy: str
    numbered: bool = False

    def link(self, view: str, text: str) -> str:
        """Return the link that opens a text in a view. Raises ``InputError`` if it is too long."""
        link = f"#{view}?{self.name}={packed(text)}"
        if len(link) > MAX_LINK_LENGTH:
            raise InputError(
                f"this {self.name} is too long for a link, which has at most {MAX_LINK_LENGTH:,}"
                f" characters: {self.remedy}"
            )
        return link

    def found(self, text: str) -> bool:
        """Return whether a text is a link with this field."""
        return self._value(text) is not None

    def text(self, link: str) -> str:
        """Return the text in a link. Raises ``NotationError`` for a damaged link."""
        value = self._value(link)
        if value is None:
            raise NotationError(f"the link has no '{self.name}='")
        return unpacked(value)

    def _value(self, link: str) -> str | None:
        """Return the first value of the field, if the text is a link with it."""
        # Not a regular expression: a text from anyone must take linear time.
        if len(link) > MAX_READ_LENGTH:
            return None
        words = link.split(maxsplit=1)
        if len(words) != 1:
            return None
        for field in _SEPARATOR.split(words[0])[1:]:
            name, equals, value = field.partition("=")
            fits = equals and _VALUE.fullmatch(value)
            if name == self.name and fits and (not self.numbered or _LETTER.search(value)):
                return value
        return None


def packed(text: str) -> str:
    """Return a text as a field of a link."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()


def unpacked(field: str) -> str:
    """Return the text in a field of a link. Raises ``NotationError`` for a damaged one."""
    field = field.rstrip("=")
    unpacking = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(field + "=" * (-len(field) % 4))
        text = unpacking.decompress(data, MAX_TEXT_LENGTH)
        if not unpacking.eof and not unpacking.unconsumed_tail:
            raise NotationError("the link was cut off: copy all of it")
        if unpacking.unconsumed_tail:
            raise NotationError(f"the link holds more than {MAX_TEXT_LENGTH:,} characters")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("the link is damaged: copy all of it") from None
