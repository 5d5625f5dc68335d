"""The compiled vector environment: step by step the same as single environments."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import sapper
import sapper_gym
from sapper import Deal
from sapper.errors import IllegalMoveError, InputError, RulesError
from sapper.game import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper_gym import GameEnvironment, VectorGames, cell_codes, observed
from sapper_gym.make import DAGGERS, MINESWEEPER

pytestmark = pytest.mark.kernel

EVERY = ("open", "flag", "unflag", "chord")
SHAPED = {"win": 3.0, "loss": -2.0, "mine": -0.5, "cell": 0.25, "move": -0.125, "illegal": -1.0}

SETTINGS: list[dict[str, Any]] = [
    {},
    {"level": "expert", "first": "opening"},
    {"level": "8x8x10", "first": "any", "rewards": SHAPED},
    {"level": "4x3x2", "first": "any", "actions": EVERY, "won_by": "flagging", "rewards": SHAPED},
    {"level": "4x3x2", "actions": ("flag", "open"), "won_by": "flagging", "lives": 2},
    {"level": "6x5x6", "grid": "hex", "lives": 3, "zeros_open": False, "rewards": SHAPED},
    {"level": "6x5x6", "grid": "torus", "actions": EVERY, "blocked": [(0, 1)], "lives": 2},
    {"level": "2x2x1", "actions": EVERY, "won_by": "flagging"},
    {"level": "9x6x7", "actions": ("chord", "open", "flag"), "first": "opening"},
    {"level": "3x1x1", "grid": "graph", "edges": [(0, 1), (1, 2)]},
    {"level": "3x1x2", "first": "any", "actions": EVERY, "won_by": "flagging"},
    {"level": "3x2x0", "first": "opening", "zeros_open": False},
]
NAMES = ("action_mask", "seed", "number", "moves", "outcome")


def vector(count: int, **settings: Any) -> VectorGames:
    made = gymnasium.make_vec(
        MINESWEEPER, num_envs=count, vectorization_mode="vector_entry_point", **settings
    )
    assert isinstance(made, VectorGames)
    return made


def singles(count: int, settings: dict[str, Any], mode: str) -> gymnasium.vector.SyncVectorEnv:
    return gymnasium.vector.SyncVectorEnv(
        [lambda: sapper_gym.minesweeper(**settings)] * count, autoreset_mode=mode
    )


def chosen(masks: np.ndarray[Any, Any], rng: np.random.Generator) -> list[int]:
    """Mostly legal actions, and sometimes any action."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return [
        int(rng.choice(some) if len(some) and rng.random() < 0.9 else rng.integers(masks.shape[1]))
        for some in legal
    ]


def same(infos: dict[str, Any], expected: dict[str, Any]) -> None:
    for name in NAMES:
        chosen = expected[f"_{name}"]
        assert infos[f"_{name}"].tolist() == chosen.tolist(), name
        assert infos[name][chosen].tolist() == expected[name][chosen].tolist(), name


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("settings", SETTINGS)
def test_every_step_is_that_of_single_environments(settings: dict[str, Any], mode: str) -> None:
    """With legal and illegal actions, through the ends of games; bit for bit."""
    count = 5
    fast, slow = vector(count, **settings, autoreset_mode=mode), singles(count, settings, mode)
    assert fast.single_observation_space == slow.single_observation_space
    assert fast.action_space == slow.action_space
    rng = np.random.default_rng(3)
    seen, infos = fast.reset(seed=11)
    expected, others = slow.reset(seed=11)
    assert (seen == expected).all()
    same(infos, others)
    for number in range(90):
        if number in (30, 50):
            deal = Deal.seeded(fast.grid, fast.mines, 99)
            options = {"number": 1000} if number == 50 else {"deal": deal}
            seen, infos = fast.reset(options=options)
            expected, others = slow.reset(options=options)
        else:
            actions = chosen(infos["action_mask"], rng)
            seen, *rest, infos = fast.step(actions)
            expected, *wanted, others = slow.step(np.array(actions))
            for one, other in zip(rest, wanted, strict=True):
                assert one.tolist() == other.tolist()
                assert one.dtype == other.dtype
        assert (seen == expected).all()
        same(infos, others)
        if "final_info" in others:
            same(infos["final_info"], others["final_info"])
            for one, other in zip(infos["final_obs"], others["final_obs"], strict=True):
                assert (one is None) == (other is None)
                assert one is None or (one == other).all()
        assert ("final_info" in infos) == ("final_info" in others)


