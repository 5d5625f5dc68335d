"""Share links of public Minesweeper pages, and sapper's own.

``?b=…&m=…`` and ``?board=…&seed=…&start=…`` are boards (the second can only be read),
``?analysis=…`` is a position; ``?position=…``, sapper's own, is the text form of any position,
percent-encoded. The part before the ``?`` and all other fields are ignored.

``b`` is ``1``, ``2`` or ``3`` for a beginner (9×9), intermediate (16×16) or expert (30×16) board,
otherwise width and height with the same number of decimal digits each. ``m`` has the cells row by
row, five per character: digits of base 32 (``0``–``9``, ``a``–``v``), with the first cell as the
most significant bit and 1 for a mine.

``board=``, ``seed=`` and ``start=`` are a board that the page JSMinesweeper deals from a seed. The
page shuffles the indices of the cells that may be mines with a Fisher–Yates shuffle, starting at
the end, and takes the first ones. Its random numbers come from R. Jenkins's small fast generator
("A small noncryptographic PRNG", 2007) with two rotations and 20 warm-up rounds, seeded with the
low half of the seed, the high half, and the low half again (``rng=old``: the low half three times).
Which cells may be mines depends on the first cell, ``start``, and on whether the page was set to
begin with an opening, which the link does not say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl, quote

from sapper.arguments import text as string
from sapper.errors import InputError, NotationError, RulesError, plural
from sapper.game import LEVELS, Deal, Grid, Level, Position
from sapper.game.rules import First
from sapper.notation.links import compressed

MAX_LINK_LENGTH = 2_000_000  #: maximum length of a link; no program transmits longer ones
MAX_FIELDS = 50


def read_link(text: str, first: First = "safe") -> Position | Deal:
    """Read a link, or the query of one: return a position, or a board with its mines.

    ``first`` is the first-move rule of boards dealt from a seed. Raises ``NotationError`` naming
    the field and the character at fault.
    """
    fields = _fields(string("link", text))
    if "position" in fields:
        return Position.parse(fields["position"])
    if "analysis" in fields:
        return compressed.read(fields["analysis"])
    if "b" in fields and "m" in fields:
        return read_mines(fields["b"], fields["m"])
    if "board" in fields:
        return read_seeded(fields, first)
    raise NotationError("the link has none of 'position=', 'analysis=', 'b=' with 'm=', 'board='")


def link_of_position(position: Position) -> str:
    """Return a link to a position: ``?analysis=…`` if that can hold it, else ``?position=…``."""
    if compressed.holds(position):
        return f"?analysis={compressed.write(position)}"
    return f"?position={quote(str(position), safe='')}"


def link_of_deal(deal: Deal) -> str:
    """Return ``?b=…&m=…`` for the mines of a deal under the first-move rule ``any``.

    Raises ``RulesError`` for a grid that the link cannot hold.
    """
    b, m = write_mines(deal)
    return f"?b={b}&m={m}"


def is_link(text: str) -> bool:
    """Return whether a text looks like a link: a single word with a field in its query."""
    words = text.split()
    if len(words) != 1:
        return False
    before, mark, _ = words[0].partition("=")
    return bool(mark) and ("?" in before or before in ("position", "analysis", "b", "m", "board"))


def _fields(text: str) -> dict[str, str]:
    """Return the fields of the query; if a name occurs twice, the first one counts."""
    text = text.strip()
    if len(text) > MAX_LINK_LENGTH:
        raise NotationError(f"a link has at most {MAX_LINK_LENGTH:,} characters, not {len(text):,}")
    _, mark, query = text.partition("?")
    query = (query if mark else text).partition("#")[0]
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise NotationError(f"the link has more than {MAX_FIELDS} fields") from None
    return dict(reversed(pairs))


NAMES = {"1": LEVELS["beginner"], "2": LEVELS["intermediate"], "3": LEVELS["expert"]}
BASE32 = "0123456789abcdefghijklmnopqrstuv"
CELLS = 5  #: cells per character


def write_mines(deal: Deal) -> tuple[str, str]:
    """Return ``b`` and ``m`` for the mines of a deal under the first-move rule ``any``.

    Raises ``RulesError`` for a grid that they cannot describe.
    """
    grid = deal.grid
    if grid.kind != "square" or grid.blocked:
        raise RulesError("a link 'b=' only holds square grids without blocked cells")
    if deal.gold:
        raise RulesError("a link 'b=' cannot hold gold")
    digits = max(len(str(grid.width)), len(str(grid.height)))
    size = f"{grid.width:0{digits}}{grid.height:0{digits}}"
    here = f"{grid.width}x{grid.height}x{deal.mines}"
    name = next((name for name, level in NAMES.items() if level.dimensions == here), size)
    mines = set(deal.order[: deal.mines])
    bits = "".join("1" if i in mines else "0" for i in range(grid.size))
    bits += "0" * (-grid.size % CELLS)
    return name, "".join(BASE32[int(bits[i : i + CELLS], 2)] for i in range(0, len(bits), CELLS))


def read_mines(b: str, m: str) -> Deal:
    """Return the deal that has exactly these mines under the first-move rule ``any``.

    Raises ``NotationError`` naming the character at fault.
    """
    grid = _grid(b)
    length = -(-grid.size // CELLS)
    if len(m) != length:
        raise NotationError(
            f"m= has {plural(len(m), 'character')}, but {grid.size} cells take {length}"
        )
    mines: set[int] = set()
    for place, character in enumerate(m):
        five = BASE32.find(character)
        if five < 0:
            raise NotationError(f"m=: character {place + 1} is {character!r}, not 0 to 9 or a to v")
        mines.update(CELLS * place + bit for bit in range(CELLS) if five & (16 >> bit))
    beyond = [i for i in mines if i >= grid.size]
    if beyond:
        raise NotationError(
            f"m=: character {length} has a mine beyond the last of {grid.size} cells"
        )
    return Deal.of_mines(grid, frozenset(mines))


def _grid(b: str) -> Grid:
    if b in NAMES:
        return NAMES[b].grid
    if not (b.isascii() and b.isdigit() and 2 <= len(b) <= 14):
        raise NotationError(f"b={b[:20]} is not 1, 2, 3 or a width and a height such as 0810")
    # An odd number of digits comes from a page that counted only those of the width.
    half = len(b) // 2
    try:
        return Grid(int(b[:half]), int(b[half:]))
    except RulesError as error:
        raise NotationError(f"b={b}: {error}") from None


WORD = 0xFFFFFFFF
MAX_SEED = 2**53 - 1  #: largest seed that the page represents exactly


def read_seeded(fields: Mapping[str, str], first: First = "safe") -> Deal:
    """Return the board of a link, dealt under the first-move rule ``first``, with its mines in
    place.

    Raises ``NotationError`` naming the field at fault.
    """
    board = fields.get("board", "")
    if not re.fullmatch(r"\d{1,4}x\d{1,4}x\d{1,7}", board, re.ASCII):
        raise NotationError(f"board={board[:20]} is not WIDTHxHEIGHTxMINES")
    try:
        level = Level.parse(board)
    except InputError as error:
        raise NotationError(f"board={board}: {error}") from None
    seed = _whole(fields, "seed", "without it the page deals at random", MAX_SEED)
    if seed == 0:
        raise NotationError("seed=0 makes the page deal at random")
    grid = level.grid
    start = _whole(fields, "start", "the board depends on the first cell", grid.size - 1)
    spared = {start} if first == "safe" else set()
    if first == "opening":
        spared = {start, *grid.neighbour_indices(start)}
    cells = [i for i in range(grid.size) if i not in spared]
    if len(cells) < level.mines:
        raise NotationError(f"board={board}: start={start} leaves too few cells for the mines")
    shuffle(cells, generator(seed, old=fields.get("rng") == "old"))
    return Deal.of_mines(grid, frozenset(cells[: level.mines]))


def _whole(fields: Mapping[str, str], key: str, absent: str, most: int) -> int:
    if key not in fields:
        raise NotationError(f"the link has no '{key}=': {absent}")
    value = fields[key]
    if not re.fullmatch(r"\d{1,20}", value, re.ASCII) or int(value) > most:
        raise NotationError(f"{key}={value[:20]} is not a whole number from 0 to {most}")
    return int(value)


def shuffle(items: list[int], draw: Callable[[], int]) -> None:
    """Shuffle in place; ``draw`` returns random 32-bit words."""
    for i in range(len(items) - 1, 0, -1):
        j = draw() * (i + 1) >> 32
        items[i], items[j] = items[j], items[i]


def generator(seed: int, *, old: bool = False) -> Callable[[], int]:
    """Return Jenkins's generator of 32-bit words, seeded as on the page, as a function."""
    low, high = seed & WORD, seed >> 32
    a, b, c, d = 0xF1EA5EED, low, low if old else high, low

    def draw() -> int:
        nonlocal a, b, c, d
        e = (a - _turned(b, 27)) & WORD
        a = b ^ _turned(c, 17)
        b = (c + d) & WORD
        c = (d + e) & WORD
        d = (e + a) & WORD
        return d

    for _ in range(20):
        draw()
    return draw


def _turned(word: int, bits: int) -> int:
    return (word << bits | word >> 32 - bits) & WORD
