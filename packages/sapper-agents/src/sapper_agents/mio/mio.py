"""``mio`` plays by nothing but rules learned from examples.

Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": rules for
``safe`` and ``mine``. Mines found by a rule are marked, so that further rules may apply. If no rule
applies to any cell, the player guesses. The reason for a move names the rule and the values of its
variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from sapper.errors import InputError, RecipeError, listed, plural
from sapper.estimate import percent
from sapper.files import is_file, read_text
from sapper.game import Chance, Grid, Move, Position
from sapper.game.codes import GOLD, HIDDEN
from sapper.inference.constraints import PositionTracker
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import AppliedRule, Binding, Bindings, CellSet
from sapper.players.start import with_promise
from sapper_agents.mio.rules import Firing, all_firings
from sapper_agents.mio.view import Mines, RuleView, members

if TYPE_CHECKING:
    from sapper_agents.mio.rules import Rule

MAX_LISTED_CELLS = 8  #: maximum number of cells of a set that a sentence names
#: The beginnings of sentences about sets of the whole board.
WHOLE = {
    "allCoveredHasXMines": "all covered cells have",
    "disjointSetsHaveXMines": "clues without a common cell have",
    "allMinesInFringe": "the covered cells beside clues have",
}


def applied(firing: Firing, grid: Grid) -> AppliedRule:
    """Return a rule that is true of a tile, with the values of its variables."""
    return AppliedRule(firing.rule.name, firing.rule.text, lambda: _bindings(firing, grid))


def _bindings(firing: Firing, grid: Grid) -> Bindings:
    cell, rule = grid.cell, firing.rule
    bindings: list[tuple[str, Binding]] = [(rule.tile, CellSet((cell(firing.tile),)))]
    for name, value in firing.values:
        if isinstance(value, Mines):
            bindings.append((name, CellSet(tuple(map(cell, members(value.cells))), value.mines)))
        else:
            bindings.append((name, cell(value) if name in rule.clue_names else value))
    return tuple(bindings)


def reason_of(firing: Firing, position: Position) -> Reason:
    """Return the reason for a rule's conclusion: a sentence, and the clues that the rule uses."""
    grid, rule = position.grid, firing.rule
    named = {value for name, value in firing.values if name in rule.clue_names}
    others = [str(list(grid.cell(clue))) for clue in firing.clues if clue not in named]
    counted = f" (counted from the clues at {listed(others)})" if others else ""
    name = f"rule {rule.name}" if rule.name else "the rule"
    clues = tuple(map(grid.cell, sorted(firing.clues)))
    near = {i for clue in firing.clues for i in grid.neighbour_indices(clue)}
    mines = tuple(grid.cell(i) for i in members(firing.known) if i in near)
    words = f"{name}: {_sentence(firing, position)}{counted}"
    return Reason(rule.name, words, clues=clues, mines=mines)


def _sentence(firing: Firing, position: Position) -> str:
    """Explain a rule's conclusion in a clause that names cells as ``[row, column]``.

    It follows the order of the rule's literals: sets of covered cells with their mines, then the
    differences between sets, then the conclusion about the cell.
    """
    values, grid = dict(firing.values), position.grid
    parts = []
    for literal in firing.rule.literals:
        first, last = values.get(literal.names[0]), values.get(literal.names[-1])
        if not isinstance(last, Mines):
            continue  # a zone, a number, or the tile, about which the sentence ends
        mines = plural(last.mines, "mine") if last.mines else "no mine"
        held = f"{mines} in {_cells_text(position, last)}"
        if literal.name == "setHasXMines" and isinstance(first, int):
            number = "gold" if position.cells[first] == GOLD else str(position.cells[first])
            parts.append(f"the {number} at {list(grid.cell(first))} has {held}")
        elif literal.name == "diffSetHasXMines":
            parts.append(f"which leaves {held}")
        elif literal.name in WHOLE:
            parts.append(f"{WHOLE[literal.name]} {held}")
    cell = list(grid.cell(firing.tile))
    kind = "safe" if firing.rule.target == "safe" else "a mine"
    return f"{', '.join(parts)}, so {cell} is {kind}"


def _cells_text(position: Position, held: Mines) -> str:
    cells = [str(list(position.grid.cell(i))) for i in members(held.cells)]
    return listed(cells) if len(cells) <= MAX_LISTED_CELLS else f"{len(cells)} covered cells"


Guess = Literal["random", "probability", "pass"]
Marks = Literal["all", "needed"]
THEORIES = ("paper", "larger")
MAX_THEORY_BYTES = 1_000_000  #: size of a theory of your own
MAX_CLUES = 6  #: clues of a rule that plays: the work grows exponentially with them


