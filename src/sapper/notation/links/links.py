"""Share links of public Minesweeper pages, and a form of sapper's own.

``?b=…&m=…`` and ``?board=…&seed=…&start=…`` are boards (the second can only be read),
``?analysis=…`` is a position; ``?position=…``, sapper's own, is the text form of any position,
percent-encoded. The part before the ``?`` and all other fields are ignored.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, quote

from sapper.errors import NotationError
from sapper.game import Deal, Position
from sapper.game.rules import First
from sapper.notation.links import analysis as link_analysis
from sapper.notation.links import mines as link_mines
from sapper.notation.links import seed as link_seed

LONGEST = 2_000_000  #: characters of a link; no program passes on longer ones
MOST_FIELDS = 50


def read_link(text: str, first: First = "safe") -> Position | Deal:
    """Read a link, or the query of one: return a position, or a board with its mines.

    ``first`` is the first-move rule of boards dealt from a seed. Raises ``NotationError`` naming
    the field and the character at fault.
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
    """Return a link to a position: ``?analysis=…`` if that can hold it, else ``?position=…``."""
    if link_analysis.holds(position):
        return f"?analysis={link_analysis.write(position)}"
    return f"?position={quote(str(position), safe='')}"


def link_of_deal(deal: Deal) -> str:
    """Return ``?b=…&m=…`` for the mines of a deal under the first-move rule ``any``.

    Raises ``RulesError`` for a grid that the link cannot hold.
    """
    b, m = link_mines.write(deal)
    return f"?b={b}&m={m}"


def is_link(text: str) -> bool:
    """Whether a text looks like a link: a single word with a field in its query."""
    words = text.split()
    if len(words) != 1:
        return False
    before, mark, _ = words[0].partition("=")
    return bool(mark) and ("?" in before or before in ("position", "analysis", "b", "m", "board"))


def _fields(text: str) -> dict[str, str]:
    """The fields of the query; if a name occurs twice, the first one counts."""
    text = text.strip()
    if len(text) > LONGEST:
        raise NotationError(f"a link has at most {LONGEST:,} characters, not {len(text):,}")
    _, mark, query = text.partition("?")
    query = (query if mark else text).partition("#")[0]
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise NotationError(f"the link has more than {MOST_FIELDS} fields") from None
    return dict(reversed(pairs))
