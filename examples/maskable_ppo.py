"""Reinforcement learning with MaskablePPO: pip install 'sapper[gym]' sb3-contrib

python maskable_ppo.py [SECONDS] trains for this much CPU time, or until Ctrl-C, and then plays a
match. One network with a few convolutions scores every cell: what a clue says is the same
everywhere on the board. A move is rewarded by itself: 1 for a safe cell, -1 for a mine. With a
discount factor of 0 nothing else counts, so the network learns which cells are safe; whether the
game is won dozens of moves later would drown that in noise.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticCnnPolicy
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import sapper
from sapper_gym import OneHot, one_hot, player_of

LEVEL = "beginner8"
REWARDS = {"move": 1.0, "loss": -2.0, "win": 0.0}  # they add up: a losing move gives 1 - 2
CHANNELS = 32
REPORT = 15  #: seconds of CPU time between two lines about the training


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
    """Ends the training after a time, and says from time to time how many games are won."""

    def __init__(self, seconds):
        super().__init__()
        self.begun = self.reported = time.process_time()
        self.end = self.begun + seconds

    def _on_step(self):
        return time.process_time() < self.end

    def _on_rollout_end(self):
        now = time.process_time()
        if now >= self.reported + REPORT:
            self.reported = now
            last = self.model.ep_info_buffer
            won = sum(game["outcome"] == "won" for game in last)
            print(
                f"{now - self.begun:5.0f} s {self.num_timesteps:9,} steps: "
                f"{won} of the last {len(last)} games won",
                flush=True,
            )


def environment():
    """Make one environment: planes as observations, and masks of the legal actions."""
    made = gymnasium.make("sapper_gym:sapper/Minesweeper-v0", level=LEVEL, rewards=REWARDS)
    return ActionMasker(OneHot(made), lambda one: one.unwrapped.action_masks())


def main(seconds):
    """Train, then play a match."""
    torch.set_num_threads(1)
    kept = {"info_keywords": ("outcome",)}
    model = MaskablePPO(
        Policy,
        make_vec_env(environment, n_envs=128, seed=1, monitor_kwargs=kept),
        policy_kwargs={"features_extractor_class": Board, "normalize_images": False},
        gamma=0.0,
        learning_rate=2e-3,
        n_steps=32,
        batch_size=256,
        n_epochs=2,
        stats_window_size=1000,
        seed=1,
    )
    until = Until(seconds)
    with suppress(KeyboardInterrupt):
        model.learn(10**9, callback=until)
    seconds = time.process_time() - until.begun
    print(f"{model.num_timesteps:,} steps in {seconds:.0f} s of CPU time")

    def policy(observation, info):
        action, _ = model.predict(
            one_hot(observation), action_masks=info["action_mask"] == 1, deterministic=True
        )
        return int(action)

    players = [player_of(policy), "single-point", "csp", "random"]
    print(sapper.match(players, LEVEL, games=500, seed=1000))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0)
