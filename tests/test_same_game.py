"""One recipe, rules, seed and number give the same game, move by move, wherever it is played."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.arena import play
from sapper.engine import MoveAnswers
from sapper.engine.requests import read
from sapper.game import PLAYS, Chance, Deal, First, Level, Move, Referee, Rules
from sapper.players import Decision, DecisionWorker
from sapper.records import codes
from sapper_workbench.study import GameSetup
from tests.cli.runs import run
from tests.web.served import LIMITS, Client, get, post, served

SEED, NUMBER = 11, 27
FIRST: First = "safe"

#: One chosen cell, and the strategy that chose it.
Made = tuple[str, tuple[int, int], str]


@dataclass(frozen=True)
class Case:
    """A player and a board that it plays in a second or so."""

    recipe: str
    size: str


CASES = [
    Case("random", "6x6x5"),
    Case("swift", "9x9x10"),
    Case("pgms", "9x9x10"),
    Case("mio", "6x6x7"),
    Case("limited", "6x6x7"),
    Case("bssuct(simulations=20)", "6x5x7"),
    Case("champion(playouts=20)", "6x6x8"),
    Case("single-point > limited(splits=2) > random", "6x6x7"),
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.recipe)


def made_of(decision: Decision) -> Made:
    """What is compared of a decision."""
    return decision.move.action, decision.move.cell, decision.strategy


def of_json(found: Any) -> Made:
    """What is compared of a decision in JSON."""
    row, column = found["cell"]
    return found["action"], (row, column), found["strategy"]


def expected(case: Case) -> list[Made]:
    """The game as Python plays it."""
    level = Level.parse(case.size)
    deal = Deal.seeded(level.grid, level.mines, SEED, NUMBER)
    record = play(case.recipe, deal, rules=Rules(FIRST), chance=Chance(SEED, PLAYS, NUMBER)).record
    return [made_of(step.decision) for step in record.steps]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server."""
    with served(tmp_path_factory.mktemp("games"), replace(LIMITS, workers=2)) as found:
        yield found


@pytest.fixture(scope="module")
def worker() -> Iterator[DecisionWorker]:
    """The worker of a terminal."""
    found = DecisionWorker()
    yield found
    found.close()


@cases
def test_the_command_line_plays_it(case: Case) -> None:
    found = run(
        *("play", "--player", case.recipe, "--level", case.size, "--first", FIRST),
        *("--seed", str(SEED), "--number", str(NUMBER), "--json"),
    )
    assert [of_json(step) for step in json.loads(found.stdout)["steps"]] == expected(case)


@cases
def test_the_terminal_plays_it(case: Case, worker: DecisionWorker) -> None:
    setup = GameSetup(case.size, case.recipe, FIRST, SEED, NUMBER)
    session = setup.session(worker.decide)
    while session.position.outcome == "playing":
        session.hint()
        session.play_agent()
    assert [made_of(step.decision) for step in session.steps] == expected(case)


@cases
def test_the_engine_plays_it(case: Case) -> None:
    answers, level = MoveAnswers(), Level.parse(case.size)
    referee = Referee(Deal.seeded(level.grid, level.mines, SEED, NUMBER), Rules(FIRST))
    moves = []
    while referee.position.outcome == "playing":
        asked = {"id": 1, "request": "move", "game": "g", "position": str(referee.position)}
        asked |= {"player": case.recipe, "seed": SEED, "number": NUMBER}
        request: Any = read(json.dumps(asked).encode())
        decision = answers.decide(request)["decision"]
        assert answers.decide(request)["decision"] == decision  # asked again
        moves.append(of_json(decision))
        referee.play(Move(decision["action"], tuple(decision["cell"])))
    assert moves == expected(case)


def begun(client: Client, case: Case) -> str:
    """The path of a new game of the server."""
    level = Level.parse(case.size)
    size = {"width": level.width, "height": level.height, "mines": level.mines}
    game = post(client, "/api/games", 201, **size, first=FIRST, seed=SEED, number=NUMBER)
    return f"/api/games/{game['id']}"


def step_of(client: Client, path: str, recipe: str) -> Made | None:
    """The next move of a player; None if the game is over."""
    if get(client, path)["board"]["outcome"] != "playing":
        return None
    return of_json(post(client, f"{path}/agent", player=recipe)["step"]["decision"])


