"""Why a cell is certain, in steps that a person can follow.

Each step looks at a clue, a rule on layouts or two of them, at what earlier steps have concluded,
and at nothing else: it concludes what is the same in all layouts that these allow. If no such steps
lead to the cell, a step supposes the opposite, and such steps inside it end in a contradiction. If
that fails too, the last step names a smallest set of clues and rules that together decide the cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from time import monotonic
from typing import Any, Literal

from sapper.errors import BudgetError, ImpossiblePositionError, InputError, listed
from sapper.explanations.steps import CERTIFICATE, CLUE, MINE_COUNT, ONE_CLUE, SUPPOSE, TWO_CLUES
from sapper.game import Cell
from sapper_variants.analysis import SECONDS, certain_cells
from sapper_variants.certain import Cuts, Layouts
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
MOST_DEEP = 3  #: cells of which the opposite is supposed with two clues at a time inside
PAIRED = 2  #: unknown cells that two constraints must share to say more than each of them


@dataclass(frozen=True)
class Step:
    """A step of a proof.

    - ``sources``: the clues, rules and totals that it looks at.
    - ``uses``: the earlier steps of the same chain whose conclusions it uses.
    - ``safe``, ``mines``: what it concludes, as indices. The last of ``steps``, which rest on the
      supposition that ``supposed`` is a mine or not, concludes nothing: it is a contradiction.
    - ``limited``: whether fewer sources may do, because the time was over.
    - ``looks``: the hidden cells about which a rule on few cells says something here, or the mines
      known so far if a rule is about their groups.
    """

    technique: Technique
    sources: tuple[Source, ...]
    uses: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    supposed: tuple[int, bool] | None = None
    steps: tuple[Step, ...] = ()
    limited: bool = False
    looks: tuple[int, ...] = ()

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


def explain(position: Position | str, cell: Cell, *, seconds: float = SECONDS) -> Explanation:
    """Return the steps that prove a hidden cell safe or a mine.

    Raises ``InputError`` if the cell is not hidden, ``ImpossiblePositionError`` if no layout fits,
    and ``BudgetError`` if no proof is found in time.
    """
    if isinstance(position, str):
        position = Position.parse(position)
    row, column = cell
    inside = 0 <= row < position.height and 0 <= column < position.width
    index = row * position.width + column
    if not inside or position.cells[index] not in (HIDDEN, FLAGGED):
        raise InputError(f"{[row, column]} is not a hidden cell")
    safe, mines = certain_cells(position, seconds=seconds)
    if index not in safe | mines:
        return Explanation(position, index, "guess")
    mine = index in mines
    chain = _Chain(position, seconds=seconds)
    try:
        chain.grow(index)
        if index not in chain.known:
            chain.add(chain.simplest_of({index: mine}))
    except BudgetError:
        found = f"{[row, column]} is certainly {'a mine' if mine else 'safe'}"
        raise BudgetError(f"{found}, but no proof was found within {seconds:g} s") from None
    steps = _needed(chain.steps, index)
    return Explanation(position, index, "mine" if mine else "safe", steps)


def easiest(position: Position | str, *, seconds: float = SECONDS) -> Explanation | None:
    r"""Return the proof of a safe cell to which the simplest steps lead, None if no cell is safe.

    Raises ``ImpossiblePositionError`` if no layout fits, and ``BudgetError`` if no proof is found
    in time.

    >>> from sapper_variants import easiest
    >>> print(easiest("4x3x3 liar\nH 2 1 1\nH 2 3 H\nH H H H"))
    The 1 at [0, 2] (which means 0 or 2) allows only layouts in which [1, 3] is safe.
    """
    if isinstance(position, str):
        position = Position.parse(position)
    safe, _ = certain_cells(position, seconds=seconds)
    if not safe:
        return None
    chain = _Chain(position, seconds=seconds)
    try:
        cell = chain.reach(safe)
    except BudgetError:
        found = f"{list(position.cell(min(safe)))} is certainly safe"
        raise BudgetError(f"{found}, but no proof was found within {seconds:g} s") from None
    return Explanation(position, cell, "safe", _needed(chain.steps, cell))


def directly(position: Position) -> Explanation | None:
    """Return the proof of a safe cell that looks at one or two clues or rules at a time, None if
    there is none, for a position that some layout fits."""
    chain = _Chain(position)
    while (step := next(chain.possible(), None)) is not None:
        chain.add(step)
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
        chain.reach(certain_cells(position)[0], smallest=False)
        hardest = max(hardest, *((_difficulty(step), step.technique) for step in chain.steps))
        new = {i for i in chain.steps[-1].safe if i in position.hidden}
        known = chain.known
        position = position.opened({i: solution.cells[i] for i in new})
        known = {i: mine for i, mine in known.items() if i not in new}
    return hardest


class _Chain:
    """Steps one after another, and what they conclude."""

    def __init__(
        self,
        position: Position,
        known: dict[int, bool] | None = None,
        since: dict[int, int] | None = None,
        *,
        seconds: float = inf,
        cuts: dict[Groups, Cuts] | None = None,
    ) -> None:
        self.position = position
        self.steps: list[Step] = []
        self.known = dict(known or {})  #: by the supposition and the steps
        self._from = dict(since or {})  # the step that concluded a cell; ~n is step n outside
        self._until = monotonic() + seconds
        self._cuts: dict[Groups, Cuts] = {} if cuts is None else cuts
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
            step = next(self.possible(), None) or next(self._with_groups(), None)
            if step is None:
                return
            self.add(step)

    def reach(self, safe: Collection[int], *, smallest: bool = True) -> int:
        """Add the simplest steps until one proves some of these cells safe, and return one.

        Unless ``smallest``, a step of several clues names none.
        """
        while True:
            step = next(self.possible(), None) or next(self._with_groups(), None)
            step = step or self.simplest_of(dict.fromkeys(sorted(safe), False), smallest=smallest)
            self.add(step)
            if step.safe:
                return step.safe[0]

    def add(self, step: Step) -> None:
        """Add a step."""
        for cell, mine in step.concluded.items():
            self.known[cell] = mine
            self._from[cell] = len(self.steps)
        self.steps.append(step)

    def possible(self) -> Iterator[Step]:
        """Steps that look at one or two clues or rules and conclude something new, the simplest
        first; of rules on groups they look at one alone."""
        yield from self._simple()
        left = [(s, c, {i for i in c.cells if i not in self.known}) for s, c in self._constraints]
        pairs = sorted(combinations(left, 2), key=lambda pair: pair[1][0].kind == "total")
        for (s, c, cells), (t, d, others) in pairs:
            if len(cells & others) >= PAIRED:
                yield from self._step([(s, c), (t, d)])

    def _with_groups(self) -> Iterator[Step]:
        """Steps that look at a rule on groups and a clue, another rule or the number of mines."""
        for source, groups in self._groups:
            for other, constraint in self._constraints:
                if any(cell not in self.known for cell in constraint.cells):
                    looked = (other, source) if other.kind == "clue" else (source, other)
                    yield from self._step_of_groups(looked, groups, [constraint])

    def simplest_of(self, cells: Mapping[int, bool], *, smallest: bool = True) -> Step:
        """The step that proves one of these cells, which are mines or not, by a supposition, or
        else by several clues."""
        for deep in (False, True):
            for cell, mine in list(cells.items())[: MOST_DEEP if deep else None]:
                step = self.supposing(cell, mine, deep=deep)
                if step is not None:
                    return step
        cell, mine = next(iter(cells.items()))
        return self.several(cell, mine) if smallest else Step("several", (), safe=(cell,))

    def _left(self) -> float | None:
        """The seconds left for a solver. Raises ``BudgetError`` if none are left."""
        left = self._until - monotonic()
        if left <= 0:
            raise BudgetError("the time for a proof is over")
        return None if left == inf else left

    def _step(self, looked: Sequence[tuple[Source, Constraint]]) -> Iterator[Step]:
        seconds = self._left()
        constraints = [constraint.given(self.known) for _, constraint in looked]
        cells = sorted({cell for constraint in constraints for cell in constraint.cells})
        if not cells and all(constraint.allows(()) for constraint in constraints):
            return
        uses = self._uses(cell for _, constraint in looked for cell in constraint.cells)
        technique = ALONE.get(looked[-1][0].kind, "one clue")  # the number of mines is the last
        if len(looked) == 2 and technique != "mine count":
            technique = "two clues"
        ruled = {i for source, c in looked if source.kind == "rule" for i in c.cells}
        sources = self._sources(source for source, _ in looked)
        step = Step(technique, sources, uses, looks=tuple(sorted(ruled)))
        if len(looked) == 1 or len(cells) <= MAX_JOINED:
            forced = forced_together(constraints)
            safe, mines = ([i for i, m in (forced or {}).items() if m == k] for k in (False, True))
            if forced or forced is None:
                yield replace(step, safe=tuple(sorted(safe)), mines=tuple(sorted(mines)))
            return
        yield from _concluding(step, Layouts(cells, constraints, seconds=seconds))

    def _step_of_groups(
        self, looked: tuple[Source, ...], groups: Groups, constraints: Sequence[Constraint] = ()
    ) -> Iterator[Step]:
        known = self.position.known | self.known
        cells = [cell for cell in range(self.position.board.size) if cell not in known]
        technique: Technique = "two clues" if constraints else "layout rule"
        grouped = tuple(sorted(i for i, mine in known.items() if mine and groups.mines))
        step = Step(technique, self._sources(looked), self._uses(self.known), looks=grouped)
        given, left = [each.given(known) for each in constraints], self._left()
        layouts = Layouts(cells, given, [groups], known, seconds=left, cuts=self._cuts_of(groups))
        yield from _concluding(step, layouts)

    def _cuts_of(self, groups: Groups) -> Cuts:
        """What layouts violated before."""
        return self._cuts.setdefault(groups, {})

    def _sources(self, looked: Iterable[Source]) -> tuple[Source, ...]:
        """The sources of constraints, with the number of mines if a rule needs it."""
        sources = dict.fromkeys(looked)
        rules = self.position.variant.layout
        if any(source.kind == "rule" and rules[source.number].counts for source in sources):
            sources[Source("total")] = None
        return tuple(sources)

    def _uses(self, cells: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({self._from[cell] for cell in cells if cell in self._from}))

    def supposing(self, cell: int, mine: bool, *, deep: bool) -> Step | None:
        """The step that supposes the opposite, if single clues, or with ``deep`` also two clues at
        a time, then lead to a contradiction."""
        outside = {known: ~number for known, number in self._from.items()}
        inner = _Chain(self.position, {**self.known, cell: not mine}, outside, cuts=self._cuts)
        inner._until = self._until
        while (step := next(inner.possible() if deep else inner._simple(), None)) is not None:
            inner.add(step)
            if not step.concluded:
                steps = _needed(inner.steps, None)
                sources = tuple(dict.fromkeys(s for each in steps for s in each.sources))
                uses = tuple(sorted({~n for each in steps for n in each.uses if n < 0}))
                steps = tuple(
                    replace(each, uses=tuple(n for n in each.uses if n >= 0)) for each in steps
                )
                safe, mines = ((), (cell,)) if mine else ((cell,), ())
                return Step("suppose", sources, uses, safe, mines, (cell, not mine), steps)
        return None

    def _simple(self) -> Iterator[Step]:
        """Steps that look at one clue or rule."""
        yield from self.alone()
        for source, groups in self._groups:
            yield from self._step_of_groups((source,), groups)

    def alone(self) -> Iterator[Step]:
        """Steps that look at one clue, a rule on few cells or the number of mines."""
        for source, constraint in self._constraints:
            yield from self._step([(source, constraint)])

    def several(self, cell: int, mine: bool) -> Step:
        """The step that names a smallest set of clues and rules which decide a cell, with what is
        known already, or a set from which some could be left out if the time is over."""
        looked: list[tuple[Source, Constraint | Groups]] = [*self._constraints, *self._groups]
        known = self.position.known | self.known
        cells = [i for i in self.position.hidden if i not in known]

        def decide(parts: list[tuple[Source, Constraint | Groups]]) -> bool:
            groups = [part for _, part in parts if isinstance(part, Groups)]
            constraints = [part.given(known) for _, part in parts if not isinstance(part, Groups)]
            layouts = Layouts(cells, constraints, groups, known, seconds=self._left())
            return not layouts.possible(**{"safe" if mine else "mines": [cell]})

        limited = False
        try:
            for part in list(looked):
                if decide(without := [each for each in looked if each is not part]):
                    looked = without
        except BudgetError:
            limited = True
        read = {i for _, part in looked if not isinstance(part, Groups) for i in part.cells}
        if any(isinstance(part, Groups) for _, part in looked):
            read = set(self.known)
        sources, uses = self._sources(source for source, _ in looked), self._uses(read)
        safe, mines = ((), (cell,)) if mine else ((cell,), ())
        return Step("several", sources, uses, safe, mines, limited=limited)


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
            if used >= 0 and used not in wanted:
                wanted.add(used)
                waiting.append(used)
    numbers = {old: new for new, old in enumerate(sorted(wanted))}
    return tuple(
        replace(steps[old], uses=tuple(numbers.get(used, used) for used in steps[old].uses))
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
    limit = " (perhaps fewer of these do: the time was over)" if step.limited else ""
    return f"{looked} {allow} only layouts in which {_conclusion(position, step)}{limit}."


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
        name: [list(position.cell(cell)) for cell in getattr(step, field)]
        for name, field in (("safe", "safe"), ("mines", "mines"), ("cells", "looks"))
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
