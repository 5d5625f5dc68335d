"""Plans: what an experiment plays, how often and until when, as a small TOML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path

from sapper.arena.contest import Contest, DealsFile
from sapper.arena.match import survey
from sapper.arena.sequential import Gsprt
from sapper.errors import InputError, RecipeError
from sapper.game import Grid, Level, Rules
from sapper.notation.deals import open_deals
from sapper.notation.files import named, read_text
from sapper.players import player as read_recipe

MOST_PLAYERS = 200  #: every two of them are compared
MOST_CONTESTS = 1000


@dataclass(frozen=True)
class Stop:
    """When a contest is over early: as soon as a sequential test has answered whether ``a`` wins
    ``test.difference`` more of the deals than ``b``, or ``test.null``."""

    a: str
    b: str
    test: Gsprt


@dataclass(frozen=True)
class Plan:
    """An experiment: every player plays ``games`` deals of every level under all rules.

    The deals are those of the ``seed``, or those of a file (then ``levels`` is empty; ``games``
    None means all of them). ``budgets`` are thinking budgets: a player that is written with
    ``{name}`` plays once for each value of that name, as ``champion(seconds={seconds})`` does.
    ``seconds`` is a limit on the clock of each run, which keeps what is finished. Text form: TOML,
    see ``Plan.parse``.

    Raises ``InputError`` for what cannot be played.
    """

    name: str
    players: tuple[str, ...]
    levels: tuple[str, ...] = ()
    rules: tuple[Rules, ...] = (Rules(),)
    games: int | None = None
    seed: int = 0
    deals: str | None = None
    about: str = ""
    budgets: Mapping[str, tuple[int | float | str, ...]] = field(default_factory=dict)
    stop: Stop | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if not self.players:
            raise InputError("a plan needs at least one player")
        if not self.rules:
            raise InputError("a plan needs rules")
        if self.deals is None and (not self.levels or self.games is None):
            raise InputError("a plan needs deals, or levels and a number of games")
        if self.deals is not None and self.levels:
            raise InputError("a plan has levels or deals, which bring their own board, not both")
        if len(self.levels) * len(self.rules) > MOST_CONTESTS:
            raise InputError(f"a plan has at most {MOST_CONTESTS:,} contests: levels times rules")
        levels = [Level.parse(level) for level in self.levels]
        _once("level", self.levels, levels)
        for word, level in zip(self.levels, levels, strict=True):
            for rules in self.rules:
                _check_room(word, level.grid, level.mines, rules)
        if sum(map(self._count, self.players)) > MOST_PLAYERS:
            raise InputError(f"a plan has at most {MOST_PLAYERS:,} players, budgets written out")
        _once("player", self.everyone, self.everyone)
        if len(set(self.rules)) < len(self.rules):
            raise InputError("the same rules stand twice in the plan")
        for recipe in self.everyone:
            read_recipe(recipe)
        if self.stop is not None:
            self._check_stop(self.stop)

    def _check_stop(self, stop: Stop) -> None:
        for recipe in (stop.a, stop.b):
            if recipe not in self.everyone:
                raise InputError(f"the stopping rule asks for '{recipe[:60]}', who does not play")
        if stop.a == stop.b:
            raise InputError("the stopping rule asks for two players, not for one and the same")

    def __str__(self) -> str:
        from sapper.arena import plan_text

        return plan_text.write(self)

    @classmethod
    def parse(cls, source: str) -> Plan:
        """Read a plan, ``str(plan)`` among others. Raises ``NotationError`` naming the line."""
        from sapper.arena import plan_text

        return plan_text.parse(source)

    @classmethod
    def load(cls, path: str | Path) -> Plan:
        """The plan in a file; a file of deals that it names lies beside it. Raises ``InputError``
        naming the file and the line."""
        text = read_text(path)
        with named(path):
            plan = cls.parse(text)
            return plan if plan.deals is None else replace(plan, deals=_beside(path, plan.deals))

    @property
    def everyone(self) -> tuple[str, ...]:
        """The players, each written out for every budget it has."""
        return tuple(recipe for player in self.players for recipe in self._written_out(player))

    def _budgets_of(self, player: str) -> list[str]:
        """The names of the budgets that a player is written with."""
        return [name for name in self.budgets if f"{{{name}}}" in player]

    def _count(self, player: str) -> int:
        """How many players it is, written out for every budget."""
        return prod(len(self.budgets[name]) for name in self._budgets_of(player))

    def _written_out(self, player: str) -> list[str]:
        named = self._budgets_of(player)
        recipes = []
        for values in product(*(self.budgets[name] for name in named)):
            recipe = player
            for name, value in zip(named, values, strict=True):
                recipe = recipe.replace(f"{{{name}}}", str(value))
            if "{" in recipe:
                raise RecipeError(f"the player '{player[:60]}' asks for a budget the plan has not")
            recipes.append(recipe)
        return recipes

    def contests(self) -> tuple[Contest, ...]:
        """What is played: every level under all rules, level by level. Raises ``InputError`` for a
        file of deals that cannot be read, or has too few."""
        if self.deals is None:
            assert self.games is not None
            boards = [(level, Level.parse(level)) for level in self.levels]
            return tuple(
                self._contest(name, (level.grid, level.mines), rules, None, self.games)
                for name, level in boards
                for rules in self.rules
            )
        return self._contests_of_file(self.deals)

    def asked(self, contest: Contest) -> int:
        """How many games of a contest it asks of each of its players; 0 where it has no such
        contest, or no more."""
        if contest.rules not in self.rules or contest.seed != self.seed:
            return 0
        if contest.deals is not None:
            here = contest.deals.path == self.deals
        else:
            boards = [Level.parse(level) for level in self.levels]
            here = (contest.grid, contest.mines) in [(one.grid, one.mines) for one in boards]
        return (self.games or contest.games) if here else 0

    def _contests_of_file(self, path: str) -> tuple[Contest, ...]:
        file = DealsFile.of(path)
        name, grid, mines, games = survey(open_deals(path), None, self.games)
        for rules in self.rules:
            _check_room(name, grid, mines, rules)
        return tuple(self._contest(name, (grid, mines), rules, file, games) for rules in self.rules)

    def _contest(
        self, level: str, board: tuple[Grid, int], rules: Rules, deals: DealsFile | None, games: int
    ) -> Contest:
        return Contest(self.name, level, *board, rules, self.seed, deals, self.everyone, games)


def _check_room(level: str, grid: Grid, mines: int, rules: Rules) -> None:
    """Refuse a promise that no first cell could keep, not even the one with fewest neighbours."""
    corner = grid.corner
    kept = {"any": 0, "safe": 1, "opening": 1 + len(grid.neighbours(corner))}[rules.first]
    if mines > len(grid.playable) - kept:
        raise InputError(
            f"the mines of level '{level[:60]}' find no room once the first move promises"
            f" '{rules.first}'"
        )


def _once(kind: str, words: Sequence[str], meant: Sequence[object]) -> None:
    """Refuse two words that mean the same: it would be played twice into one place."""
    for place, (word, thing) in enumerate(zip(words, meant, strict=True)):
        if thing in meant[:place]:
            raise InputError(f"the {kind} '{word[:60]}' stands twice in the plan")


def _beside(path: str | Path, name: str) -> str:
    return str(Path(path).parent / name)
