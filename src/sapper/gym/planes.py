"""Observations as planes of zeros and ones, channels first, as convolutional networks take them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper.errors import InputError
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.gym.spaces import NUMBERS

#: What each plane shows: the clues 0 to 8, then what has no clue.
PLANES = (*range(9), *(NUMBERS[code] for code in (HIDDEN, FLAGGED, MINE, BLOCKED, GOLD)))

Planes = NDArray[np.uint8]


def one_hot(observations: NDArray[np.int8]) -> Planes:
    """Return observations (…, height, width) as planes (…, 14, height, width) of 0 and 1.

    Plane k < 9 shows the clue k; the others hidden, flagged, open mine, blocked and gold cells.
    """
    shown = np.array(PLANES, np.int8)[:, None, None]
    return np.equal(observations[..., None, :, :], shown).astype(np.uint8)


def _space(space: gymnasium.Space[Any] | None) -> gymnasium.Space[Any]:
    """Return the space of planes. Raises ``InputError`` for one that planes cannot show."""
    if not isinstance(space, gymnasium.spaces.Box) or len(space.shape) != 2 or space.high.max() > 8:
        raise InputError("planes show boards of cells with at most 8 neighbours, and no signs")
    return gymnasium.spaces.Box(0, 1, (len(PLANES), *space.shape), np.uint8)


class OneHot(gymnasium.ObservationWrapper[Planes, Any, Any]):
    """A single environment whose observations are planes: see ``one_hot``."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = _space(env.observation_space)

    def observation(self, observation: Any) -> Planes:
        """Return an observation as planes."""
        return one_hot(observation)


class VectorOneHot(gymnasium.vector.VectorObservationWrapper):
    """A vector environment whose observations are planes: (num_envs, 14, height, width)."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any]) -> None:
        super().__init__(env)
        self.single_observation_space = _space(env.single_observation_space)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def observations(self, observations: Any) -> Planes:
        """Return observations as planes."""
        return one_hot(observations)
