"""Tours: the same random numbers for all players, correct sums, and the published results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import NormalDist, mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import Interrupted, play, stratified_mean, wilson
from sapper.errors import InputError, RulesError
from sapper.game import DAGGERS_AND_GOLD, PLAYS, Chance, Deal, Grid, Rules, World, seeded_world
from sapper.notation import examples, read_worlds
from sapper.players import Pass, player
from sapper_papers.gold import (
    TourResult,
    TourRow,
    WorldSums,
    group_of,
    number_of,
    play_games,
    play_world,
    tour,
)
from sapper_workbench.session import Session
from tests.sources import ROOT

MAPS = ROOT.parent / "shared" / "worlds" / "daggers-and-gold.json"
AGENTS = ["origin > random", "logic1", "logic4"]
WORLDS = [examples()["EASY1"], seeded_world("easy", 5, 2), examples()["MEDIUM2"]]
HINTED = World("hinted", Deal.of_mines(Grid(4, 3), frozenset([3, 7])), Rules("any"), ((2, 0),))


def timeless(row: TourRow) -> TourRow:
    """Return the row without CPU time, which differs between runs."""
    return replace(row, figures=replace(row.figures, cpu_seconds=0.0))


def rows_of(result: TourResult) -> list[TourRow]:
    return [timeless(row) for row in result.rows]


@pytest.fixture(scope="module")
def whole() -> TourResult:
    return tour(AGENTS, WORLDS, 6, seed=3)


def test_result_is_the_same_for_any_number_of_workers(whole: TourResult) -> None:
    for workers in (2, 3):
        assert rows_of(tour(AGENTS, WORLDS, 6, seed=3, workers=workers)) == rows_of(whole)
    assert [(row.world, row.agent) for row in whole.rows] == [
        (world.name, agent) for world in WORLDS for agent in AGENTS
    ]


def test_neither_other_agents_nor_other_worlds_nor_their_order_change_a_row(
    whole: TourResult,
) -> None:
    (alone,) = rows_of(tour(["logic4"], WORLDS[2:], 6, seed=3))
    assert alone == rows_of(whole)[-1]
    turned = tour(AGENTS[::-1], WORLDS[::-1], 6, seed=3)
    assert rows_of(turned)[::-1] == rows_of(whole)


def test_more_games_go_on_where_fewer_end() -> None:
    few, more = (tour(["logic1"], WORLDS[:1], games).rows[0].figures for games in (4, 7))
    (rest,) = play_games([player("logic1")], 0, WORLDS[0], range(4, 7))
    both = few + rest
    assert replace(both, cpu_seconds=0.0) == replace(more, cpu_seconds=0.0)


@pytest.mark.parametrize("agent", [*AGENTS, "logic3", "csp"])
def test_figures_are_counted_from_the_games_as_recorded(agent: str) -> None:
    world = WORLDS[2]
    figures = tour([agent], [world], 5, seed=8).rows[0].figures
    chances = [Chance(8, PLAYS, number_of(world, game)) for game in range(5)]
    records = [
        play(agent, world.deal, rules=world.rules, chance=chance).record for chance in chances
    ]
    opened = [cell for record in records for step in record.steps for cell in step.opened]
    decisions = sum((Counter(record.decisions) for record in records), Counter())
    assert figures.games == 5
    assert figures.wins == sum(record.outcome == "won" for record in records)
    assert figures.decisions == decisions
    assert sum(figures.decisions.values()) == sum(len(record.steps) for record in records)
    assert figures.random_probes == decisions["random"]
    assert figures.probes == Counter(record.decisions.get("random", 0) for record in records)
    assert figures.guesses == sum(record.guesses for record in records)
    assert figures.lives_lost == sum(cell in records[0].mines for cell in opened)
    assert figures.gold_found == sum(cell in records[0].gold for cell in opened)


@pytest.mark.parametrize("world", [WORLDS[2], HINTED], ids=["plain", "hinted"])
def test_a_game_is_that_of_the_session_with_its_number(world: World) -> None:
    number = number_of(world, 3)
    session = Session(world, player("logic2"), 4, number)
    while session.position.outcome == "playing":
        assert not isinstance(session.play_agent(), Pass)
    figures = play_world(player("logic2"), world, Chance(4, PLAYS, number))
    counts = session.counts
    assert figures.wins == (session.position.outcome == "won")
    assert sum(figures.decisions.values()) == counts.moves
    assert (figures.random_probes, figures.guesses) == (counts.random_probes, counts.guesses)
    assert figures.gold_found == counts.gold


def test_worlds_do_not_share_their_luck() -> None:
    numbers = {number_of(world, game) for world in WORLDS for game in range(100)}
    assert len(numbers) == 100 * len(WORLDS)


def test_hints_are_open_before_the_first_move() -> None:
    figures = tour(["origin > single-point"], [HINTED], 1).rows[0].figures
    assert "origin" not in figures.decisions
    assert (figures.wins, figures.guesses) == (1, 0)


@pytest.mark.slow
def test_interrupt_brings_what_is_finished() -> None:
    def stop(done: int, due: int) -> None:
        assert due == 1000 * len(AGENTS) * len(WORLDS)
        if done >= 20:
            raise KeyboardInterrupt

    for workers in (1, 2):
        with pytest.raises(Interrupted) as caught:
            tour(AGENTS, WORLDS, 1000, workers=workers, progress=stop)
        result = caught.value.result
        assert result.interrupted
        assert 20 <= sum(row.figures.games for row in result.rows) < 5000
        assert result.to_json()["interrupted"]


def test_summaries_add_up_the_worlds_of_a_group(whole: TourResult) -> None:
    worlds = [*WORLDS[:2], examples()["EASY10"]]
    result = tour(AGENTS, worlds, 4, seed=1)
    assert [(s.group, s.agent, s.worlds) for s in result.summaries] == [
        *(("EASY", agent, 2) for agent in AGENTS),
        *(("easy", agent, 1) for agent in AGENTS),
    ]
    for summary in result.summaries:
        rows = [r for r in result.rows if (r.group, r.agent) == (summary.group, summary.agent)]
        assert summary.figures == sum((row.figures for row in rows), WorldSums())
        assert summary.unprobed == sum(row.figures.random_probes == 0 for row in rows)
        assert summary.probes == summary.figures.random_probes / (4 * summary.worlds)
        assert summary.figures.interval == wilson(summary.figures.wins, 4 * summary.worlds)
        assert summary.probes_interval is not None
        assert summary.probes_interval[0] <= summary.probes <= summary.probes_interval[1]
    assert {summary.group for summary in whole.summaries} == {"EASY", "easy", "MEDIUM"}


@given(st.lists(st.integers(0, 9), min_size=2, max_size=30))
def test_the_interval_of_a_mean_is_the_usual_one_of_one_source(values: list[int]) -> None:
    found, interval = stratified_mean([Counter(values)])
    assert found == pytest.approx(mean(values))
    half = NormalDist().inv_cdf(0.975) * stdev(values) / len(values) ** 0.5
    assert interval == pytest.approx((max(0, found - half), found + half))


def test_what_differs_between_sources_makes_no_mean_uncertain() -> None:
    assert stratified_mean([{0: 5}, {10: 5}]) == (5.0, (5.0, 5.0))
    assert stratified_mean([{0: 5}, {10: 1}]) == (10 / 6, None)
    assert stratified_mean([]) == stratified_mean([{}]) == (0.0, None)
    _, one = stratified_mean([{0: 5, 2: 5}])
    _, two = stratified_mean([{0: 5, 2: 5}, {10: 5, 12: 5}])
    assert one is not None
    assert two is not None
    assert (two[1] - two[0]) ** 2 == pytest.approx((one[1] - one[0]) ** 2 / 2)


def test_groups_are_sizes_as_they_are_named_or_measured() -> None:
    hex_ = World("EASY1", Deal(Grid(5, 5, "hex"), 4, tuple(range(25)), 1))
    blocked = World("x", Deal.of_mines(Grid(5, 4, blocked=frozenset([0])), frozenset([1])))
    assert [group_of(world) for world in (*WORLDS, hex_, blocked)] == [
        *("EASY", "easy", "MEDIUM", "5x5x4 hex", "5x4x1 blocked")
    ]
    assert group_of(replace(WORLDS[0], name="HARD1")) == "5x5x4"
    assert group_of(examples()["CUSTOM1"]) == "6x6x4"


def test_flat_rows_are_the_rows_of_the_json(whole: TourResult) -> None:
    nested = whole.to_json()["rows"]
    assert len(whole.flat_rows()) == len(nested) == len(AGENTS) * len(WORLDS)
    for flat, row in zip(whole.flat_rows(), nested, strict=True):
        assert [flat["low"], flat["high"]] == row["interval"]
        assert flat["unprobed"] == row["games_by_probes"].get("0", 0)
        decisions = {name: flat[f"decisions.{name}"] for name in whole.strategies}
        assert {name: n for name, n in decisions.items() if n} == row["decisions"]
        assert all(flat[key] == row[key] for key in row.keys() & flat.keys())
        assert set(flat) == set(whole.flat_rows()[0])


def test_rules_of_a_row_are_those_that_are_not_the_games_own() -> None:
    rules = replace(WORLDS[0].rules, signs="counts", gold_known=True, zeros_open=False)
    rows = tour(["random"], [WORLDS[0], replace(WORLDS[1], rules=rules)], 1).rows
    assert [row.rules for row in rows] == ["", "zeros=closed signs=counts gold=known"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": []}, "at least one player"),
        ({"worlds": []}, "one world"),
        ({"games": 0}, "at least one game in each world, not 0"),
        ({"workers": 0}, "workers, not 0"),
        ({"players": ["nobody"]}, "unknown player"),
        ({"players": ["logic1", "logic1"]}, "'logic1' is given 2 times: a tour needs it once"),
        ({"worlds": [WORLDS[0], WORLDS[0]]}, "2 worlds of the tour have the name 'EASY1'"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises((InputError, RulesError), match=sentence):
        tour(**{"players": ["random"], "worlds": WORLDS[:1], "games": 1, **arguments})


LOCAL = "origin > scan > sat(total=false, gold=false) > random"
#: Share of games won and mean random probes on EASY, MEDIUM and HARD, ten maps each and 200 games
#: a map: a simulation made for the project, independent of its code.
REFERENCE = {
    "origin > random": ((0.057, 4.2), (0.003, 11.3), (0.0, 6.6)),
    "logic1": ((0.95, 1.12), (0.938, 1.93), (0.582, 3.93)),
    LOCAL: ((0.965, 0.46), (0.991, 0.67), (0.92, 0.77)),
    "logic2": ((0.997, 0.28), (0.991, 0.64), (0.921, 0.57)),
    "logic3": ((0.997, 0.28), (0.991, 0.64), (0.964, 0.33)),
    "logic4": ((0.997, 0.28), (0.991, 0.61), (0.965, 0.33)),
}
COUNTS = {"logic4": ((0.997, 0.28), (1.0, 0.24), (0.968, 0.21))}
FOUR = 2 * NormalDist().cdf(4) - 1  #: the confidence of four standard errors


@pytest.mark.slow
@pytest.mark.skipif(not MAPS.is_file(), reason=f"no maps in {MAPS.parent.name}")
@pytest.mark.parametrize("signs", ["marks", "counts"])
@pytest.mark.parametrize(
    "group",
    ["EASY", *(pytest.param(harder, marks=pytest.mark.study) for harder in ("MEDIUM", "HARD"))],
)
def test_agents_do_as_the_reference_on_the_courseworks_maps(group: str, signs: str) -> None:
    """Within four standard errors, plus a little for events too rare to occur here."""
    reference, rules = REFERENCE, DAGGERS_AND_GOLD
    if signs == "counts":
        reference, rules = COUNTS, replace(rules, signs="counts", gold_known=True)
    maps = read_worlds(MAPS).values()
    worlds = [replace(world, rules=rules) for world in maps if group_of(world) == group]
    games = 4 if group == "HARD" else 8
    result = tour(list(reference), worlds, games)
    for summary in result.summaries:
        share, probes = reference[summary.agent][("EASY", "MEDIUM", "HARD").index(group)]
        assert (summary.worlds, summary.figures.games) == (10, 10 * games)
        low, high = wilson(summary.figures.wins, summary.figures.games, FOUR)
        assert low <= share <= high, summary
        assert summary.probes_interval is not None
        error = (summary.probes_interval[1] - summary.probes) / NormalDist().inv_cdf(0.975)
        assert summary.probes == pytest.approx(probes, abs=4 * error + 0.03), summary