def rules(theory: str) -> tuple[Rule, ...]:
    """Return the rules of a theory that ships with sapper, or of a file of rules, simplest first.

    Raises ``InputError`` for a name that is neither, and for a file with anything but rules.
    """
    if theory in THEORIES:
        return _shipped(theory)
    if not is_file(theory):
        expected = ", ".join(THEORIES)
        raise InputError(f"expected {expected} or a file of rules, found {theory[:40]}")
    changed = Path(theory).stat()
    return _own(theory, (changed.st_mtime_ns, changed.st_size))


@lru_cache(maxsize=len(THEORIES))
def _shipped(theory: str) -> tuple[Rule, ...]:
    file = files("sapper_agents.mio").joinpath(f"{theory}.pl")
    return _parsed(file.read_text(encoding="utf-8"), file.name)


@lru_cache(maxsize=8)
def _own(file: str, version: object) -> tuple[Rule, ...]:
    """Read a file; every game asks for its rules, so they are kept while ``version`` is the
    same."""
    found = _parsed(read_text(file, limit=MAX_THEORY_BYTES), file)
    for rule in found:
        if rule.clues > MAX_CLUES:
            raise InputError(
                f"{file}: rule {rule.name} has {rule.clues} clues, but at most {MAX_CLUES} can play"
            )
    if not found:
        raise InputError(f"{file}: expected rules for safe(Tile,Board) or mine(Tile,Board)")
    return found


def _parsed(text: str, where: str) -> tuple[Rule, ...]:
    from mio import MioError, parse_theory  # takes 0.1 s that not every player needs
    from sapper_agents.mio.rules import ruled, with_numbers

    try:
        return ruled([with_numbers(clause) for clause in parse_theory(text, where)])
    except MioError as error:
        raise InputError(f"{error}") from None
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


