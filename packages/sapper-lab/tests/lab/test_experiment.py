"""Experiments: the same games however they are played, with none lost or counted twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from papers.studies.false_alarms import first_answer
from sapper.arena import Gsprt, Interrupted, WorkerLostError
from sapper.arena import runner as runner_module
from sapper.arena.match import match
from sapper.errors import InputError, RulesError
from sapper.game import Deal, Grid, Rules
from sapper.notation import write_deals
from sapper_lab import experiment as module
from sapper_lab.experiment import ExperimentResult, State, experiment
from sapper_lab.plan import Plan, Stop
from sapper_lab.report import report, state_text
from sapper_lab.store import StoredGame, open_store
from tests.arena.games import PYTHON

SMALL = Plan("small", ("csp", PYTHON), ("beginner8", "4x4x3"), games=40, seed=3)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "BATCH_SECONDS", 0.01)


def games_of(store: Path) -> dict[tuple[str, str], list[StoredGame]]:
    """Return every game of a store, without its time."""
    with open_store(store) as opened:
        return {
            (entry.contest.title, player): [
                replace(game, cpu_seconds=0.0) for game in opened.games(entry, player)
            ]
            for entry in opened.entries()
            for player in entry.contest.players
        }


def table(result: ExperimentResult) -> dict[str, Any]:
    """Return the results, without their times."""
    found = result.to_json()
    for contest in found["contests"]:
        for row in contest["players"]:
            row.pop("cpu_seconds")
    return found


def test_an_experiment_finds_what_matches_find(store: Path) -> None:
    plan = replace(SMALL, rules=(Rules("any"), Rules("opening", lives=2)))
    found = experiment(plan, store)
    assert found.ending == "finished"
    assert len(found.contests) == 4
    for finding in found.contests:
        contest = finding.entry.contest
        there = match(plan.players, contest.level, contest.rules, 40, seed=3)
        for here, score in zip(finding.result.players, there.players, strict=True):
            counts = {name: n for name, n in score.decisions.items() if n}
            assert replace(here, cpu_seconds=0.0) == replace(
                score, cpu_seconds=0.0, decisions=counts
            )
        assert finding.result.pairs == there.pairs
        assert not finding.result.interrupted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "workers"),
    [(("csp", "swift"), (1, 2, 8)), (("csp", PYTHON), (1, 2))],  # processes take long to start
    ids=["threads", "processes"],
)
def test_games_are_the_same_on_any_number_of_workers(
    players: tuple[str, ...], workers: tuple[int, ...], tmp_path: Path
) -> None:
    plan = replace(SMALL, players=players)
    found = [
        (table(experiment(plan, tmp_path / f"{n}.db", workers=n)), games_of(tmp_path / f"{n}.db"))
        for n in workers
    ]
    assert all(one == found[0] for one in found)


def test_a_second_run_plays_nothing(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = experiment(SMALL, store)

    def never(*_: object) -> None:
        raise AssertionError("nothing was missing")

    monkeypatch.setattr("sapper_lab.experiment.play_games", never)
    assert experiment(SMALL, store) == first


def interrupted(plan: Plan, store: Path, games: int, workers: int = 1) -> ExperimentResult:
    """Return the results after Ctrl-C at a number of reported games."""

    def stop(state: State) -> None:
        if state.done >= games:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        experiment(plan, store, workers=workers, progress=stop)
    found: ExperimentResult = caught.value.result
    return found


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_goes_on_where_it_was(workers: int, store: Path, tmp_path: Path) -> None:
    peace = experiment(SMALL, tmp_path / "peace.db")
    so_far = interrupted(SMALL, store, 50, workers)
    assert so_far.ending == "interrupted"
    assert 50 <= so_far.games < 160
    assert so_far.contests[1].result.interrupted
    again = experiment(SMALL, store, workers=workers)
    assert table(again) == table(peace)
    assert games_of(store) == games_of(tmp_path / "peace.db")


def test_progress_tells_of_earlier_runs_too(store: Path) -> None:
    interrupted(SMALL, store, 60)
    states: list[State] = []
    experiment(SMALL, store, progress=states.append)
    assert 60 <= states[0].done < 160
    assert [state.done for state in states] == sorted(state.done for state in states)
    assert (states[-1].done, states[-1].due) == (160, 160)
    assert states[-1].title == "4x4x3 · first safe"
    assert [one.games for one in states[-1].standings] == [40, 40]


def test_more_players_and_games_play_only_what_is_missing(store: Path, tmp_path: Path) -> None:
    experiment(replace(SMALL, players=("csp",), games=25), store)
    with open_store(store) as opened:
        runs = {game.number for game in opened.games(opened.entries()[0], "csp")}
    assert runs == set(range(25))
    experiment(SMALL, store)
    experiment(SMALL, tmp_path / "peace.db")
    assert games_of(store) == games_of(tmp_path / "peace.db")


def test_what_a_plan_asks_for_no_more_is_not_missing(store: Path, tmp_path: Path) -> None:
    three = replace(SMALL, players=("csp", "single-point", "random"))
    experiment(replace(three, games=20), store)
    more = experiment(replace(three, players=("csp", "random")), store)
    assert [one.entry.wanted for one in more.contests] == [("csp", "random")] * 2
    fewer = experiment(replace(three, games=15), store)
    other = experiment(replace(SMALL, levels=SMALL.levels[:1]), tmp_path / "other.db")
    for found in (more, fewer, other):
        assert found.ending == "finished"
        assert not any(finding.result.interrupted for finding in found.contests)
    assert [one.entry.planned for one in fewer.contests] == [15, 15]
    for path in (store, tmp_path / "other.db"):
        assert all(contest.complete for contest in report(path).contests)
    experiment(three, store)
    experiment(replace(SMALL, levels=SMALL.levels[:1], games=60), store)
    first, second = report(store).contests
    assert first.complete
    assert (second.entry.planned, second.entry.wanted, second.complete) == (0, (), True)
    assert state_text(first).endswith("no longer in the plan: 'single-point', 'random'")
    assert state_text(second).endswith("40 games of each player; no longer in the plan")


def test_a_plan_that_cannot_be_read_any_more_asks_for_all_of_a_contest(store: Path) -> None:
    experiment(SMALL, store)
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE plan SET text = 'of another sapper'")
    with open_store(store) as opened:
        for entry in opened.entries():
            assert (entry.planned, entry.wanted) == (40, SMALL.players)


def test_several_plans_share_a_store(store: Path) -> None:
    other = replace(SMALL, name="other", seed=4)
    experiment(SMALL, store)
    experiment(other, store)
    with open_store(store) as opened:
        assert [entry.contest.plan for entry in opened.entries()] == [
            *("small", "small", "other", "other")
        ]
        assert list(opened.plans()) == ["small", "other"]
        assert Plan.parse(opened.plans()["other"]) == other


def test_deals_of_a_file_are_played_from_where_they_were_left(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.deals"
    write_deals(file, [Deal.seeded(Grid(8, 8), 10, 3, number) for number in range(40)])
    plan = Plan("file", ("csp", PYTHON), deals=str(file), seed=3)
    interrupted(plan, store, 30)
    (finding,) = experiment(plan, store, workers=2).contests
    seeded = match(plan.players, "beginner8", games=40, seed=3)
    assert finding.result.pairs == seeded.pairs
    assert [score.wins for score in finding.result.players] == [
        score.wins for score in seeded.players
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopping_rule_stops_at_the_same_deal_for_any_workers(
    workers: int, store: Path, tmp_path: Path
) -> None:
    test = Gsprt(0.1)
    plan = Plan("stop", ("random", "csp"), ("beginner8",), games=500, seed=3)
    experiment(plan, tmp_path / "all.db")
    a, b = (
        [game.outcome == "won" for game in games_of(tmp_path / "all.db")[(title, player)]]
        for title, player in (
            ("beginner8 · first safe", "csp"),
            ("beginner8 · first safe", "random"),
        )
    )
    answer = first_answer(test, [x - y for x, y in zip(a, b, strict=True)], every=10)
    assert answer is not None
    plan = replace(plan, stop=Stop("csp", "random", test))
    (finding,) = experiment(plan, store, workers=workers).contests
    verdict = finding.entry.verdict
    assert verdict is not None
    assert verdict.games == answer[0] < 500
    assert "'csp' wins 10% more of the deals than 'random', not 0% more" in verdict.words
    assert {score.games for score in finding.result.players} == {verdict.games}
    assert finding.result.players[1].wins == sum(a[: verdict.games])
    assert not finding.result.interrupted


def test_a_rule_that_is_left_out_lets_the_rest_be_played(store: Path) -> None:
    stop = Stop("csp", "random", Gsprt(0.3))
    plan = Plan("stop", ("random", "csp"), ("4x4x3",), games=300, stop=stop)
    (stopped,) = experiment(plan, store).contests
    assert stopped.result.games < 300
    (whole,) = experiment(replace(plan, stop=None), store).contests
    assert whole.result.games == 300
    (again,) = experiment(plan, store).contests
    assert again == stopped


def test_a_limit_of_time_keeps_what_is_finished(store: Path) -> None:
    plan = replace(SMALL, games=100_000, seconds=0.3)
    found = experiment(plan, store)
    assert found.ending == "out of time"
    assert 0 < found.games < 200_000
    again = experiment(plan, store)
    assert again.games > found.games


def test_a_run_that_is_done_when_the_time_is_up_has_finished(store: Path) -> None:
    plan = Plan("short", ("csp",), ("4x4x3",), games=1, seconds=1e-9)
    assert experiment(plan, store).ending == "finished"


@pytest.mark.slow
def test_two_at_once_share_the_work(store: Path, tmp_path: Path) -> None:
    plan = replace(SMALL, games=150)
    found: list[ExperimentResult] = []
    both = [threading.Thread(target=lambda: found.append(experiment(plan, store))) for _ in "ab"]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    experiment(plan, tmp_path / "peace.db")
    assert games_of(store) == games_of(tmp_path / "peace.db")
    assert found[0] == found[1]


def test_games_of_another_process_are_waited_for(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that another process has claimed are played here only if that process gives up."""
    from sapper_lab.store import Run
    from sapper_lab.writer import open_for_writing

    monkeypatch.setattr(module, "POLL_SECONDS", 0.01)
    plan = replace(SMALL, levels=("4x4x3",))
    states: list[State] = []
    with open_for_writing(store, Run("", "0", "", "")) as other:
        (post,) = other.add_plan(plan.name, "", plan.contests())
        other.claim(post.id, post.players["csp"], range(10, 40), 20)

        def watch(state: State) -> None:
            states.append(state)
            if len(states) > 1 and states[-2].done == state.done == 40:
                other.release()

        found = experiment(plan, store, progress=watch)
    assert found.games == 80
    assert sum(state.done == 40 for state in states) >= 2


