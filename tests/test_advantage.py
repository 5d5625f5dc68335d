"""The gains of guesses over those of swift add up to how much more often a player wins."""

from bench.advantage import Judge, Other, Rival, Swift, play
from sapper.game import Deal, Level
from sapper.players import player

LEVEL = Level.parse("4x4x4")


def gain(recipe: str, games: int, rival: Rival | None = None) -> tuple[float, int]:
    """Return the mean gain of a game, and how many guesses differ from the rival's."""
    judge = Judge(rival or Swift(LEVEL.grid), LEVEL.grid, LEVEL.mines, 40)
    deals = (Deal.seeded(LEVEL.grid, LEVEL.mines, 91, n) for n in range(games))
    played = [play(judge, player(recipe), "safe", deal, n) for n, deal in enumerate(deals)]
    return sum(game.gain for game in played) / games, sum(game.others for game in played)


def test_swift_gains_nothing_over_itself() -> None:
    assert gain("swift", 60) == (0.0, 0)


def test_gains_are_the_difference_of_the_win_rates() -> None:
    """Perfect play shows how much less csp wins on this board than swift: 5.2 points (see
    experiments/bssuct.md and bench.regret)."""
    mean, others = gain("csp", 250)
    assert abs(mean + 0.052) < 0.03
    assert others > 25


def test_no_player_gains_over_itself() -> None:
    assert gain("swift", 40, Other(player("swift"))) == (0.0, 0)
