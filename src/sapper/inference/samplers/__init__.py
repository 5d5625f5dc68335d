"""Samplers of layouts: three methods from the literature and sapper's exact one.

Sebag & Teytaud 2012, "Combining myopic optimization and tree search: application to MineSweeper"
(LION 6), section 3, sample the hidden state by rejection (their Algorithm 1), from all solutions of
the constraints (Algorithm 2) or by a Metropolis–Hastings chain (Algorithm 3). ``exact`` is a
``Belief``: it samples from the tables of counting, like Algorithm 2 but without listing the
solutions. All but Metropolis draw every layout with the same probability.
"""

from collections.abc import Callable, Mapping

from sapper.game import Position
from sapper.inference.counting import Belief
from sapper.inference.samplers.metropolis import Metropolis, Rejection
from sapper.inference.samplers.sampler import Exhaustive, LayoutSampler

#: Constructors of samplers from a position, by name.
SAMPLERS: Mapping[str, Callable[[Position], LayoutSampler]] = {
    "rejection": Rejection,
    "exhaustive": Exhaustive,
    "metropolis": Metropolis,
    "exact": Belief,
}

__all__ = ["SAMPLERS", "Exhaustive", "LayoutSampler", "Metropolis", "Rejection"]
