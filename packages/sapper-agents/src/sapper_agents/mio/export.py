"""The Minesweeper task as files, for other learners.

The predicates of Peña Castillo & Wrobel 2003, Table 1, are tabulated for the boards of the
examples: cells, boards, zones and sets are constants. So a learner needs neither sapper nor a
Prolog program, and FOIL, which reads only tables, can learn the task too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import cast

from mio import Examples, Mode, Struct, Term, written
from sapper.errors import InputError
from sapper.files import write_file
from sapper.game import Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper_agents.mio.rules import ZERO
from sapper_agents.mio.task import CellExample
from sapper_agents.mio.view import (
    Mines,
    board,
    declared,
    difference,
    members,
    set_has_mines,
    zone_of_interest,
)

NAME = "minesweeper"  #: of the files in Aleph's and in FOIL's form
DIFFERENCES = 2  #: how often sets are subtracted, as in S-3, the paper's longest rule
_ABOUT = (
    "% Peña Castillo & Wrobel 2003, Table 1, tabulated for the boards of the examples.\n"
    "% A board is listed row by row: u is covered, m a marked mine.\n"
)
_ALEPH_SETTINGS = {"clauselength": 9, "i": 5, "nodes": 20_000}
_POPPER_LIMITS = {"max_vars": 12, "max_body": 9, "max_clauses": 4}

Row = tuple[Term, ...]


@dataclass
class Tables:
    """Facts about examples, by predicate, and the text of each board."""

    facts: dict[str, dict[Row, None]] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    _names: dict[object, str] = field(default_factory=dict)

    def add_example(self, example: CellExample) -> Row:
        """Add all facts that rules up to S-3 can use on an example; return it as constants."""
        tile, text = example
        position = Position.parse(text)
        name = self._name("b", text)
        self.boards[name] = text
        at = _cell(tile, position)
        left, fringe = board(text).mines_left, board(text).fringe
        if left is not None:
            self._add("totalMinesLeft", name, left)
        sets = dict.fromkeys([] if fringe is None else [fringe])
        for found in sets:
            self._add("allMinesInFringe", name, self._set(found, position))
        for zone in zone_of_interest(tile, text):
            zone_name = self._name("z", (text, zone))
            self._add("zoneOfInterest", at, name, zone_name)
            for clue, found in set_has_mines(text, zone):
                row = (_cell(clue, position), name, zone_name, self._set(found, position))
                self._add("setHasXMines", *row)
                sets[found] = None
        for _ in range(DIFFERENCES):
            for one, other in product(tuple(sets), repeat=2):
                rest = difference(one, other)
                if rest is not None:
                    names = (self._set(each, position) for each in (one, other, rest))
                    self._add("diffSetHasXMines", *names)
                    sets[rest] = None
        return at, name

    def _set(self, found: Mines, position: Position) -> str:
        known = found in self._names
        name = self._name("s", found)
        if not known:
            for cell in members(found.cells):
                self._add("inSet", _cell(cell, position), name)
            self._add("lengthSet", name, found.cells.bit_count())
            self._add("minesInSet", name, found.mines)
        return name

    def _name(self, kind: str, value: object) -> str:
        return self._names.setdefault(value, f"{kind}{len(self._names) + 1}")

    def _add(self, predicate: str, *row: Term) -> None:
        self.facts.setdefault(predicate, {})[row] = None


def _cell(index: int, position: Position) -> str:
    row, column = position.grid.cell(index)
    return f"r{row}c{column}"


def export_task(
    folder: str | Path, target: str, examples: Examples, test: Examples | None = None
) -> None:
    """Write a target of Minesweeper with its examples as a task for other learners.

    - bk.pl, bias.pl, exs.pl and, with ``test``, exs_test.pl, in Popper's form;
    - minesweeper.b, .f and .n, in that of Aleph and Progol;
    - minesweeper.d, in that of FOIL.

    The learner reads the first two. Raises ``InputError`` if a file cannot be written.
    """
    tables, place = Tables(), Path(folder)
    kinds = [
        [tables.add_example(cast("CellExample", row)) for row in rows]
        for part in (examples, test or Examples((), ()))
        for rows in (part.positives, part.negatives)
    ]
    positives, negatives, more_positives, more_negatives = kinds
    files = {
        "bk.pl": _ABOUT + _boards(tables) + _facts(tables),
        "bias.pl": _popper_bias(target),
        "exs.pl": _signed(target, positives, negatives),
        f"{NAME}.b": _aleph_bias(target) + _ABOUT + _facts(tables),
        f"{NAME}.f": _lines(target, positives),
        f"{NAME}.n": _lines(target, negatives),
        f"{NAME}.d": _foil(tables, target, positives, negatives),
    }
    if test is not None:
        files["exs_test.pl"] = _signed(target, more_positives, more_negatives)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{place}: {(error.strerror or str(error)).lower()}") from None
    for name, text in files.items():
        write_file(place / name, text)


def _lines(predicate: str, rows: Iterable[Row], form: str = "{}.\n") -> str:
    return "".join(form.format(written(Struct(predicate, row))) for row in rows)


def _signed(target: str, positives: Iterable[Row], negatives: Iterable[Row]) -> str:
    return _lines(target, positives, "pos({}).\n") + _lines(target, negatives, "neg({}).\n")


def _facts(tables: Tables) -> str:
    facts = [_lines(mode.name, tables.facts.get(mode.name, ())) for mode in _modes()]
    return "".join([*facts, f"{ZERO}(0).\n"])


def _boards(tables: Tables) -> str:
    lines = []
    for name, text in tables.boards.items():
        position = Position.parse(text)
        codes = {HIDDEN: "u", FLAGGED: "m"}
        cells = ",".join(codes.get(code, str(code)) for code in position.cells)
        lines.append(f"board({name},{position.grid.width},{position.mines},[{cells}]).\n")
    return "".join(lines)


def _modes() -> Sequence[Mode]:
    """The modes of the paper's predicates; none of them depends on the target."""
    return declared("safe").body


