"""Games in memory are bounded; those asleep wake up as they were."""

import asyncio
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from sapper.study.session.events import UserMoved
from sapper.web.games.served_games import GameJson, ServedGame, ServedGames
from sapper.web.http.limits import Limits
from sapper.web.views.setup import NewGame


def test_the_longest_untouched_sleep_and_wake_as_they_were(tmp_path: Path) -> None:
    async def run() -> None:
        games = ServedGames(tmp_path, replace(Limits(), games_memory=100_000))
        made = []
        for seed in range(8):
            game = await games.create(NewGame(level="expert", seed=seed))
            event = UserMoved(action="open", cell=(8, 15))
            async with game.lock:
                await games.change(game, event)
            made.append(game)
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
            waits = asyncio.create_task(_held(games, first.name))
            await asyncio.sleep(0)
            games._awake.clear()  # as where it slept between two requests
            second = await games.find(first.name)
        assert await waits is second
        games.close()

    asyncio.run(run())


async def _held(games: ServedGames, name: str) -> ServedGame:
    async with games.held(name) as game:
        return game
