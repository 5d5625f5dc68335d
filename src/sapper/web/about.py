"""What the page needs to know first: levels, worlds, players, keys, limits."""

from __future__ import annotations

import inspect
from typing import Any

import sapper
from sapper.game import LEVELS
from sapper.game.world import SIZES
from sapper.notation import examples
from sapper.players.recipes import RECIPES, STRATEGIES
from sapper.study.bindings import BINDINGS
from sapper.web.endpoints import Asked, Endpoint
from sapper.web.workbench import Workbench

#: What each player is, in a line.
PLAYERS = {
    "swift": "looks one move past each guess, and plays endings out exactly",
    "champion": "plays the best candidates on in thousands of sampled layouts",
    "csp": "exact probabilities; the least risk",
    "sat": "everything that is certain, by satisfiability; else guesses blindly",
    "single-point": "what follows from one clue at a time; else guesses blindly",
    "naive-single-point": "looks at every clue once",
    "double-set": "looks again, guesses at corners and edges",
    "pgms": "equations over sets of cells",
    "bssuct": "plans with a tree over beliefs; slow beyond small boards",
    "limited": "believes what up to so many case splits show",
    "mio": "plays by the rules it learned from examples; else guesses blindly",
    "mio-probability": "the same, and guesses where no clue needs many mines",
    "logic1": "single point, one clue at a time (Daggers & Gold)",
    "logic2": "and satisfiability",
    "logic3": "and gold, on its own",
    "logic4": "and gold, together with the daggers",
    "random": "opens any cell",
}

#: What each option of a strategy is for, where a page offers it.
OPTIONS = {
    "champion": {
        "playouts": "playouts for each guess; 500 if neither is given",
        "seconds": "seconds for each guess",
    },
    "bssuct": {
        "simulations": "simulated games for each guess; 1000 if neither is given",
        "seconds": "seconds for each guess",
    },
    "limited": {
        "splits": "how many case splits deep it looks, 0 to 9",
        "guess": "first, random or pass",
        "total": "reasons with the number of mines once so many cells are hidden",
        "seconds": "time for a move, then it guesses",
    },
    "mio": {
        "theory": "paper or larger",
        "guess": "random, probability or pass",
        "only": "the rules it plays by, as in S-1+M-1; all of the theory if not given",
    },
}


def about_json(bench: Workbench) -> dict[str, Any]:
    """All of it as plain values."""
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
        "players": [player_json(name, words) for name, words in PLAYERS.items()],
        "keys": [
            {"name": key.name, "keys": key.keys, "group": key.group, "help": key.help}
            for key in BINDINGS
        ],
        "results": sorted(bench.results),
    }


def world_words() -> dict[str, str]:
    """What each world of Daggers & Gold is, in a few words."""
    found = {
        name: f"random map, {side}×{side}, {daggers} daggers, {gold} gold"
        for name, (side, daggers, gold) in SIZES.items()
    }
    for name, world in examples().items():
        grid, daggers = world.deal.grid, world.deal.mines
        found[name] = f"fixed map, {grid.width}×{grid.height}, {daggers} daggers"
    return found


def player_json(name: str, words: str) -> dict[str, Any]:
    """A named player and the options of the strategy of that name."""
    options = []
    if name in OPTIONS:
        parameters = inspect.signature(STRATEGIES[name]).parameters
        for option, meaning in OPTIONS[name].items():
            default = parameters[option].default
            kind = str(parameters[option].annotation)
            found = next((word for word in ("int", "float", "bool") if word in kind), "str")
            options.append({"name": option, "kind": found, "default": default, "words": meaning})
    return {"name": name, "recipe": RECIPES[name], "words": words, "options": options}


async def about(bench: Workbench, asked: Asked) -> Any:
    """See ``about_json``."""
    return about_json(bench)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/about", about, "levels, worlds, players, keys and limits", answer="About"
    ),
)
