"""The gains of guesses over those of swift add up to how much more often a player wins."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from papers.studies.advantage import __main__ as command
from papers.studies.advantage.comparison import Comparison, Log, play_games
from papers.studies.advantage.judge import Game, Judge, Rival, Swift, other, play
from papers.studies.playouts import play_numbers
from sapper import Position, analyse
from sapper.game import Chance, Deal, Level, Move
from sapper.players import Decision, Reason, player

LEVEL = Level.parse("4x4x4")
SMALL = ("--player=csp", "--level=4x4x4", "--playouts=20")
CSP = Comparison("csp", "swift", "4x4x4", "safe", 20)


class First:
    """Guesses the first of the least risky cells: the same one whenever it is asked."""

    name = "first"

    def decide(self, position: Position, chance: Chance) -> Decision:
        risk = analyse(position).mine_probability
        cell = min(position.hidden, key=lambda cell: (risk[cell], cell))
        return Decision(Move("open", cell), self.name, Reason("test", "first"), float(risk[cell]))


def gain(
    recipe: str, games: int, rival: Rival | None = None, own: dict[str, type[First]] | None = None
) -> tuple[float, int]:
    """Return the mean gain of a game, and how many guesses differ from the rival's."""
    judge = Judge(rival or Swift(LEVEL.grid), LEVEL.grid, LEVEL.mines, 40)
    deals = (Deal.seeded(LEVEL.grid, LEVEL.mines, 91, n) for n in range(games))
    played = [play(judge, player(recipe, own=own), "safe", deal, n) for n, deal in enumerate(deals)]
    return sum(game.gain for game in played) / games, sum(game.others for game in played)


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command, and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["papers.studies.advantage", *arguments])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def played(comparison: Comparison, numbers: list[int], workers: int = 1) -> list[Game]:
    """Return the games of a comparison by number, without their times."""
    games: list[Game] = []
    play_numbers(numbers, partial(play_games, comparison), workers, games.extend)
    return sorted((untimed(game) for game in games), key=lambda game: game.number)


def untimed(game: Game) -> Game:
    return Game(game.number, game.gain, game.guesses, game.others, 0.0, game.won)


def test_swift_gains_nothing_over_itself() -> None:
    assert gain("swift", 60) == (0.0, 0)


@pytest.mark.slow
def test_gains_are_the_difference_of_the_win_rates() -> None:
    """Perfect play shows how much less csp wins on this board than swift: 5.2 points (see
    experiments/bssuct.md)."""
    mean, others = gain("csp", 250)
    assert abs(mean + 0.052) < 0.03
    assert others > 25


def test_no_player_gains_over_itself() -> None:
    own = {"first": First}
    assert gain("first", 40, other(player("first", own=own)), own) == (0.0, 0)


def test_a_certain_mine_is_worth_nothing() -> None:
    """Swift can only guess which of the two cells on the right is a mine."""
    position = Position.parse("4x2x2\nHH2H\nH12H")
    assert analyse(position).mine_probability[0, 1] == 1.0
    judge = Judge(Swift(position.grid), position.grid, 2, 40)
    mine = position.grid.index((0, 1))
    assert judge.gain(position, mine, 0) == pytest.approx(-0.5)


def test_games_depend_on_their_numbers_only() -> None:
    """Neither the number of workers nor the games played before change a game."""
    games = played(CSP, [0, 1, 2, 3, 4, 5])
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert sum(game.others for game in games) > 2
    assert played(CSP, [5, 2, 3], workers=2) == [games[n] for n in (2, 3, 5)]


def test_a_log_is_continued_and_pooled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log, other = tmp_path / "log", tmp_path / "other"
    assert run(monkeypatch, *SMALL, "--games=3", f"--log={log}") == 0
    with log.open("a") as file:
        file.write('{"comparison": {"player"')  # the writer was killed
    assert run(monkeypatch, *SMALL, "--games=5", f"--log={log}") == 0
    assert [entry.game.number for entry in Log(log).entries()] == [0, 1, 2, 3, 4]
    assert [untimed(entry.game) for entry in Log(log).entries()] == played(CSP, [0, 1, 2, 3, 4])

    # The other log repeats two of the deals.
    assert run(monkeypatch, *SMALL, "--start=3", "--games=4", f"--log={other}") == 0
    capsys.readouterr()
    assert run(monkeypatch, f"--pool={log}", "--json") == 0
    assert row(capsys)["games"] == 5
    assert run(monkeypatch, "--pool", str(log), str(other), "--json") == 0
    pooled = row(capsys)
    assert run(monkeypatch, *SMALL, "--games=7", "--json") == 0
    whole = row(capsys)
    del pooled["ms"], whole["ms"]
    assert pooled == whole


def row(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return the only row of a table that was printed as JSON."""
    (found,) = json.loads(capsys.readouterr().out)["rows"]
    assert isinstance(found, dict)
    return found
