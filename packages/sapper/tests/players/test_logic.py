"""The logical agents: what they call certain is, gold worlds included, and flags fool nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from sapper.arena import play, turns
from sapper.game import (
    FLAGGED,
    GOLD,
    HIDDEN,
    MINE,
    PLAYS,
    Chance,
    Deal,
    Grid,
    Position,
    Referee,
    Rules,
    Signs,
    seeded_world,
)
from sapper.inference import certain_cells, certain_gold, signs
from sapper.notation import find_world
from sapper.players import (
    Decision,
    GoldSat,
    GoldScan,
    JavaRandom,
    Pass,
    Sat,
    Scan,
    in_whole_turns,
    player,
    proven_flags,
    with_java,
)
from tests.inference.brute import gilded_layouts
from tests.inference.gilded import certain, gilded_positions
from tests.inference.positions import small_positions

LOGIC = ("logic1", "logic2", "logic3", "logic4", "sat")
CERTAIN = (
    "scan",
    # Alone, sat is the player, which guesses in the end.
    "sat(mark=true) > scan",
    "sat(gold=false) > scan",
    "sat(total=false, gold=false) > scan",
    "gold-scan",
    "gold-sat",
)


def decided(recipe: str, position: Position) -> Decision | Pass:
    return player(recipe).begin(Chance(1))(position)


@cache
def positions() -> Sequence[Position]:
    return [
        *gilded_positions(501, 300),
        *gilded_positions(509, 300, max_hidden=4),
        *small_positions(502, 300, max_hidden=9),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("recipe", [*CERTAIN, "single-point > single-point"])
def test_a_certain_move_is_what_brute_force_confirms(recipe: str) -> None:
    moves = Counter[str]()
    for position in positions():
        decision = decided(recipe, position)
        if isinstance(decision, Pass):
            assert decision.passed[0].words
            continue
        safe, mines = certain(position)
        cell = position.grid.index(decision.move.cell)
        moves[decision.move.action] += 1
        assert position.cells[cell] == HIDDEN
        assert cell in (mines if decision.move.action == "flag" else safe), (position, decision)
        assert decision.mine_probability == (1.0 if decision.move.action == "flag" else 0.0)
        assert not decision.guess
    assert moves["open"] > (10 if recipe.startswith("gold") else 200)


def test_sat_finds_everything_that_is_certain() -> None:
    for position in positions():
        safe, mines = certain_cells(position)
        decision = Sat().decide(position, Chance(1))
        certain_now = [i for i in (*safe, *mines) if position.cells[i] == HIDDEN]
        assert isinstance(decision, Decision) == bool(certain_now)
        if not certain_now:
            continue
        assert isinstance(decision, Decision)
        marks = [i for i in mines if position.cells[i] == HIDDEN]
        assert decision.move.action == ("flag" if marks else "open")  # marks come first
        unmarked = Sat(mark=False).decide(position, Chance(1))
        opens = [i for i in safe if position.cells[i] == HIDDEN]
        assert isinstance(unmarked, Decision) == bool(opens)


def test_gold_sat_opens_what_is_gold_however_gold_is_laid() -> None:
    """By brute force over the gold alone: clues and mines count for nothing, marks do."""
    found = 0
    for position in gilded_positions(503, 600, max_hidden=8):
        barred = proven_flags(position)
        places = [i for i in position.hidden_indices if i not in barred]
        given = signs(position)
        fits = []
        for number in range(1 << len(places)):
            gold = {i for k, i in enumerate(places) if number >> k & 1}
            total = len(gold) + position.cells.count(GOLD)
            if position.gold in (None, total) and all(
                s.low <= len(gold & s.cells) <= s.high for s in given
            ):
                fits.append(gold)
        assert fits
        expected = {i for i in places if all(i in gold for gold in fits)}
        asked = {i for s in given if s.low for i in s.cells}
        assert certain_gold(position, barred) == expected & asked
        decision = GoldSat().decide(position, Chance(1))
        scanned = GoldScan().decide(position, Chance(1))
        if isinstance(scanned, Decision):
            assert isinstance(decision, Decision)
        if isinstance(decision, Decision):
            found += 1
            cell = position.grid.index(decision.move.cell)
            assert all(cell in gold for _, gold in gilded_layouts(position))
            assert decision.reason.words.endswith("that there is gold")
    assert found > 20


@pytest.mark.slow
@pytest.mark.parametrize("recipe", CERTAIN)
def test_wrong_flags_fool_nobody(recipe: str) -> None:
    """Any hidden cells are flagged: what is opened or flagged then is as certain as ever."""
    chance = Chance(504)
    for position in gilded_positions(505, 250):
        cells = bytearray(position.cells)
        for i in position.hidden_indices:
            cells[i] = FLAGGED if chance.below(3) == 0 else HIDDEN
        flagged = replace(position, cells=bytes(cells))
        decision = decided(recipe, flagged)
        if isinstance(decision, Decision):
            safe, mines = certain(flagged)
            cell = flagged.grid.index(decision.move.cell)
            assert cell in (mines if decision.move.action == "flag" else safe)
            assert decision.reason.words


def test_proven_flags_are_those_on_certain_mines() -> None:
    for position in gilded_positions(506, 300):
        cells = position.cells.replace(bytes([HIDDEN]), bytes([FLAGGED]))
        flagged = replace(position, cells=cells)
        assert proven_flags(flagged) == certain_cells(position)[1]


def test_a_scan_works_off_the_first_clue_that_settles_anything() -> None:
    position = Position.parse("4x3x2 zeros=closed\nHHHH\n1111\n0000")
    scan = Scan()
    assert isinstance(scan.decide(position, Chance(0)), Pass)  # it takes two clues to tell
    decision = scan.decide(Position.parse("3x2x1 zeros=closed\n1HH\nHH0"), Chance(0))
    assert isinstance(decision, Decision)
    assert str(decision.move) == "open [0, 1]"  # the 0 at [1, 2] is the first clue that settles
    assert decision.reason.clues == ((1, 2),)


def test_a_scan_finishes_a_clue_before_it_looks_further() -> None:
    referee = Referee(Deal.of_mines(Grid(5, 5), frozenset({24})), Rules("any", zeros_open=False))
    position = referee.open((2, 2))
    scan = Scan()
    for _ in range(8):
        decision = scan.decide(position, Chance(0))
        assert isinstance(decision, Decision)
        assert decision.reason.clues == ((2, 2),)
        position = referee.play(decision.move)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", LOGIC)
@pytest.mark.parametrize("signs", ["none", "marks", "counts"])
def test_what_an_agent_calls_certain_is_in_whole_games(recipe: str, signs: Signs) -> None:
    rules = Rules("any", signs=signs, gold_known=signs == "counts")
    names = Counter[str]()
    for number in range(3):
        for size in ("easy", "medium", "hard"):
            world = seeded_world(size, 507, number, rules)
            mines = world.deal.mine_indices(0, "any")
            for turn in turns(recipe, world.rules, world.deal, Chance(507, PLAYS, number)):
                decision = turn.step.decision
                names[decision.strategy] += 1
                mine = turn.before.grid.index(decision.move.cell) in mines
                if decision.mine_probability is not None:
                    assert decision.mine_probability == float(mine) or decision.guess
                tried = [missed.strategy for missed in decision.passed]
                chain = [link.text.partition("(")[0] for link in player(recipe).chain]
                assert [*tried, decision.strategy] == chain[: len(tried) + 1]
    assert len(names) >= 3


def test_a_kept_solver_proves_what_a_new_one_does() -> None:
    for number in range(2):
        world = seeded_world("medium", 508, number)
        kept = Sat()
        for turn in turns("logic4", world.rules, world.deal, Chance(508, PLAYS, number)):
            here = kept.decide(turn.before, Chance(0))
            new = Sat().decide(turn.before, Chance(0))
            assert isinstance(here, Pass) == isinstance(new, Pass)
            if isinstance(here, Decision) and isinstance(new, Decision):
                assert here.move == new.move


def test_sat_starts_anew_where_the_game_is_another() -> None:
    sat = Sat()
    first = sat.decide(Position.parse("3x1x1\n1HH"), Chance(0))
    other = sat.decide(Position.parse("3x1x1\nHH1"), Chance(0))
    assert isinstance(first, Decision)
    assert isinstance(other, Decision)
    assert str(first.move) == "flag [0, 1]"
    assert str(other.move) == "flag [0, 1]"
    back = sat.decide(Position.parse("3x1x1\n1HH"), Chance(0))
    assert isinstance(back, Decision)
    assert back.move == first.move


def test_sat_passes_when_its_budget_is_used_up() -> None:
    decision = Sat(propagations=0).decide(Position.parse("3x1x1\n1HH"), Chance(0))
    assert isinstance(decision, Pass)
    assert "propagations" in decision.words


def test_origin_opens_its_cell_and_passes_where_there_is_none() -> None:
    start = Position.start(Grid(3, 3, blocked=frozenset({0})), 1)
    assert isinstance(decided("origin", start), Pass)
    assert isinstance(decided("origin(row=3)", start), Pass)
    decision = decided("origin(row=2, column=1)", start)
    assert isinstance(decision, Decision)
    assert str(decision.move) == "open [2, 1]"


def test_a_hundred_by_a_hundred_takes_no_memory_to_speak_of() -> None:
    """One solver through a large game; its questions fit into the budget many times over."""
    grid = Grid(100, 100)
    deal = Deal.seeded(grid, 2000, 510)
    moves = Counter[str]()
    game = turns("origin > sat > random", Rules("safe", lives=9), deal, Chance(510, PLAYS, 0))
    for number, turn in enumerate(game):
        moves[turn.step.decision.strategy] += 1
        if number == 300:
            break
    assert moves["sat"] > 200


@pytest.mark.parametrize("strategy", ["origin", "corner", "start"])
def test_a_first_cell_with_a_flag_stays_closed(strategy: str) -> None:
    start = Position.start(Grid(4, 4), 2).with_cell((0, 0), FLAGGED)
    missed = decided(strategy, start)
    assert isinstance(missed, Pass)
    assert missed.passed[0].words == "the cell to open first, [0, 0], is flagged"


def test_java_random_draws_the_numbers_of_java() -> None:
    signed = [-1170105035, 234785527, -1360544799, 205897768]  # new Random(42).nextInt()
    drawn = [number % 2**32 >> 1 for number in signed]
    for bound in (100, 2**31):
        java = JavaRandom(42)
        assert [java.below(bound) for _ in signed] == [number % bound for number in drawn]
    assert [JavaRandom(seed).below(16) for seed in (0, 1, 2**64)] == [11, 11, 11]


@pytest.mark.parametrize(("agent", "probes", "daggers"), [("logic1", 8, 1), ("logic2", 6, 0)])
def test_java_random_repeats_the_published_games(agent: str, probes: int, daggers: int) -> None:
    """Both games that the report on logical agents describes for HARD10 with seed 4; in the first,
    exactly one dagger is opened, at column 7 and row 10."""
    world = find_world("HARD10")
    rules = replace(world.rules, zeros_open=False)
    game = play(with_java(player(agent), 4), replace(world, rules=rules))
    names = [step.decision.strategy for step in game.steps]
    assert (game.outcome, names.count("random")) == ("won", probes)
    opened = [cell for cell in game.position if game.position[cell] == MINE]
    assert opened == [(10, 7)] * daggers


#: The board that the report prints of HARD10, seed 1, when agent 3 has opened the gold at [0, 8].
PRINTED = """
02F4F2FbGHHH 03FF2333HHHH 13F311FFHHHH F2110122HHHH 33100011HHHH FF21111F2b2H
HHHHHHH2bGbH HHHHHHH10a1H HHHHHHH2110H HHHH1HHHHHHH HHHHHHHHHHHH HHHHHHHHHHHH
"""


def test_whole_turns_lead_to_the_printed_board() -> None:
    world = find_world("HARD10")
    agent = in_whole_turns(with_java(player("logic3"), 1))
    game = play(agent, replace(world, rules=replace(world.rules, zeros_open=False)))
    gold = [step.decision.strategy for step in game.steps].index("gold-scan")
    reached = list(game.record.positions())[gold + 1]
    assert str(reached).split("\n")[1:] == PRINTED.split()


def test_whole_turns_are_not_interrupted() -> None:
    """Between two moves of a turn, no other strategy moves."""
    for number in range(4):
        world = seeded_world("hard", 511, number)
        game = play(in_whole_turns(player("logic3")), world)
        made = [(step.decision.strategy, step.decision.turn) for step in game.steps]
        for one, between, other in zip(made, made[1:], made[2:], strict=False):
            assert one[1] is None or one != other or between == one
