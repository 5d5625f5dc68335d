"""Share links of public Minesweeper pages, read and written, and one of our own.

``?b=…&m=…`` and ``?board=…&seed=…&start=…`` are boards (the second is only read), ``?analysis=…``
is a position; ``?position=…``, our own, is the text form of any position, percent-encoded. What
stands before the ``?``, and further fields, do not matter.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, quote

from sapper.errors import NotationError
from sapper.game import Deal, Position
from sapper.game.rules import First
from sapper.notation import link_analysis, link_mines, link_seed

LONGEST = 2_000_000  #: characters; no program passes on longer ones
MOST_FIELDS = 50


def read_link(text: str, first: First = "safe") -> Position | Deal:
    """What a link, or the query of one, is about: a position, or a board with its mines.

    ``first`` is for boards dealt from a seed: what their first cell promises. Raises
    ``NotationError`` naming the field and the character at fault.
    """
    fields = _fields(text)
    if "position" in fields:
        return Position.parse(fields["position"])
    if "analysis" in fields:
        return link_analysis.read(fields["analysis"])
    if "b" in fields and "m" in fields:
        return link_mines.read(fields["b"], fields["m"])
    if "board" in fields:
        return link_seed.read(fields, first)
    raise NotationError("the link has none of 'position=', 'analysis=', 'b=' with 'm=', 'board='")


def link_of_position(position: Position) -> str:
    """A link that holds all of a position: ``?analysis=…`` if that can, else ``?position=…``."""
    if link_analysis.holds(position):
        return f"?analysis={link_analysis.write(position)}"
    return f"?position={quote(str(position), safe='')}"


def link_of_deal(deal: Deal) -> str:
    """``?b=…&m=…``: the mines of a deal where the first move promises nothing.

    Raises ``RulesError`` for a grid that the link cannot hold.
    """
    b, m = link_mines.write(deal)
    return f"?b={b}&m={m}"


def is_link(text: str) -> bool:
    """Whether a text is meant as a link: one word with a field in its query."""
    words = text.split()
    if len(words) != 1:
        return False
    before, mark, _ = words[0].partition("=")
    return bool(mark) and ("?" in before or before in ("position", "analysis", "b", "m", "board"))


def _fields(text: str) -> dict[str, str]:
    """The fields of the query, the first of each name."""
    text = text.strip()
    if len(text) > LONGEST:
        raise NotationError(f"a link of {len(text):,} characters is too long to be one")
    _, mark, query = text.partition("?")
    query = (query if mark else text).partition("#")[0]
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise NotationError(f"the link has more than {MOST_FIELDS} fields") from None
    return dict(reversed(pairs))
