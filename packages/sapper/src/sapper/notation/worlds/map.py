"""Maps of worlds as rows of letters, and the options after their names; errors name the cell."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sapper.errors import InputError, NotationError, RulesError
from sapper.game import Cell, Deal, Grid, Rules, World
from sapper.game import text as plain
from sapper.game.grid import Kind, check_cells
from sapper.game.text import (
    GRID_KEYS,
    INDICES,
    RULES_KEYS,
    grid_of,
    grid_words,
    numbers,
    one_of,
)
from sapper.game.world import DAGGERS_AND_GOLD

KEYS = (*RULES_KEYS, "gold", *GRID_KEYS, "hints", "order")


def rules_of(options: Mapping[str, str], default: Rules) -> Rules:
    """Return the default rules of a game, changed by the options.

    In addition to those of ``game.text``, ``gold`` says whether the number of gold is known. Raises
    ``InputError`` for a wrong option.
    """
    rules = plain.rules_of(options, default)
    if "gold" not in options:
        return rules
    return replace(rules, gold_known=one_of(options, "gold", ("known", "unknown")) == "known")


def rules_words(rules: Rules, default: Rules) -> list[str]:
    """Return the words with which ``rules_of`` turns the default into these rules."""
    known = "gold=known" if rules.gold_known else "gold=unknown"
    differs = rules.gold_known != default.gold_known
    return [*plain.rules_words(rules, default), *[known] * differs]


_HINTS = re.compile(r"(?:\d{1,7},\d{1,7}(?:;\d{1,7},\d{1,7})*)?", re.ASCII)


def hints_of(options: Mapping[str, str]) -> tuple[Cell, ...]:
    """Return the cells that are open before the first move. Raises ``NotationError``."""
    ends = numbers(options, "hints", _HINTS, "0,0;2,2")
    return tuple(zip(ends[::2], ends[1::2], strict=True))


PLAIN = Rules(first="any")  #: the rules of the games without gold


@dataclass(frozen=True)
class Game:
    """A game of the family: its letters, that of mines first, and what its maps imply.

    ``hinted``: the first cell and the middle one are given, unless they are mines or blocked.
    """

    name: str
    mine: str
    letters: str
    rules: Rules = PLAIN
    kind: Kind = "square"
    hinted: bool = False


#: The game of maps with ambiguous letters, and of all worlds that are written.
OWN = Game("Daggers & Gold", "dagger", "dg", DAGGERS_AND_GOLD)
FAMILY = (
    OWN,
    Game("Nettle Sweeper", "nettle", "n"),
    Game("Tornado Sweeper", "tornado", "t", kind="hex"),
    Game("Obscured Sweeper", "mine", "m", hinted=True),
)
MINES = frozenset(game.letters[0] for game in FAMILY)
GOLD, BLOCKED, UNKNOWN = "g", "b", "."
_GAMES = {letter: game for game in FAMILY for letter in game.letters}
_CELL = re.compile(r"\((\d{1,3})\)|(.)", re.DOTALL | re.ASCII)
_CLUE = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True)
class Map:
    """A world as written. If it comes from a text, ``head`` and ``lines`` are the line numbers of
    its heading and its rows."""

    name: str
    rows: list[str]
    options: dict[str, str] = field(default_factory=dict)
    head: int | None = None
    lines: list[int] = field(default_factory=list)

    def line(self, row: int) -> str:
        """Return the start of a sentence about a row."""
        return f"line {self.lines[row]}: " if self.lines else ""


def quote_name(name: str) -> str:
    """Return a world's name for a message, short and on one line."""
    short = name[:40] + ("…" if len(name) > 40 else "")
    return short if short.strip() and short.isprintable() else ascii(short)


def world_of(drawn: Map) -> World:
    """Make the world of a map. Raises ``NotationError`` naming the world and the cell at fault."""
    try:
        return _world(drawn)
    except InputError as error:
        raise NotationError(f"world {quote_name(drawn.name)}: {error}") from None


def world_text(world: World) -> str:
    """Return a world's text form, which ``parse_worlds`` turns into an equal world.

    Raises ``RulesError`` if its gold does not fit, or if a hint cannot be opened.
    """
    deal, grid = world.deal, world.deal.grid
    mines = frozenset(deal.order[: deal.mines])
    gold = deal.gold_indices(mines)
    _check_hints(world.hints, grid, mines, OWN)
    words = [*rules_words(world.rules, OWN.rules), *grid_words(grid)]
    if world.hints:
        words.append("hints=" + ";".join(f"{row},{column}" for row, column in world.hints))
    if deal != Deal.of_mines(grid, mines, gold):
        words.append("order=" + ",".join(map(str, deal.order)))
    letters = [_letter(grid, i, mines, gold) for i in range(grid.size)]
    starts = range(0, grid.size, grid.width)
    rows = ("".join(letters[i : i + grid.width]) for i in starts)
    return "\n".join([" ".join(["#", _written(world.name), *words]), *rows])


