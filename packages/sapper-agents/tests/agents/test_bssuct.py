"""BSSUCT: certain moves stay certain, guesses look ahead, and looking ahead wins more."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from itertools import count
from typing import get_args

import pytest

import sapper
from sapper.arena import play, turns
from sapper.arena.match import match
from sapper.errors import RecipeError
from sapper.estimate import percent
from sapper.game import (
    FLAGGED,
    HIDDEN,
    MINE,
    Chance,
    Deal,
    First,
    Grid,
    Level,
    Move,
    Position,
    Rules,
)
from sapper.inference import Belief, analyse
from sapper.players import Decision, Link, Pass, Player, Reason
from sapper_agents.bssuct import (
    SEARCHES,
    BeliefModel,
    Bssuct,
    Laid,
    Outlook,
    SamplerName,
    SearchName,
    myopic,
)
from sapper_agents.planning import Budget, Search, playout
from sapper_papers.regret import Judge
from tests.inference import brute
from tests.players.worlds import WORLDS, luck

FIRSTS: tuple[First, ...] = ("any", "safe", "opening")


def bssuct(simulations: int) -> Player:
    return Player(
        f"bssuct(simulations={simulations})",
        (Link("bssuct", lambda: Bssuct(simulations=simulations)),),
    )


def model(position: Position) -> tuple[BeliefModel, Outlook]:
    made = BeliefModel(position.grid, position.mines, position.rules)
    hidden = [i for i, code in enumerate(position.cells) if code == HIDDEN]
    return made, made.outlook(position, hidden)


def test_certain_cells_are_opened_first_and_guesses_know_their_risk() -> None:
    kinds = Counter[str]()
    for grid, mines in WORLDS.values():
        for number in range(2):
            deal = Deal.seeded(grid, mines, 401, number)
            for turn in turns(bssuct(30), Rules("safe"), deal, luck(401, number)):
                decision, found = turn.step.decision, analyse(turn.before)
                kinds[decision.reason.kind] += 1
                cell = decision.move.cell
                if turn.before.untouched:
                    assert decision.mine_probability == 0.0
                elif found.safe:
                    assert cell in found.safe
                    assert decision.mine_probability == 0.0
                else:
                    risk = found.mine_probability[cell]
                    assert decision.mine_probability == pytest.approx(risk, abs=1e-9)
                    assert risk < 1.0
    assert kinds["tree search"] > 12
    assert kinds["proof"] > 30


def test_the_same_chances_play_the_same_game() -> None:
    deal = Deal.seeded(Grid(5, 5), 6, 402)
    games = [
        play(bssuct(60), deal, rules=Rules("safe"), chance=luck(402, n)).record for n in (0, 0, 1)
    ]
    decided = [[(s.decision.move, s.decision.reason) for s in game.steps] for game in games]
    assert decided[0] == decided[1]
    assert decided[0] != decided[2]


def test_what_is_remembered_of_states_changes_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Deal.seeded(Grid(5, 5), 6, 408)
    games = [play(bssuct(60), deal, rules=Rules("safe"), chance=luck(408, 0)).record]
    monkeypatch.setattr("sapper_agents.bssuct.belief_model.MAX_STORED_CELLS", -1)
    games.append(play(bssuct(60), deal, rules=Rules("safe"), chance=luck(408, 0)).record)
    decided = [[(s.decision.move, s.decision.reason) for s in game.steps] for game in games]
    assert decided[0] == decided[1]


def test_a_player_sees_only_a_position() -> None:
    """Other mines are laid under a position: the game comes to it as before, and goes on alike."""
    for number in range(6):
        deal = Deal.seeded(Grid(5, 4), 5, 403, number)
        shown = list(turns(bssuct(40), Rules("any"), deal, luck(403, number)))
        at = Chance(403, number).below(len(shown))
        other = Belief(shown[at].before).sample(Chance(404, number))
        swapped = Deal.of_mines(deal.grid, other)
        again = list(turns(bssuct(40), Rules("any"), swapped, luck(403, number)))
        for here, there in zip(shown[: at + 1], again, strict=False):
            assert there.before == here.before
            assert there.step.decision.move == here.step.decision.move
            assert there.step.decision.reason == here.step.decision.reason


@pytest.mark.parametrize(
    "rules",
    [Rules("any", lives=3), Rules(zeros_open=False), Rules("opening", won_by="flagging")],
    ids=str,
)
def test_games_of_every_rule_end(rules: Rules) -> None:
    for grid, mines in WORLDS.values():
        record = play(
            bssuct(10), Deal.seeded(grid, mines, 405), rules=rules, chance=luck(405, 0)
        ).record
        assert record.outcome in ("won", "lost"), record
        record.check()


def test_a_guess_tells_what_it_considered() -> None:
    position = Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
    decision = Bssuct(simulations=150).decide(position, Chance(1))
    assert isinstance(decision, Decision)
    assert decision.guess
    figures = [figure for _, figure in decision.reason.considered]
    assert figures == sorted(figures, reverse=True)
    assert decision.move.cell in [cell for cell, _ in decision.reason.considered]
    assert all(0.0 <= figure <= 1.0 for figure in figures)
    assert "simulated game" in decision.reason.words
    assert decision.reason.kind == "tree search"


def test_a_guess_says_when_it_is_certainly_the_best() -> None:
    position = Position.parse("5x2x3\n1HHHH\nHHHHH")
    decision = Bssuct(simulations=100_000).decide(position, Chance(1))
    assert isinstance(decision, Decision)
    assert "it is proved that no cell is better" in decision.reason.words
    larger = Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
    assert "proved" not in str(Bssuct(simulations=10).decide(larger, Chance(1)))


def test_a_guess_says_why_a_higher_percentage_was_not_chosen() -> None:
    position = Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
    decision = Bssuct(simulations=100).decide(position, Chance(1))
    assert isinstance(decision, Decision)
    assert decision.reason.words == (
        "51.7% chance of winning after 26 simulated games; chosen for its reliable estimate: "
        "[0, 2] shows 55.5%, but after only 10"
    )


def test_positions_with_few_layouts_for_the_time_are_solved() -> None:
    """After the first cell of 4x4x4 there are at most 660 layouts: no guess gives anything away."""
    level = Level.parse("4x4x4")
    judge = Judge(level.grid, level.mines)
    guesses = 0
    for number in range(30):
        deal = Deal.seeded(level.grid, level.mines, 406, number)
        start = -1
        for turn in turns(bssuct(200), Rules("safe"), deal, luck(406, number)):
            cell = level.grid.index(turn.step.decision.move.cell)
            if turn.before.untouched:
                start = cell
            elif turn.step.decision.guess:
                assert judge.cost(turn.before, start, cell) == 0.0
                assert turn.step.decision.reason.kind == "endgame"
                guesses += 1
    assert guesses > 20


@pytest.mark.parametrize("first", FIRSTS)
@pytest.mark.parametrize("level", ["5x3x4", "4x4x4", "6x2x3", "3x3x2"])
def test_starts_with_few_layouts_are_solved_exactly(level: str, first: First) -> None:
    board = Level.parse(level)
    start = Position.start(board.grid, board.mines, Rules(first))
    decision = Bssuct(simulations=3000).decide(start, Chance(2))
    assert isinstance(decision, Decision)
    assert decision.reason.kind == "endgame"
    value = percent(float(sapper.optimum(level, first).low))
    assert decision.reason.words.startswith(f"wins {value} of the games")


def test_a_larger_start_is_searched() -> None:
    """A promised first cell of 5x3x4 leaves 1,001 layouts."""
    start = Position.start(Grid(5, 3), 4, Rules("safe"))
    for simulations, kind in ((251, "endgame"), (250, "tree search")):
        decision = Bssuct(simulations=simulations).decide(start, Chance(2))
        assert isinstance(decision, Decision)
        assert decision.reason.kind == kind


def test_a_solved_position_leaves_flagged_cells_hidden() -> None:
    """The best cell of the whole position may be flagged; then it is not the answer."""
    whole = Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
    best = Bssuct(simulations=1000).decide(whole, Chance(3))
    assert isinstance(best, Decision)
    assert best.reason.kind == "endgame"
    cells = bytearray(whole.cells)
    cells[whole.grid.index(best.move.cell)] = FLAGGED
    flagged = replace(whole, cells=bytes(cells))
    other = Bssuct(simulations=1000).decide(flagged, Chance(3))
    assert isinstance(other, Decision)
    assert flagged[other.move.cell] == HIDDEN
    assert "proved" not in other.reason.words


def test_a_solved_position_does_not_change_later_games() -> None:
    level = Level.parse("4x4x4")
    deal = Deal.seeded(level.grid, level.mines, 407)

    def decisions() -> list[tuple[Move, Reason]]:
        game = turns(bssuct(30), Rules("any"), deal, luck(407, 0))
        return [(turn.step.decision.move, turn.step.decision.reason) for turn in game]

    alone = decisions()
    for number in range(5):
        play(
            bssuct(1000),
            Deal.seeded(level.grid, 4, 408, number),
            rules=Rules("any"),
            chance=luck(408, number),
        )
    assert decisions() == alone


def test_no_flagged_cell_is_opened() -> None:
    for text in ("9x9x10\n1FFFFFFFF\n" + "\n".join(["HFFFFFFFF"] * 8), "3x2x2\n1F2\n1HH"):
        position = Position.parse(text)
        decision = Bssuct(simulations=20).decide(position, Chance(3))
        assert isinstance(decision, Pass) or position[decision.move.cell] == HIDDEN
    assert isinstance(Bssuct().decide(Position.parse("2x1x1\nFF"), Chance(3)), Pass)


def test_a_safe_cell_under_a_flag_leaves_the_others_to_be_guessed() -> None:
    position = Position.parse("7x1x2\nH10FHHH")
    decision = Bssuct(simulations=50).decide(position, Chance(3))
    assert isinstance(decision, Decision)
    assert decision.move.cell in {(0, 4), (0, 5), (0, 6)}
    assert decision.mine_probability == pytest.approx(1 / 3)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_opens_what_is_certain_and_guesses_one_of_the_best(search: SearchName) -> None:
    """After a 1 in the corner of 4x4x4, [3, 3] and the cells beside the clue are poor guesses."""
    position = Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
    decision = Bssuct(simulations=500, search=search, exact=False).decide(position, Chance(1))
    assert isinstance(decision, Decision)
    assert decision.reason.kind == "tree search"
    judge = Judge(position.grid, 4)
    assert judge.cost(position, 0, position.grid.index(decision.move.cell)) < 0.06


@pytest.mark.parametrize("sampler", get_args(SamplerName))
def test_worlds_of_every_sampler_are_layouts(sampler: SamplerName) -> None:
    position = Position.parse("4x3x4 lives=2\n1HHH\nHH*H\nHHHH")
    made = BeliefModel(position.grid, 4, position.rules, sampler)
    state = made.outlook(position, position.hidden_indices)
    layouts = {frozenset({6, *mines}) for mines in brute.layouts(position)}
    chance = Chance(10)
    drawn = Counter[int]()
    for _ in range(20 * len(layouts)):
        world = made.world(state, chance)
        assert isinstance(world, int)
        drawn[world] += 1
    assert set(drawn) <= {sum(1 << 8 * i for i in layout) for layout in layouts}
    assert len(drawn) > 0.8 * len(layouts)


def test_the_default_options_are_sappers() -> None:
    position = Position.parse("5x5x8\n1HHHH\nHHHHH\nHHHHH\nHHHHH\nHHHHH")
    written = sapper.player("bssuct(simulations=60, search=sapper, sampler=exact, exact=on)")
    decisions = []
    for player in (sapper.player("bssuct(simulations=60)"), written):
        decisions.append(player.begin(Chance(4))(position))
        assert isinstance(decisions[-1], Decision)
        assert decisions[-1].reason.kind == "tree search"
    assert str(decisions[0]) == str(decisions[1])


def test_nothing_is_solved_without_a_search_unless_asked_for() -> None:
    position = Position.parse("5x2x3\n1HHHH\nHHHHH")
    for options in ({"search": "paper"}, {"exact": False}):
        decision = Bssuct(simulations=1000, **options).decide(position, Chance(4))
        assert isinstance(decision, Decision)
        assert decision.reason.kind == "tree search"
    decision = Bssuct(simulations=1000, search="paper", exact=True).decide(position, Chance(4))
    assert isinstance(decision, Decision)
    assert decision.reason.kind == "endgame"


def test_rejection_that_would_take_too_long_is_refused_at_once() -> None:
    """Of each of 16 pairs one is a mine: 65,536 layouts among 601,080,390 placements."""
    row = "1H" + "2H" * 15 + "1"
    position = Position.parse(f"33x2x16\n{row}\n{row}")
    answer = Bssuct(sampler="rejection", exact=False).decide(position, Chance(5))
    assert isinstance(answer, Pass)
    assert answer.words == "rejection needs about 9,200 placements for a layout, more than 1,000"


def test_budgets_that_are_none_are_refused() -> None:
    for wrong in ({"simulations": 0}, {"seconds": 0}, {"seconds": -1.0, "simulations": 5}):
        with pytest.raises(RecipeError, match="bssuct"):
            Bssuct(**wrong)


def test_seconds_bound_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that goes on a millisecond at every look."""
    looks = count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(looks) / 1000)
    position = Position.parse("5x5x8\n1HHHH\nHHHHH\nHHHHH\nHHHHH\nHHHHH")
    decision = Player("timed", (Link("bssuct", lambda: Bssuct(seconds=0.05)),)).begin(Chance(2))(
        position
    )
    assert isinstance(decision, Decision)
    assert 0.05 <= decision.seconds < 0.06


