"""Variants of Minesweeper as data: a TOML file says what clues show and what every layout obeys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sapper.errors import InputError, NotationError, listed, quoted, unknown
from sapper.files import read_text
from sapper.json_input import convert, read_value
from sapper_variants.board import Board, Lines, Shape, View, check_looks
from sapper_variants.diagram import Constraint, Sum, Table, span
from sapper_variants.groups import Groups
from sapper_variants.rules import LayoutRule, Picture
from sapper_variants.shows import SHOWS, Value, of_all_fillings, total

RULES = files("sapper_variants") / "rules"  #: the folder of the variants that come with the package
MAX_LINES = 40  #: of a file
MAX_COUNT = 20  #: how often a mine may count, and by how much a clue may be wrong
T = TypeVar("T")

SPECIAL = ("H", "F", "*", "?")  #: texts of cells that are no clues


class Clue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a clue looks at, and what it shows of the mines there.

    - ``looks``: the name of a view (``sapper_variants.LOOKS``) or a picture of it.
    - ``light``, ``dark``: how often a mine in a light or dark cell counts.
    - ``shows``: the name of a function of ``sapper_variants.SHOWS``.
    - ``absolute``: whether the number is shown without its sign.
    - ``modulo``: show the remainder of a division by this number; 0 shows the number.
    - ``off``: by how much the number shown is too large or too small.
    """

    looks: str | Picture = "around"
    light: int = 1
    dark: int = 1
    shows: str = "sum"
    absolute: bool = False
    modulo: int = 0
    off: int = 0

    def __post_init__(self) -> None:
        check_looks(self.looks)
        if self.shows not in SHOWS:
            raise ValueError(f"shows: {unknown('value', self.shows, SHOWS)}")
        straight = isinstance(self, Border) or self.looks in ("rays", "rows", "columns")
        if self.shows in ("seen", "seen difference") and not straight:
            raise ValueError(f"shows: {self.shows} needs looks of rays, rows or columns")
        for field in ("light", "dark", "off"):
            if abs(getattr(self, field)) > MAX_COUNT:
                raise ValueError(f"{field}: expected a number from -{MAX_COUNT} to {MAX_COUNT}")
        if self.modulo < 0 or self.modulo == 1:
            raise ValueError("modulo: expected a number from 2 on")
        texts = self.shows in ("runs", "blocks", "contiguous", "nothing")
        if texts and (self.absolute or self.modulo or self.off):
            raise ValueError(f"shows: {self.shows} is not a number, so it takes no other field")

    def shown(self, value: Value) -> tuple[str, ...]:
        """The texts that a clue of this value can show: two if it is off."""
        if isinstance(value, str):
            return (value,)
        value = abs(value) if self.absolute else value
        value = value % self.modulo if self.modulo else value
        low, high = value - self.off, value + self.off
        return (str(value),) if not self.off else tuple(str(v) for v in (low, high) if v >= 0)

    def texts(self, view: View, mines: Iterable[int]) -> tuple[str, ...]:
        """What a clue with this view can show if the mines are in these cells."""
        inside = set(mines)
        return self.shown(SHOWS[self.shows]([i in inside for i in view.cells], view))

    def possible(self, view: View) -> set[str]:
        """The texts that a clue with this view can show. Raises ``BudgetError`` as above."""
        if SHOWS[self.shows] is total:
            low, high = span(view.weights)
            values: Iterable[Value] = range(low, high + 1)
        else:
            _, values = _values(self, view._replace(cells=(0,) * len(view.cells)))
        return {text for value in values for text in self.shown(value)}

    def means(self, view: View, text: str) -> str:
        """What a text says, in words: ``a 3 means 2 or 4``, nothing if it is plain."""
        constraint = self.constraint(view, text)
        if not isinstance(constraint, Sum) or sorted(constraint.totals) == [int(text)]:
            return ""
        return f" (which means {listed(map(str, sorted(constraint.totals)), 'or')})"

    def constraint(self, view: View, text: str) -> Constraint:
        """What a text says about the cells of a view. Raises ``BudgetError`` if they are many."""
        if SHOWS[self.shows] is total:
            low, high = span(view.weights)
            totals = (t for t in range(low, high + 1) if text in self.shown(t))
            return Sum(view.cells, view.weights, frozenset(totals))
        return Table(view.cells, _allowed(self, view._replace(cells=(0,) * len(view.cells)), text))


