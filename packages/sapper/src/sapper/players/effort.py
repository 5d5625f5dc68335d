"""Effort: data about the work behind a decision, for strategies that record it.

Each kind is a class with a JSON form that is tagged by ``kind``; ``effort_of`` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sapper.game import Cell
from sapper.json_input import read_value
from sapper.lazy import cached_property

if TYPE_CHECKING:
    from limited_belief import Case


class _Lazy:
    """Effort with a lazy part; compared and pickled by value."""

    def _values(self) -> tuple[object, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Lazy):
            return NotImplemented
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values()[:-1])

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the value, not the function that finds it."""
        return type(self), self._values()


@dataclass(frozen=True, eq=False)
class Splits(_Lazy):
    """Limited belief: the level that decides, and the split tree, which proves the decision.

    ``grown`` is the tree or a function that returns it, because a tree costs more than the
    decision. Statements of the tree name cells as ``[row, column]``.
    """

    level: int
    grown: Case | Callable[[], Case]

    @cached_property
    def tree(self) -> Case:
        """The split tree."""
        return self.grown() if callable(self.grown) else self.grown

    def _values(self) -> tuple[object, ...]:
        return self.level, self.tree

    def to_json(self) -> dict[str, Any]:
        """Return plain values, of kind ``splits``."""
        return {"kind": "splits", "level": self.level, "tree": self.tree.to_json()}


@dataclass(frozen=True)
class TriedMove:
    """A cell that was tried in ``visits`` simulated games, and its average ``value``."""

    cell: Cell
    visits: int
    value: float


@dataclass(frozen=True)
class TriedMoves:
    """A tree search or playouts: the cells tried, in the strategy's order."""

    moves: tuple[TriedMove, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values, of kind ``search``."""
        return {"kind": "search", "moves": list(map(asdict, self.moves))}


@dataclass(frozen=True)
class CellSet:
    """The cells bound to a variable of a rule, and their number of mines if it has one."""

    cells: tuple[Cell, ...]
    mines: int | None = None


#: The value of a rule's variable: cells, a single clue, or a number.
Binding = CellSet | Cell | int


#: The variables by name, with their values.
Bindings = tuple[tuple[str, Binding], ...]


@dataclass(frozen=True, eq=False)
class AppliedRule(_Lazy):
    """A learned rule: its ``name``, its text, and the values of its variables.

    ``bound`` are the bindings or a function that returns them.
    """

    name: str
    rule: str
    bound: Bindings | Callable[[], Bindings]

    @cached_property
    def bindings(self) -> Bindings:
        """The variables by name, the tile of the conclusion first."""
        return self.bound if isinstance(self.bound, tuple) else self.bound()

    def _values(self) -> tuple[object, ...]:
        return self.name, self.rule, self.bindings

    def to_json(self) -> dict[str, Any]:
        """Return plain values, of kind ``rule``."""
        bindings = {name: _binding_json(value) for name, value in self.bindings}
        return {"kind": "rule", "name": self.name, "rule": self.rule, "bindings": bindings}


Effort = Splits | TriedMoves | AppliedRule


def effort_of(fields: Mapping[str, Any]) -> Effort:
    """Return the effort from the plain values of ``to_json``, possibly after a round trip through
    JSON.

    Raises ``KeyError``, ``TypeError``, ``ValueError`` or ``NotationError`` for other values.
    """
    match fields["kind"]:
        case "splits":
            from limited_belief import Case

            return Splits(fields["level"], read_value(fields["tree"], Case, "'effort'"))
        case "search":
            return read_value(fields, TriedMoves, "'effort'")
        case "rule":
            bindings = tuple(
                (name, _binding(binding)) for name, binding in fields["bindings"].items()
            )
            return AppliedRule(fields["name"], fields["rule"], bindings)
    raise ValueError(f"expected splits, search or rule as the kind, found {fields['kind']!r}")


def _binding_json(value: Binding) -> dict[str, Any]:
    match value:
        case CellSet():
            return {"cells": list(value.cells), "mines": value.mines}
        case int():
            return {"number": value}
    return {"clue": value}


def _binding(fields: Mapping[str, Any]) -> Binding:
    if "cells" in fields:
        return read_value(fields, CellSet, "'effort'")
    if "clue" in fields:
        row, column = fields["clue"]
        return row, column
    return read_value(fields["number"], int, "'effort'")
