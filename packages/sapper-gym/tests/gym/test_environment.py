"""The environments: what Gymnasium demands, the games of matches, and only legal moves."""

import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sapper
import sapper_gym
from sapper.arena import play
from sapper.errors import IllegalMoveError, InputError
from sapper.game import PLAYS, Chance, Deal, Level, Position, Rules, World, seeded_world
from sapper.notation import find_world
from sapper.records import codes
from sapper_gym import GameEnvironment, PlayerPolicy, Rewards, player_of
from sapper_gym.make import DAGGERS, MINESWEEPER
from tests.arena.games import FLAGGER
from tests.strategies import legal

EVERY = ("open", "flag", "unflag", "chord")

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    (MINESWEEPER, {}),
    (MINESWEEPER, {"level": "expert", "first": "opening", "render_mode": "ansi"}),
    (MINESWEEPER, {"level": "4x3x2", "first": "any", "actions": EVERY, "won_by": "flagging"}),
    (MINESWEEPER, {"level": "6x5x6", "grid": "hex", "lives": 3, "zeros_open": False}),
    (MINESWEEPER, {"level": "6x5x6", "grid": "torus", "actions": EVERY, "blocked": [(0, 1)]}),
    (MINESWEEPER, {"level": "3x1x1", "grid": "graph", "edges": [(0, 1), (1, 2)]}),
    (MINESWEEPER, {"level": "5x5x5", "grid": "hex", "render_mode": "rgb_array"}),
    (DAGGERS, {"actions": EVERY}),
    (DAGGERS, {"world": "medium", "signs": "counts", "render_mode": "rgb_array"}),
    (DAGGERS, {"world": "hard", "signs": "counts", "gold_known": True, "lives": 2}),
    (DAGGERS, {"world": "HARD10", "render_mode": "ansi"}),
]


def made(name: str, **settings: Any) -> GameEnvironment:
    environment = gymnasium.make(name, disable_env_checker=True, **settings).unwrapped
    assert isinstance(environment, GameEnvironment)
    return environment


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_the_official_checker_passes_without_a_warning(name: str, settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name, **settings))


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_the_mask_has_the_legal_moves_and_the_observation_the_position(
    name: str, settings: dict[str, Any]
) -> None:
    environment, chance = made(name, **settings), Chance(1)
    for _ in range(4):
        observation, info = environment.reset()
        over = False
        while not over:
            position: Position = info["position"]
            mask = info["action_mask"]
            due = [m for m in legal(position) if m.action in environment.moves.actions]
            assert [environment.moves.move(int(i)) for i in np.flatnonzero(mask)] == sorted(
                due, key=lambda move: EVERY.index(move.action)
            )
            assert environment.action_masks().tolist() == mask.astype(bool).tolist()
            _check_seen(observation, position)
            if not due:
                break
            action = environment.moves.number(chance.choice(due))
            observation, _, over, truncated, info = environment.step(action)
            assert not truncated
            assert over == (environment.position.outcome != "playing")
        if over:
            assert not info["action_mask"].any()


def _check_seen(observation: np.ndarray[Any, Any], position: Position) -> None:
    """The observation, read by what its documentation says, is what the position shows."""
    words = {-1: "H", -2: "F", -3: "*", -4: "#", -5: "G"}
    numbers, *signs = observation.reshape(-1, position.grid.size).tolist()
    gold = signs[0] if signs else [0] * len(numbers)
    clues = (f"{n}+{sign}" if sign else str(n) for n, sign in zip(numbers, gold, strict=True))
    seen = [words.get(n, clue) for n, clue in zip(numbers, clues, strict=True)]
    assert seen == codes(position)


def test_a_seed_stands_for_the_same_games_as_in_matches() -> None:
    environment = made(MINESWEEPER, level="5x4x4")
    level = Level.parse("5x4x4")
    for number in range(4):
        _, info = environment.reset(seed=7 if number == 0 else None)
        assert (info["seed"], info["number"]) == (7, number)
        assert environment._referee is not None
        assert environment._referee.deal == Deal.seeded(level.grid, level.mines, 7, number)
    _, info = environment.reset(options={"number": 2})
    assert environment._referee is not None
    assert environment._referee.deal == Deal.seeded(level.grid, level.mines, 7, 2)
    _, info = environment.reset()
    assert info["number"] == 3


