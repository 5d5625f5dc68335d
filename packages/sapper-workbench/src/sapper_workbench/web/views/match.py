"""Games in stores of results, and matches played into temporary stores, as JSON for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sapper.game import Rules
from sapper.game.rules import Ending, First
from sapper.json_input import convert
from sapper_lab.experiment import State, experiment
from sapper_lab.plan import Plan
from sapper_lab.report import report, stored_games
from sapper_workbench.web.http.fields import Answer, Tell


class StoredGameJson(Answer):
    """A game in a store of results."""

    number: int
    outcome: Ending
    moves: int
    guesses: int
    cpu_seconds: float


class StoredGamesJson(Answer):
    """Games in a store of results, and whether more follow."""

    games: list[StoredGameJson]
    more: bool

    @classmethod
    def read(
        cls,
        path: Path,
        contest: int,
        player: str,
        outcome: Ending | None = None,
        *,
        start: int = 0,
        most: int,
    ) -> StoredGamesJson:
        """Return games of a player in a store; see ``stored_games``."""
        games, more = stored_games(path, contest, player, outcome, start=start, most=most)
        return cls(convert(games, list[StoredGameJson], from_attributes=True), more)


def report_json(path: Path) -> dict[str, Any]:
    """Return the summary of a store of results."""
    return report(path).to_json()


def show_match(
    tell: Tell,
    players: list[str],
    level: str,
    first: First,
    games: int,
    seed: int,
    seconds: float,
    folder: str,
) -> None:
    """Play a match; report ``progress``, the numbers of games finished and planned and the
    standings of the players, and finally ``end`` with the report and the games of each player.

    - ``tell``: reports an event.
    - ``players``: their recipes.
    - ``level``, ``first``: the board and its first-move rule.
    - ``games``, ``seed``: the number of deals, and their seed.
    - ``folder``: an empty folder for the store.

    No game begins after ``seconds``; the report then has the games finished so far.
    """

    def standing(state: State) -> None:
        scores = [
            {"player": one.player, "wins": one.wins, "games": one.games} for one in state.standings
        ]
        tell("progress", {"done": state.done, "due": state.due, "standings": scores})

    store = Path(folder) / "match.sqlite"
    plan = Plan("match", tuple(players), (level,), (Rules(first),), games, seed, seconds=seconds)
    experiment(plan, store, command="a match on the page", progress=standing)
    summary = report_json(store)
    names = [row["player"] for row in summary["contests"][0]["players"]]
    played = {name: StoredGamesJson.read(store, 0, name, most=games).games for name in names}
    tell("end", {"report": summary, "games": played})