def test_each_game_plays_the_deal_given_for_it() -> None:
    games = vector(2, level="3x1x1", first="any")
    deals = [Deal.of_mines(games.grid, frozenset({mine})) for mine in (2, 0)]
    games.reset(seed=0)
    games.reset(options={"deal": deals, "reset_mask": np.array([False, True])})
    games.reset(options={"deal": deals})
    *_, infos = games.step([0, 0])
    assert infos["outcome"].tolist() == ["won", "lost"]
    with pytest.raises(InputError, match="option deal: expected 2 deals, got 1"):
        games.reset(options={"deal": deals[:1]})
    with pytest.raises(InputError, match="ordering of at least 3 cells, got 1"):
        games.reset(options={"deal": Deal(games.grid, 1, (0,))})


def test_positions_are_those_of_the_games() -> None:
    games = vector(3, level="6x5x6", lives=2, position=True)
    environment = sapper_gym.minesweeper("6x5x6", lives=2)
    assert isinstance(environment, GameEnvironment)
    games.reset(seed=4)
    environment.reset(seed=5)
    *_, infos = games.step([0, 7, 9])
    environment.step(7)
    assert games.positions[1] == infos["position"][1] == environment.position
    assert games.action_masks()[1].tolist() == environment.action_masks().tolist()


def test_labels_are_the_exact_probabilities() -> None:
    games = vector(3, level="6x5x6", grid="torus", blocked=[(1, 1)], mine_probability=True)
    _, infos = games.reset(seed=4)
    for action in (0, 7, 19, 28, 2):
        _, _, _, _, infos = games.step([action] * 3)
        found = [sapper.analyse(position).mine_probability for position in games.positions]
        assert np.array_equal(infos["mine_probability"], found, equal_nan=True)
        assert infos["_mine_probability"].all()


def test_games_that_end_wait_for_a_reset_if_autoreset_is_disabled() -> None:
    games = vector(4, level="3x3x4", first="any", autoreset_mode=AutoresetMode.DISABLED)
    games.reset(seed=0)
    over = np.zeros(4, np.bool_)
    for action in range(9):
        if over.any():
            break
        _, _, over, _, infos = games.step([action] * 4)
    assert over.any()
    with pytest.raises(IllegalMoveError, match="is over: call reset with 'reset_mask'"):
        games.step([0] * 4)
    kept = infos["moves"][~over].tolist()
    _, infos = games.reset(options={"reset_mask": over})
    assert infos["number"].tolist() == [int(one) for one in over]
    assert infos["moves"][~over].tolist() == kept
    assert not infos["moves"][over].any()
    games.step([8] * 4)


def test_without_copies_each_step_overwrites_the_arrays() -> None:
    for copy in (True, False):
        games = vector(2, level="9x9x1", copy=copy)
        seen, infos = games.reset(seed=0)
        later, _, _, _, changed = games.step([40, 40])
        assert np.shares_memory(seen, later) != copy
        assert np.shares_memory(infos["action_mask"], changed["action_mask"]) != copy
        assert (seen == -1).all() == copy


