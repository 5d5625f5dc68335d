"""Reinforcement learning with MaskablePPO: pip install 'sapper[gym]' sb3-contrib

python maskable_ppo.py [SECONDS] trains for this much CPU time, then plays a match. One network with
a few convolutions scores every cell: what a clue says is the same everywhere on the board.
"""

from __future__ import annotations

import sys
import time

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticCnnPolicy
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import sapper
from sapper.gym import OneHot, one_hot, player_of

LEVEL = "beginner8"
REWARDS = {"move": 0.1, "loss": -1.0, "win": 1.0}
CHANNELS = 32


class Board(BaseFeaturesExtractor):
    """Convolutions that keep the size of the board, as a move is about one cell."""

    def __init__(self, observation_space):
        planes, height, width = observation_space.shape
        super().__init__(observation_space, CHANNELS * height * width)
        layers = []
        for before in (planes, CHANNELS, CHANNELS):
            layers += [torch.nn.Conv2d(before, CHANNELS, 3, padding=1), torch.nn.ReLU()]
        self.layers = torch.nn.Sequential(*layers, torch.nn.Flatten())

    def forward(self, observations):
        """Return the features of a batch of observations."""
        return self.layers(observations.float())


class Heads(torch.nn.Module):
    """A score for each cell from its own features, and the mean features for the value."""

    def __init__(self, cells):
        super().__init__()
        self.cells, self.latent_dim_pi, self.latent_dim_vf = cells, cells, CHANNELS
        self.score = torch.nn.Linear(CHANNELS, 1)

    def forward(self, features):
        """Return both."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features):
        """Return the scores."""
        return self.score(features.view(-1, CHANNELS, self.cells).transpose(1, 2)).squeeze(2)

    def forward_critic(self, features):
        """Return the mean features."""
        return features.view(-1, CHANNELS, self.cells).mean(2)


class Policy(MaskableActorCriticCnnPolicy):
    """The scores of the cells are the logits of the actions."""

    def _build_mlp_extractor(self):
        self.mlp_extractor = Heads(int(self.action_space.n))

    def _build(self, lr_schedule):
        super()._build(lr_schedule)
        self.action_net = torch.nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1))


class Until(BaseCallback):
    """Ends the training after a time."""

    def __init__(self, seconds):
        super().__init__()
        self.end = time.process_time() + seconds

    def _on_step(self):
        return time.process_time() < self.end


def environment():
    """Make one environment: planes as observations, and masks of the legal actions."""
    made = gymnasium.make("sapper.gym:sapper/Minesweeper-v0", level=LEVEL, rewards=REWARDS)
    return ActionMasker(OneHot(made), lambda one: one.unwrapped.action_masks())


def main(seconds):
    """Train, then play a match."""
    model = MaskablePPO(
        Policy,
        make_vec_env(environment, n_envs=16, seed=1),
        policy_kwargs={"features_extractor_class": Board, "normalize_images": False},
        learning_rate=1e-3,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        gamma=0.9,
        seed=1,
    )
    model.learn(10**9, callback=Until(seconds))
    print(f"{model.num_timesteps} steps in {seconds} s of CPU time")

    def policy(observation, info):
        action, _ = model.predict(
            one_hot(observation), action_masks=info["action_mask"] == 1, deterministic=True
        )
        return int(action)

    players = [player_of(policy), "single-point", "csp", "random"]
    print(sapper.match(players, LEVEL, games=500, seed=1000))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0)
