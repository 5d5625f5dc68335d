"""The data that the page loads first: levels, worlds, players, keys and limits."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

import sapper
from sapper.errors import StrategyError
from sapper.game import LEVELS
from sapper.game.world import SIZES
from sapper.notation import examples
from sapper.players.person import person_name
from sapper.players.recipes import (
    RECIPES,
    STRATEGIES,
    is_playable,
    own_names,
    own_strategy,
    parameters_of,
)
from sapper_workbench.keys import BINDINGS, PAGE_ONLY, TITLES, Binding
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import Answer, Fields
from sapper_workbench.web.http.limits import Limits
from sapper_workbench.web.views.board import LevelJson
from sapper_workbench.web.workbench import Workbench

Kind = Literal["int", "float", "bool", "str"]
KINDS: tuple[Kind, ...] = ("int", "float", "bool")  #: those that an annotation may name

#: A line about each player.
PLAYERS = {
    "swift": "looks one move beyond each guess, and solves endgames exactly",
    "champion": "plays close candidates to the end in hundreds of sampled layouts",
    "csp": "computes exact probabilities and takes the lowest risk",
    "sat": "finds everything that is certain with a SAT solver; otherwise guesses at random",
    "single-point": "finds what follows from one clue at a time; otherwise guesses at random",
    "naive-single-point": "looks at every clue only once",
    "double-set": "looks at clues again, and guesses at corners and edges",
    "pgms": "solves equations over sets of cells",
    "bssuct": "searches a tree of beliefs; slow on all but small boards",
    "limited": "believes what a limited number of nested case splits shows",
    "mio": "plays by rules learned from examples; otherwise guesses at random",
    "mio-probability": "plays by the same rules, and guesses where the clues need the fewest mines",
    "logic1": "reasons with one clue at a time (Daggers & Gold)",
    "logic2": "reasons with one clue at a time, then with a SAT solver",
    "logic3": "also reasons about gold, separately from daggers",
    "logic4": "also reasons about gold and daggers together",
    "logic5": "the same, but weighs daggers against gold when it has to guess",
    "random": "opens cells at random",
}

#: The meaning of each option that the page offers, by strategy.
OPTIONS = {
    "champion": {
        "playouts": "budget per guess, in playouts of a whole game; 6,000 if you give neither",
        "seconds": "seconds per guess",
    },
    "bssuct": {
        "simulations": "simulated games per guess; 1,000 if you give neither",
        "seconds": "seconds per guess",
        "search": "sapper, or the published search: paper; odds and shared are in between",
        "sampler": "what draws the layouts: exact, or as published csp, rejection or mcmc",
    },
    "limited": {
        "splits": "how deeply case splits may be nested, 0 to 9",
        "guess": "what to do without a certain move: first, random or pass",
        "total": "uses the number of mines once at most this many cells are hidden",
        "seconds": "time limit for a move, after which it guesses",
    },
    "mio": {
        "theory": "paper or larger",
        "guess": "what to do without a certain move: random, probability or pass",
        "only": "the rules to play by, such as S-1+M-1; all rules of the theory by default",
    },
}


class OptionJson(Answer, kw_only=True):
    """An option of a strategy: its kind, its default and its meaning."""

    name: str
    kind: Kind
    default: bool | int | float | str | None
    words: str

    @classmethod
    def of(cls, parameter: inspect.Parameter, words: str) -> OptionJson:
        """Return an option; its kind is that of its annotation, or else of its default."""
        default, hint = parameter.default, parameter.annotation
        text = type(default).__name__ if hint is inspect.Parameter.empty else str(hint)
        kind: Kind = next((kind for kind in KINDS if kind in text), "str")
        return cls(name=parameter.name, kind=kind, default=default, words=words)


class PlayerJson(Answer, kw_only=True):
    """A player and its options; ``own`` if it comes from a file on the server's command line or
    from an installed package."""

    name: str
    recipe: str
    words: str
    options: list[OptionJson]
    own: bool

    @classmethod
    def of(cls, name: str, words: str) -> PlayerJson:
        """Return a player of sapper with the options of the strategy of that name."""
        options = []
        if name in OPTIONS:
            parameters = inspect.signature(STRATEGIES[name]).parameters
            options = [OptionJson.of(parameters[key], text) for key, text in OPTIONS[name].items()]
        return cls(name=name, recipe=RECIPES[name], words=words, options=options, own=False)

    @classmethod
    def of_own(cls, name: str) -> PlayerJson:
        """Return a strategy from outside sapper as a player, with the options of its class.

        Raises ``StrategyError`` if its package is broken.
        """
        strategy = own_strategy(name)
        options = [
            OptionJson.of(parameter, "")
            for parameter in parameters_of(strategy.make).values()
            if parameter.default is None or isinstance(parameter.default, bool | int | float | str)
        ]
        return cls(name=name, recipe=name, words=strategy.words, options=options, own=True)


class NamedLevelJson(LevelJson):
    """A level by name."""

    name: str


class AboutJson(Answer, kw_only=True):
    """The data that the page loads first."""

    version: str
    token_needed: bool
    limits: Limits
    levels: list[NamedLevelJson]
    worlds: list[str]
    world_words: dict[str, str]
    players: list[PlayerJson]
    keys: tuple[Binding, ...]
    key_groups: dict[str, str]
    results: list[str]


def about(app: Workbench) -> AboutJson:
    """Return levels, worlds, players, keys and limits."""
    return facts(app.limits, app.results, token=bool(app.token))


def facts(limits: Limits, results: Iterable[str] = (), *, token: bool = False) -> AboutJson:
    """Return what the page loads first from a server with these limits and results."""
    return AboutJson(
        version=sapper.__version__,
        token_needed=token,
        limits=limits,
        levels=[
            NamedLevelJson(level.width, level.height, level.mines, name)
            for name, level in LEVELS.items()
        ],
        worlds=[*SIZES, *examples()],
        world_words=world_words(),
        players=[*players(), *own_players()],
        keys=tuple(replace(key, help=key.help.removesuffix(PAGE_ONLY)) for key in BINDINGS),
        key_groups=TITLES,
        results=sorted(results),
    )


def players() -> Iterator[PlayerJson]:
    """Yield sapper's players, without those whose package is not installed."""
    for name, words in PLAYERS.items():
        if is_playable(name):
            yield PlayerJson.of(name, words)


def own_players() -> Iterator[PlayerJson]:
    """Yield the players from outside sapper, without those of broken packages."""
    for name in own_names():
        with suppress(StrategyError):
            yield PlayerJson.of_own(name)


def world_words() -> dict[str, str]:
    """Return a short description of each world of Daggers & Gold, by name."""
    described = {
        name: f"{name}: {side}×{side}, {daggers} daggers, {gold} gold"
        for name, (side, daggers, gold) in SIZES.items()
    }
    for name, world in examples().items():
        grid, daggers = world.deal.grid, world.deal.mines
        kind = name.rstrip("0123456789")
        words = f"{kind.lower()} map {name.removeprefix(kind)}"  # such as easy map 1 for EASY1
        described[name] = f"{words}: {grid.width}×{grid.height}, {daggers} daggers"
    return described


class Named(Fields):
    """The name of a person."""

    name: Annotated[str, Meta(max_length=1_000, description="as it was typed")]


class NameJson(Answer):
    """The name as it appears in records and replays."""

    name: str


def check_name(app: Workbench, request: Named) -> NameJson:
    """Check the name that a visitor chooses."""
    return NameJson(person_name(request.name))


ENDPOINTS = (
    Endpoint("GET", "/api/about", about),
    Endpoint("GET", "/api/name", check_name),
)
