"""The text form of a position: reading and writing, with errors by line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sapper.errors import InputError, NotationError, plural, quoted
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.grid import Grid
from sapper.game.rules import Rules, most_shown
from sapper.game.words import (
    GRID_KEYS,
    RULES_KEYS,
    grid_of,
    grid_words,
    numbers,
    options_of,
    rules_of,
    rules_words,
)

LETTERS = {
    **{str(clue): clue for clue in range(10)},
    **dict.fromkeys("HuC?", HIDDEN),
    **dict.fromkeys("FmM", FLAGGED),
    **dict.fromkeys("*D", MINE),
    "G": GOLD,
    "#": BLOCKED,
}
LETTERS_OF_GOLD = "abcdefghi"  #: clues 0 to 8 that show one gold
GILDED = {letter: clue for clue, letter in enumerate(LETTERS_OF_GOLD)}
KEYS = (*RULES_KEYS, "gold", *GRID_KEYS)  #: the keys of the options
WRITTEN = {HIDDEN: "H", FLAGGED: "F", MINE: "*", GOLD: "G", BLOCKED: "#"}
#: The text of every cell code.
TEXTS = tuple(WRITTEN.get(n) or (str(n) if n < 10 else f"({n})") for n in range(256))
MAX_CHARACTERS = 20_000_000
LONGEST_CELL = len("(200+200)")

_TOKEN = re.compile(r"\((\d{1,3})(?:\+(\d{1,3}))?\)|(.)", re.DOTALL | re.ASCII)


def parse(source: str) -> tuple[Grid, Rules, int, bytes, bytes, int | None]:
    """Return the grid, rules, number of mines, cell bytes, signs and gold of a position.

    Raises ``NotationError`` or ``RulesError``.
    """
    if len(source) > MAX_CHARACTERS:
        raise NotationError(
            f"the text has {len(source):,} characters: expected {MAX_CHARACTERS:,} at most"
        )
    lines = source.strip().strip("\ufeff").strip().splitlines()
    if not lines:
        raise NotationError("the text is empty: a position starts with a line 'WxHxM'")
    head, *rows = lines
    width, height, mines, options = _header(head)
    if len(rows) != height:
        raise NotationError(f"line 1 says {plural(height, 'row')}, but there are {len(rows)}")
    cells, signs = bytearray(), bytearray()
    for number, row in enumerate(rows, start=2):
        codes, shown = _row(row.rstrip(), number, width)
        cells.extend(codes)
        signs.extend(shown)
    blocked = (i for i, code in enumerate(cells) if code == BLOCKED)
    try:
        grid = grid_of(options, width, height, blocked)
        gold = next(iter(numbers(options, "gold", r"\d{1,18}", "4")), None)
        rules = rules_of(options, Rules(gold_known=gold is not None))
    except InputError as error:
        raise NotationError(f"line 1: {error}") from None
    if mines > len(grid.playable):
        raise NotationError(
            f"line 1 says {plural(mines, 'mine')}, but there are only "
            f"{plural(len(grid.playable), 'cell')} for them"
        )
    _check_clues(grid, cells)
    _check_signs(grid, rules, signs)
    return grid, rules, mines, bytes(cells), bytes(signs) if rules.signs != "none" else b"", gold


def _check_clues(grid: Grid, cells: bytearray) -> None:
    starts, _ = grid.adjacency
    for index, code in enumerate(cells):
        if code < HIDDEN and code > starts[index + 1] - starts[index]:
            row, column = grid.cell(index)
            near = plural(starts[index + 1] - starts[index], "neighbour")
            raise NotationError(
                f"line {row + 2}: clue {code} at [{row}, {column}], which has only {near}"
            )


def _check_signs(grid: Grid, rules: Rules, signs: bytearray) -> None:
    for index, sign in enumerate(signs):
        if sign > most_shown(grid, rules.signs, index):
            row, column = grid.cell(index)
            raise NotationError(
                f"line {row + 2}: a sign of {sign} gold at [{row}, {column}], "
                f"which signs={rules.signs} does not allow"
            )


def write(
    grid: Grid, rules: Rules, mines: int, cells: bytes, signs: bytes, gold: int | None
) -> str:
    """Return the text form; options with default values are omitted."""
    known = [f"gold={gold}"] if gold is not None else []
    options = [*rules_words(rules, Rules()), *known, *grid_words(grid)]
    head = " ".join([f"{grid.width}x{grid.height}x{mines}", *options])
    letters = [TEXTS[code] for code in cells]
    for i, sign in enumerate(signs):
        if sign:
            plain_letter = sign == 1 and cells[i] < len(LETTERS_OF_GOLD)
            letters[i] = LETTERS_OF_GOLD[cells[i]] if plain_letter else f"({cells[i]}+{sign})"
    starts = range(0, grid.size, grid.width)
    return "\n".join([head, *("".join(letters[i : i + grid.width]) for i in starts)])


def _header(line: str) -> tuple[int, int, int, dict[str, str]]:
    first, *options = line.split()
    match = re.fullmatch(r"(\d{1,7})x(\d{1,7})x(\d{1,7})", first, re.ASCII)
    if match is None:
        raise NotationError(f"line 1 should start with WIDTHxHEIGHTxMINES, not {quoted(first)}")
    width, height, mines = map(int, match.groups())
    try:
        return width, height, mines, options_of(options, KEYS)
    except InputError as error:
        raise NotationError(f"line 1: {error}") from None


def _row(row: str, number: int, width: int) -> tuple[bytes, bytes]:
    """Return the codes and the signs of a row."""
    if len(row) > LONGEST_CELL * width:
        raise NotationError(f"line {number} has more than {plural(width, 'cell')}")
    try:
        codes = bytes([LETTERS[character] for character in row])
        signs = bytes(len(codes))
    except KeyError:
        tokens = list(_tokens(row, number))
        codes, signs = bytes(code for code, _ in tokens), bytes(sign for _, sign in tokens)
    if len(codes) != width:
        raise NotationError(f"line {number} has {plural(len(codes), 'cell')} instead of {width}")
    return codes, signs


def _tokens(row: str, number: int) -> Iterator[tuple[int, int]]:
    """Yield the codes and signs of a row with clues in parentheses or signs of gold.

    Raises ``NotationError`` for an unknown letter, naming the column.
    """
    for match in _TOKEN.finditer(row):
        clue, gold, character = match.groups()
        sign = int(gold or 0)
        if clue is not None:
            code = int(clue)
        elif character in LETTERS:
            code = LETTERS[character]
        elif character in GILDED:
            code, sign = GILDED[character], 1
        else:
            column = match.start() + 1
            raise NotationError(f"line {number}, column {column}: unknown letter {character!r}")
        if clue is not None and max(code, sign) >= HIDDEN:
            raise NotationError(f"line {number}: no cell has {max(code, sign)} neighbours")
        yield code, sign
