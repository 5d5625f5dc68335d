"""How the network of swift's evaluation is fitted to samples."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from papers.studies.guesses.network import Floats, Network
from papers.studies.guesses.samples import Samples

RATE = 0.01  #: the learning rate at first; it falls to 0 as half a cosine
MOMENTUM, MEMORY = 0.9, 0.999  #: of Adam


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
