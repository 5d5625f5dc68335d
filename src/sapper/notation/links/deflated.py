"""Texts in links: deflated, in URL-safe base64."""

from __future__ import annotations

import base64
import binascii
import zlib

from sapper.errors import NotationError

LONGEST = 16_000  #: maximum length of a written link; mail and chat programs cut longer ones
MOST = 2_000_000  #: maximum length of the text in a link


def packed(text: str) -> str:
    """Return a text as a field of a link."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()


def unpacked(field: str) -> str:
    """Return the text in a field of a link. Raises ``NotationError`` for a damaged one."""
    field = field.rstrip("=")
    unpacking = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(field + "=" * (-len(field) % 4))
        text = unpacking.decompress(data, MOST)
        if not unpacking.eof and not unpacking.unconsumed_tail:
            raise NotationError("the link was cut off: copy all of it")
        if unpacking.unconsumed_tail:
            raise NotationError(f"the link holds more than {MOST:,} characters")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("the link is damaged: copy all of it") from None