def test_a_state_has_the_risks_of_brute_force_and_worlds_are_its_layouts() -> None:
    position = Position.parse("4x3x4\n1HHH\nHHHH\nHHHH")
    made, state = model(position)
    layouts = brute.layouts(position)
    for i in state.options:
        assert state.risk[i] == pytest.approx(sum(i in mines for mines in layouts) / len(layouts))
    ordered = [state.risk[i] for i in state.options[1:]]  # the first one is played perfectly
    assert ordered == sorted(ordered)
    drawn = Counter(made.world(state, Chance(5, n)) for n in range(3000))
    as_numbers = {sum(1 << 8 * i for i in layout) for layout in layouts}
    assert set(drawn) == as_numbers
    assert max(drawn.values()) < 3000 / len(layouts) * 2


@pytest.mark.parametrize("lives", [1, 2])
def test_a_step_opens_all_that_is_certain_and_ends_as_the_layout_has_it(lives: int) -> None:
    """A game is won exactly in the layouts that leave every mine closed, or lives to spare."""
    position = Position.parse(f"4x3x3 lives={lives}\n1HHH\nHHHH\nHHHH")
    made, start = model(position)
    chance = Chance(6)
    for _ in range(300):
        state, world = start, made.world(start, chance)
        layout, struck, gained = world, 0, 0.0
        assert isinstance(layout, int)
        while made.actions(state):
            cell = myopic(state, chance)
            assert state.cells[cell] == HIDDEN
            struck += (layout >> 8 * cell) & 1
            state, reward, world = made.step(state, cell, world, chance)
            gained += reward
            assert world == layout
            for i, code in enumerate(state.cells):
                if code < HIDDEN:
                    near = sum((layout >> 8 * j) & 1 for j in position.grid.neighbour_indices(i))
                    assert code == near
                    assert not (layout >> 8 * i) & 1
            if made.actions(state):
                assert all(state.risk[i] > 0.0 for i in state.options)
        assert gained == (struck < lives)
        assert state.won == (struck < lives)
        assert state.cells.count(MINE) == (struck if struck < lives else 0)


