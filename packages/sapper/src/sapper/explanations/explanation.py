"""Why a cell is safe or a mine, in steps that a person can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import inf
from typing import Any, Literal

from sapper.errors import (
    BudgetError,
    IllegalMoveError,
    ImpossiblePositionError,
    InputError,
    plural,
)
from sapper.explanations.chain import chain
from sapper.explanations.find import MAX_HIDDEN, NOTHING, cheapest, simplest
from sapper.explanations.grades import Grade, grades_of
from sapper.explanations.letters import lettered, letters_of
from sapper.explanations.region import Draft, Region
from sapper.explanations.steps import ONE_CLUE, SINGLE_NUMBERS, Step
from sapper.game import Cell, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.inference import Analysis, analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper.lazy import cached_property

Verdict = Literal["safe", "mine", "guess"]


@dataclass(frozen=True)
class Explanation:
    r"""Why a hidden cell is ``safe``, a ``mine``, or only a ``guess``.

    ``steps`` is a chain whose last step concludes the cell; a guess has none, and ``comparison``
    says how it compares with other cells. On very hard boards, where no chain is found that a
    person can follow, the only step is a ``certificate``: it names clues that together rule out the
    opposite.

    >>> explanation = sapper.explain(sapper.Position("4x3x2\nHHHH\n1221\n0000"), (0, 0))
    >>> explanation.verdict, [step.technique for step in explanation.steps]
    ('safe', ['mine count'])
    """

    position: Position
    cell: Cell
    verdict: Verdict
    steps: tuple[Step, ...]
    comparison: str = ""
    certificate: bool = False

    @property
    def words(self) -> str:
        """The steps, or the comparison of a guess, as sentences."""
        return " ".join(map(story, self.steps)) or self.comparison

    @property
    def difficulty(self) -> float | None:
        """The cost of the steps, as ``sapper.explanations.steps`` defines it."""
        return sum(step.cost for step in self.steps) if self.steps else None

    @property
    def hardest(self) -> Step:
        """The step that costs most, the last of several; a guess has none."""
        return max(reversed(self.steps), key=lambda step: step.cost)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``."""
        return {
            "cell": self.cell,
            "verdict": self.verdict,
            "difficulty": self.difficulty,
            "steps": [step.to_json() for step in self.steps],
            "words": self.words,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the steps as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The steps under a supposition follow it; ``step`` is then a number such as ``2.1``.
        """
        return [
            {
                "step": number,
                "technique": step.technique,
                "pattern": step.pattern,
                "cost": step.cost,
                "safe": step.safe,
                "mines": step.mines,
                "words": step.words,
            }
            for number, step in _numbered(self.steps)
        ]

    def __repr__(self) -> str:
        return f"<Explanation: {list(self.cell)} {self.verdict}, {plural(len(self.steps), 'step')}>"

    def __str__(self) -> str:
        head = f"{list(self.cell)} {VERDICTS[self.verdict]}"
        if not self.steps:
            return self.words
        return "\n".join([f"{head}:", *self.lines()])

    def lines(self) -> list[str]:
        """Return the steps with their numbers, those under a supposition indented, or how a guess
        compares with others."""
        return [line for line, _ in self.narration()] or [self.words]

    def narration(self) -> tuple[tuple[str, Step], ...]:
        """Return the lines, each with the step that it tells; a supposition has two lines."""
        return tuple(_told(self.steps))

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The clues of all steps, in row-major order."""
        return tuple(sorted({clue for step in self.steps for clue in step.clues}))

    @property
    def grades(self) -> tuple[Grade, ...]:
        """What a hint says before it names the cell: its region, then the clues that prove it."""
        return grades_of(self.position, self.cell, self.verdict, self.steps, self.clues)

    @cached_property
    def letters(self) -> dict[Cell, str]:
        """The letters of the cells in its sentences beside a board, the explained cell first."""
        return letters_of(
            [step.words for _, step in _numbered(self.steps)] or [self.words], [self.cell]
        )

    def lettered(self, words: str) -> str:
        """Return words in which cells are called by their letters."""
        return lettered(words, self.letters)

    def _repr_html_(self) -> str:
        """Return every step with a small board, as notebooks show it."""
        head = f"<p><b>{list(self.cell)} {VERDICTS[self.verdict]}.</b></p>"
        if not self.steps:
            return f"<div><p>{escape(self.words)}</p></div>"
        parts = [
            f"<li>{self._drawn(step)}<p>{number}. {escape(self.lettered(step.words))}</p></li>"
            for number, step in _numbered(self.steps)
        ]
        style = "list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:1em"
        return f'<div>{head}<ol style="{style}">{"".join(parts)}</ol></div>'

    def _drawn(self, step: Step) -> str:
        from sapper.game.drawing import board, inline

        position = self.position
        named = letters_of([step.words])
        letters = {cell: sign for cell, sign in self.letters.items() if cell in named}
        used = [cell for i in step.uses if i < len(self.steps) for cell in self.steps[i].mines]
        sight = {self.cell, *step.clues, *step.safe, *step.mines, *letters}
        near = {other for cell in sight for other in (cell, *position.neighbours(cell))}
        drawn = board(
            position,
            clues=step.clues,
            safe=step.safe,
            mines=[*step.mines, *used],
            within=[self.cell],
            letters=letters,
            only=near if position.grid.size > MAX_WHOLE_CELLS else None,
        )
        return inline(drawn, step.words)


VERDICTS = {"safe": "is safe", "mine": "is a mine", "guess": "is not certain"}
MAX_WHOLE_CELLS = 150  #: maximum number of cells of a board that is drawn whole


def explain_all(position: Position | str) -> dict[Cell, Explanation]:
    r"""Return the explanations of all certain cells of a position, in row-major order.

    Raises ``ImpossiblePositionError`` if no layout fits the position.

    >>> sorted(sapper.explain_all("4x3x2\nHHHH\n1221\n0000"))
    [(0, 0), (0, 1), (0, 2), (0, 3)]
    """
    position = Position.of(position)
    analysis = analyse(position)
    certain = certain_cells(analysis)
    return {
        position.grid.cell(index): explained(position, index, certain) for index in sorted(certain)
    }


def easiest(position: Position | str) -> Explanation | None:
    r"""Return the explanation of the easiest safe cell, which a person would open next.

    It has the least ``difficulty`` of all safe cells; of equally easy ones, the first is explained.
    A flagged cell is explained only if no other cell is safe. Returns None if no cell is certainly
    safe. Raises ``ImpossiblePositionError`` if no layout fits the position.

    >>> sapper.easiest("4x3x2\nHHHH\n1221\n0000").cell
    (0, 0)
    """
    return easiest_of(analyse(Position.of(position)))


def easiest_of(analysis: Analysis) -> Explanation | None:
    """Return the explanation of the easiest safe cell of an analysed position."""
    position, certain = analysis.position, certain_cells(analysis)
    indices = list(map(position.grid.index, analysis.safe))
    best: Explanation | None = None
    whole = True
    for index in [i for i in indices if position.cells[i] == HIDDEN] or indices:
        own = explained(position, index, certain)
        found = _first_safe(own)
        if best is None or (found.difficulty or inf) < (best.difficulty or inf):
            best, whole = found, found is own
        if best.difficulty == ONE_CLUE:  # nothing is easier
            break
    if best is None or whole:
        return best
    return explained(position, position.grid.index(best.cell), certain)  # as of any cell asked for


def _first_safe(explanation: Explanation) -> Explanation:
    """Return the chain up to the first step that concludes a safe cell without a flag.

    What single numbers give is taken in one step only before a count, so only a count ends a chain
    after it."""
    counting = False
    for number, step in enumerate(explanation.steps[:-1], start=1):
        counting |= step.pattern == SINGLE_NUMBERS
        for cell in step.safe if step.mine_count or not counting else ():
            if explanation.position[cell] == HIDDEN:
                return replace(explanation, cell=cell, steps=explanation.steps[:number])
    return explanation


def simplest_of(analysis: Analysis) -> Explanation:
    """Return the explanation of a safe cell by a simple technique, where pairs of clues settle none
    but some cell is safe; much faster than ``easiest_of``."""
    position, certain = analysis.position, certain_cells(analysis)
    found = simplest(position, certain)
    if found is not None:
        index, (region, last) = found
        return _of_steps(position, index, False, region, last)
    for index, mine in certain.items():
        if not mine:
            explanation = explained(position, index, certain)
            if not explanation.certificate:
                break
    return explanation


def difficulty(position: Position | str) -> float | None:
    r"""Return the cost of the easiest safe cell of a position, the difficulty of the next move.

    Returns None if no cell is certainly safe. Raises ``ImpossiblePositionError`` if no layout fits
    the position.

    >>> sapper.difficulty("4x3x2\nHHHH\n1221\n0000")
    3.0
    """
    found = easiest(position)
    return None if found is None else found.difficulty


def settled(
    position: Position,
    index: int,
    *,
    mine: bool,
    known: Mapping[int, bool] = NOTHING,
    before: Sequence[Step] | None = None,
) -> Explanation | None:
    """Return the explanation of a cell known to be certain, with the same effort on every machine;
    None if its position is impossible, too large, or too hard to count.

    ``known`` says of the cells that the steps ``before`` conclude whether they are mines.
    """

    def certain() -> dict[int, bool]:
        if len(position.hidden_indices) > MAX_HIDDEN:
            raise BudgetError(
                f"more than {MAX_HIDDEN:,} hidden cells are too many to count for this"
            )
        return certain_cells(analyse(position, seconds=inf, steps=MAX_COUNT_STEPS))

    try:
        region, last = cheapest(position, index, mine, certain, known)
    except (ImpossiblePositionError, BudgetError):
        return None
    if (last.mines if mine else last.safe) >> region.bits[index] & 1:
        return _of_steps(position, index, mine, region, last, before)
    return None  # an impossible position proves everything


def certain_cells(analysis: Analysis) -> dict[int, bool]:
    """Return whether each certain cell is a mine, by index."""
    index = analysis.position.grid.index
    return dict.fromkeys(map(index, analysis.safe), False) | dict.fromkeys(
        map(index, analysis.certain_mines), True
    )


def explained(position: Position, index: int, certain: Mapping[int, bool]) -> Explanation:
    """Return the explanation of a certain cell; ``certain`` says of each whether it is a mine."""
    if position.rules.variant:
        raise InputError("sapper_variants.explain explains the cells of variants")
    mine = certain[index]
    return _of_steps(position, index, mine, *cheapest(position, index, mine, lambda: certain))


def _of_steps(
    position: Position,
    index: int,
    mine: bool,
    region: Region,
    last: Draft,
    before: Sequence[Step] | None = None,
) -> Explanation:
    verdict: Verdict = "mine" if mine else "safe"
    cell = position.grid.cell(index)
    steps = _naming(cell, chain(region, last, region.bits[index], before))
    return Explanation(position, cell, verdict, steps, certificate=last.certificate is not None)


def _naming(cell: Cell, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return steps the last of which names a cell that it concludes, among others if many."""
    *before, last = steps
    if str(list(cell)) in last.words:
        return steps
    return (*before, replace(last, words=f"{last.words[:-1]}, {list(cell)} among them."))


def calling_mines(explanation: Explanation, noun: str) -> Explanation:
    """Return an explanation with another noun for open mines, such as ``flag``."""
    steps = tuple(step.calling_mines(noun) for step in explanation.steps)
    return replace(explanation, steps=steps)


def hidden_index(position: Position, cell: Cell) -> int:
    """Return the index of a hidden cell; raise ``IllegalMoveError`` for another."""
    index = position.grid.index(cell)
    code = position.cells[index]
    if not HIDDEN <= code <= FLAGGED:
        what = "an open mine" if code == MINE else "open" if code < HIDDEN else "not hidden"
        raise IllegalMoveError(
            f"cell {list(position.grid.cell(index))} is {what}: only hidden cells are explained"
        )
    return index


def story(step: Step) -> str:
    """Return the words of a step, including those of the steps under a supposition."""
    if not step.tells_steps:
        return step.words
    first, end = step.words.rsplit(". ", 1)
    return " ".join([f"{first}.", *map(story, step.steps), end])


def _told(steps: tuple[Step, ...], prefix: str = "") -> Iterator[tuple[str, Step]]:
    """Yield numbered lines, those under a supposition before what follows from it."""
    indent = "  " * prefix.count(".")
    for i, step in enumerate(steps, start=1):
        number = f"{prefix}{i}."
        if not step.tells_steps:
            yield f"{indent}{number} {step.words}", step
            continue
        first, end = step.words.rsplit(". ", 1)
        yield f"{indent}{number} {first}.", step
        yield from _told(step.steps, number)
        yield f"{indent}{' ' * len(number)} {end}", step


def _numbered(steps: tuple[Step, ...], prefix: str = "") -> list[tuple[str, Step]]:
    """Return the steps that are told with their numbers, those under a supposition after it."""
    numbered = []
    for i, step in enumerate(steps, start=1):
        numbered.append((f"{prefix}{i}", step))
        if step.tells_steps:
            numbered += _numbered(step.steps, f"{prefix}{i}.")
    return numbered


def together(
    position: Position, cells: Iterable[Cell], *, mine: bool = False
) -> Explanation | None:
    """Return one explanation of cells that are all safe, or all mines: the easiest comes first, and
    each of the others is explained with all that is known by then.

    Its ``cell`` is one that the last step concludes. Returns None without cells, or if one of them
    has no explanation.
    """
    index = position.grid.index
    waiting, known = list(cells), dict[int, bool]()
    whole: Explanation | None = None
    while waiting:
        steps = () if whole is None else whole.steps
        best: Explanation | None = None
        for cell in waiting:
            found = settled(position, index(cell), mine=mine, known=known, before=steps)
            if found is None:
                return None
            if best is None or (found.difficulty or 0.0) < (best.difficulty or 0.0):
                best = found
            if best.difficulty == ONE_CLUE:
                break
        assert best is not None, "some cell waits"
        certificate = best.certificate or (whole is not None and whole.certificate)
        more = (_once(step, (*steps, *best.steps[:i])) for i, step in enumerate(best.steps))
        whole = replace(best, steps=(*steps, *more), certificate=certificate)
        for step in best.steps:
            known |= dict.fromkeys(map(index, step.safe), False)
            known |= dict.fromkeys(map(index, step.mines), True)
        waiting = [cell for cell in waiting if index(cell) not in known]
    return whole


def _once(step: Step, before: Iterable[Step]) -> Step:
    """Return a supposition that leads to the same contradiction as one before it, in short words;
    any other step unchanged."""
    if step.suppose is None or not any(_alike(step, other) for other in before):
        return step
    cell = list(step.suppose.cell)
    was, is_ = ("a mine", "safe") if step.suppose.mine else ("safe", "a mine")
    words = (
        f"Suppose instead that {cell} were {was}: the same contradiction follows, so it is {is_}."
    )
    return replace(step, words=words)


def _alike(one: Step, other: Step) -> bool:
    """Return whether the steps of a supposition are among those of another one, with the same clues
    and conclusions, apart from what the steps between the two conclude."""
    if other.suppose is None:
        return False
    rest = list(other.steps)
    for step in one.steps:
        found = next((s for s in rest if s.clues == step.clues and s.suppose is None), None)
        if found is None or not ({*step.safe} <= {*found.safe} and {*step.mines} <= {*found.mines}):
            return False
        rest.remove(found)
    return True
