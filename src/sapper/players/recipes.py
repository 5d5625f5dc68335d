"""Recipes: chains of strategies by name, ``first > second(option=value) > …``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points

from sapper.errors import RecipeError, StrategyError, quoted, unknown
from sapper.players.becerra import DoubleSet, NaiveSinglePoint
from sapper.players.champion import Champion
from sapper.players.csp import LeastRisk
from sapper.players.gold.origin import Origin
from sapper.players.gold.scan import Scan
from sapper.players.gold.steps import GoldSat, GoldScan
from sapper.players.limited.limited import Limited
from sapper.players.mio.mio import Mio
from sapper.players.options import check, options_of
from sapper.players.own import NAME, OwnStrategy, StrategySource, strategies_in
from sapper.players.pgms import Pgms
from sapper.players.planning.bssuct import Bssuct
from sapper.players.player import Link, Player
from sapper.players.random_probe import RandomProbe
from sapper.players.sat import Sat
from sapper.players.single_point import SinglePoint
from sapper.players.start import Corner, Start
from sapper.players.strategy import Strategy
from sapper.players.swift import Swift
from sapper.players.validation import check_maker, check_strategy

#: Every strategy by name. The keyword arguments of its class are its options.
STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "bssuct": Bssuct,
    "champion": Champion,
    "corner": Corner,
    "csp": LeastRisk,
    "double-set": DoubleSet,
    "gold-sat": GoldSat,
    "gold-scan": GoldScan,
    "limited": Limited,
    "mio": Mio,
    "naive-single-point": NaiveSinglePoint,
    "origin": Origin,
    "pgms": Pgms,
    "random": RandomProbe,
    "sat": Sat,
    "scan": Scan,
    "single-point": SinglePoint,
    "start": Start,
    "swift": Swift,
}

#: Named chains. A name that a strategy has as well means the chain if it stands alone.
RECIPES: dict[str, str] = {
    "random": "random",
    "single-point": "single-point > random",
    "naive-single-point": "naive-single-point",
    "double-set": "corner > double-set(guess=corners)",
    "pgms": "pgms",
    "sat": "corner > single-point > sat(mark=false) > random",
    "csp": "corner > single-point > csp",
    "swift": "start > single-point > swift",
    "champion": "start > single-point > champion",
    "bssuct": "bssuct",
    "limited": "limited(splits=2)",
    "mio": "mio",
    "mio-probability": "mio(guess=probability)",
    "logic1": "origin > scan > random",
    "logic2": "origin > scan > sat(gold=false) > random",
    "logic3": "origin > gold-scan > gold-sat > scan > sat(gold=false) > random",
    "logic4": "origin > scan > sat > random",
}

#: Installed packages offer their strategies as entry points of this group: the name of a strategy,
#: and the module (or ``module:Class``) that has it.
GROUP = "sapper.strategies"

_LINK = re.compile(rf"({NAME.pattern})\s*(?:\((.*)\))?")
_used: dict[str, OwnStrategy] = {}  # of this process, by name


def use_strategies(*places: str) -> tuple[str, ...]:
    """Let the strategies in files (``FILE.py``) and modules join the recipes of this process.

    Returns their names. Call it again for a file that has changed. Raises ``InputError`` for a
    file or module that cannot be read, ``StrategyError`` naming the file and the line if its code
    fails or has no strategy, and ``RecipeError`` for a name that is taken.
    """
    return use_sources(map(StrategySource.at, places))


def use_sources(sources: Iterable[StrategySource]) -> tuple[str, ...]:
    """Let the strategies of sources join the recipes, as ``use_strategies`` does."""
    found = [one for source in sources for one in strategies_in(source).values()]
    joining: dict[str, OwnStrategy] = {}
    for one in found:
        before = {**_used, **joining}.get(one.name)
        if one.name in STRATEGIES or one.name in RECIPES:
            raise RecipeError(
                f"{one.place}: a strategy of your own cannot be called '{one.name}': that name is"
                " taken by one of sapper's own"
            )
        if before is not None and before.at != one.at:
            raise RecipeError(f"{one.place}: {before.place} has a strategy '{one.name}' as well")
        joining[one.name] = one
    _used.update(joining)
    return tuple(joining)


def sources_used() -> tuple[StrategySource, ...]:
    """Return the sources whose strategies joined the recipes, which worker processes need too."""
    return tuple(dict.fromkeys(one.source for one in _used.values() if one.source is not None))


def own_names() -> tuple[str, ...]:
    """Return the names of the strategies that are not sapper's: those in use, and those that
    installed packages offer."""
    return (*_used, *(name for name in _installed() if name not in _used))


def known_players() -> tuple[str, ...]:
    """Return the names of all players: the recipes, and the strategies that are not sapper's."""
    return (*RECIPES, *own_names())


def own_strategy(name: str, more: Iterable[str] = ()) -> OwnStrategy:
    """Return a strategy that is not sapper's.

    Raises ``RecipeError`` for an unknown name, which suggests a known one or one of ``more``, and
    ``StrategyError`` if the package that offers it does not have it.
    """
    if name in _used:
        return _used[name]
    if name in _installed():
        return _installed_strategy(name)
    known = sorted({*STRATEGIES, *RECIPES, *own_names(), *more})
    raise RecipeError(unknown("player or strategy", name, known))


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """Return what installed packages offer by name, except under names that sapper has."""
    own = {*STRATEGIES, *RECIPES}
    return {one.name: one for one in entry_points(group=GROUP) if one.name not in own}


def _installed_strategy(name: str) -> OwnStrategy:
    """Return the strategy of an installed package. Raises ``StrategyError`` if it has none."""
    module = _installed()[name].module
    found = strategies_in(StrategySource.at(module))
    if name not in found:
        raise StrategyError(f"{module}: no strategy '{name}' is in it; its package says there is")
    return found[name]


def player(recipe: str, own: Mapping[str, Callable[..., Strategy]] | None = None) -> Player:
    """Return the player of a recipe: a name of ``RECIPES``, or strategies joined by ``>``.

    ``own`` has further strategies under the names they have in this recipe: classes, or functions
    that make a strategy for a new game; the options written after the name are their keyword
    arguments. Raises ``RecipeError`` for an unknown name or option and for a name of ``own`` that
    is taken, and ``StrategyError`` for a class or function of ``own`` that makes no strategy.
    """
    own = own or {}
    for taken in own.keys() & {*STRATEGIES, *RECIPES}:
        raise RecipeError(f"a strategy of your own cannot be called '{taken}': that name is taken")
    name = recipe.strip()
    written = RECIPES.get(name, name)
    return Player(name, tuple(_link(part.strip(), name, own) for part in written.split(">")))


def _link(text: str, recipe: str, own: Mapping[str, Callable[..., Strategy]]) -> Link:
    match = _LINK.fullmatch(text)
    if match is None:
        raise RecipeError(
            f"{quoted(text)} in player {quoted(recipe)} is not the name of a strategy"
        )
    name, arguments = match.groups()
    options = options_of(arguments or "", text)
    if name in STRATEGIES:
        check(name, STRATEGIES[name], options)
        STRATEGIES[name](**options)  # making it may refuse the values as well
        return Link(text, partial(STRATEGIES[name], **options))
    found = OwnStrategy(name, own[name]) if name in own else own_strategy(name, own)
    check_maker(name, found.make)
    check(name, found.make, options)
    link = Link(text, partial(found, **options), found)
    check_strategy(name, link.begin())
    return link