KILLED = """
import sys
from sapper_lab.experiment import experiment
from sapper_lab.plan import Plan
from sapper.arena import runner
runner.BATCH_SECONDS = 0.02
plan, most = Plan.load(sys.argv[1]), int(sys.argv[3])

def tell(state):
    print(state.done, flush=True)
    if state.done >= most:
        sys.stdin.read()  # until it is killed

experiment(plan, sys.argv[2], progress=tell)
"""


def reported(plan: Path, store: Path, at_least: int) -> int:
    """Play in a process that is killed once it has reported this many games, and return how many.

    It plays on until it is killed, but not without end, because the kill may come late.
    """
    command = [sys.executable, "-c", KILLED, str(plan), str(store), str(at_least + 5_000)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        done = 0
        for line in process.stdout:
            done = int(line)
            if done >= at_least:
                process.kill()
        return done


@pytest.mark.slow
def test_no_game_reported_is_lost_to_kill(store: Path, tmp_path: Path) -> None:
    plan = replace(SMALL, players=("csp",), levels=("beginner8",), games=20_000)
    file = tmp_path / "plan.toml"
    file.write_text(str(plan))
    kept = 0
    for at_least in (1, 3000):
        done = reported(file, store, at_least)
        with open_store(store) as opened:
            kept = opened.played(opened.entries()[0], "csp")
        assert at_least <= done <= kept < 20_000
    experiment(plan, store)
    experiment(plan, tmp_path / "peace.db")
    assert games_of(store) == games_of(tmp_path / "peace.db")


@pytest.mark.slow
def test_a_worker_that_is_killed_is_one_sentence_and_costs_only_its_batches(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = replace(SMALL, players=(PYTHON,), levels=("beginner8",), games=400)
    seen: list[int] = []

    def lose(state: State) -> None:
        if state.done >= 50 and not seen:
            seen.append(state.done)
            os.kill(worker_processes()[0].pid, signal.SIGKILL)

    with pytest.raises(WorkerLostError, match="was killed or ran out of memory"):
        experiment(plan, store, workers=2, progress=lose)
    with open_store(store) as opened:
        assert seen[0] <= opened.played(opened.entries()[0], PYTHON) < 400
    experiment(plan, store, workers=2)
    experiment(plan, tmp_path / "peace.db")
    assert games_of(store) == games_of(tmp_path / "peace.db")


def worker_processes() -> list[Any]:
    """Return the processes that joblib keeps for its workers."""
    from joblib.externals.loky import reusable_executor

    return list(reusable_executor._executor._processes.values())


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (
            replace(SMALL, players=("random",), levels=("4x4x9",), rules=(Rules("opening"),)),
            "do not fit",  # where it happens to begin; in a corner they do
        ),
        (Plan("x", ("csp",), deals="nowhere"), "nowhere: no such file"),
    ],
)
def test_what_cannot_be_played_is_refused(plan: Plan, said: str, store: Path) -> None:
    with pytest.raises((InputError, RulesError), match=said):
        experiment(plan, store)


def test_workers_are_counted(store: Path) -> None:
    with pytest.raises(InputError, match="1 to 1024 workers, not 0"):
        experiment(SMALL, store, workers=0)
    assert not store.exists()


def test_pairs_of_findings_are_those_of_their_players(store: Path) -> None:
    for finding in experiment(SMALL, store).contests:
        names = [score.player for score in finding.result.players]
        assert [(pair.a, pair.b) for pair in finding.result.pairs] == list(combinations(names, 2))