def test_random_seeds_come_from_the_generator_of_the_environment() -> None:
    games = vector(3)
    games.np_random = np.random.default_rng(8)
    _, first = games.reset()
    _, second = games.reset()
    assert len(set(first["seed"].tolist())) == 3
    assert second["seed"].tolist() == first["seed"].tolist()
    assert (first["number"].tolist(), second["number"].tolist()) == ([0] * 3, [1] * 3)
    games.np_random = np.random.default_rng(8)
    again = vector(3)
    again.np_random = np.random.default_rng(8)
    assert again.reset()[1]["seed"].tolist() == first["seed"].tolist()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_envs": 0}, "num_envs: expected 1 to 1,000,000 games, got 0"),
        ({"autoreset_mode": "Never"}, "autoreset_mode: expected NextStep, SameStep or Disabled"),
        ({"won_by": "flagging"}, "needs the action 'flag'"),
        ({"actions": ("jump",)}, "unknown action 'jump'"),
        ({"rewards": {"luck": 1.0}}, "unknown reward 'luck'"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        sapper_gym.minesweeper_vector(**{"num_envs": 2, **settings})
    with pytest.raises(RulesError):
        sapper_gym.minesweeper_vector(2, "3x3x1", "opening")


def test_wrong_arguments_are_named_and_change_nothing() -> None:
    games = vector(2)
    with pytest.raises(IllegalMoveError, match="call reset first"):
        games.step([0, 0])
    with pytest.raises(InputError, match="the first reset begins all games"):
        games.reset(options={"reset_mask": np.array([True, False])})
    games.reset(seed=[3, 2**63 - 1])
    wrong: list[tuple[Any, str]] = [
        ([0, 81], "action 81 is not one of 0 to 80"),
        ([-1, 0], "action -1 is not one of 0 to 80"),
        ([0], r"expected 2 whole numbers, got an array of int64 with shape \(1,\)"),
        ([0.5, 1.0], "expected 2 whole numbers, got an array of float64"),
    ]
    for actions, words in wrong:
        with pytest.raises(InputError, match=words):
            games.step(actions)
    resets: list[tuple[dict[str, Any], str]] = [
        ({"seed": [1]}, "seed: expected 2 seeds, got 1"),
        ({"seed": -1}, "seed: expected a whole number from 0"),
        ({"seed": 2**128}, "seed: expected a whole number from 0"),
        ({"options": {"nummer": 1}}, "unknown option 'nummer' of reset"),
        ({"options": {"number": -1}}, "is not a whole number of 0 or more"),
        ({"options": {"reset_mask": [1, 0]}}, "reset_mask: expected 2 Booleans"),
    ]
    for arguments, words in resets:
        with pytest.raises(InputError, match=words):
            games.reset(**arguments)
    assert games.step([0, 0])[4]["moves"].tolist() == [1, 1]


def test_worlds_with_gold_are_stepped_one_by_one() -> None:
    worlds = gymnasium.make_vec(DAGGERS, num_envs=2)
    assert isinstance(worlds, gymnasium.vector.SyncVectorEnv)


def test_observations_and_cell_codes_convert_into_each_other() -> None:
    codes = np.array([[0, 8, HIDDEN], [FLAGGED, MINE, BLOCKED], [1, 2, GOLD]], np.uint8)
    seen = observed(codes)
    assert seen.dtype == np.int8
    assert seen.tolist() == [[0, 8, -1], [-2, -3, -4], [1, 2, -5]]
    for kind in (np.int8, np.int32, np.int64):
        assert (cell_codes(seen.astype(kind)) == codes).all()
    games = vector(3, level="beginner")
    observations, _ = games.reset(seed=4)
    batch = sapper.analyse_many(cell_codes(observations), mines=10)
    one = sapper.Position.from_array(cell_codes(observations[0]), mines=10)
    assert one == games.positions[0]
    assert batch.mine_probability[0] == pytest.approx(sapper.analyse(one).mine_probability)


def test_a_confusion_of_observations_and_cell_codes_names_the_function_that_converts() -> None:
    seen = np.full((1, 2, 2), -1, np.int8)
    with pytest.raises(InputError, match=r"sapper_gym\.cell_codes"):
        sapper.analyse_many(seen, mines=1)
    with pytest.raises(InputError, match=r"sapper_gym\.cell_codes"):
        sapper.Position.from_array(seen[0], mines=1)
    with pytest.raises(InputError, match=r"sapper_gym\.cell_codes"):
        observed(seen)
    with pytest.raises(InputError, match=r"sapper_gym\.observed"):
        cell_codes(np.full((2, 2), HIDDEN, np.uint8))
