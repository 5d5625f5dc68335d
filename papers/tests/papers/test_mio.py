"""``mio``: certain moves are rules' and true, guesses are what they say, coverage counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import sapper
from sapper.errors import RecipeError
from sapper.game import HIDDEN, Chance, Deal, Level, Position, Referee, Rules
from sapper.inference import analyse
from sapper.players import AppliedRule, Decision, Pass, player
from sapper_agents.learner import stuck_positions
from sapper_agents.mio import Mio, Rule, RuleView, all_firings, largest_shares, seen
from sapper_agents.mio.mio import rules
from sapper_papers.coverage import SEED, GameCoverage, stuck_games
from sapper_papers.mio import GUESS, MOVES, play_games

PLAYERS = ("mio", "mio-probability", "mio(theory=larger)", "mio(theory=larger, guess=pass)")


def coverage(known: Sequence[Rule], level: str, games: int) -> GameCoverage:
    """The coverage of rules in the first games of the seed."""
    return GameCoverage.of(known, stuck_games(known, level, SEED, range(games)))


@pytest.mark.parametrize("recipe", PLAYERS)
def test_certain_moves_are_certain_and_name_what_they_rest_on(recipe: str) -> None:
    level, certain = Level.parse("beginner8"), 0
    for number in range(12):
        deal = Deal.seeded(level.grid, level.mines, 5, number)
        referee, decide = Referee(deal, Rules("safe")), player(recipe).begin(Chance(number))
        referee.open((0, 0))
        while referee.position.outcome == "playing":
            position = referee.position
            decision = decide(position)
            if isinstance(decision, Pass):
                break
            if decision.mine_probability == 0.0:
                certain += 1
                reason = decision.reason
                assert decision.move.cell in analyse(position).safe
                assert re.fullmatch("S-[1-9]", reason.kind)
                assert reason.words.startswith(f"rule {reason.kind}: ")
                assert f"so {list(decision.move.cell)} is safe" in reason.words
                assert reason.clues
                assert all(position[clue] < HIDDEN for clue in reason.clues)
                assert all(str(list(clue)) in reason.words for clue in reason.clues)
            referee.play(decision.move)
    assert certain > 30


def test_a_pass_means_that_no_rule_is_true() -> None:
    position = Position.parse("4x3x2\nHHHH\nH1HH\nHHHH")
    assert isinstance(player("mio(guess=pass)").begin(Chance(1))(position), Pass)


def test_mines_are_flagged_where_that_wins() -> None:
    position = Position.parse("3x1x1 won=flagging\nH10")
    decision = player("mio").begin(Chance(1))(position)
    assert isinstance(decision, Decision)
    assert (str(decision.move), decision.mine_probability) == ("flag [0, 0]", 1.0)
    assert decision.reason.kind == "M-1"


def test_the_probability_is_the_largest_share_of_a_clue() -> None:
    position = Position.parse("5x2x4\nH2HH1\nHHHHH")
    seen = RuleView(position, 0)
    shares = largest_shares(seen)
    assert shares[0] == pytest.approx(2 / 5)
    assert shares[3] == pytest.approx(1 / 3)
    assert shares[2] == pytest.approx(2 / 5)
    far = Position.parse("6x1x2\nHHHHH1")
    seen = RuleView(far, 0)
    assert largest_shares(seen)[0] == pytest.approx(2 / 5)


def test_it_guesses_at_a_cell_of_least_probability_and_never_at_a_known_mine() -> None:
    position = Position.parse("5x2x4\nH2HH1\nHHHHH")
    best = {(0, 3), (1, 3), (1, 4)}
    for seed in range(20):
        decision = player("mio-probability").begin(Chance(seed))(position)
        assert isinstance(decision, Decision)
        assert decision.move.cell in best
        assert decision.guess
    mine = Position.parse("4x1x2\n1HHH")
    cells = {player("mio").begin(Chance(seed))(mine).move.cell for seed in range(20)}  # type: ignore[union-attr]
    assert cells == {(0, 2), (0, 3)}


def test_games_by_rule_are_the_games_of_a_match() -> None:
    games = play_games(rules("paper"), "probability", "all", 3, range(40))
    (score,) = sapper.match(
        ["mio-probability"], "beginner8", Rules("any"), games=40, seed=3
    ).players
    assert (games.wins, games.moves[GUESS]) == (score.wins, score.guesses)
    decided = sum(n for name, n in games.moves.items() if name[0] != "M")
    assert decided == sum(score.decisions.values())


def test_needed_marks_are_made_one_at_a_time_and_only_if_no_cell_is_safe() -> None:
    known, level = rules("paper"), Level.parse("beginner8")
    for number in range(4):
        deal = Deal.seeded(level.grid, level.mines, 5, number)
        referee, chance = Referee(deal, Rules("safe")), Chance(number)
        mio = Mio.with_rules(known, marks="needed")
        referee.open((0, 0))
        while referee.position.outcome == "playing":
            marked = {firing.tile for firing in mio.mines}
            safe, _, _ = seen(known, referee.position, frozenset(marked))
            decision = mio.decide(referee.position, chance)
            assert isinstance(decision, Decision)
            more = mio.mines[len(marked) :]
            for now, firing in enumerate(more):
                before = marked | {each.tile for each in more[:now]}
                view = RuleView(referee.position, sum(1 << tile for tile in before))
                assert firing.rule.target == next(all_firings(known, view)).rule.target == "mine"
            assert not (more and any(f.known == sum(1 << t for t in marked) for f in safe))
            referee.play(decision.move)


@pytest.mark.slow
def test_moves_by_rule_are_those_of_the_paper_if_only_needed_mines_are_marked() -> None:
    games = play_games(rules("paper"), "random", "needed", 0, range(50))
    for kind, published in MOVES.items():
        if published > 1000:  # rarer ones need more games
            assert games.moves[kind] == pytest.approx(published * 50 / 1000, rel=0.25)
    everywhere = play_games(rules("paper"), "random", "all", 0, range(50))
    assert games.moves["M-1"] < everywhere.moves["M-1"] / 2


def test_coverage_counts_what_rules_find_and_what_only_counting_finds() -> None:
    s1, *_, m1 = rules("paper")
    one, all_ = (coverage(known, "beginner8", 20) for known in ((s1, m1), rules("paper")))
    assert 0 < one.share < all_.share < 1
    for missed in all_.simplest:
        position, grid = missed.position, missed.position.grid
        assert grid.cell(missed.cell) in analyse(position).safe
        player = Mio.with_rules(rules("paper"), "pass")
        assert isinstance(player.decide(position, Chance(1)), Pass)
        assert all(position.cells[clue] < HIDDEN for clue in missed.clues)
    assert coverage((), "beginner8", 3).share == 0.0


def test_stuck_positions_are_those_that_coverage_counts() -> None:
    known = rules("paper")
    found = coverage(known, "beginner8", 10)
    missed = []
    for one in stuck_positions(known, "beginner8", 20031):
        missed.append(len(one.safe))
        if sum(missed) >= found.missed:
            break
    assert sum(missed) == found.missed


def test_the_reason_is_that_of_the_position_it_was_found_in() -> None:
    position = Position.parse("4x3x2\nHHHH\n1111\n0000")
    decision = player("mio").begin(Chance(1))(position)
    assert isinstance(decision, Decision)
    assert isinstance(decision.effort, AppliedRule)
    assert decision.effort.name == "S-2"
    assert decision.reason.kind == "S-2"
    words = decision.reason.words
    assert "the 1 at [1, 1]" in words
    assert f"leaves no mine in {list(decision.move.cell)}" in words


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        ("mio(theory=best)", "theory: expected paper, larger or a file of rules, found best"),
        ("mio(guess=best)", "guess is random, probability or pass, not best"),
        ("mio(marks=best)", "marks is all or needed, not best"),
    ],
)
def test_unknown_options_are_told(recipe: str, words: str) -> None:
    with pytest.raises(RecipeError, match=words):
        player(recipe)
