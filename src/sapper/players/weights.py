"""The weights of the neural network that evaluates positions after guesses, and its inputs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

#: The inputs, in this order: the logarithm of the safety of the next move, the safety of the safest
#: undecided cell, the number of safe cells that can give information and whether there are any, the
#: number of safe cells; the logarithm of the share of layouts that the guess left, the square root
#: of the logarithm of the number of layouts, the undecided cells, and that logarithm for each of
#: them; the number of pairs and of blocks that are expected to stay 50/50s.
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
    """A network with one layer of hidden units, with tanh.

    Each row of ``hidden`` has the weights of a unit, one for each input and a constant at the end;
    ``output`` has the weight of each unit in the result.
    """

    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]


@cache
def read_weights() -> Weights:
    """Return the weights that are part of the package."""
    found = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
    return Weights(tuple(map(tuple, found["hidden"])), tuple(found["output"]))