@pytest.mark.parametrize("first", FIRSTS)
def test_worlds_keep_the_promise_of_the_first_cell(first: First) -> None:
    position = Position.start(Grid(4, 4), 5, Rules(first))
    made, state = model(position)
    chance = Chance(7)
    mines = Counter[int]()
    for _ in range(600):
        after, _, layout = made.step(state, 5, made.world(state, chance), chance)
        assert isinstance(layout, int)
        assert layout.bit_count() == 5
        held = [i for i in range(16) if (layout >> 8 * i) & 1]
        mines.update(held)
        if first != "any":
            assert 5 not in held
            assert after.won or after.options
        if first == "opening":
            assert not {0, 1, 2, 4, 6, 8, 9, 10} & set(held)
    spared = {"any": 0, "safe": 1, "opening": 9}[first]
    each = 600 * 5 / (16 - spared)
    assert all(abs(n - each) < 5 * each**0.5 for n in mines.values())


def test_playouts_take_least_risks_and_else_cells_as_often_as_they_are_safe() -> None:
    _, state = model(Position.parse("4x3x4\n1HHH\nHHHH\nHHHH"))
    chance = Chance(8)
    taken = Counter(myopic(state, chance) for _ in range(20_000))
    safety = sum(1.0 - state.risk[i] for i in state.options)
    for i in state.options:
        share = 0.3 * (1.0 - state.risk[i]) / safety
        share += 0.7 / len(state.least) if i in state.least else 0.0
        assert taken[i] / 20_000 == pytest.approx(share, abs=0.015)


