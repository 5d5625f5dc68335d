"""Checks of a variant on small boards: what inference says, against an enumeration of all layouts.

The enumeration reads the declarations only: the functions that say what clues show, and the checks
of layouts. Inference and proofs read the constraints that follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.errors import ImpossiblePositionError, plural
from sapper.kernel.chance import Chance
from sapper_variants.board import Board, View
from sapper_variants.certain import Layouts
from sapper_variants.counting import Counting
from sapper_variants.dealing import opened, unopened
from sapper_variants.diagram import fillings
from sapper_variants.position import HIDDEN, MINE, OPEN, Position, Source
from sapper_variants.proof import Step, explain
from sapper_variants.shows import SHOWS
from sapper_variants.variant import Clue, Variant

SIZES = ((4, 3), (3, 3), (2, 5))  #: width and height of the boards
LARGE = ((4, 4), (5, 3), (2, 8))  #: those of a full check
Rows = npt.NDArray[np.bool_]

ROUNDING = 1e-12  #: by which a chance may differ from the enumeration


@dataclass(frozen=True)
class Checked:
    """The result of a check.

    - ``layouts``: the layouts that were tried, and ``obeyed`` those of them that obey the rules.
    - ``positions``: the positions whose certain cells and chances were compared.
    - ``proofs``: the proofs whose steps were checked.
    - ``fault``: the first mistake in one sentence, with the position; empty if there is none.
    """

    layouts: int
    obeyed: int
    positions: int
    proofs: int = 0
    fault: str = ""

    def __str__(self) -> str:
        """A sentence for people."""
        if self.fault:
            return self.fault
        return (
            f"right: {plural(self.layouts, 'layout')} tried, {self.obeyed:,} of which obey the"
            f" rules, {plural(self.positions, 'position')} compared, and"
            f" {plural(self.proofs, 'proof')} checked"
        )


class Enumeration:
    """All layouts of a small board that obey the rules of a variant."""

    def __init__(self, variant: Variant, width: int, height: int) -> None:
        self.variant, self.board = variant, variant.board(width, height)
        self.all = np.array(list(fillings(self.board.size)), bool)
        layouts = [frozenset(np.flatnonzero(row).tolist()) for row in self.all]
        self._obeyed = [
            np.array([rule.obeyed(self.board, mines) for mines in layouts], bool)
            for rule in variant.layout
        ]
        self.right = np.logical_and.reduce([np.ones(len(self.all), bool), *self._obeyed])
        self.layouts = self.all[self.right]
        self._sizes = self.layouts.sum(axis=1)

    def of(self, position: Position) -> npt.NDArray[np.bool_]:
        """The layouts of a position, one row each."""
        keep = self._sizes == position.mines
        for cell, mine in position.known.items():
            keep &= self.layouts[:, cell] == mine
        variant, board = self.variant, self.board
        views = variant.views(board)
        for cell, text in enumerate(position.cells):
            if text not in (HIDDEN, MINE, OPEN):
                keep &= _shown(self.layouts, variant.clue, views[cell], text)
        for border, texts in zip(variant.border, position.lines, strict=True):
            for view, text in zip(board.lines(border.lines), texts, strict=True):
                if text != OPEN:
                    keep &= _shown(self.layouts, border, view, text)
        kept: npt.NDArray[np.bool_] = self.layouts[keep]
        return kept

    def allowed(self, position: Position, source: Source) -> Rows:
        """The layouts, right ones or not, that obey a single clue or rule of a position."""
        variant, board, number = self.variant, self.board, source.number
        if source.kind == "total":
            return np.asarray(self.all.sum(axis=1) == position.mines)
        if source.kind == "rule":
            return self._obeyed[number]
        if source.kind == "clue":
            view = variant.views(board)[number]
            return _shown(self.all, variant.clue, view, position.cells[number])
        border = variant.border[number]
        line = board.lines(border.lines)[source.line]
        return _shown(self.all, border, line, position.lines[number][source.line])

    def positions(self, number: int, chance: Chance) -> Iterator[Position]:
        """Positions by chance: of a layout, some of whose cells are open, with clues or without."""
        for _ in range(number if len(self.layouts) else 0):
            mines = np.flatnonzero(self.layouts[chance.below(len(self.layouts))]).tolist()
            position = opened(self.variant, self.board.width, self.board.height, mines, chance)
            share = chance.random()
            cells = {}
            for cell, text in enumerate(position.cells):
                if text == HIDDEN:
                    cells[cell] = MINE if chance.below(10) == 0 else HIDDEN
                elif chance.random() < share:
                    cells[cell] = HIDDEN
                elif chance.below(4) == 0:
                    cells[cell] = OPEN
            lines = tuple(
                tuple(text if chance.below(2) else OPEN for text in texts)
                for texts in position.lines
            )
            yield Position(
                self.variant,
                self.board.width,
                self.board.height,
                len(mines),
                tuple(cells.get(i, text) for i, text in enumerate(position.cells)),
                lines,
            )


def _shown(layouts: Rows, clue: Clue, view: View, text: str) -> Rows:
    """The layouts in which a clue can show a text."""
    seen = layouts[:, list(view.cells)]
    numbers = seen @ (1 << np.arange(len(view.cells)))
    _, first, kinds = np.unique(numbers, return_index=True, return_inverse=True)
    values = (SHOWS[clue.shows](row, view) for row in seen[first].tolist())
    return np.array([text in clue.shown(value) for value in values])[kinds.reshape(-1)]


def check(
    variant: Variant,
    positions: int = 20,
    seed: int = 0,
    sizes: tuple[tuple[int, int], ...] = SIZES,
    *,
    proofs: bool = True,
) -> Checked:
    """Check what follows from a variant against all layouts of small boards.

    - Every layout: the constraints allow it if and only if the rules on layouts do.
    - Every number of mines: the count of layouts is right.
    - So many random ``positions`` of each size: certain cells and chances are right, and with
      ``proofs`` every step of the proof of each certain cell follows from what it names.

    >>> from sapper_variants import Variant, check
    >>> print(check(Variant.named("liar"), positions=5, sizes=((3, 2),)))
    right: 64 layouts tried, 64 of which obey the rules, 5 positions compared, and 6 proofs checked
    """
    layouts = obeyed = compared = proved = 0
    chance = Chance(seed)
    for width, height in sizes:
        known = Enumeration(variant, width, height)
        layouts += len(known.all)
        obeyed += len(known.layouts)
        fault = _wrong_layout(known) or _wrong_count(known)
        for position in known.positions(positions, chance):
            if fault:
                break
            fault, certain = _wrong_position(known, position)
            compared += 1
            for cell in certain if proofs and not fault else ():
                fault = fault or _wrong_proof(known, position, cell)
                proved += 1
        if fault:
            break
    return Checked(layouts, obeyed, compared, proved, fault)


def _wrong_layout(known: Enumeration) -> str:
    """The first layout about which the constraints and the rules disagree, in words."""
    variant, board = known.variant, known.board
    groups = variant.groups(board)
    for row, right in zip(known.all, known.right, strict=True):
        mines = frozenset(np.flatnonzero(row).tolist())
        local = all(c.allows(mines) for c in variant.constraints(board, len(mines)))
        if (local and all(group.obeyed(mines) for group in groups)) != right:
            allow = "reject" if right else "allow"
            return f"the constraints {allow} this layout, the rules do not:\n{_drawn(board, mines)}"
    return ""


def _wrong_count(known: Enumeration) -> str:
    """The first number of mines of which there are not as many layouts as counted, in words."""
    board = known.board
    for mines in range(board.size + 1):
        position = unopened(known.variant, board.width, board.height, mines)
        right = len(known.of(position))
        try:
            counted = Counting(position).layouts
        except ImpossiblePositionError:
            counted = 0
        if counted != right:
            return f"{counted:g} layouts are counted, but there are {right}:\n{position}"
    return ""


def _wrong_position(known: Enumeration, position: Position) -> tuple[str, list[int]]:
    """What is wrong with the certain cells or chances of a position, in words, and these cells."""
    layouts = known.of(position)
    safe, mines = Layouts.of(position).certain()
    counting = Counting(position)
    if counting.layouts != len(layouts):
        number = f"{counting.layouts:g} layouts are counted, but there are {len(layouts)}"
        return f"{number}:\n{position}", []
    for cell, chance in counting.chances().items():
        right = float(layouts[:, cell].mean())
        where = list(position.cell(cell))
        if abs(chance - right) > ROUNDING or (right in (0, 1) and chance != right):
            return f"the chance at {where} is counted as {chance}, not {right}:\n{position}", []
        if (right == 0, right == 1) != (cell in safe, cell in mines):
            return f"a wrong answer whether {where} is certain:\n{position}", []
    return "", sorted(safe | mines)


def _wrong_proof(known: Enumeration, position: Position, cell: int) -> str:
    """What is wrong with the proof of a certain cell, in words."""
    found = explain(position, position.cell(cell))
    (right,) = set(known.of(position)[:, cell].tolist())
    last = found.steps[-1].concluded if found.steps else {}
    wrong = last.get(cell) is not right or found.verdict != ("mine" if right else "safe")
    if wrong or not _follow(known, position, found.steps, position.known):
        where = list(position.cell(cell))
        return f"the proof that {where} is {found.verdict} is wrong:\n{position}\n{found}"
    return ""


def _follow(
    known: Enumeration, position: Position, steps: Sequence[Step], given: Mapping[int, bool]
) -> bool:
    """Whether each step follows from the clues and rules that it names, the earlier steps that it
    uses, and what is given, and from nothing else."""
    for number, step in enumerate(steps):
        if any(used >= number for used in step.uses):
            return False
        facts = dict(given)
        for used in step.uses:
            facts |= steps[used].concluded
        keep = np.logical_and.reduce(
            [np.ones(len(known.all), bool)]
            + [known.allowed(position, source) for source in step.sources]
            + [known.all[:, cell] == mine for cell, mine in facts.items()]
        )
        if step.supposed is not None:
            cell, mine = step.supposed
            inside = _follow(known, position, step.steps, {**facts, cell: mine})
            if not inside or step.steps[-1].concluded or step.concluded != {cell: not mine}:
                return False
            continue
        left = known.all[keep]
        right = {cell: (left[:, cell] == mine).all() for cell, mine in step.concluded.items()}
        if not all(right.values()) if right else left.size:
            return False
    return True


def _drawn(board: Board, mines: frozenset[int]) -> str:
    letters = "".join("*" if i in mines else "." for i in range(board.size))
    return "\n".join(letters[i : i + board.width] for i in range(0, board.size, board.width))
