"""Games over HTTP: they are the games of the referee, and tell no more than their positions."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.arena import play
from sapper.errors import IllegalMoveError, InputError
from sapper.game import LEVELS, Cell, Chance, Deal, Level, Move, Position, Referee, Rules
from sapper.metrics.figures import figures
from sapper.players import Decision, Reason
from sapper.records import Record, Step, codes
from sapper_workbench.web.games import play as endpoints
from sapper_workbench.web.views.analysis import CauseJson
from tests.web.served import ALONE, LIMITS, Client, events, get, post, served, timeless

LEVEL = Level(6, 5, 6)
SIZE = {"width": 6, "height": 5, "mines": 6}
MOVES = st.lists(
    st.tuples(
        st.sampled_from(("open", "flag", "unflag", "chord", "undo", "redo")),
        st.tuples(st.integers(0, 5), st.integers(0, 5)),
    ),
    max_size=25,
)


def refused(referee: Referee, move: Move) -> InputError | None:
    """Why the referee does not make a move; None if it does."""
    try:
        referee.play(move)
    except InputError as error:
        return error
    return None


def _own(move: Move) -> Decision:
    """A move of somebody's own."""
    return Decision(move, "you", Reason("user", "your own move"), None)


def shown(board: dict[str, Any], step: dict[str, Any]) -> list[str]:
    """The codes of a board after a step."""
    cells = list(board["cells"])
    for index, code in step["changed"]:
        cells[index] = code
    return cells


@settings(max_examples=40)
@given(seed=st.integers(0, 1000), first=st.sampled_from(("any", "safe", "opening")), moves=MOVES)
def test_a_game_is_the_referees(
    client: Client, seed: int, first: Any, moves: list[tuple[Any, tuple[int, int]]]
) -> None:
    game = post(client, "/api/games", 201, **SIZE, seed=seed, first=first)
    referee = Referee(Deal.seeded(LEVEL.grid, LEVEL.mines, seed), Rules(first))
    path = f"/api/games/{game['id']}"
    board = game["board"]
    undone: list[Move] = []
    made: list[Move] = []
    for action, cell in moves:
        if action in ("undo", "redo"):
            source, target = (made, undone) if action == "undo" else (undone, made)
            if not source:
                post(client, f"{path}/{action}", 409)
                continue
            move = source.pop()
            target.append(move)
            if action == "undo":
                referee.undo()
            else:
                referee.play(move)
            board = post(client, f"{path}/{action}")["board"]
        else:
            move = Move(action, cell)
            if referee.position.outcome != "playing":
                reply = post(client, f"{path}/moves", 409, action=action, cell=cell)
                assert reply == {"error": f"the game is {referee.position.outcome}: no more moves"}
                continue
            refusal = refused(referee, move)
            if refusal is not None:
                status = 409 if isinstance(refusal, IllegalMoveError) else 400
                if action == "chord" and status == 409:
                    reply = post(client, f"{path}/moves", action=action, cell=cell)
                    assert (reply["step"], reply["words"]) == (None, str(refusal))
                else:
                    reply = post(client, f"{path}/moves", status, action=action, cell=cell)
                    assert reply == {"error": str(refusal)}
                continue
            made.append(move)
            if undone and undone[-1] == move:
                undone.pop()  # made again by hand: the line goes on as it was
            else:
                undone.clear()
            answer = post(client, f"{path}/moves", action=action, cell=cell)
            board = {**board, "cells": shown(board, answer["step"])}
            assert answer["step"]["outcome"] == referee.position.outcome
            assert ("truth" in answer) == (referee.position.outcome != "playing")
        assert board["cells"] == codes(referee.position)
        whole = get(client, path)
        assert whole["board"]["cells"] == codes(referee.position)
        assert (whole["undoable"], whole["redoable"]) == (len(made), len(undone))
        if referee.position.outcome != "playing":
            assert whole["truth"]["mines"] == [list(cell) for cell in sorted(referee.mines)]


