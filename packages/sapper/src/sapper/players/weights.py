"""The neural network that evaluates positions after guesses: its inputs and weights."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

#: The inputs, in order: the logarithm of the safety of the next move, the safety of the safest
#: undecided cell, the number of informative safe cells, whether there are any, and the number of
#: safe cells; the logarithm of the share of layouts that the guess left, the square root of the
#: logarithm of the number of layouts, the undecided cells, and that logarithm per cell; the numbers
#: of pairs and of blocks expected to remain 50/50s.
INPUTS = (
    "log_safety",
    "safest",
    "informative",
    "any_informative",
    "safe",
    "log_share",
    "root_log_layouts",
    "undecided",
    "log_layouts_each",
    "pairs",
    "blocks",
)


@dataclass(frozen=True)
class Weights:
    """A network with one hidden layer of tanh units.

    Each row of ``hidden`` has the weights of a unit, one per input, and its bias; ``output`` has
    the weight of each unit in the result.
    """

    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]


@cache
def read_weights() -> Weights:
    """Return the weights that ship with sapper."""
    layers = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
    return Weights(tuple(map(tuple, layers["hidden"])), tuple(layers["output"]))
