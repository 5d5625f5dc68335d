"""Players of variants, and how often they win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from sapper.errors import BudgetError, InputError, unknown
from sapper.kernel.chance import Chance
from sapper_variants.certain import Layouts
from sapper_variants.counting import Counting
from sapper_variants.dealing import layout_of, opened, unopened
from sapper_variants.position import HIDDEN, OPEN, Position
from sapper_variants.variant import Variant


class Choice(NamedTuple):
    """A cell to open, and whether it is a guess."""

    cell: int
    guess: bool


Player = Callable[[Position, Chance], Choice]


def single_clue(position: Position, chance: Chance) -> Choice:
    """Open what a clue or a rule alone proves safe, or else a random cell."""
    for constraint in (*(premise.constraint for premise in position.premises), position.total):
        safe, _ = Layouts(constraint.cells, [constraint]).certain()
        if safe:
            return Choice(min(safe), guess=False)
    return Choice(chance.choice(position.hidden), guess=True)


def satisfiability(position: Position, chance: Chance) -> Choice:
    """Open what all clues and rules together prove safe, or else a random cell that may be safe."""
    safe, mines = Layouts.of(position).certain()
    if safe:
        return Choice(min(safe), guess=False)
    return Choice(chance.choice([i for i in position.hidden if i not in mines]), guess=True)


def least_risk(position: Position, chance: Chance) -> Choice:
    """Open a cell of the least risk; where counting is too hard, play as ``satisfiability``."""
    safe = satisfiability(position, chance)
    if not safe.guess:
        return safe
    try:
        chances = Counting(position).chances()
    except BudgetError:
        return safe
    return Choice(min(chances, key=lambda i: (round(chances[i], 12), i)), guess=True)


#: The players by name.
PLAYERS: dict[str, Player] = {
    "single-clue": single_clue,
    "satisfiability": satisfiability,
    "least-risk": least_risk,
}


@dataclass(frozen=True)
class Game:
    """A finished game: the positions before each move, the choices, and the last position."""

    positions: tuple[Position, ...]
    choices: tuple[Choice, ...]
    won: bool

    @property
    def guesses(self) -> int:
        """The number of guesses, without the first cell, which is safe."""
        return sum(choice.guess for choice in self.choices)


def play(
    variant: Variant, width: int, height: int, mines: int, player: str, seed: int, number: int = 0
) -> Game:
    """Play a game. The first cell is the middle one, which is safe; all players get the same deal.

    Raises ``InputError`` for an unknown player, or if no layout obeys the rules.

    >>> from sapper_variants import Variant, play
    >>> game = play(Variant.named("cross"), 5, 5, 5, "least-risk", seed=4)
    >>> game.won, len(game.choices), game.guesses
    (True, 19, 1)
    """
    if player not in PLAYERS:
        raise InputError(unknown("player", player, PLAYERS))
    middle = height // 2 * width + width // 2
    begun = unopened(variant, width, height, mines).opened({middle: OPEN})
    deals, chance = Chance(seed, number, 0), Chance(seed, number, 1)
    layout = layout_of(begun, deals)
    full = opened(variant, width, height, layout, deals)
    hidden = {i: HIDDEN for i in range(width * height) if i != middle}
    position = full.opened(hidden)
    positions, choices = [position], list[Choice]()
    while len(position.hidden) > mines:
        choice = PLAYERS[player](position, chance)
        choices.append(choice)
        if choice.cell in layout:
            return Game(tuple(positions), tuple(choices), won=False)
        position = position.opened({choice.cell: full.cells[choice.cell]})
        positions.append(position)
    return Game(tuple(positions), tuple(choices), won=True)