@pytest.mark.slow
@settings(max_examples=25)
@given(seed=st.integers(0, 1000), opened=st.integers(0, 29), swaps=st.randoms())
def test_answers_tell_no_more_than_the_position(
    client: Client, seed: int, opened: int, swaps: Any
) -> None:
    """Mines under an equal position laid otherwise: everything that is answered is the same."""
    grid = LEVEL.grid
    deal = Deal.seeded(grid, LEVEL.mines, seed)
    first = grid.cell(opened)
    referee = Referee(deal, Rules("any"))
    position = referee.open(first)
    if position.outcome != "playing":
        return
    others = [
        other
        for number in range(60)
        if (other := _relaid(position, swaps.randrange(10**9), first)) is not None
    ]
    answers = []
    for each in (referee.deal, *others[:1]):
        record = Record("random", Rules("any"), each, (), "unfinished", seed)
        game = post(client, "/api/games", 201, record=record.text)
        path = f"/api/games/{game['id']}"
        step = post(client, f"{path}/moves", action="open", cell=first)["step"]
        game = get(client, path)
        asked = [get(client, f"{path}/{what}") for what in ("analysis", "hint", "steps")]
        over = step["outcome"] != "playing"
        asked += [] if over else [client.get(f"{path}/record").text]
        reply = [timeless(one) for one in (step, game, *asked)]
        answers.append(reply)
    assert all(reply == answers[0] for reply in answers)


def _relaid(position: Position, luck: int, first: tuple[int, int]) -> Deal | None:
    """A deal that shows the same position once the same cell is opened."""
    from sapper.inference import Belief

    mines = Belief(position).sample(Chance(luck))
    deal = Deal.of_mines(position.grid, mines)
    return deal if Referee(deal, Rules("any")).open(first).cells == position.cells else None


@pytest.mark.slow
@pytest.mark.parametrize("player", ["swift", "limited", "mio", "champion(playouts=20)", "logic2"])
def test_players_make_their_moves_to_the_end(client: Client, player: str) -> None:
    game = post(client, "/api/games", 201, level="beginner", seed=5)
    path = f"/api/games/{game['id']}"
    outcome = "playing"
    while outcome == "playing":
        hint = get(client, f"{path}/hint", player=player)
        answer = post(client, f"{path}/agent", player=player)
        decision = answer["step"]["decision"]
        if hint["mine_probability"] == 0.0:  # the easiest certain cell, not the player's own
            assert decision["mine_probability"] == 0.0
        else:
            assert timeless(hint) == timeless(decision)
        outcome = answer["step"]["outcome"]
    assert answer["truth"]["mines"]


def test_a_player_that_passes_says_why(client: Client) -> None:
    game = post(client, "/api/games", 201, level="beginner", seed=5)
    path = f"/api/games/{game['id']}"
    for player in ("scan", "mio(guess=pass)"):
        assert "has no move here" in get(client, f"{path}/hint", player=player)["words"]
        answer = post(client, f"{path}/agent", player=player)
        assert answer["step"] is None
        assert "has no move here" in answer["words"]


def test_a_world_is_played_with_its_hints_and_gold(client: Client) -> None:
    game = post(client, "/api/games", 201, world="easy", seed=3)
    assert game["world"] == "easy-3-0"
    assert game["board"]["rules"]["signs"] == "all-marks"
    answer = post(client, f"/api/games/{game['id']}/agent", player="logic4")
    assert answer["step"]["decision"]["strategy"] == "origin"
    for path in ("/etc/hostname", "../../x.world", __file__):
        reply = post(client, "/api/games", 400, world=path[:60])
        assert "there is no world" in reply["error"]


def test_a_game_goes_on_from_a_position(client: Client) -> None:
    text = "5x3x3\nHHHHH\n1222H\n0001H"
    game = post(client, "/api/games", 201, position=text, seed=1)
    assert "".join(game["board"]["cells"]) == text.replace("\n", "")[5:]
    assert game["undoable"] == 0
    answer = post(client, f"/api/games/{game['id']}/moves", action="open", cell=[0, 0])
    assert answer["step"]["outcome"] == "playing"
    reply = post(client, "/api/games", 400, position="3x1x0\n0HH")
    assert "touches a 0 but is not open" in reply["error"]


@pytest.mark.slow
def test_a_game_that_needs_no_guess_is_won_by_certain_moves(client: Client) -> None:
    game = post(client, "/api/games", 201, level="expert", first="opening", no_guess=True, seed=7)
    path = f"/api/games/{game['id']}"
    post(client, f"{path}/moves", action="flag", cell=[0, 0])
    post(client, f"{path}/moves", action="unflag", cell=[0, 0])
    assert get(client, f"{path}/difficulty") == {"difficulty": None, "words": ""}
    answer = post(client, f"{path}/moves", action="open", cell=[8, 20])
    game = get(client, path)
    position = Referee(Deal.seeded(LEVELS["expert"].grid, 99, 7, game["number"]), Rules("opening"))
    assert game["board"]["cells"] == codes(position.open((8, 20)))
    rated = get(client, f"{path}/difficulty")
    assert set(rated["difficulty"]) == {"weakest", "proof", "mines_left"}
    assert "solve it" in rated["words"]
    while answer["step"]["outcome"] == "playing":
        answer = post(client, f"{path}/agent", player="single-point > csp")
        assert answer["step"]["decision"]["mine_probability"] == 0.0
    assert answer["step"]["outcome"] == "won"


