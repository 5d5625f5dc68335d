"""The network of swift's evaluation in numpy, and how it is fitted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper.players.weights import Weights

if TYPE_CHECKING:
    from bench.guesses.samples import Samples

RATE = 0.01  #: the learning rate at first; it falls to 0 as half a cosine
MOMENTUM, MEMORY = 0.9, 0.999  #: of Adam
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


def fitted(
    samples: Samples,
    weights: Floats,
    units: int,
    epochs: int,
    decay: float,
    report: Callable[[], object] = lambda: None,
) -> Network:
    """Return the network whose values agree best with how often ``swift`` wins.

    Only differences within a position count: its values are scaled so that their mean is that of
    the wins, and the loss is the mean square of what their differences from the mean miss. It is
    minimised by Adam with weight decay (Loshchilov & Hutter 2019, "Decoupled weight decay
    regularization") on all samples at once, from the same random weights each time.

    - ``weights``: how much each position counts, 0 for those that are left out.
    - ``units``, ``epochs``, ``decay``: hidden units, steps, and the decay of weights.
    - ``report``: called after each step.
    """
    rng = np.random.default_rng(0)
    mean, deviation = samples.features.mean(axis=0), samples.features.std(axis=0) + 1e-6
    inputs = ((samples.features - mean) / deviation).astype(np.float32)
    hidden = rng.normal(0.0, inputs.shape[1] ** -0.5, (units, inputs.shape[1] + 1))
    hidden[:, -1] = 0.0
    parameters = [hidden.astype(np.float32), np.zeros(units, np.float32)]
    moments = [(np.zeros_like(one), np.zeros_like(one)) for one in parameters]
    share = weights[samples.position]
    share = share / share.sum()
    for epoch in range(epochs):
        gradients = _gradients(Network(*parameters), samples, inputs, share)
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * epoch / epochs))
        for one, gradient, (first, second) in zip(parameters, gradients, moments, strict=True):
            first += (1.0 - MOMENTUM) * (gradient - first)
            second += (1.0 - MEMORY) * (gradient * gradient - second)
            step = first / (1.0 - MOMENTUM ** (epoch + 1))
            scale = np.sqrt(second / (1.0 - MEMORY ** (epoch + 1))) + 1e-8
            one -= rate * (step / scale + decay * one)
        report()
    return Network(*(one.astype(np.float64) for one in parameters)).on(mean, deviation)


def _gradients(
    network: Network, samples: Samples, inputs: Floats, share: Floats
) -> tuple[Floats, Floats]:
    """Return the gradients of the loss by both layers of weights."""
    units = network.units(inputs)
    worths = samples.shares * np.exp(units @ network.output)
    values = samples.summed(worths)
    scale = (samples.means(samples.targets) / samples.means(values))[samples.position]
    missed = samples.centred(values * scale) - samples.centred(samples.targets)
    # the scale is taken as constant
    by_value = samples.centred(2e4 * share * missed) * scale
    by_estimate = (np.repeat(by_value, samples.rows) * worths).astype(np.float32)
    by_unit = np.outer(by_estimate, network.output) * (1.0 - units * units)
    return (
        np.column_stack([by_unit.T @ inputs, by_unit.sum(axis=0)]),
        units.T @ by_estimate,
    )
