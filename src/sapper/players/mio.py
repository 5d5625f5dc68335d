"""``mio``: a strategy that decides only by rules learned from examples.

Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": rules for
``safe`` and ``mine``. A mine that a rule finds is marked, so that more rules can apply. If no rule
is true for any cell, the strategy guesses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, get_args

from sapper.errors import RecipeError, listed, plural
from sapper.game import Chance, Move, Position
from sapper.game.codes import GOLD, HIDDEN
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.mio_view import Firing, Mines, View, all_firings, members
from sapper.players.opened import Opened

if TYPE_CHECKING:
    from sapper.players.mio_rules import Rule

Guess = Literal["random", "probability", "pass"]
THEORIES = ("paper", "larger")


@lru_cache(maxsize=len(THEORIES))
def rules(theory: str) -> tuple[Rule, ...]:
    """Return the rules of a theory that comes with sapper, the most specific first."""
    from sapper.mio import theory as parsed  # takes 0.1 s, which not every player needs
    from sapper.players.mio_rules import ruled

    file = files("sapper.players").joinpath(f"mio_{theory}.pl")
    return ruled(parsed(file.read_text(encoding="utf-8"), file.name))


class Mio:
    """Opens what a rule of its ``theory`` says is safe, the most specific rule first.

    ``paper`` is the theory of the paper's authors, learned again; ``larger`` has more rules.
    ``only`` names the rules to use, joined by ``+`` as in ``S-1+M-1``; the default is all rules. If
    no rule is true for any cell, it guesses at ``random`` among the cells that no rule calls mines,
    or by the paper's ``probability``, or it passes. The probability of a cell is the largest share
    of mines among the covered neighbours of a clue next to it; without such a clue, it is the share
    of mines among all covered cells.
    """

    name = "mio"

    def __init__(
        self, *, theory: str = "paper", guess: Guess = "random", only: str | None = None
    ) -> None:
        if theory not in THEORIES:
            raise RecipeError(f"strategy 'mio': theory: expected paper or larger, found {theory}")
        if guess not in get_args(Guess):
            expected = "expected random, probability or pass"
            raise RecipeError(f"strategy 'mio': guess: {expected}, found {guess}")
        self.rules = rules(theory) if only is None else _only(rules(theory), only)
        self._guess: Guess = guess
        self._opened = Opened()
        self._safe: dict[int, tuple[Firing, Position]] = {}
        self._mines: dict[int, tuple[Firing, Position]] = {}

    @classmethod
    def with_rules(cls, rules: Sequence[Rule], guess: Guess = "random") -> Mio:
        """Return a strategy that plays by other rules, the most specific of them first."""
        found = cls(guess=guess)
        found.rules = tuple(rules)
        return found

    @property
    def mines(self) -> list[Firing]:
        """The mines that rules have found in this game."""
        return [firing for firing, _ in self._mines.values()]

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open a cell that a rule calls safe, flag a mine if flags decide the game, or guess."""
        goes_on, _ = self._opened.since(position)
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
            return Pass(self.name, "no rule is true of a cell that is still to be opened")
        return self._guessed(position, view, chance)

    def _certain(self, position: Position) -> Decision | None:
        """Return the next move of those concluded before, if any is left."""
        for index, (firing, then) in self._safe.items():
            if position.cells[index] == HIDDEN:
                move = Move("open", position.grid.cell(index))
                return Decision(move, self.name, Why(firing, then), 0.0)
        if position.rules.won_by == "flagging":
            for index, (firing, then) in self._mines.items():
                if position.cells[index] == HIDDEN:
                    move = Move("flag", position.grid.cell(index))
                    return Decision(move, self.name, Why(firing, then), 1.0)
        return None

    def _see(self, position: Position) -> View:
        """Apply the rules, and remember what they conclude."""
        before = frozenset(self._mines)
        safe, mines, view = seen(self.rules, position, before)
        self._safe = {firing.tile: (firing, position) for firing in safe}
        self._mines.update({firing.tile: (firing, position) for firing in mines})
        return view

    def _guessed(self, position: Position, view: View, chance: Chance) -> Decision | Pass:
        cells = [i for i in members(view.covered) if position.cells[i] == HIDDEN]
        cells = [i for i in cells if i not in self._safe]
        if not cells:
            return Pass(self.name, "every hidden cell is flagged or a mine by some rule")
        promised = position.untouched and position.rules.first != "any"
        risk = 0.0 if promised else None
        if self._guess == "random":
            words = f"no rule is true of a cell: one of {plural(len(cells), 'cell')}, at random"
            index = chance.choice(cells)
            return _opening(position, index, Reason("random", words), risk)
        shares = largest_shares(view)
        least = min(shares[i] for i in cells)
        index = chance.choice([i for i in cells if shares[i] == least])
        best = sorted(cells, key=lambda i: (shares[i], i))[:5]
        words = (
            f"no rule is true of a cell: here no clue needs more than {100 * least:.1f} % mines"
            " among its covered neighbours, the least there is"
        )
        considered = tuple((position.grid.cell(i), shares[i]) for i in best)
        return _opening(position, index, Reason("probability", words, considered=considered), risk)


