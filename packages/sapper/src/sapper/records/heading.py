"""The heading of the text of a game: its players, the source of its deal, and its board."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sapper.errors import InputError, NotationError, quoted
from sapper.game import Cell, Deal, Position, World
from sapper.records.step import YOU

_KEYS = ("player", "name", "world", "seed", "number", "gold", "hints", "deal")
_FIELD = re.compile(rf"({'|'.join(_KEYS)}):[ \t]*(.*)")
_BOARD = re.compile(r"\d{1,7}x\d{1,7}x\d{1,7}\b", re.ASCII)
_CELL = re.compile(r"\[(\d{1,7}),\s*(\d{1,7})\]", re.ASCII)


@dataclass(frozen=True)
class Heading:
    """The start of a game.

    - ``world``: the board, its deal, its rules and its hints.
    - ``seed``, ``number``: the source of the deal.
    - ``name``: the person who plays.
    - ``recipe``: the player that makes or continues the game, empty without one.
    """

    world: World
    seed: int
    number: int
    name: str = YOU
    recipe: str = ""

    def __str__(self) -> str:
        world, deal = self.world, self.world.deal
        name = "" if self.name == YOU else self.name
        player = "" if self.recipe == self.name else self.recipe
        fields = {"player": player, "name": name, "world": world.name}
        lines = [f"{key}: {' '.join(text.split())}" for key, text in fields.items() if text]
        lines += [f"seed: {self.seed}", f"number: {self.number}"]
        lines += [f"gold: {deal.gold}"] if deal.gold else []
        if world.hints:
            lines.append("hints: " + " ".join(str(list(cell)) for cell in world.hints))
        if deal.order != Deal.seeded(deal.grid, deal.mines, self.seed, self.number).order:
            lines.append(f"deal: {' '.join(map(str, deal.order))}")
        board = Position.start(deal.grid, deal.mines, world.rules, deal.gold)
        return "\n".join([*lines, str(board)])

    @classmethod
    def parse(cls, source: str) -> Heading:
        """Read the text of a heading. Raises ``NotationError`` with the line at fault."""
        lines, fields = source.split("\n"), dict[str, str]()
        while lines and not _BOARD.match(lines[0].strip()):
            where = f"line {len(fields) + 2}"
            field = _FIELD.match(lines[0].strip())
            if field is None:
                keys = ", ".join(_KEYS)
                raise NotationError(
                    f"{where}: expected a board or one of {keys}, got {quoted(lines[0])}"
                )
            if field[1] in fields:
                raise NotationError(f"{where}: '{field[1]}' is given twice")
            fields[field[1]] = field[2].strip()
            lines.pop(0)
        try:
            board = Position.parse("\n".join(lines))
            if not board.untouched:
                raise NotationError(
                    "a game starts with every cell hidden; 'hints' are opened first"
                )
            seed, number = _whole(fields, "seed", 39), _whole(fields, "number")
            order = tuple(_numbers(fields["deal"])) if "deal" in fields else ()
            deal = Deal.seeded(board.grid, board.mines, seed, number)
            deal = replace(deal, order=order or deal.order, gold=_whole(fields, "gold"))
            hints = _cells(fields.get("hints", ""))
            world = World(fields.get("world", ""), deal, board.rules, hints)
        except InputError as error:
            raise NotationError(f"the start of the game: {error}") from None
        return cls(world, seed, number, fields.get("name") or YOU, fields.get("player", ""))


def _whole(fields: dict[str, str], key: str, digits: int = 18) -> int:
    text = fields.get(key, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise NotationError(f"'{key}': expected a whole number, got {quoted(text)}")
    return int(text)


def _numbers(text: str) -> list[int]:
    if not re.fullmatch(r"[\d ]*", text, re.ASCII) or max(map(len, text.split()), default=0) > 7:
        raise NotationError("'deal': expected indices of cells with spaces between")
    return list(map(int, text.split()))


def _cells(text: str) -> tuple[Cell, ...]:
    if _CELL.sub("", text).strip():
        raise NotationError("'hints': expected cells such as [3, 4]")
    return tuple((int(row), int(column)) for row, column in _CELL.findall(text))
