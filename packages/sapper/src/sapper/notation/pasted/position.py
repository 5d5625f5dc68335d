"""``read_position``: reads the positions that people have.

What a letter means is decided by the clues: of all meanings of the letters, the likeliest one
counts that the clues and the number of mines allow. What was decided is said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path
from typing import Any

from sapper.arguments import ranged
from sapper.errors import (
    BudgetError,
    InputError,
    NotationError,
    RulesError,
    import_beside,
    listed,
    plural,
)
from sapper.files import decoded, naming_errors, read_bytes
from sapper.game import LEVELS, Cell, Grid, Position, Rules
from sapper.game.codes import BLOCKED, FLAGGED, HIDDEN, MINE
from sapper.inference.counting import UNKNOWN_MINES
from sapper.inference.satisfiability import Satisfiability
from sapper.notation.links.links import is_link, read_link
from sapper.notation.pasted.game_id import is_game_id
from sapper.notation.pasted.table import BLANK, Table, Token, table_of
from sapper.notation.pictures import is_picture, read_picture

BURIED = 300  #: the meaning of a letter for a hidden mine, which a player does not see
NAMES = {HIDDEN: "hidden", FLAGGED: "a flag", MINE: "an open mine", BLOCKED: "blocked"}
NAMES |= {BURIED: "a hidden mine", 0: "0"}


def _meanings() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield letters with their meanings, the likeliest first."""
    for letters, *codes in (
        ("H h U u C c T t Q q ? ■ ▓ ▒ ░ █ ▢ 🔲 🔳 ❓ ❔ 250 null None", HIDDEN),
        ("□ ▪ ▫ ◻ ◼ ◽ ◾ ⬛ ⬜ 🟦 🟩 🟫 🟪 🟨 🟧 🟥", HIDDEN, 0),
        (". - – — − _ ~ E e", HIDDEN, 0),
        ("· • ∙ ⋅ o O ○ ◯ °", 0, HIDDEN),
        ("#", HIDDEN),
        ("F f P p ⚑ ⚐ 🚩 🏴 🏁 ⛳ ► ▶ ▸ > ^ ⚠ 251", FLAGGED),
        ("!", FLAGGED, MINE),
        ("M m", FLAGGED, MINE, BURIED),
        ("D d ✱ ✹ ✸ ✺ 💣 💥 🧨 252", MINE),
        ("* @ ● ¤ ☀", MINE, HIDDEN, FLAGGED),
        ("X x × ✗ ✘ ✖ ❌ ☒", HIDDEN, MINE, FLAGGED),
        ("B b", 0, MINE, FLAGGED),
        ("253", BLOCKED),
        ("-1 9", HIDDEN, MINE, FLAGGED),
        ("-2 10", FLAGGED, HIDDEN, MINE),
        ("-3 11", MINE, FLAGGED, HIDDEN),
        ("+", HIDDEN),
    ):
        yield from ((letter, tuple(codes)) for letter in letters.split())
    yield BLANK, (0, HIDDEN)
    yield from ((str(clue), (clue,)) for clue in range(9))


MEANINGS = dict(_meanings())
SYNONYMS = ("?", "❓", "❔", BLANK, "💥")  #: second letters for a kind of cell, which are usual
MAX_COMBINATIONS = 20_000  #: combinations of meanings that are compared
MAX_READINGS = 40  #: the likeliest of them, which are checked with the clues
MAX_CHECKED = 200_000  #: cells of all readings that are checked
MAX_NAMED = 4  #: letters that an error names
BOARD = "this is a board with its mines, not a position"
_HEAD = re.compile(r"\d{1,7}x\d{1,7}x(\d{1,7}|\?)(\s|$)")
PROPAGATIONS = 100_000  #: work to decide whether a layout fits, the same on every machine
#: The usual mines of sizes that are no level of sapper, with the name of the level.
USUAL = {(10, 8): (10, "Google, easy"), (18, 14): (40, "Google, medium")}
USUAL |= {(24, 20): (99, "Google, hard"), (16, 30): (99, "expert")}
USUAL |= {(level.width, level.height): (level.mines, name) for name, level in LEVELS.items()}


