"""Recipes: chains of strategies by name, ``first > second(option=value) > …``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from sapper.errors import RecipeError, quoted, unknown
from sapper.players.becerra import DoubleSet, NaiveSinglePoint
from sapper.players.champion import Champion
from sapper.players.csp import LeastRisk
from sapper.players.gold.origin import Origin
from sapper.players.gold.scan import Scan
from sapper.players.gold.steps import GoldSat, GoldScan
from sapper.players.limited.limited import Limited
from sapper.players.mio.mio import Mio
from sapper.players.options import check, options_of
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

_LINK = re.compile(r"([a-z][a-z0-9-]*)\s*(?:\((.*)\))?")


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
    known = {**STRATEGIES, **own}
    return Player(name, tuple(_link(part.strip(), name, known) for part in written.split(">")))


def _link(text: str, recipe: str, strategies: Mapping[str, Callable[..., Strategy]]) -> Link:
    match = _LINK.fullmatch(text)
    if match is None:
        raise RecipeError(
            f"{quoted(text)} in player {quoted(recipe)} is not the name of a strategy"
        )
    name, arguments = match.groups()
    make = strategies.get(name)
    if make is None:
        raise RecipeError(unknown("player or strategy", name, sorted({*strategies, *RECIPES})))
    options = options_of(arguments or "", text)
    check_maker(name, make)
    check(name, make, options)
    check_strategy(name, make(**options))  # making it may refuse the values as well
    return Link(text, partial(make, **options))