class Border(Clue, frozen=True, forbid_unknown_fields=True):
    """Clues at the border: each looks along a line of the board."""

    lines: Lines = "rows"


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a game: a board, what clues show, and what every layout obeys.

    - ``name``: the name, as in a position.
    - ``rule``: one sentence for players.
    - ``shape``: that of the cells: square, hex or torus.
    - ``clue``: what a clue shows.
    - ``border``: clues at the border.
    - ``layout``: rules on the layout.

    >>> from sapper_variants import Variant
    >>> Variant.named("liar").rule
    'Every clue is wrong by one: a 3 means two mines or four.'
    >>> Variant.named("quad+liar").clue.off
    1
    """

    name: str
    rule: str
    shape: Shape = "square"
    clue: Clue = Clue()
    border: tuple[Border, ...] = ()
    layout: tuple[LayoutRule, ...] = ()

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[^\s:,]+", self.name):
            raise ValueError(f"name: expected a word without : and commas, not {quoted(self.name)}")

    @classmethod
    def parse(cls, text: str) -> Variant:
        """Read a variant from TOML, or a combination: ``combine`` names the variants to combine.

        Raises ``NotationError`` naming the line and the field.
        """
        if len(text.splitlines()) > MAX_LINES:
            raise NotationError(f"a variant has at most {MAX_LINES} lines")
        try:
            declared = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise NotationError(_of_toml(str(error), len(text.splitlines()))) from None
        try:
            parts = declared.pop("combine", None)
            if parts is None:
                return _read(declared, cls)._worded()
            combined = combine(*map(cls.named, _read({"combine": parts}, _Combination).combine))
            words = _read({"name": combined.name, "rule": combined.rule, **declared}, _Words)
            return msgspec.structs.replace(combined, name=words.name, rule=words.rule)
        except InputError as error:
            raise NotationError(f"{_line(text, str(error))}{error}") from None

    @classmethod
    def load(cls, path: str | Path) -> Variant:
        """Read a variant from a file. Raises ``InputError`` naming the file, line and field."""
        text = read_text(path)
        try:
            return cls.parse(text)
        except InputError as error:
            raise type(error)(f"{path}: {error}") from None

    @classmethod
    def named(cls, name: str) -> Variant:
        """Return a variant by name, by several names joined by ``+``, or from a file ``*.toml``.

        Raises ``InputError`` if there is none.
        """
        if name.endswith(".toml"):
            return cls.load(name)
        if name in names():
            return _shipped(name)
        parts = name.split("+")
        for part in parts:
            if part not in names():
                raise InputError(unknown("variant", part, names()))
        return combine(*map(_shipped, parts))

    def _worded(self) -> Variant:
        """The variant whose rules on layouts have words, which are its own if they have none."""
        worded = (
            rule if rule.words else msgspec.structs.replace(rule, words=self.rule)
            for rule in self.layout
        )
        return msgspec.structs.replace(self, layout=tuple(worded))

    def board(self, width: int, height: int) -> Board:
        """The board of a size."""
        return Board(self.shape, width, height)

    def views(self, board: Board) -> tuple[View, ...]:
        """What the clue in each cell looks at."""
        return board.views(self.clue.looks, self.clue.light, self.clue.dark)

    def obeyed(self, board: Board, mines: Iterable[int]) -> bool:
        """Whether a layout obeys the rules on layouts."""
        inside = frozenset(mines)
        return all(rule.obeyed(board, inside) for rule in self.layout)

    def constraints(self, board: Board, mines: int) -> tuple[Constraint, ...]:
        """What the rules on layouts say about few cells, with so many mines on the board."""
        return tuple(c for rule in self.layout for c in constraints_of(rule, board, mines))

    def groups(self, board: Board) -> tuple[Groups, ...]:
        """What the rules on layouts say about groups of connected cells."""
        found = (rule.groups(board) for rule in self.layout)
        return tuple(groups for groups in found if groups is not None)


class _Combination(msgspec.Struct, frozen=True):
    combine: tuple[str, ...]


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rule: str


def combine(*variants: Variant) -> Variant:
    """Return the variant with the rules of several.

    Raises ``InputError`` if two say different things about the clue or the board.
    """
    name = "+".join(variant.name for variant in variants)
    clue = _merged([variant.clue for variant in variants], name)
    shapes = [variant.shape for variant in variants if variant.shape != "square"]
    shape: Shape = _agreed("shape", shapes, name) or "square"
    return Variant(
        name,
        " ".join(variant.rule for variant in variants),
        shape,
        clue,
        tuple(dict.fromkeys(border for variant in variants for border in variant.border)),
        tuple(dict.fromkeys(rule for variant in variants for rule in variant.layout)),
    )


def names() -> tuple[str, ...]:
    """Return the names of the variants that come with the package, in alphabetical order."""
    return _names()


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(f.name.removesuffix(".toml") for f in RULES.iterdir()))


@cache
def _shipped(name: str) -> Variant:
    return Variant.parse((RULES / f"{name}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=256)
def constraints_of(rule: LayoutRule, board: Board, mines: int) -> tuple[Constraint, ...]:
    """Return what a rule on layouts says about few cells, with so many mines on the board."""
    return tuple(rule.constraints(board, mines))


@lru_cache(maxsize=2_000)
def _values(clue: Clue, view: View) -> tuple[Sequence[int], list[Value]]:
    """The value of a clue for each filling of its view, as its number in a list of all values."""
    numbers = dict[Value, int]()
    shown = of_all_fillings(SHOWS[clue.shows], view)
    kinds = [numbers.setdefault(value, len(numbers)) for value in shown]
    return bytes(kinds) if len(numbers) <= 256 else kinds, list(numbers)


@lru_cache(maxsize=20_000)
def _allowed(clue: Clue, view: View, text: str) -> bytes:
    kinds, values = _values(clue, view)
    allowed = bytes(text in clue.shown(value) for value in values)
    if isinstance(kinds, bytes):
        return kinds.translate(allowed.ljust(256))
    return bytes(map(allowed.__getitem__, kinds))


def _merged(clues: list[Clue], name: str) -> Clue:
    """The clue with the fields in which these differ from the usual one."""
    usual = Clue()
    chosen = {
        field: [value for clue in clues if (value := getattr(clue, field)) != getattr(usual, field)]
        for field in Clue.__struct_fields__
    }
    return Clue(**{f: _agreed(f"clue.{f}", given, name) for f, given in chosen.items() if given})


def _agreed(field: str, given: list[Any], name: str) -> Any:
    """The only value that differs from the usual one, None if there is none."""
    different = list(dict.fromkeys(given))
    if len(different) > 1:
        raise InputError(f"{name}: {field} cannot be both {different[0]!r} and {different[1]!r}")
    return different[0] if different else None


def _read(declared: object, kind: type[T]) -> T:
    """Convert plain values. Raises ``InputError`` naming the field: ``'layout[0].picture': …``."""
    try:
        return convert(declared, kind)
    except msgspec.ValidationError as error:
        _, found, place = str(error).rpartition("at `$")
        path = place.strip("`.") if found else ""
        if isinstance(error.__cause__, ValueError):  # of a check of a value: ``field: what``
            field, _, words = str(error.__cause__).partition(": ")
            raise InputError(f"'{path}{'.' * bool(path)}{field}': {words}") from None
        return read_value(declared, kind)  # words the error


def _line(text: str, sentence: str) -> str:
    """The line of the field that a sentence names, as ``line 3: ``; that of ``combine``, or else
    the first one, if it names none."""
    named = re.match(r"'([\w.\[\]]+)'", sentence)
    lines, at = text.splitlines(), 0
    for name, number in re.findall(r"(\w+)(?:\[(\d+)\])?", named[1] if named else "combine"):
        pattern = re.compile(rf"\s*(\[+\s*{name}\s*\]|{name}\s*=)")
        found = [n for n, line in enumerate(lines[at:], at) if pattern.match(line)]
        if not found:
            break
        at = found[min(int(number or 0), len(found) - 1)]
    if field := re.search(r"unknown field '([^']+)'", sentence):
        at = next(
            (n for n, x in enumerate(lines[at:], at) if x.split("=")[0].strip() == field[1]), at
        )
    return f"line {at + 1}: "


def _of_toml(fault: str, lines: int) -> str:
    """The message of a reader of TOML, with the line first; the last one is number ``lines``."""
    words, _, place = fault.removesuffix(")").rpartition(" (at ")
    where = f"line {max(1, lines)}: " if place == "end of document" else f"{place}: "
    return f"{where}not valid TOML: {words[:1].lower()}{words[1:]}"