@dataclass(frozen=True)
class ReadPosition:
    r"""A position, and how it was read.

    ``words`` says in a clause what the reader decided or assumed; it is empty if the source left
    nothing open. ``doubtful`` are the cells of a picture that may have been misread.

    >>> sapper.read_position("2x2x1\n. 1\n1 1").words
    "read '.' as hidden"
    """

    position: Position
    words: str = ""
    doubtful: tuple[Cell, ...] = ()

    def __repr__(self) -> str:
        size = f"{self.position.grid.width}x{self.position.grid.height}"
        return f"<ReadPosition: {'; '.join(filter(None, (size, self.words)))}>"

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``."""
        return {
            "position": str(self.position),
            "words": self.words,
            "doubtful": self.doubtful,
        }


def read_position(source: str | bytes, mines: int | None = None) -> ReadPosition:
    r"""Read a position in any common form: text, a link, or a picture in PNG.

    - ``source``: the text, or the bytes of a file.
    - ``mines``: the number of mines, if the source does not state it. The default is that of the
      level of the same size, if the clues allow it; otherwise, and after a size like ``9x9x?``, the
      number stays unknown (``Rules.mines_known``).

    Raises ``NotationError``, which lists the letters that are not cells with their line and column,
    and ``InputError`` if the source states another number of mines.

    >>> read = sapper.read_position("# # 1 .\n# # 2 1\n# # # #")
    >>> print(read.position)
    4x3x?
    HH10
    HH21
    HHHH
    >>> read.words
    "read '#' as hidden, '.' as 0; the number of mines is not known"
    """
    if mines is not None:
        ranged("mines", mines, 0)
    if isinstance(source, bytes) and is_picture(source):
        board = read_picture(source)
        read = _counted(board.grid, board.codes, mines, Rules())
        words = "; ".join(filter(None, (board.words, read.words)))
        return replace(read, words=words, doubtful=board.doubtful)
    text = decoded(source) if isinstance(source, bytes) else source
    if is_link(text):
        found = read_link(text)
        if isinstance(found, Position):
            return _stated(found, mines)
        raise NotationError(BOARD)
    if is_game_id(text):
        raise NotationError(BOARD)
    if re.fullmatch(r"\s*https?://\S*\s*", text):
        raise NotationError(
            "this link does not contain the board: paste the board as text or as a picture"
        )
    return (
        _canonical(text, mines)
        if _HEAD.match(text.lstrip("\ufeff \t\r\n"))
        else _pasted(text, mines)
    )


def load_position(path: str | Path, mines: int | None = None) -> ReadPosition:
    """Read the position in a file, ``-`` for standard input, as ``read_position`` does.

    Raises ``InputError`` naming the file, and the line if there is one at fault.
    """
    data = read_bytes(path)
    with naming_errors(path):
        return read_position(data, mines)


def _canonical(text: str, mines: int | None) -> ReadPosition:
    """Read sapper's text form, or the same with other letters.

    Letters of the text form have another meaning if the clues allow only that.
    """
    head = text.split("\n", 1)[0].split()
    if len(head) == 2 and "=" not in head[1]:  # the text of a position of a variant
        variants = import_beside("sapper_variants", f"the variant {head[1]}")
        return ReadPosition(variants.sapper_position(variants.Position.parse(text)))
    try:
        position = Position.parse(text)
    except NotationError:
        with suppress(InputError):
            other = _pasted(text, mines)
            options = "=" in text.lstrip().split("\n")[0]
            if not options and not other.position.faults() and other.position.rules == Rules():
                return other
        raise
    if position.rules.variant:
        return ReadPosition(position)
    doubtful = set(text) & set("#*CDMmu?") and position.grid.kind == "square"
    if doubtful and not fits(position):
        with suppress(InputError):
            other = _pasted(text, mines)
            if fits(other.position):
                return other
    return _stated(position, mines)


def _stated(position: Position, mines: int | None) -> ReadPosition:
    """Return a position as it was written, with the given mines if it has no number of its own."""
    if not position.rules.mines_known:
        if mines is None:
            return ReadPosition(position, UNKNOWN_MINES)
        rules = replace(position.rules, mines_known=True)
        return ReadPosition(replace(position, rules=rules, mines=mines))
    if mines not in (None, position.mines):
        raise InputError(f"the text states {plural(position.mines, 'mine')}, not {mines}")
    return ReadPosition(position)


def fits(position: Position) -> bool:
    """Return whether some layout fits a position, True if that is too hard to decide."""
    try:
        return Satisfiability(position, propagations=PROPAGATIONS, gold=False).possible()
    except BudgetError:
        return True


def _counted(grid: Grid, cells: bytes, mines: int | None, rules: Rules) -> ReadPosition:
    """Return the position with the given mines, those usual for its size, or an unknown number."""
    rules = replace(rules, mines_known=True)
    if mines is not None:
        return ReadPosition(Position(grid, rules, mines, cells))
    usual, name = USUAL.get((grid.width, grid.height), (None, ""))
    if usual is not None and cells.count(FLAGGED) + cells.count(MINE) <= usual:
        assumed = Position(grid, rules, usual, cells)
        if fits(assumed):
            return ReadPosition(assumed, f"{usual} mines assumed ({name})")
    unknown = Position(grid, replace(rules, mines_known=False), cells.count(MINE), cells)
    return ReadPosition(unknown, UNKNOWN_MINES)


def _pasted(text: str, mines: int | None) -> ReadPosition:
    """Read a text with any letters."""
    table = table_of(text, lambda token: bool(meanings_of(token)))
    check_letters(table)
    check_size(table)
    texts = {token.text: token.line for row in table.rows for token in row}
    codes = "[" in text or not texts.keys().isdisjoint(("10", "11", "-1", "-2"))
    if texts.get("9") and not codes:
        raise NotationError(f"line {texts['9']}: a clue is at most 8, not 9")
    grid = Grid(table.width, len(table.rows))
    if None not in (mines, table.mines) and mines != table.mines:
        raise InputError(f"the text states {plural(table.mines or 0, 'mine')}, not {mines}")
    letters = [token.text for row in table.rows for token in row]
    total = table.mines if mines is None else mines
    read = None
    tried = list(islice(_readings(letters), max(2, min(MAX_READINGS, MAX_CHECKED // grid.size))))
    for rules in (Rules(), Rules(zeros_open=False)):
        for meaning in tried:
            read = _with(grid, letters, meaning, total, rules)
            sound = not rules.zeros_open or not read.position.faults()
            if sound and (len(tried) == 1 or fits(read.position)):
                return read
    read = _with(grid, letters, tried[0], total, Rules())
    wrong = [fault.sentence for fault in read.position.faults() if fault.kind == "clue too large"]
    if wrong or BLANK in letters:
        raise NotationError(wrong[0] if wrong else "no meaning of the blanks fits the clues")
    return read


def meanings_of(token: str) -> tuple[int, ...]:
    """Return the codes that a token may stand for, the likeliest first; none if it is no cell."""
    found = MEANINGS.get(token, ())
    if not found and re.fullmatch(r"(\d{1,3}%|ok)\]?", token):
        return (HIDDEN,)  # a cell of an analysis
    return found


def check_letters(table: Table, also: Collection[str] = ()) -> None:
    """Raise ``NotationError`` for letters that are not cells, with the first place of each."""
    unknown: dict[str, Token] = {}
    for token in (token for row in table.rows for token in row):
        if not meanings_of(token.text) and token.text not in also:
            unknown.setdefault(token.text, token)
    if unknown:
        named = [
            f"{text!r} (line {token.line}, column {token.column})" if token.line else repr(text)
            for text, token in list(unknown.items())[:MAX_NAMED]
        ]
        more = [plural(len(unknown) - MAX_NAMED, "other")] if len(unknown) > MAX_NAMED else []
        raise NotationError(
            f"not cells: {listed([*named, *more])}; expected 0 to 8, H for hidden, F for flags"
        )


def check_size(table: Table) -> None:
    """Raise ``NotationError`` if the rows are not of the size that the text states."""
    found = table.width, len(table.rows)
    if table.size is not None and sorted(table.size) != sorted(found):
        stated, rows = "x".join(map(str, table.size)), "x".join(map(str, found))
        raise NotationError(f"the text says {stated}, but its rows make a board of {rows}")


def spelt(letter: str) -> str:
    """Return a letter as messages name it."""
    return "blanks" if letter == BLANK else repr(letter)


def _readings(letters: list[str]) -> Iterator[dict[str, int]]:
    """Yield meanings for the letters, the likeliest first: one letter for each kind of cell."""
    choices = {letter: meanings_of(letter) for letter in dict.fromkeys(letters)}
    if "M" in choices and not choices.keys().isdisjoint("EB"):
        choices["M"] = (BURIED,)  # as LeetCode shows the mines
    if "#" in choices and "H" in choices:
        choices["#"] = (BLOCKED, HIDDEN)
    counts = Counter(letters)

    def cost(codes: tuple[int, ...]) -> int:
        meaning = dict(zip(choices, codes, strict=True))
        unlikely = sum(choices[letter].index(code) for letter, code in meaning.items())
        kinds = Counter(code for letter, code in meaning.items() if letter not in SYNONYMS)
        doubled = sum(kinds[code] - 1 for code in (HIDDEN, FLAGGED, MINE, 0) if code in kinds)
        flags, hidden = (
            sum(counts[x] for x, code in meaning.items() if code == kind and len(choices[x]) > 1)
            for kind in (FLAGGED, HIDDEN)
        )
        empty = HIDDEN not in kinds and not any(0 < code < HIDDEN for code in codes)
        return unlikely + 3 * doubled + 2 * (0 not in kinds) + 9 * empty + (flags > hidden)

    ways = list(islice(product(*choices.values()), MAX_COMBINATIONS))
    for codes in sorted(ways, key=cost):
        yield dict(zip(choices, codes, strict=True))


def _with(
    grid: Grid, letters: list[str], meaning: dict[str, int], mines: int | None, rules: Rules
) -> ReadPosition:
    """Return the position under a meaning of the letters, with what was decided in words."""
    codes = [meaning[letter] for letter in letters]
    if mines is None and BURIED in codes:
        mines = codes.count(BURIED) + codes.count(MINE)
    cells = bytes(HIDDEN if code == BURIED else code for code in codes)
    blocked = frozenset(i for i, code in enumerate(cells) if code == BLOCKED)
    if blocked:
        grid = replace(grid, blocked=blocked)
    most = grid.size - len(blocked)
    if mines is not None and mines > most:
        raise RulesError(f"{plural(mines, 'mine')} do not fit on {plural(most, 'cell')}")
    read = _counted(grid, cells, mines, rules)
    kinds: dict[str, list[str]] = {}
    for letter, code in meaning.items():
        if len(meanings_of(letter)) > 1 or letter == "#":
            kinds.setdefault(NAMES.get(code, str(code)), []).append(spelt(letter))
    decided = ", ".join(f"{listed(names)} as {kind}" for kind, names in kinds.items())
    closed = "" if rules.zeros_open else "a 0 does not open its neighbours"
    words = [f"read {decided}" if decided else "", closed, read.words]
    return replace(read, words="; ".join(filter(None, words)))