@cases
def test_the_page_plays_it(case: Case, client: Client) -> None:
    path = begun(client, case)
    moves = []
    while (made := step_of(client, path, case.recipe)) is not None:
        moves.append(made)
    assert moves == expected(case)


@pytest.mark.slow
@cases
def test_hints_of_others_and_moves_taken_back_leave_no_trace_on_the_page(
    case: Case, client: Client
) -> None:
    path = begun(client, case)
    moves: list[Made] = []
    while (made := step_of(client, path, case.recipe)) is not None:
        moves.append(made)
        if get(client, path)["board"]["outcome"] == "playing":
            get(client, f"{path}/hint", player=case.recipe)
            get(client, f"{path}/hint", player="random")
        if len(moves) % 3 == 0:
            post(client, f"{path}/undo")
            post(client, f"{path}/agent", player="random")
            post(client, f"{path}/undo")
            assert step_of(client, path, case.recipe) == made
    assert moves == expected(case)


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_ended(tmp_path: Path) -> None:
    """Its players have the memory that they had; nothing is left of the server but its files."""
    case = Case("limited", "6x6x7")
    moves: list[Made] = []
    path = ""
    while True:
        with served(tmp_path, replace(LIMITS, workers=1)) as client:
            path = path or begun(client, case)
            made = [step_of(client, path, case.recipe) for _ in range(6)]
            moves += [one for one in made if one is not None]
            if None in made:
                break
    assert moves == expected(case)


@pytest.mark.slow
def test_games_of_several_visitors_at_once_do_not_mix(tmp_path: Path) -> None:
    """More games than workers, with equal seeds: each worker gets parts of every game."""
    chosen = [case for case in CASES if case.recipe.startswith(("mio", "limited", "bssuct"))]
    with served(tmp_path, replace(LIMITS, workers=2)) as client:
        paths = [begun(client, case) for case in (*chosen, *chosen)]
        moves: list[list[Made]] = [[] for _ in paths]

        async def play(path: str, case: Case, into: list[Made]) -> None:
            while True:
                found = await client._client.post(f"{path}/agent", json={"player": case.recipe})
                if found.status_code == 409:
                    return
                into.append(of_json(found.json()["step"]["decision"]))

        async def play_all() -> None:
            games = zip(paths, (*chosen, *chosen), moves, strict=True)
            await asyncio.gather(*(play(*game) for game in games))

        client.run(play_all())
    for case, found in zip((*chosen, *chosen), moves, strict=True):
        assert found == expected(case)


@pytest.mark.slow
def test_the_games_are_worth_comparing() -> None:
    """They have several moves, so that players have something to remember."""
    assert min(len(expected(case)) for case in CASES) >= 5


@given(
    st.integers(0, 50),
    st.sampled_from(["any", "safe", "opening"]),
    st.lists(
        st.tuples(
            st.sampled_from(["open"] * 4 + ["flag", "flag", "unflag", "chord", "undo", "redo"]),
            st.tuples(st.integers(0, 4), st.integers(0, 4)),
        ),
        max_size=20,
    ),
)
def test_the_page_and_a_game_in_python_agree_on_every_action(
    client: Client, seed: int, first: First, actions: list[tuple[str, tuple[int, int]]]
) -> None:
    """Both play, refuse, undo and redo the same moves, and show the same board."""
    game = sapper.Game("5x5x5", seed=seed, first=first)
    size = {"width": 5, "height": 5, "mines": 5}
    path = "/api/games/" + post(client, "/api/games", 201, **size, first=first, seed=seed)["id"]
    for action, cell in actions:
        asked = {} if action in ("undo", "redo") else {"action": action, "cell": cell}
        try:
            getattr(game, action)(*([cell] if asked else []))
        except sapper.IllegalMoveError:
            silent = action == "chord" and not game.over  # the page ignores a chord of no effect
            post(client, f"{path}/{'moves' if asked else action}", 200 if silent else 409, **asked)
        else:
            post(client, f"{path}/{'moves' if asked else action}", **asked)
    there = get(client, path)
    assert there["board"]["cells"] == codes(game.position)
    assert there["board"]["outcome"] == game.outcome
    assert there["undoable"] == len(game.moves)
