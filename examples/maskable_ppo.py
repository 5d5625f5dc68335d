"""Reinforcement learning with MaskablePPO: pip install 'sapper[gym]' sb3-contrib

This recipe has not been run: the tests of sapper install neither sb3-contrib nor PyTorch.
python maskable_ppo.py [STEPS]
"""

from __future__ import annotations

import sys

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import sapper
from sapper.gym import OneHot, one_hot, player_of


class Board(BaseFeaturesExtractor):
    """Convolutions that keep the size of the board, as a move is about one cell."""

    def __init__(self, observation_space, channels=64):
        planes, height, width = observation_space.shape
        super().__init__(observation_space, channels * height * width)
        layers = []
        for before in (planes, channels, channels):
            layers += [torch.nn.Conv2d(before, channels, 3, padding=1), torch.nn.ReLU()]
        self.layers = torch.nn.Sequential(*layers, torch.nn.Flatten())

    def forward(self, observations):
        """Return the features of a batch of observations."""
        return self.layers(observations.float())


def environment():
    """Make one environment: planes as observations, and masks of the legal actions."""
    made = gymnasium.make(
        "sapper.gym:sapper/Minesweeper-v0", level="beginner8", rewards={"cell": 0.02}
    )
    return ActionMasker(OneHot(made), lambda one: one.unwrapped.action_masks())


def main(steps):
    """Train, then play a match."""
    games = make_vec_env(environment, n_envs=16, seed=1)
    kwargs = {
        "features_extractor_class": Board,
        "normalize_images": False,
        "net_arch": [256],
    }
    model = MaskablePPO("CnnPolicy", games, policy_kwargs=kwargs, n_steps=256, batch_size=512)
    model.learn(steps)

    def policy(observation, info):
        action, _ = model.predict(
            one_hot(observation), action_masks=info["action_mask"] == 1, deterministic=True
        )
        return int(action)

    print(sapper.match([player_of(policy), "csp", "random"], "beginner8", games=500, seed=1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