def test_the_tree_is_kept_from_guess_to_guess() -> None:
    position = Position.start(Grid(4, 4), 4, Rules("safe"))
    made, state = model(position)
    search: Search[Outlook, int, Laid, Outlook] = Search(made, state, playout(made, myopic))
    search.run(Budget(500), Chance(9))
    best = search.summary(decisions=2).candidates[0]
    action, outcome = best.action, best.replies[0].outcome
    seen = Position(position.grid, position.rules, 4, outcome.cells)
    hidden = [i for i, code in enumerate(seen.cells) if code == HIDDEN]
    assert made.outlook(seen, hidden) == outcome
    assert search.knows(action, outcome)
    assert search.advance(action, made.outlook(seen, hidden))
    assert search.visits > 5


@pytest.mark.parametrize(
    ("level", "optimum", "simulations", "games"),
    [("3x3x7", 1 / 4, 50, 400), ("3x1x1", 1.0, 20, 50), ("5x2x3", 21 / 84, 150, 150)],
)
def test_tiny_boards_are_won_as_often_as_they_can_be(
    level: str, optimum: float, simulations: int, games: int
) -> None:
    """The optimum lies within four standard errors: exact values of perfect play are known."""
    score = match([bssuct(simulations)], level, Rules("safe"), games, seed=406).players[0]
    error = (optimum * (1 - optimum) / games) ** 0.5
    assert abs(score.wins / games - optimum) <= 4 * error