def test_worlds_are_those_of_their_seed_and_their_hints_are_open() -> None:
    environment = made(DAGGERS, world="medium")
    environment.reset(seed=3)
    environment.reset()
    assert environment._referee is not None
    assert environment._referee.deal == seeded_world("medium", 3, 1).deal
    named = made(DAGGERS, world="HARD10")
    for seed in (1, 2):
        named.reset(seed=seed)
        assert named._referee is not None
        assert named._referee.deal == find_world("HARD10").deal
    hinted = World("", Deal.of_mines(Level.parse("3x1x1").grid, frozenset({0})), hints=((0, 1),))
    observation, info = GameEnvironment(partial(_always, hinted)).reset()
    assert observation.tolist() == [[[-1, 1, -1]], [[0, 0, 0]]]
    assert info["moves"] == 0


@pytest.mark.parametrize(
    ("level", "first", "games"), [("beginner", "safe", 60), ("intermediate", "opening", 25)]
)
def test_a_player_wins_exactly_the_games_that_a_match_says(
    level: str, first: str, games: int
) -> None:
    environment = made(MINESWEEPER, level=level, first=first)
    policy, won = PlayerPolicy("csp"), []
    observation, info = environment.reset(seed=11)
    for number in range(games):
        over, rewards = False, 0.0
        while not over:
            observation, reward, over, _, info = environment.step(policy(observation, info))
            rewards += reward
        assert rewards == (info["outcome"] == "won")
        won += [number] if info["outcome"] == "won" else []
        observation, info = environment.reset()
    rules = Rules(first)  # type: ignore[arg-type]
    played = sapper.match(["csp"], level, rules, games=games, seed=11)
    assert len(won) == played.players[0].wins
    assert 0 < len(won) < games
    size = Level.parse(level)
    for number in range(0, games, 9):
        deal, luck = Deal.seeded(size.grid, size.mines, 11, number), Chance(11, PLAYS, number)
        record = play("csp", deal, rules=rules, chance=luck).record
        assert (record.outcome == "won") == (number in won)


def test_a_policy_plays_as_a_player() -> None:
    def first_hidden(observation: np.ndarray[Any, Any], info: dict[str, Any]) -> int:
        return int(np.flatnonzero(observation.ravel() == -1)[0])

    record = play(
        player_of(first_hidden), Deal.seeded(Level.parse("beginner").grid, 10, 1), rules=Rules()
    ).record
    environment = made(MINESWEEPER)
    observation, info = environment.reset(seed=1)
    for step in record.steps:
        action = first_hidden(observation, info)
        assert environment.moves.move(action) == step.decision.move
        observation, _, _, _, info = environment.step(action)
    assert info["outcome"] == record.outcome
    assert not record.steps[0].decision.guess  # the rules promise that it is safe
    assert all(step.decision.guess for step in record.steps[1:])


def test_the_player_of_a_players_policy_is_that_player() -> None:
    player = player_of(PlayerPolicy("single-point"))
    deal = Deal.seeded(Level.parse("beginner").grid, 10, 1)
    record, other = (play(one, deal).record for one in (player, "single-point"))
    assert [step.decision.move for step in record.steps] == [
        step.decision.move for step in other.steps
    ]


def test_rewards_are_the_sum_of_what_applies() -> None:
    rewards = {"win": 10, "loss": -5, "mine": -1, "cell": 0.5, "gold": 2, "move": 0.25}
    environment = made(
        MINESWEEPER,
        level="3x1x1",
        first="any",
        lives=2,
        rewards={**rewards, "illegal": -3},
    )
    environment.reset(seed=0, options={"number": _with_mine_at(0)})
    assert environment.step(0)[1] == pytest.approx(0.25 - 1)
    assert environment.step(0)[1] == -3
    assert environment.step(2)[1] == pytest.approx(0.25 + 1.0 + 10)  # a zero opens both
    plain = Rewards()
    assert (plain.win, plain.loss, plain.illegal) == (1, 0, -0.1)
    lost = made(MINESWEEPER, level="3x1x1", first="any", rewards=Rewards(**rewards))
    lost.reset(seed=0, options={"number": _with_mine_at(0)})
    assert lost.step(0)[1] == pytest.approx(0.25 - 1 - 5)