def _world(drawn: Map) -> World:
    cells, width = _cells(drawn)
    game = _game(drawn, cells, width)
    blocked = frozenset(i for i, letter in enumerate(cells) if letter == BLOCKED)
    mines = frozenset(i for i, letter in enumerate(cells) if letter in MINES)
    gold = frozenset(i for i, letter in enumerate(cells) if letter == GOLD)
    try:
        grid = grid_of(drawn.options, width, len(drawn.rows), blocked, game.kind)
        rules = rules_of(drawn.options, game.rules)
        hints = hints_of(drawn.options)
        order = tuple(numbers(drawn.options, "order", INDICES, "3,0,1"))
        _check_hints(hints, grid, mines, game)
    except InputError as error:
        raise NotationError(f"line {drawn.head}: {error}" if drawn.head else str(error)) from None
    _check_letters(drawn, cells, grid, mines, game)
    if game.hinted and "hints" not in drawn.options:
        given = (0, grid.index((grid.height // 2, grid.width // 2)))
        hints = tuple(grid.cell(i) for i in sorted({*given} - mines - blocked))
    deal = Deal.of_mines(grid, mines, gold)
    if "order" in drawn.options:
        deal = Deal(grid, deal.mines, order, deal.gold)
        if frozenset(order[: deal.mines]) != mines or deal.gold_indices(mines) != gold:
            raise NotationError("order= and the map disagree about the mines or the gold")
    return World(drawn.name, deal, rules, hints)


def _cells(drawn: Map) -> tuple[list[str], int]:
    """Return the letter or the digits of the clue of every cell, and the width."""
    if not drawn.rows:
        raise NotationError("there are no rows after its name")
    cells: list[str] = []
    width: int | None = None
    for number, row in enumerate(drawn.rows):
        found = list(row) if "(" not in row else [a or b for a, b in _CELL.findall(row)]
        width = len(found) if width is None else width
        if len(found) != width:
            where = f"line {drawn.lines[number]}" if drawn.lines else f"row {number}"
            raise NotationError(f"{where} has {len(found)} cells instead of {width}")
        check_cells(width, len(drawn.rows))
        cells += found
    return cells, width or 0


def _game(drawn: Map, cells: list[str], width: int) -> Game:
    """Return the game whose letters a map uses. Raises ``NotationError`` for any other letter."""
    game, its = None, ""
    for letter in dict.fromkeys(cells):  # each once, in the order of the map
        if letter in (BLOCKED, UNKNOWN) or _CLUE.fullmatch(letter):
            continue
        other = _GAMES.get(letter)
        row, column = divmod(cells.index(letter), width)
        if other is None:
            raise NotationError(_unknown(drawn, letter, row, column))
        if game not in (None, other):
            raise NotationError(
                f"{drawn.line(row)}{letter!r} at [{row}, {column}] is a letter of {other.name}, "
                f"but {its!r} before it is a letter of {game.name}"
            )
        game, its = other, letter
    return game or OWN


def _unknown(drawn: Map, letter: str, row: int, column: int) -> str:
    """Return a sentence about an unknown letter at a cell."""
    if not drawn.lines:
        return f"unknown letter {letter!r} at [{row}, {column}]"
    tokens = _CELL.finditer(drawn.rows[row])  # editors count characters, some clues have several
    start = next(token.start() for token in tokens if token[2] == letter)
    return f"line {drawn.lines[row]}, column {start + 1}: unknown letter {letter!r}"


def _check_letters(
    drawn: Map, cells: list[str], grid: Grid, mines: frozenset[int], game: Game
) -> None:
    """Raise ``NotationError`` for a wrong clue, or a mine beside gold."""
    for index, letter in enumerate(cells):
        if letter in (BLOCKED, UNKNOWN) or letter in MINES:
            continue
        near = mines.intersection(grid.neighbour_indices(index))
        cell = list(grid.cell(index))
        if letter == GOLD and near:
            raise NotationError(
                f"{drawn.line(cell[0])}the gold at {cell} touches the {game.mine} at "
                f"{list(grid.cell(min(near)))}"
            )
        if letter != GOLD and int(letter) != len(near):
            raise NotationError(
                f"{drawn.line(cell[0])}the clue {int(letter)} at {cell} should be {len(near)}"
            )


def _check_hints(hints: tuple[Cell, ...], grid: Grid, mines: frozenset[int], game: Game) -> None:
    for number, cell in enumerate(hints):
        index = grid.index(cell)
        if cell in hints[:number]:
            raise RulesError(f"the hint {list(cell)} is given twice")
        if index in grid.blocked:
            raise RulesError(f"the hint {list(cell)} is blocked")
        if index in mines:
            raise RulesError(f"the hint {list(cell)} is a {game.mine}")


def _letter(grid: Grid, index: int, mines: frozenset[int], gold: frozenset[int]) -> str:
    if index in grid.blocked:
        return BLOCKED
    if index in mines:
        return OWN.letters[0]
    if index in gold:
        return GOLD
    clue = len(mines.intersection(grid.neighbour_indices(index)))
    return str(clue) if clue < 10 else f"({clue})"


def _written(name: str) -> str:
    """Return a name for a heading: as it is, or as a JSON string."""
    plain = name.isprintable() and "=" not in name and not name.startswith('"')
    return name if plain and name and " ".join(name.split()) == name else json.dumps(name)
