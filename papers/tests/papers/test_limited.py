"""``limited``: the demo's games one by one, what it knows at which level, and why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from limited_belief import Budget, Case, Closure, split_tree
from sapper.arena import Turn, turns
from sapper.errors import InputError, RecipeError
from sapper.game import (
    FLAGGED,
    HIDDEN,
    MINE,
    Chance,
    Deal,
    First,
    Grid,
    Move,
    Position,
    Referee,
    Rules,
    World,
)
from sapper.inference import Belief, MiniCard, analyse
from sapper.notation import DEMO_RULES, demo_board, demo_world
from sapper.players import Decision, Pass, Splits, player, settle
from sapper_agents.limited import (
    CellKnowledge,
    case_of,
    cell_of,
    is_mine,
    level_of,
    levels_of,
    mine,
    safe,
)
from sapper_papers.limited import Agent, play_one
from tests.players.worlds import WORLDS, luck, played
from tests.sources import ROOT

REFERENCE = ROOT.parent / "shared" / "reference" / "limited-minesweeper.json"
#: Some of the demo's games: board, seed, splits, whether won, decisions by level, guesses.
GAMES: list[tuple[str, int, int, bool, dict[int, int], int]] = [
    ("small", 1, 0, False, {0: 7}, 3),
    ("small", 1, 1, True, {0: 23, 1: 2}, 0),
    ("small", 1, 2, True, {0: 23, 1: 2}, 0),
    ("small", 1, 3, True, {0: 23, 1: 2}, 0),
    ("small", 8, 0, False, {}, 2),
    ("medium", 6, 2, True, {0: 116, 1: 11, 2: 1}, 4),
    ("medium", 28, 3, True, {0: 97, 1: 25, 2: 2}, 4),
    ("medium", 39, 2, True, {0: 107, 1: 9, 2: 1}, 0),
]
PLAYERS = (
    "limited",
    "limited(splits=1, guess=first)",
    "limited(splits=1, total=12)",
    "limited(splits=1, guess=pass) > csp",
)


@pytest.mark.parametrize(("name", "seed", "splits", "won", "levels", "guesses"), GAMES)
def test_a_game_of_the_demo_goes_as_published(
    name: str, seed: int, splits: int, won: bool, levels: dict[int, int], guesses: int
) -> None:
    found = play_one(name, seed, Agent(splits, "first"))
    assert (found.wins, dict(found.levels), found.guesses) == (won, levels, guesses)


@pytest.mark.slow
@pytest.mark.skipif(not REFERENCE.is_file(), reason=f"no {REFERENCE.name}")
@pytest.mark.parametrize("splits", [0, 1, 2, pytest.param(3, marks=pytest.mark.study)])
def test_every_published_game_goes_as_published(splits: int) -> None:
    rows: list[dict[str, Any]] = json.loads(REFERENCE.read_text(encoding="utf-8"))
    rows = [row for row in rows if row["max_k"] == splits]
    assert len(rows) == 80
    for row in rows:
        found = play_one(row["config"], row["seed"], Agent(splits, "first"))
        levels = {str(level): moves for level, moves in found.levels.items()}
        counts = found.wins, levels, found.guesses
        assert counts == (row["win"], row["levels"], row["guesses"]), row


def limited_turns(recipe: str, seed: int, games: int) -> Iterator[tuple[Position, Decision, int]]:
    """What ``limited`` decided by reasoning, in every kind of world."""
    for turn, _ in played(recipe, seed, games):
        decision = turn.step.decision
        level = level_of(decision)
        if level is not None:
            yield turn.before, decision, level


@pytest.mark.parametrize("recipe", PLAYERS)
def test_what_it_calls_certain_is(recipe: str) -> None:
    levels = Counter[int | None]()
    for turn, mines in played(recipe, 501, 3):
        decision = turn.step.decision
        levels[level_of(decision)] += 1
        mine = turn.before.grid.index(decision.move.cell) in mines
        if decision.mine_probability == 0.0:
            assert not mine, (turn.before, decision)
        if decision.mine_probability == 1.0:
            assert mine, (turn.before, decision)
    assert levels[0] > 100
    assert levels[1] > 5


def test_level_0_is_what_single_clues_settle_step_by_step() -> None:
    seen = 0
    for turn, _ in played("limited(splits=0)", 502, 2):
        position, decision = turn.before, turn.step.decision
        due = {i for i in settle(position) if position.cells[i] == HIDDEN}
        if level_of(decision) == 0:
            seen += 1
            assert position.grid.index(decision.move.cell) in due
        elif not position.untouched:
            assert not due
    assert seen > 100


def known_of(position: Position, found_by_splits: Iterable[int] = ()) -> CellKnowledge:
    """What a whole position says, and the mines that splits have found before."""
    knowledge = CellKnowledge(position.grid)
    opened = [i for i, code in enumerate(position.cells) if code < HIDDEN or code == MINE]
    knowledge.learn(position, opened)
    for literal in found_by_splits:
        knowledge.settle(literal)
    return knowledge


def test_what_it_remembers_is_what_the_position_says() -> None:
    given: list[int] = []
    for position, decision, level in limited_turns("limited", 503, 2):
        given = [x for x in given if position.cells[cell_of(x)] == FLAGGED]  # of this game
        cell = position.grid.index(decision.move.cell)
        fresh = known_of(position, given)
        if level and decision.mine_probability == 1.0:
            given.append(mine(cell))
        for k in range(level + 1):
            literals = set(fresh.news()) if k == 0 else fresh.decided(k, Budget())
            found = {cell_of(x): is_mine(x) for x in literals}
            due = {i: mine for i, mine in found.items() if position.cells[i] == HIDDEN}
            if k < level:
                assert not due
            else:
                assert due[cell] == (decision.mine_probability == 1.0)


def test_each_level_knows_what_the_one_below_does_and_no_more_than_all_clues_prove() -> None:
    steps = Counter[int]()
    for position, _, _ in limited_turns("limited(splits=0) > single-point", 504, 1):
        knowledge, found = known_of(position), analyse(position)
        sure = set(found.safe) | set(found.certain_mines)
        below: set[int] = set(knowledge.news())
        for level in (1, 2):
            at = below | knowledge.decided(level, Budget())
            steps[level] += at > below
            below = at
        hidden = {cell_of(x) for x in below if position.cells[cell_of(x)] == HIDDEN}
        assert {position.grid.cell(i) for i in hidden} <= sure
    assert steps[1] > 5


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_world_of_the_demo_is_played_like_its_board(seed: int) -> None:
    """The player does not see which cell opened the board, unless its options say it."""
    board, world = demo_board("small", seed), demo_world("demo-small", seed)
    row, column = board.first
    told = f"limited(guess=first, row={row}, column={column})"
    here, beside = (list(turns(told, DEMO_RULES, board.deal))[1:], _played(told, world))
    assert [turn.step.decision.move for turn in here] == [t.step.decision.move for t in beside]
    alone = _played("limited(guess=first)", world)
    assert _end(alone) == _end(here), "only the order of certain moves differs"


def _end(game: list[Turn]) -> tuple[str, int]:
    return game[-1].after.outcome, sum(turn.step.decision.guess for turn in game)


def _played(recipe: str, world: World) -> list[Turn]:
    return list(turns(recipe, world.rules, world.deal, hints=world.hints))


def test_it_looks_in_rings_around_its_last_move() -> None:
    """Column by column within a ring, as the demo counts its cells."""
    board = demo_board("medium", 6)
    row, column = board.first
    recipe = f"limited(splits=0, guess=first, row={row}, column={column})"
    last = board.first
    for turn in turns(recipe, DEMO_RULES, board.deal):
        decision, position = turn.step.decision, turn.before
        if level_of(decision) == 0:
            due = [i for i in settle(position) if position.cells[i] == HIDDEN]
            places = []
            for r, c in map(position.grid.cell, due):
                places.append((max(abs(r - last[0]), abs(c - last[1])), c, r))
            assert decision.move.cell == tuple(reversed(min(places)[1:]))
        elif not position.untouched:
            assert decision.move.cell == first_beyond(position)
        last = decision.move.cell


def first_beyond(position: Position) -> tuple[int, int]:
    """The first hidden cell, column by column, that no open cell touches; else the first one."""
    grid, cells = position.grid, position.cells
    hidden = [i for i in range(grid.size) if cells[i] == HIDDEN]
    far = [i for i in hidden if all(cells[j] >= HIDDEN for j in grid.neighbour_indices(i))]
    column, row = min(divmod(i, grid.width)[::-1] for i in far or hidden)
    return row, column


@pytest.mark.parametrize("recipe", PLAYERS)
def test_it_sees_only_a_position(recipe: str) -> None:
    """Under a position of a game other mines are laid, which agree with it: the game comes to the
    same position by the same decisions, and goes on with the same one."""
    swapped = 0
    for grid, mines in WORLDS.values():
        for number in range(3):
            deal = Deal.seeded(grid, mines, 505, number)
            shown = list(turns(recipe, Rules("any"), deal, luck(505, number)))
            at = Chance(505, number).below(len(shown))
            other = Belief(shown[at].before).sample(Chance(506, number))
            swapped += other != set(deal.order[:mines])
            again = turns(recipe, Rules("any"), Deal.of_mines(grid, other), luck(505, number))
            for here, there in zip(shown[: at + 1], again, strict=False):
                assert there.before == here.before
                assert there.step.decision.move == here.step.decision.move
                assert there.step.decision.mine_probability == here.step.decision.mine_probability
    assert swapped > 6


@pytest.mark.parametrize("recipe", PLAYERS)
@pytest.mark.parametrize(
    "rules",
    [Rules(lives=3), Rules("any", zeros_open=False, lives=2), Rules(won_by="flagging")],
    ids=str,
)
def test_games_of_every_rule_end(recipe: str, rules: Rules) -> None:
    for world in ("square", "torus", "hex", "graph", "blocked"):
        grid, mines = WORLDS[world]
        last = None
        for turn in turns(recipe, rules, Deal.seeded(grid, mines, 507), luck(507, 0)):
            last = turn.after
        assert last is not None
        assert last.outcome in ("won", "lost")


def leaves(case: Case) -> Iterator[Case]:
    if case.term is None:
        yield case
    for inner in case.cases:
        yield from leaves(inner)


def depth(case: Case) -> int:
    return 0 if case.term is None else 1 + max(map(depth, case.cases), default=0)


def test_the_reason_names_the_level_the_splits_and_clues_that_prove_it() -> None:
    seen = Counter[int]()
    for position, decision, level in limited_turns("limited", 508, 2):
        if seen[level] > 25:
            continue
        seen[level] += 1
        reason = decision.reason
        assert reason.kind == f"level {level}"
        assert (" (by cases on " in reason.words) == (level > 0)
        assert all(position[cell] < HIDDEN for cell in reason.clues)
        assert reason.clues
    assert seen[1] > 5


def test_the_split_tree_ends_in_what_was_decided_or_in_contradiction() -> None:
    trees = 0
    for _, decision, level in limited_turns("limited(splits=2)", 509, 3):
        assert isinstance(decision.effort, Splits)
        tree = decision.effort.tree
        assert depth(tree) == level
        word = "a mine" if decision.mine_probability == 1.0 else "safe"
        statement = f"{list(decision.move.cell)} is {word}"
        if level == 1:
            trees += 1
            assert f"split on {tree.term}" in "\n".join(tree.lines())
            assert len(tree.cases) == 2
            for leaf in leaves(tree):
                assert leaf.contradiction or statement in (*leaf.assumed, *leaf.learned)
    assert trees > 5


def test_the_split_tree_is_that_of_the_whole_position() -> None:
    """Built from the part of the board that the decision rests on, it is the same, step by step."""
    seen = Counter[int]()
    given: list[int] = []
    for position, decision, level in limited_turns("limited(splits=2)", 512, 3):
        given = [x for x in given if position.cells[cell_of(x)] == FLAGGED]
        knowledge = known_of(position, given)
        cell = position.grid.index(decision.move.cell)
        literal = mine(cell) if decision.mine_probability == 1.0 else safe(cell)
        if level and is_mine(literal):
            given.append(literal)
        goal = frozenset([literal])
        tree = split_tree(knowledge.closure, goal, level, Budget())
        assert tree is not None
        assert isinstance(decision.effort, Splits)
        assert case_of(position.grid, tree) == decision.effort.tree
        seen[level] += 1
    assert seen[1] > 10
    assert seen[2] > 0


def test_explaining_a_move_takes_no_more_on_a_huge_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is counted, not timed: the statements given to solvers to explain each move."""
    board = demo_board("huge", 1)
    recipe = Agent(2, "first").recipe(*board.first)
    decisions = [turn.step.decision for turn in turns(recipe, DEMO_RULES, board.deal)][::10]
    work = Counter[str]()

    def count(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def counted(*args: Any, **kwargs: Any) -> Any:
            work[name] += 1
            return original(*args, **kwargs)

        monkeypatch.setattr(owner, name, counted)

    class CountedClosure:
        def __init__(self) -> None:
            self._closure = Closure()

        def __getattr__(self, name: str) -> Any:
            work[name] += 1
            return getattr(self._closure, name)

    monkeypatch.setattr("sapper_agents.limited.limited.Closure", CountedClosure)
    for name in ("variable", "count"):
        count(MiniCard, name)
    levels = Counter(level_of(decision) for decision in decisions)
    for decision in decisions:
        assert decision.reason.words
        assert decision.effort is None or decision.effort.to_json()
    assert levels[0] > 90
    assert work["variable"] + work["count"] < 100 * len(decisions)
    assert work["equation"] + work["add_at_most"] < 10 * len(decisions)


def test_the_number_of_mines_tells_more_once_few_cells_are_hidden() -> None:
    """One mine, and it touches the clues: the cells beyond are safe, if one counts."""
    position = Position.parse("5x2x1\n01HHH\n01HHH")
    blind = player("limited(guess=pass)").begin(Chance(1))(position)
    assert isinstance(blind, Pass)
    counting = player("limited(guess=pass, total=6)").begin(Chance(1))(position)
    assert isinstance(counting, Decision)
    assert counting.move.cell in {(0, 3), (0, 4), (1, 3), (1, 4)}
    assert counting.mine_probability == 0.0
    assert "mine is left" in counting.reason.words
    late = player("limited(guess=pass, total=5)").begin(Chance(1))(position)
    assert isinstance(late, Pass)


def test_asked_again_it_decides_the_same_at_the_same_level() -> None:
    asked = 0
    for grid, mines in WORLDS.values():
        decide = player("limited(splits=1)").begin(Chance(2))
        referee = Referee(Deal.seeded(grid, mines, 510), Rules("any", lives=9))
        while referee.position.outcome == "playing":
            decision = decide(referee.position)
            assert isinstance(decision, Decision)
            if level_of(decision) is not None:
                again = decide(referee.position)
                assert isinstance(again, Decision)
                assert (again.move, level_of(again)) == (decision.move, level_of(decision))
                asked += level_of(decision) or 0
            referee.play(decision.move)
    assert asked > 3


def test_the_levels_of_a_position_are_those_of_the_next_decision() -> None:
    seen = Counter[int | None]()
    for seed in (1, 18, 28):
        world = demo_world("demo-small", seed)
        for turn in _played("limited(splits=2, guess=first)", world):
            decision, position = turn.step.decision, turn.before
            levels = levels_of(position, 2)
            hidden = {cell for cell in levels if position[cell] == HIDDEN}
            analysis = analyse(position)
            assert hidden <= {*analysis.safe, *analysis.certain_mines}
            level = level_of(decision)
            seen[level] += 1
            if level is not None:
                mine = decision.move.action == "flag"
                assert levels[decision.move.cell][1] == mine
                assert levels[decision.move.cell][0] >= level
            else:
                assert not hidden
    assert seen[1] > 1
    assert seen[None] > 0


def test_clues_that_contradict_each_other_have_no_levels() -> None:
    with pytest.raises(InputError, match="contradict"):
        levels_of(Position.parse("3x1x1\n1H0"), 1)


def test_a_flag_taken_off_is_due_again() -> None:
    referee = Referee(demo_board("small", 1).deal, DEMO_RULES)
    decide = player("limited(row=4, column=2)").begin(Chance(1))
    flagged = None
    while flagged is None:
        decision = decide(referee.position)
        assert isinstance(decision, Decision)
        referee.play(decision.move)
        if decision.move.action == "flag":
            flagged = decision.move.cell
    referee.unflag(flagged)
    for _ in range(60):
        decision = decide(referee.position)
        assert isinstance(decision, Decision)
        referee.play(decision.move)
        if decision.move == Move("flag", flagged):
            return
    raise AssertionError("never flagged again")


def test_without_time_it_guesses_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limited_belief.reasoning.setup.STEPS_PER_CHECK", 1)
    position = Position.parse("5x2x1\n01HHH\n01HHH")
    decision = player("limited(seconds=0)").begin(Chance(1))(position)
    assert isinstance(decision, Decision)
    assert decision.guess
    assert "no cell was decided within 0 seconds" in decision.reason.words


def test_it_opens_the_cell_it_is_told_first() -> None:
    start = Position.start(Grid(9, 9), 10, Rules("any"))
    decision = player("limited(row=2, column=7)").begin(Chance(1))(start)
    assert isinstance(decision, Decision)
    assert decision.move == Move("open", (2, 7))
    assert decision.guess


@pytest.mark.parametrize("recipe", ["limited", "limited(guess=first)", "limited(row=1, column=1)"])
@pytest.mark.parametrize(("first", "what"), [("opening", "an opening"), ("safe", "safe")])
def test_a_first_move_that_is_safe_says_that_the_rules_promise_it(
    recipe: str, first: First, what: str
) -> None:
    start = Position.start(Grid(9, 9), 10, Rules(first))
    decision = player(recipe).begin(Chance(1))(start)
    assert isinstance(decision, Decision)
    assert not decision.guess
    assert decision.reason.kind == "first cell"
    assert f"the rules guarantee that the first cell is {what}" in decision.reason.words
    assert "guess" not in decision.reason.words


def test_it_passes_where_the_clues_contradict_each_other() -> None:
    missed = player("limited").begin(Chance(1))(Position.parse("3x1x1\n1H0"))
    assert isinstance(missed, Pass)
    assert "contradict" in missed.passed[0].words


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ("limited(splits=-1)", "splits is a whole number from 0 to 9, not -1"),
        ("limited(splits=many)", "splits is a whole number, not many"),
        ("limited(splits=1.5)", "splits is a whole number, not 1.5"),
        ("limited(guess=never)", "guess is first, random or pass, not never"),
        ("limited(row=3)", "row and column are only given together"),
        ("limited(row=a, column=b)", "row is a whole number, not a"),
        ("limited(row=-1, column=0)", "row is a whole number from 0 to .*, not -1"),
        ("limited(total=few)", "total is a whole number, not few"),
        ("limited(seconds=soon)", "seconds is a number, not soon"),
        ("limited(seconds=-1)", "seconds is a number from 0, not -1"),
        ("limited(depth=3)", "has no option 'depth': splits, guess, total, row, column, seconds"),
    ],
)
def test_wrong_options_are_named(recipe: str, said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        player(recipe)