class Mio:
    """Opens cells that a rule of its ``theory`` concludes are safe, trying simple rules first.

    - ``theory``: ``paper`` is that of the paper's authors, relearned by sapper; ``larger`` has more
      rules. Or a file of rules, such as ``sapper learn minesweeper --output FILE`` writes.
    - ``only``: the rules to use, by name and joined by ``+`` as in ``S-1+M-1``; all by default.
    - ``guess``: what to do if no rule applies. ``random`` chooses among the cells that no rule
      concludes are mines, ``probability`` a cell of lowest probability as in the paper: the largest
      share of mines that an adjacent clue requires among its covered neighbours or, without such a
      clue, the share of mines among all covered cells. ``pass`` passes.
    - ``marks``: ``all`` marks all mines that rules find. ``needed`` plays as the paper counts
      moves: it marks one mine, and only if no rule for safe cells applies, and looks again after
      every move. The share of games won is the same; the rules that decide are others.
    """

    name = "mio"

    def __init__(
        self,
        *,
        theory: str = "paper",
        guess: Guess = "random",
        only: str | None = None,
        marks: Marks = "all",
    ) -> None:
        for name, given, known in (("guess", guess, Guess), ("marks", marks, Marks)):
            if given not in get_args(known):
                expected = f"expected {listed(get_args(known), 'or')}, found {given}"
                raise RecipeError(f"strategy 'mio': {name}: {expected}")
        try:
            found = rules(theory)
        except InputError as error:
            raise RecipeError(f"strategy 'mio': theory: {error}") from None
        self.rules = found if only is None else _only(found, only)
        self._guess: Guess = guess
        self._marks: Marks = marks
        self._opened = PositionTracker()
        self._safe: dict[int, tuple[Firing, Position]] = {}
        self._mines: dict[int, tuple[Firing, Position]] = {}

    @classmethod
    def with_rules(
        cls, rules: Sequence[Rule], guess: Guess = "random", marks: Marks = "all"
    ) -> Mio:
        """Return a strategy that plays by these rules, in this order."""
        strategy = cls(guess=guess, marks=marks)
        strategy.rules = tuple(rules)
        return strategy

    @property
    def mines(self) -> list[Firing]:
        """The mines that rules have found in this game."""
        return [firing for firing, _ in self._mines.values()]

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open a cell that a rule proves safe, flag a mine where a win needs flags, or guess."""
        goes_on, _ = self._opened.advance(position)
        if not goes_on:
            self._safe, self._mines = {}, {}
        decision = self._certain(position)
        if decision is not None:
            return decision
        view = self._see(position)
        decision = self._certain(position)
        if decision is not None:
            return decision
        if self._guess == "pass":
            return Pass(self.name, "no rule applies to a hidden cell")
        return self._guessed(position, view, chance)

    def _certain(self, position: Position) -> Decision | None:
        """Return a move that follows from earlier conclusions, None if none is left."""
        for index, (firing, then) in self._safe.items():
            if position.cells[index] == HIDDEN:
                return _concluded(firing, then, "open")
        if position.rules.won_by == "flagging":
            for index, (firing, then) in self._mines.items():
                if position.cells[index] == HIDDEN:
                    return _concluded(firing, then, "flag")
        return None

    def _see(self, position: Position) -> RuleView:
        before = frozenset(self._mines)
        safe, mines, view = seen(self.rules, position, before, self._marks)
        self._safe = {firing.tile: (firing, position) for firing in safe}
        self._mines.update({firing.tile: (firing, position) for firing in mines})
        return view

    def _guessed(self, position: Position, view: RuleView, chance: Chance) -> Decision | Pass:
        cells = [i for i in members(view.covered) if position.cells[i] == HIDDEN]
        cells = [i for i in cells if i not in self._safe]
        if not cells:
            return Pass(self.name, "every hidden cell is flagged or, by some rule, a mine")
        if self._guess == "random" or position.next_open_is_safe:
            words = (
                f"no rule applies, so this is chosen at random from {plural(len(cells), 'cell')}"
            )
            index = chance.choice(cells)
            return _opening(position, index, Reason("random", with_promise(position, words)))
        shares = largest_shares(view)
        least = min(shares[i] for i in cells)
        index = chance.choice([i for i in cells if shares[i] == least])
        best = sorted(cells, key=lambda i: (shares[i], i))[:5]
        figure = percent(least)
        if view.beside >> index & 1:
            words = f"no clue needs more than {figure} of this cell and its other hidden neighbours"
            words += " as mines"
        else:
            words = f"no clue touches this cell, and {figure} of all hidden cells are mines"
        words = f"no rule applies; {words}, the lowest share of {plural(len(cells), 'cell')}"
        considered = tuple((position.grid.cell(i), shares[i]) for i in best)
        return _opening(position, index, Reason("probability", words, considered=considered))


def _only(known: Sequence[Rule], names: str) -> tuple[Rule, ...]:
    """Return the rules of these names, in the order of the theory."""
    wanted = str(names).split("+")
    there = {rule.name for rule in known}
    for name in wanted:
        if name not in there:
            expected = listed((rule.name for rule in known), "or")
            raise RecipeError(f"strategy 'mio': unknown rule '{name[:20]}': expected {expected}")
    return tuple(rule for rule in known if rule.name in wanted)


def seen(
    rules: Sequence[Rule], position: Position, known: frozenset[int], marks: Marks = "all"
) -> tuple[list[Firing], list[Firing], RuleView]:
    """Apply rules to a position with ``known`` mines; return the safe cells, the mines and the
    view.

    New mines are marked and the rules applied again until a cell is safe or nothing new follows;
    the view is the last one. With ``needed`` marks, at most one cell is safe, and a single mine is
    marked each time, only if no cell is safe.
    """
    bits = sum(1 << index for index in known)
    mines: list[Firing] = []
    while True:
        view = RuleView(position, bits)
        found = all_firings(rules, view)
        firings = list(islice(found, 1) if marks == "needed" else found)
        safe = [firing for firing in firings if firing.rule.target == "safe"]
        more = [firing for firing in firings if firing.rule.target == "mine"]
        mines += more
        if safe or not more:
            return safe, mines, view
        bits |= sum(1 << firing.tile for firing in more)


def largest_shares(view: RuleView) -> dict[int, float]:
    """Return the paper's probability of every covered cell; see ``Mio``."""
    worst: dict[int, float] = {}
    for _, says, _ in view.clues:
        share = says.mines / says.cells.bit_count()
        for index in members(says.cells):
            worst[index] = max(worst.get(index, 0.0), share)
    everywhere = (view.mines_left or 0) / max(1, view.covered.bit_count())
    return {index: worst.get(index, everywhere) for index in members(view.covered)}


def _concluded(firing: Firing, then: Position, action: Literal["open", "flag"]) -> Decision:
    """Return the move that follows from a rule that became true in the position ``then``."""
    move = Move(action, then.grid.cell(firing.tile))
    risk = 1.0 if action == "flag" else 0.0
    effort = applied(firing, then.grid)
    return Decision(move, Mio.name, lambda: reason_of(firing, then), risk, effort=effort)


def _opening(position: Position, index: int, reason: Reason) -> Decision:
    return Decision(Move("open", position.grid.cell(index)), Mio.name, reason, None)