def _only(known: Sequence[Rule], names: str) -> tuple[Rule, ...]:
    """Return the rules with these names, in the order of the theory."""
    wanted = str(names).split("+")
    there = {rule.name for rule in known}
    for name in wanted:
        if name not in there:
            expected = listed((rule.name for rule in known), "or")
            raise RecipeError(f"strategy 'mio': unknown rule '{name[:20]}': expected {expected}")
    return tuple(rule for rule in known if rule.name in wanted)


class Why:
    """The reason for a decision, computed when it is called: the rule, the values of its variables,
    and the clues, as they were when the rule became true."""

    def __init__(self, firing: Firing, position: Position) -> None:
        self.firing, self.position = firing, position

    def __call__(self) -> Reason:
        """Return the reason in words, with the rule's names for sets and clues."""
        grid, firing = self.position.grid, self.firing
        told = [
            f"{name} is {self._words(firing, value)}"
            for name, value in firing.values
            if isinstance(value, Mines) or name in firing.rule.clue_names
        ]
        named = {value for name, value in firing.values if name in firing.rule.clue_names}
        others = [list(grid.cell(clue)) for clue in firing.clues if clue not in named]
        if others:
            told.append(f"counted by the clues at {', '.join(map(str, others))}")
        verdict = "safe" if firing.rule.target == "safe" else "a mine"
        words = f"{firing.rule.name} says it is {verdict}: {', '.join(told)}"
        clues = tuple(map(grid.cell, sorted(firing.clues)))
        near = {i for clue in firing.clues for i in grid.neighbours(clue)}
        mines = tuple(grid.cell(i) for i in members(firing.known) if i in near)
        return Reason(firing.rule.name, words, clues=clues, mines=mines)

    def _words(self, firing: Firing, value: int | Mines) -> str:
        grid, cells = self.position.grid, self.position.cells
        if isinstance(value, Mines):
            where = ", ".join(str(list(grid.cell(i))) for i in members(value.cells))
            return f"{plural(value.mines, 'mine')} in {where}"
        clue = "gold" if cells[value] == GOLD else str(cells[value])
        return f"the {clue} at {list(grid.cell(value))}"


def seen(
    rules: Sequence[Rule], position: Position, known: frozenset[int]
) -> tuple[list[Firing], list[Firing], View]:
    """Apply rules to a position in which the mines ``known`` are marked.

    Mines that rules find are marked, and the rules are applied again until there is a safe cell or
    nothing new. Returns the safe cells, the mines, and the last view.
    """
    bits = sum(1 << index for index in known)
    mines: list[Firing] = []
    while True:
        view = View(position.grid, position.cells, position.mines, bits)
        found = list(all_firings(rules, view))
        safe = [firing for firing in found if firing.rule.target == "safe"]
        more = [firing for firing in found if firing.rule.target == "mine"]
        mines += more
        if safe or not more:
            return safe, mines, view
        bits |= sum(1 << firing.tile for firing in more)


def largest_shares(view: View) -> dict[int, float]:
    """Return the paper's probability of every covered cell: see ``Mio``."""
    worst: dict[int, float] = {}
    for _, says, _ in view.clues:
        share = says.mines / says.cells.bit_count()
        for index in members(says.cells):
            worst[index] = max(worst.get(index, 0.0), share)
    everywhere = view.mines_left / max(1, view.covered.bit_count())
    return {index: worst.get(index, everywhere) for index in members(view.covered)}


def _opening(position: Position, index: int, reason: Reason, risk: float | None) -> Decision:
    return Decision(Move("open", position.grid.cell(index)), Mio.name, reason, risk)
