"""Planes of zeros and ones show what observations show."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from sapper.errors import InputError
from sapper_gym import PLANES, OneHot, VectorOneHot, one_hot


def test_planes_are_the_observation_of_one_game_and_of_many() -> None:
    single = gymnasium.make("sapper/Minesweeper-v0", level="beginner8", first="opening")
    many = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=3, level="beginner8")
    plain, wrapped = many.reset(seed=5)[0], VectorOneHot(many)
    planes, _ = wrapped.reset(seed=5)
    assert planes.shape == (3, 14, 8, 8)
    assert wrapped.observation_space.contains(planes)
    assert (planes.sum(axis=1) == 1).all()
    assert (np.array(PLANES)[planes.argmax(axis=1)] == plain).all()
    alone = OneHot(single)
    alone.reset(seed=6)
    seen, *_ = alone.step(np.int64(9))
    assert alone.observation_space.contains(seen)
    assert (one_hot(single.unwrapped.sight(single.unwrapped._referee.position)) == seen).all()  # type: ignore[attr-defined]


def test_gold_and_other_grids_are_refused() -> None:
    for name, options in (
        ("sapper/DaggersAndGold-v0", {"signs": "counts"}),
        ("sapper/Minesweeper-v0", {"grid": "graph", "edges": [(0, i) for i in range(1, 12)]}),
    ):
        with pytest.raises(InputError, match="planes show boards of cells with at most 8"):
            OneHot(gymnasium.make(name, **options))
