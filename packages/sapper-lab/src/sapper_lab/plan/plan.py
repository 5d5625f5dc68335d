"""Plans: the players, boards, games and time limits of an experiment, as a small TOML file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path

from sapper.arena.match.match import survey
from sapper.arguments import (
    CHECKS,
    checked,
    describe,
    duration,
    mapping,
    path,
    ranged,
    seed,
    several,
    text,
)
from sapper.errors import InputError, RecipeError, quoted
from sapper.files import naming_errors, read_text
from sapper.game import Grid, Level, Rules
from sapper.notation.deals import open_deals
from sapper.players import Strategy
from sapper.players import player as read_recipe
from sapper_lab.plan import toml
from sapper_lab.plan.contest import Contest, DealsFile, Stop

MOST_PLAYERS = 200  #: limited, because all pairs of players are compared
MOST_CONTESTS = 1000
MOST_CELLS = 20_000_000  #: of the boards of all contests together


@dataclass(frozen=True)
class Plan:
    """An experiment: every player plays ``games`` deals of every level under all rules.

    - ``seed``, ``deals``: the deals are those of the seed, or those of a file. For a file,
      ``levels`` is empty, and ``games`` may be None for all deals.
    - ``budgets``: thinking budgets. A player with ``{name}`` in its recipe, such as
      ``champion(seconds={seconds})``, plays once for each value of that name.
    - ``stop``: a rule for ending contests early.
    - ``seconds``: the wall time of each run; finished games are kept.
    - ``own``: strategies by their names in the recipes, as for ``sapper.player``.

    The text form is TOML, see ``Plan.parse``; it does not include ``own``. Raises ``InputError``
    for a plan that cannot be played.

    >>> plan = sapper.Plan("small", ("csp", "random"), ("beginner8",), games=10)
    >>> plan.players, plan.seed
    (('csp', 'random'), 0)
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
    own: Mapping[str, Callable[..., Strategy]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self._check_types()
        if not self.players:
            raise InputError("a plan needs at least one player")
        if not self.rules:
            raise InputError("a plan needs rules")
        if self.deals is None and (not self.levels or self.games is None):
            raise InputError("a plan needs either deals, or levels and a number of games")
        if self.deals is not None and self.levels:
            raise InputError("a plan cannot have both levels and deals, which have their own board")
        if len(self.levels) * len(self.rules) > MOST_CONTESTS:
            raise InputError(f"a plan has at most {MOST_CONTESTS:,} contests (levels times rules)")
        levels = [Level.parse(level) for level in self.levels]
        _once("level", self.levels, levels)
        cells = len(self.rules) * sum(level.width * level.height for level in levels)
        if cells > MOST_CELLS:
            raise InputError(
                f"the boards of a plan have at most {MOST_CELLS:,} cells together, not {cells:,}"
            )
        for word, level in zip(self.levels, levels, strict=True):
            for rules in self.rules:
                _check_room(word, level.grid, level.mines, rules)
        if sum(map(self._count, self.players)) > MOST_PLAYERS:
            raise InputError(
                f"a plan has at most {MOST_PLAYERS:,} players, one for each value of a budget"
            )
        _once("player", self.everyone, self.everyone)
        used = {name for player in self.players for name in self._budgets_of(player)}
        for name in self.budgets:
            if name not in used:
                raise InputError(f"no player of the plan uses the budget {quoted(name)}")
        if len(set(self.rules)) < len(self.rules):
            raise InputError("the plan has the same rules twice")
        for recipe in self.everyone:
            read_recipe(recipe, self.own)
        if self.stop is not None:
            self._check_stop(self.stop)

    def _check_types(self) -> None:
        for name, value in (("name", self.name), ("about", self.about)):
            text(name, value)
        for name, recipes in (("players", self.players), ("levels", self.levels)):
            several(name, recipes)
            object.__setattr__(self, name, tuple(text(name, each) for each in recipes))
        rules = tuple(CHECKS["Rules"]("rules", each) for each in several("rules", self.rules))
        object.__setattr__(self, "rules", rules)
        seed("seed", self.seed)
        if self.games is not None:
            ranged("games", self.games, 1)
        if self.deals is not None:
            path("deals", self.deals)
        if self.seconds is not None:
            duration("seconds", self.seconds)
        if self.stop is not None and not isinstance(self.stop, Stop):
            raise InputError(f"stop: expected a Stop, not {describe(self.stop)}")
        for name, values in mapping("budgets", self.budgets).items():
            several(f"budget {quoted(name)}", values)
        mapping("own", self.own)

    def _check_stop(self, stop: Stop) -> None:
        for recipe in (stop.a, stop.b):
            if recipe not in self.everyone:
                raise InputError(
                    f"the stopping rule names '{recipe[:60]}', which is not a player of the plan"
                )
        if stop.a == stop.b:
            raise InputError("the stopping rule needs two different players")

    def __str__(self) -> str:
        return toml.write(**{key: value for key, value in vars(self).items() if key != "own"})

    @classmethod
    def parse(cls, source: str, own: Mapping[str, Callable[..., Strategy]] | None = None) -> Plan:
        """Parse the text form of a plan. Raises ``NotationError``, naming the line."""
        return cls(**toml.parse(text("plan", source)), own=own or {})

    @classmethod
    @checked
    def load(
        cls, path: str | Path, own: Mapping[str, Callable[..., Strategy]] | None = None
    ) -> Plan:
        """Read a plan from a file; the path of a deals file is relative to that file.

        Raises ``InputError``, naming the file and the line.
        """
        source = read_text(path, limit=toml.LONGEST)
        with naming_errors(path):
            plan = cls.parse(source, own)
            return plan if plan.deals is None else replace(plan, deals=_beside(path, plan.deals))

    @property
    def everyone(self) -> tuple[str, ...]:
        """The recipes of all players, with every value of their budgets filled in."""
        return tuple(recipe for player in self.players for recipe in self._written_out(player))

    def _budgets_of(self, player: str) -> list[str]:
        """Return the names of the budgets in the recipe of a player."""
        return [name for name in self.budgets if f"{{{name}}}" in player]

    def _count(self, player: str) -> int:
        """Return the number of players that a recipe with budgets expands to."""
        return prod(len(self.budgets[name]) for name in self._budgets_of(player))

    def _written_out(self, player: str) -> list[str]:
        named = self._budgets_of(player)
        recipes = []
        for values in product(*(self.budgets[name] for name in named)):
            recipe = player
            for name, value in zip(named, values, strict=True):
                recipe = recipe.replace(f"{{{name}}}", str(value))
            if "{" in recipe:
                raise RecipeError(f"player '{player[:60]}' names a budget that is not in the plan")
            recipes.append(recipe)
        return recipes

    def contests(self) -> tuple[Contest, ...]:
        """Return the contests: every level under all rules, level by level.

        Raises ``InputError`` for a file of deals that cannot be read or has too few.
        """
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
        """Return the number of games of a contest that the plan has for each player.

        This is 0 for a contest that is not, or no longer, in the plan.
        """
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
        named = (self.name, level, *board)
        return Contest(*named, rules, self.seed, deals, self.everyone, games, self.own)


def _check_room(level: str, grid: Grid, mines: int, rules: Rules) -> None:
    """Reject a first-move rule that leaves too few cells for the mines at every first cell.

    The cell with the fewest neighbours leaves the most.
    """
    if grid.kind == "square" and not grid.blocked:  # without listing its cells
        near = min(grid.width, 2) * min(grid.height, 2) - 1
    else:
        near = len(grid.neighbour_indices(grid.corner))
    kept = {"any": 0, "safe": 1, "opening": 1 + near}[rules.first]
    if mines > grid.size - len(grid.blocked) - kept:
        raise InputError(
            f"level '{level[:60]}' has too many mines for the first-move rule '{rules.first}'"
        )


def _once(kind: str, names: Sequence[str], meanings: Sequence[object]) -> None:
    """Reject synonyms, which would give the same contest twice."""
    for k, (name, meaning) in enumerate(zip(names, meanings, strict=True)):
        if meaning in meanings[:k]:
            raise InputError(f"the plan has the {kind} '{name[:60]}' twice")


def _beside(path: str | Path, name: str) -> str:
    return str(Path(path).parent / name)