def test_the_player_raced_opens_a_board_with_the_same_start_with_a_move_every_second(
    client: Client,
) -> None:
    game = post(client, "/api/games", 201, level="beginner", first="opening", seed=7)
    path = f"/api/games/{game['id']}"
    post(client, f"{path}/moves", action="flag", cell=[8, 8])
    post(client, f"{path}/moves", action="open", cell=[4, 4])
    board = get(client, path)["board"]
    opened = sum(code not in "HF" for code in board["cells"]) / 71
    points = get(client, f"{path}/race")["points"]
    assert [seconds for seconds, _ in points] == [float(n) for n in range(1, len(points) + 1)]
    shares = [share for _, share in points]
    assert shares == sorted(shares)
    assert opened <= shares[0] <= shares[-1] <= 1
    post(client, f"{path}/agent", player="csp")
    assert get(client, f"{path}/race")["points"] == points
    refused = client.get(f"{path}/race", params={"player": "oracle"})
    assert refused.status_code == 400
    assert "unknown player or strategy" in refused.text


@pytest.mark.slow
def test_a_dense_board_is_repaired_and_kept_with_its_game(tmp_path: Path) -> None:
    limits = replace(LIMITS, no_guess_seconds=100.0)
    with served(tmp_path, limits) as client:
        size = {"width": 16, "height": 16, "mines": 99}
        game = post(client, "/api/games", 201, **size, first="opening", no_guess=True, seed=1)
        assert not game["repaired"]
        path = f"/api/games/{game['id']}"
        answer = post(client, f"{path}/moves", action="open", cell=[8, 8])
        assert answer["repaired"]
        before = get(client, path)
    with served(tmp_path, limits) as client:
        assert get(client, path)["board"] == before["board"]
        while answer["step"]["outcome"] == "playing":
            answer = post(client, f"{path}/agent", player="single-point > csp")
            assert answer["step"]["decision"]["mine_probability"] == 0.0
        assert answer["step"]["outcome"] == "won"
        assert get(client, path)["repaired"]


def test_no_board_without_guesses_is_an_honest_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "MARGIN", 400)  # the worker may be held up
    with served(tmp_path, replace(LIMITS, no_guess_seconds=0.3)) as client:
        game = post(
            client, "/api/games", 201, width=12, height=12, mines=142, no_guess=True, seed=1
        )
        reply = post(client, f"/api/games/{game['id']}/moves", action="open", cell=[0, 0])
        assert reply["step"] is None
        assert "can be won" in reply["words"]
        assert "".join(get(client, f"/api/games/{game['id']}")["board"]["cells"]) == "H" * 144


def test_no_guess_is_for_boards_where_it_can_be_found(client: Client) -> None:
    size = {"width": 100, "height": 100, "mines": 1000}
    reply = post(client, "/api/games", 400, no_guess=True, **size)
    assert "at most 2,500 cells" in reply["error"]
    reply = post(client, "/api/games", 400, no_guess=True, world="easy")
    assert "'no_guess' does not work with a world" in reply["error"]


def test_a_record_that_is_too_much_is_refused_before_it_is_played(client: Client) -> None:
    deal = Deal.seeded(LEVEL.grid, 6, 1)
    record = Record("random", Rules(), deal, (), "unfinished")
    for width, height, steps in ((1000, 1000, 1), (200, 200, 2000)):
        found = {**json.loads(record.text), "width": width, "height": height, "steps": [{}] * steps}
        reply = post(client, "/api/games", 400, record=json.dumps(found))
        assert "at most 40,000 cells" in reply["error"] or "too long" in reply["error"]
    vast = f'{{"width": "x", "height": {10**15}, "steps": []}}'
    for text in ("", "{}", "[]", '{"width": "x", "height": 2, "steps": []}', vast, "[" * 10_000):
        assert post(client, "/api/games", 400, record=text)["error"]