def _with_mine_at(index: int) -> int:
    """Which game of seed 0 on three cells in a row has its mine there."""
    grid = Level.parse("3x1x1").grid
    return next(n for n in range(99) if Deal.seeded(grid, 1, 0, n).order[0] == index)


def test_an_illegal_move_changes_nothing() -> None:
    environment = made(MINESWEEPER, level="4x4x2")
    environment.reset(seed=1)
    observation, *_ = environment.step(0)
    again, reward, over, truncated, info = environment.step(0)
    assert (again.tolist(), reward, over, truncated) == (observation.tolist(), -0.1, False, False)
    assert info["moves"] == 1


@pytest.mark.parametrize(
    "settings",
    [{}, {"actions": EVERY, "won_by": "flagging"}, {"actions": ("unflag", "flag", "open")}],
)
def test_an_episode_of_every_deterministic_policy_ends(settings: dict[str, Any]) -> None:
    """The policies that evaluations of trained networks run, which may repeat a move for ever."""
    environment = made(MINESWEEPER, level="4x4x5", **settings)
    size, actions = environment.grid.size, environment.moves.actions

    def always_the_same(info: dict[str, Any]) -> int:
        return 3

    def first_legal(info: dict[str, Any]) -> int:
        return int(info["action_mask"].argmax())

    def flag_and_unflag(info: dict[str, Any]) -> int:
        wanted = "unflag" if "F" in str(info["position"]) else "flag"
        return actions.index(wanted) * size if wanted in actions else 0

    for policy in (always_the_same, first_legal, flag_and_unflag):
        for _ in range(5):
            _, info = environment.reset()
            over, steps = False, 0
            while not over:
                _, _, terminated, truncated, info = environment.step(policy(info))
                over, steps = terminated or truncated, steps + 1
            assert steps <= len(environment.moves)
            assert terminated == (info["outcome"] != "playing")
            with pytest.raises(IllegalMoveError, match="call reset to begin another"):
                environment.step(0)


def test_a_given_deal_is_played_once() -> None:
    environment = made(MINESWEEPER, level="3x1x1", first="any")
    deal = Deal.of_mines(environment.grid, frozenset({2}))
    environment.reset(seed=4)
    _, info = environment.reset(options={"deal": deal})
    assert (info["seed"], info["number"]) == (4, 1)
    assert environment.step(0)[-1]["outcome"] == "won"
    environment.reset()
    assert environment._referee is not None
    assert environment._referee.deal == Deal.seeded(environment.grid, 1, 4, 2)
    for wrong, words in (
        (deal.order, "expected a sapper.Deal"),
        (Deal.seeded(Level.parse("3x1x2").grid, 2, 1), "3x1, 2 mines is not a deal of this board"),
        (Deal.seeded(Level.parse("4x1x1").grid, 1, 1), "4x1, 1 mine is not a deal of this board"),
    ):
        with pytest.raises(InputError, match=words):
            environment.reset(options={"deal": wrong})


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_many_games_at_once(mode: str) -> None:
    vector = gymnasium.make_vec(MINESWEEPER, num_envs=3, vectorization_mode=mode, level="5x4x4")
    observations, infos = vector.reset(seed=5)
    assert observations.shape == (3, 4, 5)
    assert infos["seed"].tolist() == [5, 6, 7]
    single = made(MINESWEEPER, level="5x4x4")
    single.reset(seed=6)
    for action in (0, 7, 19):
        observations, rewards, over, _, infos = vector.step(np.full(3, action))
        seen, reward, done, _, info = single.step(action)
        assert observations[1].tolist() == seen.tolist()
        assert (rewards[1], over[1]) == (reward, done)
        assert infos["action_mask"][1].tolist() == info["action_mask"].tolist()
        if over.any():
            break
    vector.close()


def test_the_text_is_that_of_the_position() -> None:
    environment = made(MINESWEEPER, level="4x3x2", render_mode="ansi")
    environment.reset(seed=1)
    environment.step(0)
    assert Position.parse(environment.render()) == environment.position  # type: ignore[arg-type]
    assert made(MINESWEEPER).render() is None


def test_an_unknown_way_to_render_is_refused() -> None:
    with pytest.raises(InputError, match="unknown render_mode 'svg': expected ansi or rgb_array"):
        sapper_gym.minesweeper(render_mode="svg")


