"""Games in memory are bounded; those asleep wake up as they were."""

import asyncio
import gc
import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sapper.game import Move
from sapper.players import player
from sapper.records import (
    Event,
    MoveUndone,
    NodeCommented,
    NodeMarked,
    PlayerMoved,
    UserMoved,
    WholeDecision,
    line_of,
)
from sapper_workbench.web import (
    GameJson,
    GameStart,
    Limits,
    NewGame,
    ServedGame,
    ServedGames,
    begun,
)
from tests.web.served import ALONE, get, post, served


def test_the_longest_untouched_sleep_and_wake_as_they_were(tmp_path: Path) -> None:
    async def run() -> None:
        games = ServedGames(tmp_path, replace(Limits(), games_memory=100_000))
        made = []
        for seed in range(8):
            game = await games.create(NewGame(level="expert", seed=seed))
            event = UserMoved(action="open", cell=(8, 15))
            made.append(await games.apply(game.name, event, lambda game: game))
        assert 1 <= len(games._awake) < 4
        assert list(games._awake)[-1] == made[-1].name
        asleep = made[0]
        assert asleep.name not in games._awake
        found = await games.find(asleep.name)
        assert found is not asleep
        assert found.position == asleep.position
        assert structs.replace(GameJson.of(found), seconds=0) == structs.replace(
            GameJson.of(asleep), seconds=0
        )
        assert list(games._awake)[-1] == asleep.name
        games.close()

    asyncio.run(run())


def test_one_game_has_an_end(tmp_path: Path) -> None:
    limits = replace(Limits(), events=3)
    assert limits.moves(480) == 3
    assert Limits().moves(40_000) * 2 * 40_000 <= Limits().memory


def test_whoever_waited_gets_the_game_that_is_awake(tmp_path: Path) -> None:
    """A player who thought for long must not go on with a game that slept and woke meanwhile."""

    async def run() -> None:
        games = ServedGames(tmp_path, replace(Limits(), games_memory=1))
        first = await games.create(NewGame(seed=1))
        async with first.lock:
            waits = asyncio.create_task(games.work(first.name, lambda game: game))
            await asyncio.sleep(0)
            games._awake.clear()  # as where it slept between two requests
            second = await games.find(first.name)
        assert await waits is second
        games.close()

    asyncio.run(run())


LARGE = NewGame(width=200, height=200, mines=30, first="any", seed=1)
SMALL = NewGame(level="beginner8", seed=1)
EXPERT = NewGame(level="expert", seed=1)


def _opened_again() -> Iterator[Event]:
    """Each time another cell of the same opening, which is most of the board."""
    for number in range(12):
        yield UserMoved(action="open", cell=(100 + number, 100))
        yield MoveUndone()


def _pointed() -> Iterator[Event]:
    path = tuple((1_000_000 + number, (number % 8, number % 7)) for number in range(1_000))
    for number in range(20):
        action: Any = "unflag" if number % 2 else "flag"
        yield UserMoved(action=action, cell=(0, 0), path=path)


def _commented() -> Iterator[Event]:
    for number in range(100):
        yield UserMoved(action="unflag" if number % 2 else "flag", cell=(0, 0))
        yield NodeCommented(node=number + 1, text="\U0001f4a3" * 1_000)
        marks = tuple(divmod(index, 8) for index in range(64))
        yield NodeMarked(node=number + 1, cells=marks, arrows=tuple(pairwise(marks)))


def _advised() -> Iterator[Event]:
    session = begun(EXPERT)
    session.play(Move("open", (8, 15)))
    yield UserMoved(action="open", cell=(8, 15))
    session.hand_over(player("csp"))
    while session.position.outcome == "playing":
        step: Any = session.play_agent()
        yield PlayerMoved(player="csp", decision=WholeDecision.of(step.decision))


def _flagged() -> Iterator[Event]:
    for number in range(1_000):
        yield UserMoved(action="unflag" if number % 2 else "flag", cell=(0, 0))


