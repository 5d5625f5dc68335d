"""The text form of positions, and of rules and grids as words ``KEY=VALUE`` in headers.

Files of positions, deals and worlds have such headers. They state only values that differ from a
default; their readers receive the words as a dictionary, ``options``, and ignore other keys. Errors
name the line and column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

from sapper.errors import InputError, NotationError, listed, plural, quoted
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.grid import Grid, Kind, check_cells
from sapper.game.rules import First, Rules, Signs, WonBy, max_sign

#: For each key, the field of ``Rules`` it sets and the value of each word; ``lives`` is a number,
#: and ``variant`` any word.
_RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "first": ("first", {word: word for word in get_args(First)}),
    "lives": ("lives", {}),
    "zeros": ("zeros_open", {"open": True, "closed": False}),
    "won": ("won_by", {word: word for word in get_args(WonBy)}),
    "signs": ("signs", {word: word for word in get_args(Signs)}),
    "variant": ("variant", {}),
}
RULES_KEYS = tuple(_RULES)
GRID_KEYS = ("grid", "edges")


def options_of(words: Iterable[str], keys: Collection[str]) -> dict[str, str]:
    """Return the options as a dictionary.

    Raises ``NotationError`` for a word without ``=``, an unknown key, or a key given twice.
    """
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"{quoted(word)} is not an option of the form KEY=VALUE")
        if key not in keys:
            raise NotationError(f"unknown option {quoted(key)}: expected {listed(keys, 'or')}")
        if key in options:
            raise NotationError(f"the option '{key}' is given twice")
        options[key] = value
    return options


def rules_of(options: Mapping[str, str], default: Rules) -> Rules:
    """Return the default rules with the options applied. Raises ``InputError``."""
    given: dict[str, Any] = {}
    for key, (field, meaning) in _RULES.items():
        if key in options and meaning:
            given[field] = meaning[one_of(options, key, tuple(meaning))]
        elif key == "variant" and key in options:
            given[field] = options[key]
        elif key in options:
            (given[field],) = numbers(options, key, WHOLE, "3")
    return replace(default, **given)


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """Return the words that ``rules_of`` reads back."""
    options = []
    for key, (field, meaning) in _RULES.items():
        value = getattr(rules, field)
        if value != getattr(default, field):
            options.append(f"{key}={next((w for w in meaning if meaning[w] == value), value)}")
    return options


def grid_of(
    options: Mapping[str, str],
    width: int,
    height: int,
    blocked: Iterable[int] = (),
    default: Kind = "square",
) -> Grid:
    """Return the grid of this size that the options describe. Raises ``InputError``.

    - ``options``: the words of a header by key.
    - ``width``, ``height``: the size.
    - ``blocked``: the indices of blocked cells.
    - ``default``: the kind of grid if the options name none.
    """
    kind = one_of(options, "grid", get_args(Kind)) if "grid" in options else default
    ends = numbers(options, "edges", EDGES, "0-1,1-2")
    edges = tuple(zip(ends[::2], ends[1::2], strict=True))
    return Grid(width, height, kind, frozenset(blocked), edges)  # type: ignore[arg-type]


def grid_words(grid: Grid) -> list[str]:
    """Return the words that ``grid_of`` reads back; none for a square grid.

    Blocked cells are not included.
    """
    edges = ",".join(f"{a}-{b}" for a, b in grid.edges)
    kind = [f"grid={grid.kind}"] if grid.kind != "square" else []
    return [*kind, f"edges={edges}"] if edges else kind


def one_of(options: Mapping[str, str], key: str, words: tuple[str, ...]) -> str:
    """Return the value of a key. Raises ``NotationError`` unless it is one of the words."""
    value = options[key]
    if value not in words:
        raise NotationError(f"{key}={value[:20]} should be {listed(words, 'or')}")
    return value


WHOLE = re.compile(r"\d{1,18}", re.ASCII)
INDICES = re.compile(r"(?:\d{1,7}(?:,\d{1,7})*)?", re.ASCII)
EDGES = re.compile(r"(?:\d{1,7}-\d{1,7}(?:,\d{1,7}-\d{1,7})*)?", re.ASCII)


def numbers(options: Mapping[str, str], key: str, form: re.Pattern[str], example: str) -> list[int]:
    """Return the numbers in the value of a key, or an empty list if the key is not given.

    Raises ``NotationError``, which shows ``example``, for a value that does not match ``form``.
    """
    value = options.get(key, "")
    if key in options and not form.fullmatch(value):
        raise NotationError(f"{key}={value[:20]} should look like {key}={example}")
    return [int(number) for number in re.findall(r"\d+", value, re.ASCII)]


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
MAX_CELL_LENGTH = len("(200+200)")

_TOKEN = re.compile(r"\((\d{1,3}|G)(?:\+(\d{1,3}))?\)|(.)", re.DOTALL | re.ASCII)


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
    known, mines = mines is not None, cells.count(MINE) if mines is None else mines
    try:
        grid = grid_of(options, width, height, blocked)
        gold = next(iter(numbers(options, "gold", WHOLE, "4")), None)
        rules = rules_of(options, Rules(gold_known=gold is not None, mines_known=known))
    except InputError as error:
        raise NotationError(f"line 1: {error}") from None
    if mines > len(grid.playable):
        raise NotationError(
            f"line 1 says {plural(mines, 'mine')}, but the board has only "
            f"{plural(len(grid.playable), 'cell')} for them"
        )
    if not rules.variant:
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
        if sign > max_sign(grid, rules.signs, index):
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
    total = mines if rules.mines_known else "?"
    head = " ".join([f"{grid.width}x{grid.height}x{total}", *options])
    letters = [TEXTS[code] for code in cells]
    for i, sign in enumerate(signs):
        if sign:
            plain_letter = sign == 1 and cells[i] < len(LETTERS_OF_GOLD)
            clue = "G" if cells[i] == GOLD else cells[i]
            letters[i] = LETTERS_OF_GOLD[cells[i]] if plain_letter else f"({clue}+{sign})"
    starts = range(0, grid.size, grid.width)
    return "\n".join([head, *("".join(letters[i : i + grid.width]) for i in starts)])


def _header(line: str) -> tuple[int, int, int | None, dict[str, str]]:
    """Return the width, the height, the mines (None: not known) and the options."""
    first, *options = line.split()
    match = re.fullmatch(r"(\d{1,7})x(\d{1,7})x(\d{1,7}|\?)", first, re.ASCII)
    if match is None:
        raise NotationError(f"line 1 should start with WIDTHxHEIGHTxMINES, not {quoted(first)}")
    width, height = int(match[1]), int(match[2])
    try:
        check_cells(width, height)
        mines = None if match[3] == "?" else int(match[3])
        return width, height, mines, options_of(options, KEYS)
    except InputError as error:
        raise NotationError(f"line 1: {error}") from None


def _row(row: str, number: int, width: int) -> tuple[bytes, bytes]:
    """Return the codes and the signs of a row."""
    if len(row) > MAX_CELL_LENGTH * width:
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
            code = GOLD if clue == "G" else int(clue)
        elif character in LETTERS:
            code = LETTERS[character]
        elif character in GILDED:
            code, sign = GILDED[character], 1
        else:
            column = match.start() + 1
            raise NotationError(f"line {number}, column {column}: unknown letter {character!r}")
        largest = max(sign, 0 if code == GOLD else code)
        if clue is not None and largest >= HIDDEN:
            raise NotationError(f"line {number}: no cell has {largest} neighbours")
        yield code, sign