@pytest.mark.parametrize(
    ("name", "settings", "sentence"),
    [
        (MINESWEEPER, {"level": "huge"}, "unknown level 'huge'"),
        (MINESWEEPER, {"first": "lucky"}, "unknown first-move rule 'lucky'"),
        (MINESWEEPER, {"actions": ()}, "actions: expected some of open, flag, unflag, chord"),
        (MINESWEEPER, {"actions": ("dig",)}, "unknown action 'dig'"),
        (MINESWEEPER, {"won_by": "flagging"}, "won by flagging needs the action 'flag'"),
        (
            MINESWEEPER,
            {"rewards": {"joy": 1}},
            "unknown reward 'joy': expected some of win, loss, mine",
        ),
        (
            MINESWEEPER,
            {"level": "3x3x1", "first": "opening"},
            "1 mine on 9 cells: with the rule 'opening' some first",
        ),
        (MINESWEEPER, {"level": "3x3x1", "blocked": [(9, 9)]}, "is outside the 3x3 grid"),
        (DAGGERS, {"world": "nowhere"}, "nowhere"),
        (
            MINESWEEPER,
            {"level": "200x1x1", "grid": "graph", "edges": [(0, i) for i in range(1, 150)]},
            "a cell has 149 neighbours, but observations show at most 127",
        ),
    ],
)
def test_settings_that_cannot_be_are_refused(
    name: str, settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        made(name, **settings)


def test_moves_that_cannot_be_are_refused() -> None:
    environment = made(MINESWEEPER, level="2x1x1", first="any")
    with pytest.raises(IllegalMoveError, match="no game has begun: call reset first"):
        environment.step(0)
    environment.reset(seed=1)
    with pytest.raises(InputError, match="action 2 is not one of 0 to 1"):
        environment.step(2)
    environment.step(0)
    with pytest.raises(
        IllegalMoveError, match=r"the game is (won|lost): call reset to begin another"
    ):
        environment.step(1)
    with pytest.raises(
        InputError, match="unknown option 'level' of reset: expected 'number' or 'deal'"
    ):
        environment.reset(options={"level": 3})
    with pytest.raises(InputError, match="option number=-1 is not a whole number of 0 or more"):
        environment.reset(options={"number": -1})
    _, info = environment.reset()
    assert info["number"] == 1  # what was refused is no game gone by


def test_a_player_that_needs_other_actions_is_told_so() -> None:
    position = Position.parse("2x1x1\nHH")
    info = {"position": position, "moves": 0, "seed": 0, "number": 0}
    seen = np.zeros((1, 2), np.int8)
    with pytest.raises(InputError, match=r"flag \[0, 0\] is not among the actions here: open"):
        PlayerPolicy(FLAGGER)(seen, info)
    assert PlayerPolicy(FLAGGER, ("open", "flag"))(seen, info) == 2


def test_a_policy_never_sees_where_the_mines_lie() -> None:
    """Two deals that differ only under hidden cells give the same observation and info."""
    seen = []
    for order in ((0, 8, 1), (0, 7, 1)):
        deal = Deal(Level.parse("3x3x2").grid, 2, (*order, *({*range(9)} - {*order})))
        environment = GameEnvironment(partial(_always, World("", deal, Rules("any"))))
        environment.reset(seed=0)
        observation, _, _, _, info = environment.step(4)
        seen.append((observation.tolist(), info["position"], info["action_mask"].tolist()))
    assert seen[0] == seen[1]


def _always(world: World, seed: int, number: int) -> World:
    return world


def test_an_agent_of_daggers_and_gold_plays_as_it_does_anywhere() -> None:
    environment = made(DAGGERS, actions=("open", "flag"))
    policy = PlayerPolicy("logic4", ("open", "flag"))
    observation, info = environment.reset(seed=5)
    for number in range(8):
        over = False
        while not over:
            observation, _, over, _, info = environment.step(policy(observation, info))
        world = seeded_world("easy", 5, number)
        record = play(
            "logic4", world.deal, rules=world.rules, chance=Chance(5, PLAYS, number)
        ).record
        assert (info["outcome"], info["moves"]) == (record.outcome, len(record.steps))
        observation, info = environment.reset()