def test_a_game_that_runs_has_no_record_to_look_the_mines_up_in(client: Client) -> None:
    path = f"/api/games/{post(client, '/api/games', 201, **SIZE, first='any')['id']}"
    refused = client.get(f"{path}/record")
    assert refused.status_code == 409
    assert "the record reveals the mines" in refused.json()["error"]
    outcome = "playing"
    while outcome == "playing":
        assert client.get(f"{path}/record").status_code == 409
        cell = divmod(get(client, path)["board"]["cells"].index("H"), SIZE["width"])
        outcome = post(client, f"{path}/moves", action="open", cell=cell)["step"]["outcome"]
    assert Record.parse(client.get(f"{path}/record").text).outcome == outcome


def test_the_review_of_a_running_game_is_that_of_what_is_seen(client: Client) -> None:
    deals = [Deal(Level(4, 2, 1).grid, 1, (mine,)) for mine in (1, 5)]
    reviews = []
    for deal in deals:
        record = Record("random", Rules("any"), deal, (), "unfinished", 1)
        game = post(client, "/api/games", 201, record=record.text)
        path = f"/api/games/{game['id']}"
        for cell in ([0, 0], [1, 0]):
            step = post(client, f"{path}/moves", action="open", cell=cell)["step"]
        reply = [data for name, data in events(client, f"{path}/review") if name == "review"]
        reviews.append((step["outcome"], get(client, path)["board"], timeless(reply)))
    assert reviews[0] == reviews[1]
    assert reviews[0][0] == "playing"


def test_a_review_streams_and_its_exercise_is_done_step_by_step(client: Client) -> None:
    deal = Deal.seeded(Level(6, 6, 8).grid, 8, 2, 1)
    record = play("random", deal, rules=Rules("safe")).record
    path = f"/api/games/{post(client, '/api/games', 201, record=record.text)['id']}"
    reply = events(client, f"{path}/review", playouts=20)
    review = reply[-1][1]
    guesses = [data for name, data in reply if name == "guess"]
    assert guesses[::-1] == review["guesses"]
    points = [point for name, data in reply if name == "chances" for point in data]
    assert points[::-1] == review["curve"][-len(points) :]
    exercise = dict(reply)["exercise"]
    costly = [guess["step"] for guess in review["guesses"] if guess["costly"]]
    assert [task["step"] for task in exercise["tasks"]] == costly
    assert costly
    path = f"{path}/mistakes"
    steps = []
    found = post(client, path, exercise=exercise)
    while found["task"] is not None:
        board = found["task"]["board"]
        steps.append(found["task"]["step"])
        assert "*" not in board["cells"]
        opened = [divmod(i, 6) for i, code in enumerate(board["cells"]) if code not in "HF"]
        again = post(client, path, 400, exercise=found["exercise"], action="try", cell=opened[0])
        assert "already open" in again["error"]
        found = post(client, path, exercise=found["exercise"], action="show")
        assert found["answer"]["right"]
        best = found["answer"]["cell"]
        found = post(client, path, exercise=found["exercise"], action="try", cell=best)
        assert found["answer"]["right"]
        found = post(client, path, exercise=found["exercise"], action="next")
    assert steps == costly
    assert found["summary"].endswith(f"{len(costly)} shown")
    assert "expected the cell" in post(client, path, 400, exercise=exercise, action="try")["error"]
    assert "step" in post(client, path, 400, exercise={"tasks": [{"step": 0}]})["error"]
    far = {"tasks": [{"step": 999, "best": [0, 0]}]}
    assert "at most" in post(client, path, 400, exercise=far)["error"]


def test_a_review_plays_as_many_games_as_the_server_allows_or_the_visitor_asks(
    tmp_path: Path,
) -> None:
    record = play("random", Deal.seeded(Level(9, 9, 10).grid, 10, 5, 1), rules=Rules("safe")).record
    with served(tmp_path, replace(LIMITS, review_playouts=3)) as client:
        path = f"/api/games/{post(client, '/api/games', 201, record=record.text)['id']}/review"
        for asked, played in ({}, 3), ({"playouts": 5}, 5):
            curve = events(client, path, **asked)[-1][1]["curve"]
            assert curve[0]["chance_playouts"] == played