def _popper_bias(target: str) -> str:
    head = declared(target).head
    lines = [f"head_pred({target},{len(head.places)})."]
    lines += [f"body_pred({mode.name},{len(mode.places)})." for mode in _modes()]
    lines += [f"body_pred({ZERO},1).", f"type({ZERO},(int,)).", f"direction({ZERO},(in,))."]
    for mode in (head, *_modes()):
        types = ",".join(place.type for place in mode.places)
        ways = ",".join("in" if place.sign == "+" else "out" for place in mode.places)
        lines += [f"type({mode.name},({types})).", f"direction({mode.name},({ways}))."]
    lines += [f"{name}({limit})." for name, limit in _POPPER_LIMITS.items()]
    return "\n".join([*lines, ""])


def _aleph_bias(target: str) -> str:
    head = declared(target).head
    lines = [f":- modeh(1,{head})."]
    for mode in _modes():
        # Aleph has no -#: a mode for variables and one for constants
        signs = ("-", "#") if "-#" in str(mode) else ("-#",)
        lines += [f":- modeb(*,{str(mode).replace('-#', sign)})." for sign in signs]
        about = f"{mode.name}/{len(mode.places)}"
        lines.append(f":- determination({target}/{len(head.places)},{about}).")
    lines += [f":- set({name},{value})." for name, value in _ALEPH_SETTINGS.items()]
    return "\n".join([*lines, ""])


def _foil(tables: Tables, target: str, positives: Sequence[Row], negatives: Sequence[Row]) -> str:
    """Write types with their constants, then relations; FOIL learns those without an asterisk."""
    head, constants = declared(target).head, dict[str, dict[Term, None]]()
    for mode in (head, *_modes()):
        rows = (*positives, *negatives) if mode is head else tables.facts.get(mode.name, ())
        for row in rows:
            for place, term in zip(mode.places, row, strict=True):
                constants.setdefault(place.type, {})[term] = None
    lines = []
    for kind, terms in constants.items():
        listed = (f"*{term}" if term == 0 else str(term) for term in terms)
        lines.append(f"#{kind}: {', '.join(listed)}.")
    lines += ["", _foil_header(head)]
    lines += [*map(_foil_row, positives), ";", *map(_foil_row, negatives), "."]
    for mode in _modes():
        # a key has # where a bound variable is needed, and - where a new one may stand
        key = "".join("#" if place.sign == "+" else "-" for place in mode.places)
        lines.append(f"*{_foil_header(mode)} {key}")
        lines += [*map(_foil_row, tables.facts.get(mode.name, ())), "."]
    return "\n".join([*lines, ""])


def _foil_header(mode: Mode) -> str:
    return f"{mode.name}({','.join(place.type for place in mode.places)})"


def _foil_row(row: Row) -> str:
    return ",".join(map(str, row))
