"""``sapper.explain``: proofs of certain cells, and how a guess compares with the others.

Guesses are compared by the figures that a strong player chooses by. Where few layouts are left,
these are exact: the layouts that perfect play wins after each guess. Otherwise they are those of
the look-ahead (see ``players.kernel.lookahead``), whose differences mean something only beyond
``AHEAD_ERROR``. No cell is called better by another measure. Of equally good cells, those of lower
risk come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf, log10

from sapper.errors import BudgetError, listed, plural
from sapper.estimate import percent
from sapper.explanations import Explanation
from sapper.explanations.explanation import certain_cells, explained, hidden_index
from sapper.explanations.sentences import capitalised, mines, noun, spelt
from sapper.game import Cell, Grid, Position
from sapper.game.codes import FLAGGED, HIDDEN, UNFLAGGED
from sapper.inference import Analysis, analyse
from sapper.inference.analysis import ROUNDING
from sapper.inference.counting import (
    MAX_COUNT_STEPS,
    MAX_MEGABYTES,
    ThreadCache,
    count,
    counter_of,
)
from sapper.inference.gold import has_signs
from sapper.inference.kernel.counter import Counter
from sapper.lazy import cached_property
from sapper.players.kernel.endgame import DEFAULT_LAYOUTS
from sapper.players.kernel.lookahead import Lookahead
from sapper.reviews.chances import EndgameSolver
from sapper.reviews.guesses import Group, Numbers, Risks, group_of, numbers, twin_of

#: The layouts up to which the value of every cell is computed: as many as ``swift`` solves, so that
#: no explanation contradicts it.
MAX_EXACT_LAYOUTS = DEFAULT_LAYOUTS
#: The relative difference of two values of the look-ahead up to which either cell may be better.
#: Beyond it, exact values agree in 92% of 203 comparisons in endings of expert games, and playouts
#: in 91% of 186 earlier ones.
AHEAD_ERROR = 0.05
MAX_WEIGHED, SLACK = 128, 0.25  #: of the look-ahead
MAX_NAMED = 3  #: cells that are named where several are meant
LEAST_GAIN = 0.005  #: of a chance, to be worth a word
MAX_SPARSE = 1 / 3  #: risk away from all clues up to which fewer mines are likelier
EQUAL = 1e-9  #: values that differ by less are equal
MAX_DIGITS = 4  #: of a risk in percent


def explain(position: Position | str, cell: Cell) -> Explanation:
    r"""Return why a hidden cell is safe or a mine, or how it compares with others as a guess.

    - ``position``: what a player sees, or its text. Flags are not facts.
    - ``cell``: ``(row, column)``.

    Raises ``IllegalMoveError`` for a cell that is not hidden, ``RulesError`` for one outside the
    grid, and ``ImpossiblePositionError`` if no layout fits the position.

    >>> print(sapper.explain("4x3x2\nHHHH\n1221\n0000", (0, 0)))
    [0, 0] is safe:
    1. Two mines are left. The 2 at [1, 2] needs two. So no mine is left for [0, 0].
    """
    position = Position.of(position)
    index = hidden_index(position, cell)
    analysis = analyse(position)
    certain = certain_cells(analysis)
    return explained(position, index, certain) if index in certain else guess(analysis, index)


def guess(analysis: Analysis, index: int) -> Explanation:
    """Return how a cell that is not certain compares with others."""
    position = analysis.position
    words = comparison(position, index, analysis)
    return Explanation(position, position.grid.cell(index), "guess", (), words)


def supported(analysis: Analysis, index: int) -> Explanation | None:
    """Return how the best guess found compares with others; None if its risk is not known, or if
    another cell looks better, as it may one move ahead."""
    if not 0.0 < analysis.probabilities[index] < 1.0 or analysis.position.next_open_is_safe:
        return None
    told = _Comparison(analysis.position, index, analysis)
    if told.outdone:
        return None
    cell, words = analysis.position.grid.cell(index), " ".join(told.sentences())
    return Explanation(analysis.position, cell, "guess", (), words)


def risk_of(analysis: Analysis, index: int) -> Explanation:
    """Return the risk of a cell that is not certain, and where it comes from."""
    position, told = analysis.position, _Comparison(analysis.position, index, analysis)
    words = " ".join(told.risky())
    return Explanation(position, position.grid.cell(index), "guess", (), words)


@dataclass(frozen=True)
class Values:
    """The values of guesses by index, of the cells that are worth one.

    ``layouts`` is the number of layouts if the values are exact: how many of them are won.
    Otherwise only the cells that ``swift`` ``considered`` are called better than others.
    """

    by_cell: dict[int, float]
    layouts: int = 0
    considered: frozenset[int] = frozenset()

    def better(self, one: int, other: int) -> bool:
        """Return whether one cell is better than another, beyond the error of the values."""
        value = self.by_cell.get(other, 0.0)
        least = value + EQUAL if self.layouts else value * (1.0 + AHEAD_ERROR)
        return self.by_cell.get(one, 0.0) > least

    def best(self, risks: Risks, among: Iterable[int] | None = None) -> int | None:
        """Return the best cell; of equally good ones that of the lowest risk."""
        cells = set(self.considered or self.by_cell) if among is None else set(among)
        cells &= self.by_cell.keys()
        most = max((self.by_cell[i] for i in cells), default=0.0)
        equal = (i for i in cells if self.by_cell[i] > most - EQUAL)
        return min(equal, key=lambda i: (round(risks[i], 9), i), default=None)


_AHEAD: ThreadCache[Grid, tuple[Counter, Lookahead, Lookahead]] = ThreadCache(
    lambda grid: (Counter(grid), Lookahead(grid), Lookahead(grid, SLACK, MAX_WEIGHED)),
    lambda kept: kept[0].held,
)


def values_of(analysis: Analysis) -> Values | None:
    """Return the values of the guesses in a position where nothing is certainly safe; None if it
    is too hard to count."""
    position, risks = analysis.position, analysis.probabilities
    plain = not position.gold and not has_signs(position) and position.lives_left <= 1
    if plain and analysis.log10_layouts <= log10(MAX_EXACT_LAYOUTS) + ROUNDING:
        solver = EndgameSolver(position.grid, position.mines)
        cells = position.cells.translate(UNFLAGGED)
        hidden = [i for i in position.hidden_indices if risks[i] < 1.0]
        try:
            won = {i: float(solver.won_by_opening(cells, i)) for i in hidden}
            return Values(won, solver.count(cells)[0])
        except BudgetError:
            pass
    counter, swift, ahead = _AHEAD.of(position.grid)
    try:
        count(counter, position, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
    except BudgetError:
        return None
    # A value of 0 is that of a candidate which cannot be the best, and was not weighed to the end.
    considered = [c for c in swift.weigh(counter, position.cells) if c[3] > 0.0]
    weighed = [c for c in ahead.weigh(counter, position.cells) if c[3] > 0.0] + considered
    return Values({c[0]: c[3] for c in weighed}, 0, frozenset(c[0] for c in considered))


def comparison(position: Position, index: int, analysis: Analysis) -> str:
    """Return how opening a cell that is not certain compares with opening another."""
    cell = str(list(position.grid.cell(index)))
    if position.next_open_is_safe:
        return "Whichever cell you open first is safe: the rules guarantee it."
    if not analysis.counted:
        known = analysis.position.rules.mines_known
        why = "is too hard to count" if known else "depends on the number of mines"
        return f"Nothing proves {cell} safe or a mine, and its risk {why}."
    return " ".join(_Comparison(position, index, analysis).sentences())


class _Comparison:
    """Composes the sentences about a guess."""

    def __init__(self, position: Position, index: int, analysis: Analysis) -> None:
        self.position, self.index, self.analysis = position, index, analysis
        self.risks = analysis.probabilities
        self.least = min(risk for risk in self.risks if risk == risk)  # nan where a cell is open
        plain = not has_signs(position)
        self.group = group_of(position, index, self.risks) if plain else None

    @cached_property
    def values(self) -> Values | None:
        return None if self.analysis.safe else values_of(self.analysis)

    @cached_property
    def twin(self) -> int | None:
        return twin_of(self.position, self.index, self.risks)

    def numbers(self, index: int) -> Numbers | None:
        """What the number of a cell may show."""
        return numbers(self.position, counter_of(self.position.grid), self.risks, index)

    @property
    def outdone(self) -> bool:
        """True if another cell is better."""
        values = self.values
        best = None if values is None else values.best(self.risks)
        return values is not None and best is not None and values.better(best, self.index)

    @property
    def sealed(self) -> bool:
        """True if no number will ever tell more about the cell."""
        return self.twin is not None or (self.group is not None and self.group.sealed)

    def risky(self, *, derived: bool = True) -> Iterator[str]:
        yield f"{self.name(self.index)} is a mine with probability {self.risk(self.index)}."
        if derived:
            yield from list(self._derived())[:1] or self._share()

    def sentences(self) -> Iterator[str]:
        yield from self.risky(derived=not self.sealed)
        if self.analysis.safe:
            safe = self.named(map(self.position.grid.index, self.analysis.safe))
            verb = "is" if len(self.analysis.safe) == 1 else "are"
            yield f"You do not have to guess yet: {safe} {verb} certainly safe."
            yield from self._sealed(None)
            return
        values = self.values
        yield from self._sealed(values)
        if not self.sealed:
            shown = self.numbers(self.index)
            if shown is not None:
                ahead = values is not None and not values.layouts and self.index in values.by_cell
                yield _shown(shown, chance=not ahead)
            yield from self._settles()
        if values is not None:
            yield from self._compared(values)

    def name(self, index: int) -> str:
        return str(list(self.position.grid.cell(index)))

    def named(self, indices: Iterable[int]) -> str:
        """Name the first few cells, and count the others."""
        names = [self.name(index) for index in indices]
        if len(names) <= MAX_NAMED + 1:
            return listed(names)
        return f"{', '.join(names[:MAX_NAMED])} and {len(names) - MAX_NAMED} more cells"

    @cached_property
    def digits(self) -> int:
        """The decimals of all risks, in percent: as many as tell those apart that are compared,
        none if they are whole."""
        compared = [self.least, self.risks[self.index]]
        if self.values is not None:
            group = () if self.group is None else self.group.cells
            best = (self.values.best(self.risks, among) for among in (None, group))
            compared += [self.risks[index] for index in best if index is not None]
        risks = {round(risk, 9) for risk in compared}
        digits = int(any(round(100 * risk, 6) % 1 for risk in risks))
        while digits < MAX_DIGITS and len({percent(r, digits) for r in risks}) < len(risks):
            digits += 1
        return digits

    def risk(self, index: int) -> str:
        """Return the risk of a cell."""
        return percent(self.risks[index], self.digits)

    def _derived(self) -> Iterator[str]:
        """Say where the risk comes from, if that is plain to see."""
        codes, risk, clues = self.position.cells, self.risks[self.index], self._clues()
        if not clues and not has_signs(self.position) and not self.layouts:
            yield from self._away(risk)
        elif len(clues) == 1:
            need, unknown = self._needed(clues[0])
            if len(unknown) > 1 and all(abs(self.risks[i] - risk) < ROUNDING for i in unknown):
                more = " more" if need < codes[clues[0]] else ""
                yield (
                    f"The {codes[clues[0]]} at {self.name(clues[0])} needs {spelt(need)}{more} "
                    f"{'mine' if need == 1 else 'mines'} in {spelt(len(unknown))} equally likely "
                    "cells."
                )
        group = self.group
        if group is None:
            return
        ways, all_ = sum(self.index in mines for mines in group.layouts), len(group.layouts)
        equal = abs(ways / all_ - risk) < ROUNDING
        if equal or not self.layouts:  # few layouts say how much each way counts
            said = f"It is a mine in {spelt(ways)} of the {spelt(all_)} ways to place the mines"
            yield f"{said} around here{'' if equal else self._unequal(group)}."

    @property
    def layouts(self) -> int:
        """The number of layouts, if it is so small that all are counted out; otherwise 0."""
        few = self.analysis.log10_layouts <= log10(MAX_EXACT_LAYOUTS) + ROUNDING
        return round(10**self.analysis.log10_layouts) if few and not has_signs(self.position) else 0

    def _share(self) -> Iterator[str]:
        """Say in how many of a few layouts the cell is a mine."""
        if self.layouts:
            mines = round(self.risks[self.index] * self.layouts)
            yield f"It is a mine in {mines} of the {plural(self.layouts, 'possible layout')}."
        elif self.analysis.counted and not has_signs(self.position):
            yield from self._averages()

    def _averages(self) -> Iterator[str]:
        """Say what the numbers beside the cell give on average: the lowest and the highest."""
        found = {}
        for clue in self._clues():
            need, cells = self._needed(clue)
            said = f"{noun(self.position.cells[clue])} at {self.name(clue)} needs {mines(need)} in"
            found[need / len(cells)] = f"{said} {spelt(len(cells))} cells"
        ends = dict.fromkeys([min(found), max(found)]) if found else ()
        said = ", and ".join(f"{found[end]}, {percent(end, 0)} on average" for end in ends)
        yield from [f"{capitalised(said)}."] if said else []

    def _clues(self) -> list[int]:
        near, codes = self.position.grid.neighbour_indices, self.position.cells
        return [i for i in near(self.index) if codes[i] < HIDDEN]

    def _needed(self, clue: int) -> tuple[int, list[int]]:
        """Return the mines that a clue needs in the uncertain cells around it, and these."""
        near = self.position.grid.neighbour_indices(clue)
        unknown = [i for i in near if 0.0 < self.risks[i] < 1.0]
        return round(sum(self.risks[i] for i in unknown)), unknown

    def _unequal(self, group: Group) -> str:
        """Say why the ways to place the mines of a group are not equally likely."""
        counts = [len(mines) for mines in group.layouts]
        likely = sum(self.risks[i] for i in group.cells) - sum(counts) / len(counts)
        sparse = any(self.risks[i] < MAX_SPARSE for i in self._away_cells())
        if len(set(counts)) == 2 or (sparse and likely < 0.0):
            number, room = ("fewer", "more") if likely < 0.0 else ("more", "little")
            return (
                f"; ways with {number} mines here are likelier, because there is {room} room "
                "elsewhere"
            )
        return "; they are not equally likely"

    def _away_cells(self) -> list[int]:
        """Return the uncertain cells away from all clues."""
        position, near = self.position, self.position.grid.neighbour_indices
        return [
            i
            for i in position.hidden_indices
            if 0.0 < self.risks[i] < 1.0 and all(position.cells[j] >= HIDDEN for j in near(i))
        ]

    def _away(self, risk: float) -> Iterator[str]:
        """Say how many mines lie away from all clues."""
        away = self._away_cells()
        mines = risk * len(away)
        if len(away) > 1 and round(mines):
            whole = abs(mines - round(mines)) < ROUNDING
            about = f"{'' if whole else 'about '}{mines:.0f}"
            verb = "lies" if round(mines) == 1 else "lie"
            left = f"Of the {plural(self.position.mines_left, 'mine')} left"
            yield f"{left}, {about} {verb} in the {len(away)} cells that touch no number."

    def _sealed(self, values: Values | None) -> Iterator[str]:
        """Say that no clue will ever tell more about a cell's group."""
        forever = "This is a 50/50"
        forever += "" if self.outdone else ": waiting cannot help"
        now = not (self.analysis.safe or self.outdone)
        forever += ", so you can guess it now as well as later." if now else "."
        if self.twin is not None:
            yield (
                f"Exactly one of {self.name(self.index)} and {self.name(self.twin)} is a mine, and "
                "no number will ever tell which: every other cell that you can still open touches "
                f"both of them or neither. {forever}"
            )
            return
        group = self.group
        if group is None or not group.sealed:
            return
        number, ways = len(group.layouts[0]), len(group.layouts)
        mines = f"{spelt(number)} {'mine' if number == 1 else 'mines'}"
        cells = listed(self.name(i) for i in group.cells)
        own = sum(self.index in layout for layout in group.layouts)
        its = f", and {self.name(self.index)} is a mine in {spelt(own)} of them"
        if ways == 2:
            one, two = (listed(map(self.name, sorted(layout))) for layout in group.layouts)
            its = f": {one}, or {two}"
        yield f"There are {spelt(ways)} ways to place {mines} in {cells}{its}."
        yield "No number elsewhere can tell these ways apart."
        if group.fifty_fifty:
            yield forever
        elif not self.analysis.safe:
            yield "Waiting cannot help: sooner or later you must guess here."
            best = None if values is None else values.best(self.risks)
            if values is not None and values.layouts and best not in group.cells:
                yield from self._best_of(group, values)

    def _best_of(self, group: Group, values: Values) -> Iterator[str]:
        """Name the cell of a sealed group to open first, where another cell is the best of all."""
        best = values.best(self.risks, group.cells)
        if best is not None and values.better(best, self.index):
            yield (
                f"Then begin with {self.name(best)}: it is {self._risk_beside(best)}, and its "
                "number tells more about the others."
            )

    def _risk_beside(self, other: int) -> str:
        """Say how the risk of another cell compares with that of this one."""
        one, two = self.risks[other], self.risks[self.index]
        if abs(one - two) <= ROUNDING:
            return "just as safe"
        far = "far " if abs(one - two) >= 0.15 else ""
        word = "safer" if one < two else "riskier"
        return f"{far}{word} ({self.risk(other)} against {self.risk(self.index)})"

    def _settles(self) -> Iterator[str]:
        """Name a coming 50/50 that the number of the cell decides."""
        grid = self.position.grid
        for other in grid.neighbour_indices(self.index):
            if self.risks[other] != 0.5 or self.position.cells[other] not in (HIDDEN, FLAGGED):
                continue
            group = group_of(self.position, other, self.risks)
            if group is None or group.telling != (self.index,) or len(group.layouts) != 2:
                continue
            if len({len(mines) for mines in group.layouts}) == 1:
                cells = self.named(group.cells)
                yield f"Its number also settles {cells}, which only a guess could settle otherwise."
                return

    def _compared(self, values: Values) -> Iterator[str]:
        """Compare the cell with the best one or, if it is best, with the safest."""
        best, own = values.best(self.risks), self.index
        if best is None:
            return
        if values.better(best, own):
            verb = "is" if values.layouts else "looks"
            said = f"{self.name(best)} {verb} better: it is {self._risk_beside(best)}"
            join = "but" if self.risks[best] > self.risks[own] + ROUNDING else "and"
            yield f"{said}, {join} {self._gain(values, best)}."
        elif values.layouts == 2 and self.sealed:
            return  # a toss, which has been said
        elif values.layouts:
            yield self._exactly_best(values, best)
        else:
            yield self._ahead_best(values)

    def _gain(self, values: Values, best: int) -> str:
        """Say what a better cell gains."""
        if values.layouts:
            won, own = (round(values.by_cell.get(i, 0.0)) for i in (best, self.index))
            of = plural(values.layouts, "layout")
            return f"wins {won} of {of} with perfect play, against {own}"
        one, two = self.numbers(best), self.numbers(self.index)
        if one is None or two is None or one.survival < two.survival + LEAST_GAIN:
            return "leaves more to go on"
        chances = f"{percent(one.survival)}, against {percent(two.survival)}"
        return f"there you survive this move and the next with a chance of {chances}"

    def _exactly_best(self, values: Values, best: int) -> str:
        """Say that no cell wins more."""
        own, risk = self.index, self.risks[self.index]
        wins = f"{round(values.by_cell[own])} of {plural(values.layouts, 'layout')}"
        if self.risks[best] < risk - ROUNDING:
            return (
                f"With perfect play it wins {wins}, and no cell wins more; {self.name(best)} wins "
                f"as many at a lower risk, {self.risk(best)}."
            )
        safest = self._safest(values)
        if risk > self.least + ROUNDING:
            return (
                f"It is riskier than {self.name(safest)} ({self.risk(own)} against "
                f"{self.risk(safest)}), but wins most with perfect play: {wins}, against "
                f"{round(values.by_cell.get(safest, 0.0))}."
            )
        return f"With perfect play it wins {wins}, and no cell wins more."

    def _ahead_best(self, values: Values) -> str:
        """Say that no cell looks better one move ahead."""
        own, safest = self.index, self._safest(values)
        one, two = self.numbers(own), self.numbers(safest)
        chance, its = (0.0 if found is None else found.survival for found in (one, two))
        ahead = "survive this move and the next"
        if self.risks[own] <= self.least + ROUNDING:
            return (
                f"You {ahead} with a chance of {percent(chance)}, and no cell looks clearly better."
            )
        risks = f"{self.risk(own)} against {self.risk(safest)}"
        riskier = f"It is riskier than {self.name(safest)} ({risks})"
        if chance < its - LEAST_GAIN:
            less = f"and you {ahead} less often ({percent(chance)} against {percent(its)})"
            return f"{riskier}, {less}, but what is left then looks easier to win."
        gain = f"; at {self.name(safest)} it is only {percent(its)}"
        return (
            f"{riskier}, but looks at least as good one move ahead. You {ahead} with a chance of "
            f"{percent(chance)}{gain if chance > its + LEAST_GAIN else ''}."
        )

    def _safest(self, values: Values) -> int:
        """Return the best of the cells of the lowest risk."""
        least = [i for i, risk in enumerate(self.risks) if risk <= self.least + ROUNDING]
        best = values.best(self.risks, least)
        return least[0] if best is None else best


def _shown(own: Numbers, *, chance: bool) -> str:
    """Say what the number of a cell may prove, and with what ``chance`` if that is said once."""
    if own.possible == 1:
        what = "proves another cell safe" if own.helpful else "proves no other cell safe"
        return f"If it is safe, it can show only one number, which {what}."
    what = f", and {spelt(own.helpful)} of them {'proves' if own.helpful == 1 else 'prove'}"
    if own.helpful in (0, own.possible):
        what = f", {'each' if own.helpful else 'none'} of which proves"
    said = f"If it is safe, it shows one of {spelt(own.possible)} numbers{what} another cell safe"
    if chance and 0 < own.helpful < own.possible:
        return f"{said}: with a chance of {percent(own.progress)} you survive and can go on."
    return f"{said}."
