"""Why a cell is certain, in steps that a person can follow.

Each step looks at a clue, a rule on layouts or two of them, at what earlier steps have concluded,
and at nothing else: it concludes what is the same in all layouts that these allow. If no such steps
lead to the cell, a step supposes the opposite and ends in a contradiction. If that fails too, the
last step names a smallest set of clues and rules that together decide the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from sapper.errors import ImpossiblePositionError, InputError, listed
from sapper.explanations.steps import CERTIFICATE, CLUE, MINE_COUNT, ONE_CLUE, SUPPOSE, TWO_CLUES
from sapper.game import Cell
from sapper_variants.analysis import certain_cells
from sapper_variants.certain import Layouts
from sapper_variants.diagram import MAX_JOINED, Constraint, forced_together
from sapper_variants.groups import Groups
from sapper_variants.position import FLAGGED, HIDDEN, MINE, Position, Source

Technique = Literal["one clue", "layout rule", "mine count", "two clues", "suppose", "several"]

#: How hard a step is for a person, by technique: the costs of standard Minesweeper
#: (``sapper.explanations.steps``), where a rule is a clue that the eye must look for.
DIFFICULTY: dict[Technique, float] = {
    "one clue": ONE_CLUE,
    "layout rule": ONE_CLUE + CLUE,
    "mine count": MINE_COUNT,
    "two clues": TWO_CLUES,
    "suppose": SUPPOSE,
    "several": CERTIFICATE,
}
#: The technique of a step that looks at one source of a kind.
ALONE: dict[str, Technique] = {"rule": "layout rule", "total": "mine count"}
#: What a line of each direction is called.
LINES = {
    "rows": "row",
    "columns": "column",
    "falling": "falling diagonal",
    "rising": "rising diagonal",
}
PAIRED = 2  #: unknown cells that two constraints must share to say more than each of them


@dataclass(frozen=True)
class Step:
    """A step of a proof.

    - ``sources``: the clues, rules and totals that it looks at.
    - ``uses``: the earlier steps of the same chain whose conclusions it uses.
    - ``safe``, ``mines``: what it concludes, as indices. The last of ``steps``, which rest on the
      supposition that ``supposed`` is a mine or not, concludes nothing: it is a contradiction.
    """

    technique: Technique
    sources: tuple[Source, ...]
    uses: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    supposed: tuple[int, bool] | None = None
    steps: tuple[Step, ...] = ()

    @property
    def concluded(self) -> dict[int, bool]:
        """Whether each cell that it concludes is a mine."""
        return dict.fromkeys(self.safe, False) | dict.fromkeys(self.mines, True)


@dataclass(frozen=True)
class Explanation:
    r"""Why a hidden cell is safe or a mine; without steps if it is neither for certain.

    >>> from sapper_variants import explain
    >>> print(explain("3x2x2 liar\nH 1 H\nH H H", (0, 0)))
    [0, 0] is neither certainly safe nor certainly a mine.
    """

    position: Position
    cell: int
    verdict: Literal["safe", "mine", "guess"]
    steps: tuple[Step, ...] = field(default=())

    @property
    def difficulty(self) -> float:
        """How hard the proof is for a person: the sum over its steps."""
        return sum(_difficulty(step) for step in self.steps)

    def __str__(self) -> str:
        """The steps in words, one line each."""
        if not self.steps:
            where = list(self.position.cell(self.cell))
            return f"{where} is neither certainly safe nor certainly a mine."
        return "\n".join(_lines(self.position, self.steps))

    def to_json(self) -> dict[str, Any]:
        """Plain values for programs: cell, verdict, difficulty and steps, each with what it looks
        at in words."""
        return {
            "cell": list(self.position.cell(self.cell)),
            "verdict": self.verdict,
            "difficulty": self.difficulty,
            "steps": [_json(self.position, step) for step in self.steps],
        }


def explain(position: Position | str, cell: Cell) -> Explanation:
    """Return the steps that prove a hidden cell safe or a mine.

    Raises ``InputError`` if the cell is not hidden, ``ImpossiblePositionError`` if no layout fits.
    """
    if isinstance(position, str):
        position = Position.parse(position)
    row, column = cell
    inside = 0 <= row < position.height and 0 <= column < position.width
    index = row * position.width + column
    if not inside or position.cells[index] not in (HIDDEN, FLAGGED):
        raise InputError(f"{[row, column]} is not a hidden cell")
    safe, mines = certain_cells(position)
    if index not in safe | mines:
        return Explanation(position, index, "guess")
    chain = _Chain(position)
    chain.grow(index)
    if index not in chain.known:
        mine = index in mines
        chain.steps.append(chain.supposing(index, mine) or chain.several(index, mine))
    steps = _needed(chain.steps, index)
    return Explanation(position, index, "mine" if index in mines else "safe", steps)


def easiest(position: Position | str) -> Explanation | None:
    r"""Return the proof of a safe cell to which the simplest steps lead, None if no cell is safe.

    Raises ``ImpossiblePositionError`` if no layout fits.

    >>> from sapper_variants import easiest
    >>> print(easiest("4x3x3 liar\nH 2 1 1\nH 2 3 H\nH H H H"))
    The 1 at [0, 2] (which means 0 or 2) allows only layouts in which [1, 3] is safe.
    """
    if isinstance(position, str):
        position = Position.parse(position)
    safe, _ = certain_cells(position)
    if not safe:
        return None
    found = directly(position)
    if found is not None:
        return found
    chain, cells = _Chain(position), sorted(safe)
    supposed = ((cell, chain.supposing(cell, mine=False)) for cell in cells)
    cell, step = next((each for each in supposed if each[1]), (cells[0], None))
    return Explanation(position, cell, "safe", (step or chain.several(cell, mine=False),))


def directly(position: Position) -> Explanation | None:
    """Return the proof of a safe cell that looks at one or two clues or rules at a time, None if
    there is none, for a position that some layout fits."""
    chain = _Chain(position)
    while (step := next(chain._possible(), None)) is not None:
        chain._add(step)
        if step.safe:
            return Explanation(position, step.safe[0], "safe", _needed(chain.steps, step.safe[0]))
    return None


def premises_alone(position: Position) -> Iterator[Step]:
    """Yield the steps that look at one clue, one rule on few cells or the number of mines."""
    return _Chain(position).alone()


def hardest_step(start: Position, solution: Position) -> tuple[float, Technique]:
    """Return the difficulty and the technique of the hardest step that solves a position, if each
    next step is the simplest one and every cell that it proves safe is opened.

    ``solution`` has all clues, and the mines open. Raises ``BudgetError`` if it takes too long.
    """
    position, known = start, dict[int, bool]()
    hardest: tuple[float, Technique] = (0.0, "one clue")
    while any(solution.cells[i] != MINE for i in position.hidden):
        chain = _Chain(position, known)
        new = set[int]()
        while not new:
            step = next(chain._possible(), None)
            if step is None:
                safe, _ = certain_cells(position)
                cells = sorted(safe)
                steps = (chain.supposing(cell, mine=False) for cell in cells)
                several = Step("several", (), safe=(cells[0],))  # which clues does not matter
                step = next(filter(None, steps), several)
            chain._add(step)
            hardest = max(hardest, (_difficulty(step), step.technique))
            new = {i for i in step.safe if i in position.hidden}
        known = chain.known
        position = position.opened({i: solution.cells[i] for i in new})
        known = {i: mine for i, mine in known.items() if i not in new}
    return hardest


class _Chain:
    """Steps one after another, and what they conclude."""

    def __init__(self, position: Position, supposed: dict[int, bool] | None = None) -> None:
        self.position = position
        self.steps: list[Step] = []
        self.known = dict(supposed or {})  #: by the supposition and the steps
        self._from: dict[int, int] = {}  # the step that concluded a cell
        board = position.board
        self._constraints: list[tuple[Source, Constraint]] = [
            *((premise.source, premise.constraint) for premise in position.premises),
            (Source("total"), position.total),
        ]
        rules = enumerate(position.variant.layout)
        self._groups = [
            (Source("rule", n), groups)
            for n, rule in rules
            if (groups := rule.groups(board)) is not None
        ]

    def grow(self, cell: int) -> None:
        """Add the simplest step as long as there is one and nothing is known of a cell."""
        while cell not in self.known:
            step = next(self._possible(), None)
            if step is None:
                return
            self._add(step)

    def _add(self, step: Step) -> None:
        for cell, mine in step.concluded.items():
            self.known[cell] = mine
            self._from[cell] = len(self.steps)
        self.steps.append(step)

    def _possible(self) -> Iterator[Step]:
        """Steps that conclude something new, the simplest first."""
        yield from self._simple()
        left = [(s, c, {i for i in c.cells if i not in self.known}) for s, c in self._constraints]
        pairs = sorted(combinations(left, 2), key=lambda pair: pair[1][0].kind == "total")
        for (s, c, cells), (t, d, others) in pairs:
            if len(cells & others) >= PAIRED:
                yield from self._step([(s, c), (t, d)])

    def _step(self, looked: Sequence[tuple[Source, Constraint]]) -> Iterator[Step]:
        constraints = [constraint.given(self.known) for _, constraint in looked]
        cells = sorted({cell for constraint in constraints for cell in constraint.cells})
        if not cells and all(constraint.allows(()) for constraint in constraints):
            return
        uses = self._uses(cell for _, constraint in looked for cell in constraint.cells)
        technique = ALONE.get(looked[-1][0].kind, "one clue")  # the number of mines is the last
        if len(looked) == 2 and technique != "mine count":
            technique = "two clues"
        step = Step(technique, self._sources(source for source, _ in looked), uses)
        if len(looked) == 1 or len(cells) <= MAX_JOINED:
            forced = forced_together(constraints)
            safe, mines = ([i for i, m in (forced or {}).items() if m == k] for k in (False, True))
            if forced or forced is None:
                yield replace(step, safe=tuple(sorted(safe)), mines=tuple(sorted(mines)))
            return
        yield from _concluding(step, Layouts(cells, constraints))

    def _step_of_groups(self, source: Source, groups: Groups) -> Iterator[Step]:
        known = self.position.known | self.known
        cells = [cell for cell in range(self.position.board.size) if cell not in known]
        step = Step("layout rule", (source,), self._uses(self.known))
        yield from _concluding(step, Layouts(cells, [], [groups], known))

    def _sources(self, looked: Iterable[Source]) -> tuple[Source, ...]:
        """The sources of constraints, with the number of mines if a rule needs it."""
        sources = dict.fromkeys(looked)
        rules = self.position.variant.layout
        if any(source.kind == "rule" and rules[source.number].counts for source in sources):
            sources[Source("total")] = None
        return tuple(sources)

    def _uses(self, cells: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({self._from[cell] for cell in cells if cell in self._from}))

    def supposing(self, cell: int, mine: bool) -> Step | None:
        """The step that supposes the opposite, if single clues then lead to a contradiction."""
        inner = _Chain(self.position, {cell: not mine})
        while (step := next(inner._simple(), None)) is not None:
            inner._add(step)
            if not step.concluded:
                steps = _needed(inner.steps, None)
                sources = tuple(dict.fromkeys(s for each in steps for s in each.sources))
                safe, mines = ((), (cell,)) if mine else ((cell,), ())
                return Step("suppose", sources, (), safe, mines, (cell, not mine), steps)
        return None

    def _simple(self) -> Iterator[Step]:
        """Steps that look at one clue or rule."""
        yield from self.alone()
        for source, groups in self._groups:
            yield from self._step_of_groups(source, groups)

    def alone(self) -> Iterator[Step]:
        """Steps that look at one clue, a rule on few cells or the number of mines."""
        for source, constraint in self._constraints:
            yield from self._step([(source, constraint)])

    def several(self, cell: int, mine: bool) -> Step:
        """The step that names a smallest set of clues and rules which decide a cell."""
        looked: list[tuple[Source, Constraint | Groups]] = [*self._constraints, *self._groups]

        def decide(parts: list[tuple[Source, Constraint | Groups]]) -> bool:
            groups = [part for _, part in parts if isinstance(part, Groups)]
            constraints = [part for _, part in parts if not isinstance(part, Groups)]
            cells = self.position.hidden
            layouts = Layouts(cells, constraints, groups, self.position.known)
            return not layouts.possible(**{"safe" if mine else "mines": [cell]})

        for part in list(looked):
            if decide(without := [each for each in looked if each is not part]):
                looked = without
        sources = self._sources(source for source, _ in looked)
        return Step("several", sources, (), () if mine else (cell,), (cell,) if mine else ())


def _concluding(step: Step, layouts: Layouts) -> Iterator[Step]:
    """The step with what all layouts agree on, if that is anything; a contradiction if none is."""
    try:
        safe, mines = layouts.certain()
    except ImpossiblePositionError:
        yield step
        return
    if safe or mines:
        yield replace(step, safe=tuple(sorted(safe)), mines=tuple(sorted(mines)))


def _needed(steps: list[Step], cell: int | None) -> tuple[Step, ...]:
    """The steps on which the last conclusion about a cell rests, or the last step."""
    last = len(steps) - 1
    if cell is not None:
        last = next(n for n, step in enumerate(steps) if cell in step.concluded)
    wanted, waiting = {last}, [last]
    while waiting:
        for used in steps[waiting.pop()].uses:
            if used not in wanted:
                wanted.add(used)
                waiting.append(used)
    numbers = {old: new for new, old in enumerate(sorted(wanted))}
    return tuple(
        replace(steps[old], uses=tuple(numbers[used] for used in steps[old].uses))
        for old in numbers
    )


def _difficulty(step: Step) -> float:
    if step.steps:
        return DIFFICULTY[step.technique] + sum(map(_difficulty, step.steps))
    more = max(0, len(step.sources) - (2 if step.technique == "two clues" else 1))
    return DIFFICULTY[step.technique] + CLUE * more


def _lines(position: Position, steps: Sequence[Step], indent: str = "") -> Iterator[str]:
    for step in steps:
        yield indent + _sentence(position, step)
        if step.steps:
            yield from _lines(position, step.steps, indent + "  ")
            yield indent + f"So {_conclusion(position, step)}."


def _sentence(position: Position, step: Step) -> str:
    if step.supposed is not None:
        cell, mine = step.supposed
        return f"Suppose that {list(position.cell(cell))} is {'a mine' if mine else 'safe'}."
    looked = _looked(position, step)
    if not step.concluded:
        return f"Now no layout fits {looked}: a contradiction."
    looked = looked[:1].upper() + looked[1:]
    one = len(step.sources) == 1 and step.sources[0].kind != "total"
    allow = "allows" if one else "allow"
    return f"{looked} {allow} only layouts in which {_conclusion(position, step)}."


def _looked(position: Position, step: Step) -> str:
    """The clues and rules of a step in words."""
    return listed([_named(position, source) for source in step.sources])


def _named(position: Position, source: Source) -> str:
    """A clue or rule in words: ``the 3 at [1, 2] (which means 2 or 4)``."""
    variant, board = position.variant, position.board
    if source.kind == "clue":
        text = position.cells[source.number]
        meaning = variant.clue.means(variant.views(board)[source.number], text)
        return f"the {text} at {list(position.cell(source.number))}{meaning}"
    if source.kind == "border":
        border = variant.border[source.number]
        text = position.lines[source.number][source.line]
        meaning = border.means(board.lines(border.lines)[source.line], text)
        return f"the {text} of {LINES[border.lines]} {source.line}{meaning}"
    if source.kind == "rule":
        return f"the rule “{variant.layout[source.number].words.rstrip('.')}”"
    return f"the {position.mines} mines in all"


def _conclusion(position: Position, step: Step) -> str:
    said = []
    for cells, one, many in (
        (step.safe, "is safe", "are safe"),
        (step.mines, "is a mine", "are mines"),
    ):
        if cells:
            names = listed([str(list(position.cell(cell))) for cell in cells], "and")
            said.append(f"{names} {one if len(cells) == 1 else many}")
    return " and ".join(said)


def _json(position: Position, step: Step) -> dict[str, Any]:
    cells = {
        name: [list(position.cell(cell)) for cell in getattr(step, name)]
        for name in ("safe", "mines")
    }
    found: dict[str, Any] = {
        "technique": step.technique,
        "sources": [source._asdict() for source in step.sources],
        "uses": list(step.uses),
        **cells,
        "looks": _looked(position, step),
        "words": _sentence(position, step),
    }
    if step.supposed is not None:
        cell, mine = step.supposed
        found["suppose"] = {"cell": list(position.cell(cell)), "mine": mine}
        found["steps"] = [_json(position, each) for each in step.steps]
    return found
