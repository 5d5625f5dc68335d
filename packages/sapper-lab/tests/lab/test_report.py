"""A report on a store agrees with a match of the same players."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import sapper
from sapper.arena import Interrupted, PairedCounts, difference_interval, holm, wilson
from sapper.errors import InputError
from sapper.game import Deal, Grid, Rules
from sapper.notation import write_deals
from sapper_lab.plan import DealsFile
from sapper_lab.report import Report, report
from sapper_lab.writer import open_for_writing
from tests.lab.stores import RUN, contest, play_into

PLAYERS = ("csp", "swift", "single-point > random")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Report:
    path = tmp_path_factory.mktemp("report") / "results.db"
    play_into(path, contest("strength", "beginner8", PLAYERS, 80, Rules("any"), 7))
    play_into(path, contest("half", "beginner8", PLAYERS, 80), 30)
    play_into(path, contest("enough", "beginner8", PLAYERS, 80), 20, "csp is no stronger")
    planners = ("bssuct(simulations=5)", "bssuct(simulations=40)", "csp")
    play_into(path, contest("thinking", "5x5x5", planners, 12))
    return report(path, losses=5)


def test_sums_are_those_of_a_match(found: Report) -> None:
    match = sapper.match(PLAYERS, "beginner8", Rules("any"), 80, seed=7)
    here = found.contests[0]
    assert here.complete
    for row, score in zip(here.players, match.players, strict=True):
        assert row.score.player == score.player
        assert (row.score.wins, row.score.games) == (score.wins, score.games)
        assert row.score.guesses == score.guesses
        assert row.score.decisions == {name: n for name, n in score.decisions.items() if n}
        assert row.lost == score.games - score.wins
        assert row.passed == 0
        assert row.guesses == score.guesses / 80
        assert row.milliseconds == 1000 * row.score.cpu_seconds / 80
    assert tuple(row.pair for row in here.pairs) == match.pairs
    assert tuple(row.p_holm for row in here.pairs) == holm([p.p_value for p in match.pairs])


def test_contests_are_in_the_order_of_their_plans(found: Report) -> None:
    plans = [contest.entry.contest.plan for contest in found.contests]
    assert plans == ["strength", "half", "enough", "thinking"]


def test_only_a_contest_played_or_stopped_is_complete(found: Report) -> None:
    assert [contest.complete for contest in found.contests] == [True, False, True, True]


def test_samples_are_the_first_lost_games(found: Report) -> None:
    for row in found.contests[0].players:
        assert row.losses is not None
        assert row.losses.lost == row.lost
        assert row.losses.sample == min(5, row.lost)
        assert row.losses.changed == 0


def test_thinking_is_compared_on_the_same_deals(found: Report) -> None:
    (row,) = found.contests[3].trends
    assert row.family.players == ("bssuct(simulations=5)", "bssuct(simulations=40)")
    pair = found.contests[3].pairs[0].pair
    assert row.deals == 12
    assert row.trend.slope == pytest.approx((pair.only_b - pair.only_a) / 12 / 3)


def test_json_says_what_the_report_says(found: Report) -> None:
    said = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert said == found.to_json()
    for here, there in zip(found.contests, said["contests"], strict=True):
        assert there["plan"] == here.entry.contest.plan
        for row in there["players"]:
            assert row["games"] == row["wins"] + row["lost"] + row["passed"]
            assert row["interval"] == list(wilson(row["wins"], row["games"]))
            assert sum(place["games"] for place in row["losses"]["places"]) == min(5, row["lost"])
        for pair in there["pairs"]:
            ties = pair["both"] + pair["neither"]
            counts = PairedCounts(pair["only_a"], ties, pair["only_b"])
            assert pair["deals"] == counts.deals
            assert pair["difference"] == counts.difference
            assert pair["interval"] == list(difference_interval(counts))
    assert said["contests"][2]["stopped"] == 20
    assert said["contests"][2]["verdict"] == "csp is no stronger"


def test_effort_bounds_what_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    play_into(path, contest("plan", "6x6x7", ("mio",), 30, Rules("any")))
    (whole,) = report(path, losses=100).contests[0].players
    (none,) = report(path, losses=100, effort=0.0).contests[0].players
    assert whole.losses is not None
    assert none.losses is not None
    assert 1 < whole.losses.sample == whole.lost
    assert none.losses.sample == 1  # one at least
    (unasked,) = report(path).contests[0].players
    assert unasked.losses is None


def test_seconds_are_shared_by_all_players_and_what_is_skipped_is_said(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    play_into(path, contest("plan", "6x6x7", ("mio", "random"), 30, Rules("any")))
    (hurried,) = report(path, losses=100, seconds=0.0).contests
    for row in hurried.players:
        assert row.losses is not None
        assert (row.losses.sample, row.losses.skipped) == (0, row.lost)
    assert hurried.skipped == sum(row.lost for row in hurried.players)
    (patient,) = report(path, losses=100, seconds=1000.0).contests
    assert patient.skipped == 0


def test_progress_is_told_of_every_game_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    play_into(path, contest("plan", "6x6x7", ("csp", "swift"), 20, Rules("any")))
    calls: list[tuple[int, int]] = []
    rows = report(path, losses=4, progress=lambda *at: calls.append(at)).contests[0].players
    due = sum(min(4, row.lost) for row in rows)
    assert calls == [(done, due) for done in range(1, due + 1)]


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    for plan in ("one", "two"):
        play_into(path, contest(plan, "6x6x9", ("csp",), 20, Rules("any")))

    def stop(done: int, due: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        report(path, losses=3, progress=stop)
    found = caught.value.result
    first, second = (contest.players[0] for contest in found.contests)
    assert first.losses is not None
    assert first.losses.sample == 3
    assert second.losses is None
    assert second.score.games == 20
    assert found.to_json()["interrupted"] is True


def test_deals_that_are_gone_leave_a_note(tmp_path: Path) -> None:
    deals, path = tmp_path / "deals", tmp_path / "results.db"
    write_deals(deals, [Deal.seeded(Grid(6, 6), 12, 5, number) for number in range(20)])
    played = contest("plan", "6x6x12", ("csp",), 20, Rules("any"))
    play_into(path, replace(played, deals=DealsFile.of(deals)))
    (row,) = report(path, losses=5).contests[0].players
    assert row.losses is not None
    assert row.losses.changed == 0
    deals.unlink()
    (row,) = report(path, losses=5).contests[0].players
    assert row.losses is None
    assert str(deals) in row.note


def test_a_store_without_contests_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with open_for_writing(path, RUN):
        pass
    with pytest.raises(InputError, match=r"results\.db: the store is empty"):
        report(path)


def test_a_contest_without_games_has_no_figures(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    play_into(path, contest("plan", "beginner8", ("limited(splits=1)", "limited(splits=2)"), 9), 0)
    (here,) = report(path, losses=9).contests
    assert not here.complete
    assert [row.milliseconds for row in here.players] == [None, None]
    assert here.trends == ()
    assert here.pairs[0].pair.interval == (-1.0, 1.0)
