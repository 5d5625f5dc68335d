"""What the page loads first: levels, worlds, players, keys and limits."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import sapper
from sapper.errors import StrategyError
from sapper.game import LEVELS
from sapper.game.level import SIZES
from sapper.notation import examples
from sapper.players.recipes import RECIPES, STRATEGIES, own_names, own_strategy, parameters_of
from sapper.study.screen.keys import BINDINGS
from sapper.web.http.answers import AboutJson
from sapper.web.http.endpoints import Endpoint
from sapper.web.workbench import Workbench

#: A line about each player.
PLAYERS = {
    "swift": "looks one move beyond each guess, and solves endgames exactly",
    "champion": "plays the best candidates to the end in thousands of sampled layouts",
    "csp": "computes exact probabilities and takes the least risk",
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
    "random": "opens cells at random",
}

#: The meaning of each option that the page offers, by strategy.
OPTIONS = {
    "champion": {
        "playouts": "playouts per guess; 500 if you give neither",
        "seconds": "seconds per guess",
    },
    "bssuct": {
        "simulations": "simulated games per guess; 1000 if you give neither",
        "seconds": "seconds per guess",
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


def about_json(bench: Workbench) -> dict[str, Any]:
    """Return everything as plain values."""
    return {
        "version": sapper.__version__,
        "token_needed": bench.token,
        "limits": bench.limits.to_json(),
        "levels": [
            {"name": name, "width": level.width, "height": level.height, "mines": level.mines}
            for name, level in LEVELS.items()
        ],
        "worlds": [*SIZES, *examples()],
        "world_words": world_words(),
        "players": [
            *(player_json(name, words) for name, words in PLAYERS.items()),
            *own_players_json(),
        ],
        "keys": [
            {"name": key.name, "keys": key.keys, "group": key.group, "help": key.help}
            for key in BINDINGS
        ],
        "results": sorted(bench.results),
    }


def world_words() -> dict[str, str]:
    """What each world of Daggers & Gold is, in a few words."""
    found = {
        name: f"{name}: {side}×{side}, {daggers} daggers, {gold} gold"
        for name, (side, daggers, gold) in SIZES.items()
    }
    for name, world in examples().items():
        grid, daggers = world.deal.grid, world.deal.mines
        found[name] = f"{map_words(name)}: {grid.width}×{grid.height}, {daggers} daggers"
    return found


def map_words(name: str) -> str:
    """Return the name of a map of the coursework in words: ``easy map 1`` for ``EASY1``."""
    kind = name.rstrip("0123456789")
    return f"{kind.lower()} map {name.removeprefix(kind)}"


def player_json(name: str, words: str) -> dict[str, Any]:
    """Return a named player with the options of the strategy of that name."""
    options = []
    if name in OPTIONS:
        parameters = inspect.signature(STRATEGIES[name]).parameters
        for option, meaning in OPTIONS[name].items():
            options.append(option_json(parameters[option], meaning))
    recipe = RECIPES[name]
    return {"name": name, "recipe": recipe, "words": words, "options": options, "own": False}


def own_players_json() -> Iterator[dict[str, Any]]:
    """Return the strategies that are not sapper's as players, without those of broken packages."""
    for name in own_names():
        with suppress(StrategyError):
            yield own_player_json(name)


def own_player_json(name: str) -> dict[str, Any]:
    """Return a strategy that is not sapper's as a player, with the options of its class."""
    found = own_strategy(name)
    options = [
        option_json(one, "")
        for one in parameters_of(found.make).values()
        if one.default is None or isinstance(one.default, bool | int | float | str)
    ]
    return {"name": name, "recipe": name, "words": found.words, "options": options, "own": True}


def option_json(parameter: inspect.Parameter, words: str) -> dict[str, Any]:
    """Return an option of a strategy with its kind, as its type says or else its default."""
    default, hint = parameter.default, parameter.annotation
    text = type(default).__name__ if hint is inspect.Parameter.empty else str(hint)
    kind = next((word for word in ("int", "float", "bool") if word in text), "str")
    return {"name": parameter.name, "kind": kind, "default": default, "words": words}


async def about(bench: Workbench) -> Any:
    """See ``about_json``."""
    return about_json(bench)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/about",
        about,
        "list levels, worlds, players, keys and limits",
        answer=AboutJson,
    ),
)