@pytest.mark.parametrize(
    ("setup", "events"),
    [
        (LARGE, lambda: iter(())),
        (LARGE, _opened_again),
        (SMALL, _pointed),
        (SMALL, _commented),
        (SMALL, _flagged),
        (EXPERT, _advised),
    ],
    ids=["new", "opened again", "paths", "comments", "flags", "players"],
)
def test_a_game_takes_no_more_memory_than_is_counted(setup: NewGame, events: Any) -> None:
    head = line_of(GameStart.of(begun(setup), setup, 0.0))
    lines = [line_of(event) for event in events()]
    ServedGame.loaded("0" * 16, head, lines)  # what is loaded and cached once is not the game's
    gc.collect()
    tracemalloc.start()
    try:
        game = ServedGame.loaded("1" * 16, head, lines)
        gc.collect()
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert used < game.memory < 12 * used


def test_reading_a_game_again_and_again_does_not_grow_it() -> None:
    """Positions cache what players ask of them; the tree of a game must not keep that."""
    head = line_of(GameStart.of(begun(LARGE), LARGE, 0.0))
    game = ServedGame.loaded("1" * 16, head, [line_of(event) for event in _opened_again()])
    for node in game.session.tree.root.preorder():
        game.session.visit(node.number)
        assert game.position.hidden_indices
        assert "hidden" not in node.value.position.__dict__


def test_games_removed_from_the_disk_leave_memory(tmp_path: Path) -> None:
    gc.collect()
    others = [id(each) for each in gc.get_objects() if isinstance(each, ServedGame)]
    with served(tmp_path, replace(ALONE, games=5)) as client:
        for seed in range(20):
            name = post(client, "/api/games", 201, level="beginner8", seed=seed)["id"]
            post(client, f"/api/games/{name}/moves", action="open", cell=[0, 0])
    gc.collect()
    kept = [each for each in gc.get_objects() if isinstance(each, ServedGame)]
    assert len(kept) <= len(others) + 6


def test_the_file_of_a_game_stops_growing(tmp_path: Path) -> None:
    limits = replace(ALONE, game_disk=20_000)
    long = [[5, [0, 0]]] * 400
    with served(tmp_path, limits) as client:
        path = f"/api/games/{post(client, '/api/games', 201, level='beginner8', seed=1)['id']}"
        sizes = []
        for number in range(40):
            action = "unflag" if number % 2 else "flag"
            answer = client.post(f"{path}/moves", json=_pointing(action, long))
            sizes.append(sum(file.stat().st_size for file in tmp_path.glob("*.jsonl")))
        assert answer.status_code == 409
        assert "bytes" in answer.json()["error"]
        assert sizes[-1] == sizes[-2] < 20_000 + 6_000
        assert get(client, path)["moves"] > 0


def test_paths_and_comments_are_cut_before_they_are_written(tmp_path: Path) -> None:
    path = [[5, [0, 0]]] * 1_000
    with served(tmp_path, ALONE) as client:
        game = f"/api/games/{post(client, '/api/games', 201, level='beginner8', seed=1)['id']}"
        for _ in range(40):  # the same two moves, whose paths are known from the first time
            for action in ("flag", "unflag"):
                post(client, f"{game}/moves", **_pointing(action, path))
            post(client, f"{game}/undo")
            post(client, f"{game}/undo")
        for number in range(60):
            action = "unflag" if number % 2 else "flag"
            post(client, f"{game}/moves", **_pointing(action, path))
        (file,) = tmp_path.glob("*.jsonl")
        events = [json.loads(line) for line in file.read_text().splitlines()[1:]]
        assert sum(len(event.get("path", ())) for event in events) == 20_000
        post(client, f"{game}/comment", node=1, text="\x01" * 900 + "x")
        assert json.loads(file.read_text().splitlines()[-1])["text"] == "x"
        before = get(client, f"{game}/steps")
    with served(tmp_path, ALONE) as client:
        assert get(client, f"{game}/steps") == before


def _pointing(action: str, path: Any) -> dict[str, Any]:
    return {"action": action, "cell": [0, 0], "path": path}
