"""Contests: players on the same deals, their thinking budgets, and a rule for stopping early."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path

from sapper.arena.match.playing import MatchSetup
from sapper.arena.stats.paired import Gsprt
from sapper.errors import InputError
from sapper.files import naming_errors
from sapper.game import Deal, Grid, Rules
from sapper.lazy import cached_property
from sapper.notation.deals import open_deals
from sapper.notation.worlds.map import rules_words
from sapper.players import Strategy
from sapper.players import player as read_recipe


@dataclass(frozen=True)
class Stop:
    """A stopping rule: a contest ends when a sequential test has decided whether ``a`` wins
    ``test.difference`` more of the deals than ``b``, or ``test.null``."""

    a: str
    b: str
    test: Gsprt


NUMBER = re.compile(r"([a-z_]{1,50})=(\d{1,50}(?:\.\d{1,50})?(?:e[+-]?\d{1,50})?)(?=[,)\s])")


@dataclass(frozen=True)
class Family:
    """Recipes that differ only in one number: ``recipe`` has ``…`` in its place, ``option`` is its
    name, ``budgets`` are its values in ascending order, and ``players`` are the recipes in that
    order."""

    recipe: str
    option: str
    budgets: tuple[float, ...]
    players: tuple[str, ...]


def families(recipes: Sequence[str]) -> tuple[Family, ...]:
    """Return all families of two or more of these recipes; a budget of 0 belongs to no family."""
    variants: dict[tuple[str, str], dict[float, str]] = {}
    for recipe in recipes:
        for number in NUMBER.finditer(recipe):
            rest = f"{recipe[: number.start(2)]}…{recipe[number.end(2) :]}"
            if float(number[2]) > 0:
                variants.setdefault((rest, number[1]), {}).setdefault(float(number[2]), recipe)
    return tuple(
        Family(rest, option, tuple(sorted(members)), tuple(members[b] for b in sorted(members)))
        for (rest, option), members in variants.items()
        if len(members) > 1
    )


@dataclass(frozen=True)
class DealsFile:
    """A file of deals with the SHA-256 of its bytes, which detects changes to the file."""

    path: str
    digest: str

    @classmethod
    def of(cls, path: str | Path) -> DealsFile:
        """Return the file in its current state. Raises ``InputError`` if it cannot be read."""
        with naming_errors(path), Path(path).open("rb") as file:
            digest = sha256()
            while piece := file.read(1 << 20):
                digest.update(piece)
        return cls(str(path), digest.hexdigest())

    def deals(self, start: int = 0) -> Iterator[Deal]:
        """Yield the deals from number ``start`` on. Raises ``InputError`` if the file changed."""
        if DealsFile.of(self.path) != self:
            raise InputError(f"{self.path}: the file has changed since its deals were played")
        return islice(iter(open_deals(self.path)), start, None)


@dataclass(frozen=True)
class Contest:
    """A contest: each of the ``players`` (recipes) plays ``games`` deals.

    The deals are those of the ``seed``, numbered from 0, or those of a file. The seed also
    determines the random choices of the players. ``plan`` is the name of its plan, ``level`` the
    name of the board in that plan, and ``own`` has strategies for this contest alone.
    """

    plan: str
    level: str
    grid: Grid
    mines: int
    rules: Rules
    seed: int
    deals: DealsFile | None
    players: tuple[str, ...]
    games: int
    own: Mapping[str, Callable[..., Strategy]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def title(self) -> str:
        """The board and the rules: ``expert · first safe``."""
        return " · ".join([self.level, f"first {self.rules.first}", *self._unusual()])

    @property
    def rules_words(self) -> str:
        """The rules as options of a position's first line: ``first=safe lives=2``."""
        return " ".join([f"first={self.rules.first}", *self._unusual()])

    def _unusual(self) -> list[str]:
        """Return the rules that differ from the defaults, except for the first-move rule."""
        return rules_words(self.rules, Rules(self.rules.first))

    @cached_property
    def setup(self) -> MatchSetup:
        """The data that all batches of games share."""
        chosen = tuple(read_recipe(recipe, self.own) for recipe in self.players)
        return MatchSetup(chosen, self.grid, self.mines, self.rules, self.seed)

    @property
    def code(self) -> dict[str, tuple[str, str]]:
        """The strategies from outside sapper, by recipe: names, and a SHA-256 of their code.

        Raises ``StrategyError`` if the code of a strategy is unknown.
        """
        code = {}
        for recipe, player in zip(self.players, self.setup.players, strict=True):
            if own := sorted({strategy.name: strategy for strategy in player.own}.items()):
                digests = "".join(strategy.digest for _, strategy in own)
                names = ", ".join(name for name, _ in own)
                code[recipe] = names, sha256(digests.encode()).hexdigest()
        return code

    def deal(self, number: int) -> Deal:
        """Return a deal. Raises ``InputError`` if its file is missing or has changed."""
        if self.deals is None:
            return Deal.seeded(self.grid, self.mines, self.seed, number)
        deal = next(self.deals.deals(number), None)
        if deal is None:
            raise InputError(f"{self.deals.path}: no deal with number {number}")
        return deal