@pytest.mark.parametrize("setup", [{"level": "beginner8", "first": "any"}, {"world": "easy"}])
def test_a_seed_drawn_by_lot_is_told_when_the_game_is_over(
    tmp_path: Path, setup: dict[str, Any]
) -> None:
    """It names the deal: whoever knows it can play it elsewhere first."""
    with served(tmp_path, ALONE) as client:
        path = f"/api/games/{post(client, '/api/games', 201, **setup)['id']}"
    (file,) = tmp_path.glob("*.jsonl")
    seed = str(json.loads(file.read_text().splitlines()[0])["start"]["seed"])
    with served(tmp_path, ALONE) as client:  # also after a restart
        outcome = "playing"
        while outcome == "playing":
            reply = [get(client, path), get(client, f"{path}/steps")]
            assert seed not in json.dumps(reply)
            assert {one["seed"] for one in reply} == {None}
            board = reply[0]["board"]
            cell = divmod(board["cells"].index("H"), board["width"])
            answer = post(client, f"{path}/moves", action="open", cell=cell)
            outcome = answer["step"]["outcome"]
        assert answer["seed"] == get(client, path)["seed"] == seed
        assert get(client, f"{path}/steps")["seed"] == seed
        world = get(client, path)["world"]
        assert world is None if "level" in setup else seed in world
        given = post(client, "/api/games", 201, **setup, seed=5)
        assert given["seed"] == 5


@pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")
def test_the_file_of_a_game_is_its_servers_own(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with served(tmp_path, ALONE) as client:
        path = f"/api/games/{post(client, '/api/games', 201, level='beginner')['id']}"
        post(client, f"{path}/moves", action="open", cell=[4, 4])
        (file,) = tmp_path.glob("*.jsonl")
        assert file.stat().st_mode & 0o077 == 0


def test_the_effort_of_a_move_is_shown_again_after_undo_and_redo(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path = f"/api/games/{post(client, '/api/games', 201, level='beginner', seed=4)['id']}"
        step = post(client, f"{path}/agent", player="limited")["step"]
        while step["decision"]["effort"] is None:
            step = post(client, f"{path}/agent", player="limited")["step"]
        assert step["decision"]["effort"]["kind"] == "splits"
        post(client, f"{path}/undo")
        assert post(client, f"{path}/redo")["last"] == step
        assert get(client, f"{path}/steps")["steps"][-1] == step
    with served(tmp_path) as client:
        post(client, f"{path}/undo")
        assert post(client, f"{path}/redo")["last"] == step


def test_the_player_of_a_game_is_the_one_asked_last(client: Client) -> None:
    game = post(client, "/api/games", 201, level="beginner", seed=4)
    path = f"/api/games/{game['id']}"
    assert game["player"] is None
    post(client, f"{path}/agent", player="csp")
    post(client, f"{path}/agent", player="mio")
    assert get(client, path)["player"] == "mio"


def test_steps_tell_the_whole_game(client: Client) -> None:
    game = post(client, "/api/games", 201, level="beginner8", seed=2)
    path = f"/api/games/{game['id']}"
    for _ in range(4):
        post(client, f"{path}/agent", player="csp")
    steps = get(client, f"{path}/steps")
    cells = steps["board"]["cells"]
    for step in steps["steps"]:
        for index, code in step["changed"]:
            cells[index] = code
    assert cells == get(client, path)["board"]["cells"]
    assert len(steps["steps"]) == 4
    while get(client, path)["board"]["outcome"] == "playing":
        post(client, f"{path}/agent", player="csp")
    record = Record.parse(client.get(f"{path}/record").text)
    steps = get(client, f"{path}/steps")["steps"]
    assert [step.decision.move.cell for step in record.steps] == [
        tuple(step["decision"]["cell"]) for step in steps
    ]
    again = post(client, "/api/games", 201, record=record.text)
    assert again["board"] == get(client, path)["board"]


def test_the_moves_of_a_record_can_be_taken_back(client: Client) -> None:
    flags = [Step(_own(Move("flag", cell)), ()) for cell in ((4, 4), (0, 0))]
    deal = Deal.seeded(LEVELS["beginner"].grid, 10, 1)
    record = Record("random", Rules(), deal, tuple(flags), "unfinished", 1)
    again = post(client, "/api/games", 201, record=record.text)
    path = f"/api/games/{again['id']}"
    assert post(client, f"{path}/undo")["undoable"] == 1
    assert post(client, f"{path}/undo")["undoable"] == 0
    assert post(client, f"{path}/redo")["redoable"] == 1
    assert post(client, f"{path}/redo")["board"] == again["board"]


def test_games_are_there_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        game = post(client, "/api/games", 201, level="beginner", seed=4)
        path = f"/api/games/{game['id']}"
        post(client, f"{path}/moves", action="open", cell=[4, 4])
        post(client, f"{path}/agent", player="mio")
        post(client, f"{path}/moves", action="flag", cell=[0, 0])
        post(client, f"{path}/undo")
        before = timeless(get(client, path))
        steps = timeless(get(client, f"{path}/steps"))
    with served(tmp_path) as client:
        assert timeless(get(client, path)) == before
        assert timeless(get(client, f"{path}/steps")) == steps
        assert post(client, f"{path}/redo")["redoable"] == 0


def test_the_figures_of_a_game_are_those_of_its_record_and_come_after_its_end(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as client:
        begun = post(client, "/api/games", 201, level="beginner8", seed=3, first="safe")
        path = f"/api/games/{begun['id']}"
        post(client, f"{path}/moves", action="open", cell=[0, 0])
        early = client.get(f"{path}/figures")
        assert early.status_code == 409, early.text
        assert "when the game is over" in early.json()["error"]
        while get(client, path)["board"]["outcome"] == "playing":
            post(client, f"{path}/agent", player="csp")
        found = get(client, f"{path}/figures")
        seconds = found["figures"]["seconds"]
        known = figures(Record.parse(client.get(f"{path}/record").text), seconds=seconds)
        assert known is not None
        assert found["figures"] == known.to_json()
        assert ["3BV", str(known.board.bbbv)] in found["rows"] or known.solved < known.board.bbbv
        assert list(found["meanings"]) == [name for name, _ in found["rows"]]


@pytest.mark.parametrize(
    ("text", "cell", "about", "sentence"),
    [
        (
            "5x2x3\nHHHHH\n12321",
            (0, 1),
            (0, 1),
            "[0, 1] was certainly a mine: the 3 at [1, 2] touches only three hidden cells, so all"
            " three are mines: [0, 1], [0, 2] and [0, 3].",
        ),
        ("6x2x2\nHHHHHH\n111111", (0, 1), (0, 1), "[0, 1] was certainly a mine."),
        (
            "4x1x1\nH1HH",
            (0, 0),
            (0, 3),
            "You took a risk of 50%, but [0, 3] was certainly safe: one mine is left. The 1 at"
            " [0, 1] needs one. So no mine is left for [0, 3].",
        ),
        ("3x1x1\nH1H", (0, 0), (0, 0), "It was a guess at 50%: no cell was safer."),
    ],
)
def test_one_sentence_says_why_a_game_was_lost(
    text: str, cell: Cell, about: Cell, sentence: str
) -> None:
    found = CauseJson.of(Position.parse(text), cell, 1.0)
    assert (found.sentence, found.cell) == (sentence, about)


def test_the_cause_of_a_loss_is_asked_once_the_game_is_lost(client: Client) -> None:
    seeds = (post(client, "/api/games", 201, position="3x1x1\nH1H", seed=n) for n in range(20))
    for game in seeds:
        path = f"/api/games/{game['id']}"
        assert client.get(f"{path}/cause").status_code == 409
        if post(client, f"{path}/moves", action="open", cell=[0, 0])["step"]["outcome"] == "lost":
            break
    found = get(client, f"{path}/cause")
    assert (found["title"], found["cell"]) == ("a guess", [0, 0])


def test_a_challenge_names_the_game_until_it_ends_and_then_carries_its_pace(
    client: Client,
) -> None:
    game = post(client, "/api/games", 201, width=3, height=3, mines=1, first="opening")
    path = f"/api/games/{game['id']}"
    secret = get(client, f"{path}/challenge", by="Anna")
    assert secret["link"] == f"#play?challenge={game['challenge']}"
    assert "no longer counts" in secret["words"]
    step = post(client, f"{path}/moves", action="open", cell=[0, 0])["step"]
    while step["outcome"] == "playing":
        step = post(client, f"{path}/agent", player="csp")["step"]
    found = get(client, f"{path}/challenge", by="Anna")
    fields = dict(parse_qsl(found["link"].removeprefix("#play?")))
    assert {"width": "3", "height": "3", "mines": "1", "by": "Anna"}.items() <= fields.items()
    times = list(map(int, fields["pace"].split(".")))
    assert times == sorted(times)
    assert len(times) == 20 or step["outcome"] == "lost"
    assert found["words"].endswith("to race your game.")
