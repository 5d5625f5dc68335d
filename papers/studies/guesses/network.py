"""The network of swift's evaluation in numpy."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.players.weights import Weights

DIGITS = 6  #: of a weight in the file

Floats = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Network:
    """A layer of hidden units with tanh: ``hidden`` has a row for each, with the weights of the
    inputs and a constant at the end, and ``output`` the weight of each unit in the result."""

    hidden: Floats
    output: Floats

    @classmethod
    def of(cls, weights: Weights) -> Network:
        """Return the network with these weights."""
        return cls(np.array(weights.hidden), np.array(weights.output))

    def units(self, features: Floats) -> Floats:
        """Return what each unit puts out for each row of features."""
        found: Floats = np.tanh(features @ self.hidden[:, :-1].T + self.hidden[:, -1])
        return found

    def estimates(self, features: Floats) -> Floats:
        """Return the result for each row of features."""
        found: Floats = self.units(features) @ self.output
        return found

    def on(self, mean: Floats, deviation: Floats) -> Network:
        """Return the network that gives the same results for features as they are, as this one
        does for standardised ones."""
        scaled = self.hidden[:, :-1] / deviation
        constant = self.hidden[:, -1] - scaled @ mean
        return Network(np.column_stack([scaled, constant]), self.output)

    def to_json(self) -> str:
        """Return the text of a file of weights."""
        rounded = {
            name: [[_rounded(w) for w in row] for row in np.atleast_2d(weights)]
            for name, weights in (("hidden", self.hidden), ("output", self.output))
        }
        return json.dumps({"hidden": rounded["hidden"], "output": rounded["output"][0]}) + "\n"


def _rounded(weight: float) -> float:
    return float(f"{weight:.{DIGITS}g}")
