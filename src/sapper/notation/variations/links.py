"""A tree of moves in a link: its text, compressed with deflate, in URL-safe base64.

``#analyse?tree=…`` is a tree of positions, ``#play?tree=…`` a game. All of it is after the ``#``,
so a browser sends none of it to a server by itself.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from sapper.errors import InputError, NotationError
from sapper.notation.variations.text import write
from sapper.notation.variations.tree import Variations

LONGEST = 16_000  #: the most characters of a link that is written; mail and chats cut longer ones
MOST = 2_000_000  #: the most characters of the text of a link

_LINK = re.compile(r"\s*\S*?[#?&]tree=([\w=-]*)\s*", re.ASCII)
VIEWS = {"game": "play", "position": "analyse"}


def is_tree_link(text: str) -> bool:
    """Whether a text is a link to a tree."""
    return _LINK.fullmatch(text) is not None


def link_of_tree(tree: Variations) -> str:
    """Return the link of a tree. Raises ``InputError`` if it would be too long."""
    packed = base64.urlsafe_b64encode(zlib.compress(write(tree).encode(), 9)).rstrip(b"=")
    link = f"#{VIEWS[tree.kind]}?tree={packed.decode()}"
    if len(link) > LONGEST:
        raise InputError(
            f"this tree is too long for a link, which has at most {LONGEST:,} characters: "
            "save it as a file"
        )
    return link


def text_of_link(link: str) -> str:
    """Return the text of a tree from its link. Raises ``NotationError`` for a damaged link."""
    found = _LINK.fullmatch(link)
    if found is None:
        raise NotationError("the link has no 'tree='")
    packed = found[1].rstrip("=")
    unpacking = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        text = unpacking.decompress(data, MOST)
        if not unpacking.eof and not unpacking.unconsumed_tail:
            raise NotationError("the link was cut off: copy the whole of it")
        if unpacking.unconsumed_tail:
            raise NotationError(f"the link holds more than {MOST:,} characters")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("the link is damaged: copy the whole of it") from None
