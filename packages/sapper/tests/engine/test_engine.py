"""What an engine understands, and the moves it makes: requests read from any bytes, games kept."""

import json
import os
import sys
import time
from collections.abc import Mapping
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import play
from sapper.engine import (
    MAX_CELLS,
    MAX_LINE_BYTES,
    REQUESTS,
    STRATEGY_SHARE,
    Analyse,
    Cancel,
    Engine,
    MoveAnswers,
    MoveRequest,
    Quit,
    Request,
    RequestError,
    answer,
    follows,
    refused,
    within,
)
from sapper.engine import answers as engine_answers
from sapper.engine.requests import read
from sapper.errors import InputError
from sapper.game import PLAYS, Chance, Deal, Grid, Position, Referee, Rules
from sapper.players import Pass, Player
from sapper.players import player as read_recipe
from sapper.reviews import Findings, find
from tests.sources import needs
from tests.strategies import games, positions

POSITION = "4x3x2\nHHHH\n1221\n0000"
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=8,
)


def line(request: Mapping[str, object]) -> bytes:
    return json.dumps(request).encode()


def refusal(request: bytes) -> RequestError:
    with pytest.raises(RequestError) as caught:
        read(request)
    return caught.value


def read_or_refused(request: bytes) -> Request | RequestError:
    try:
        return read(request)
    except RequestError as error:
        return error


def test_a_request_is_read_with_its_defaults() -> None:
    assert read(b'{"id": 1, "request": "quit"}') == Quit(1)
    assert read(b'{"id": "a", "request": "cancel", "of": 7}') == Cancel("a", 7)
    asked = {"id": 1, "request": "move", "position": POSITION}
    assert read(line(asked)) == MoveRequest(1, POSITION, "swift", None, None, 0, 0)
    asked |= {"player": "csp", "seconds": 2, "game": "g", "seed": 3, "number": 4}
    assert read(line(asked)) == MoveRequest(1, POSITION, "csp", 2.0, "g", 3, 4)
    assert read(b' {"request": "analyse", "position": "", "id": 0}\r') == Analyse(0, "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"request": "analyse", "position": "\ud800"},
        {"request": "\ud800"},
        {"request": "move", "position": POSITION, "game": "\ud800"},
        {"request": "move", "position": POSITION, "\ud800": 1},
    ],
)
def test_an_unpaired_surrogate_is_refused_with_the_id_of_its_request(
    wrong: dict[str, object],
) -> None:
    error = refusal(line({"id": 7, **wrong}))
    assert (error.id, str(error)) == (7, "expected valid Unicode, got an unpaired surrogate")
    assert refusal(line({**wrong, "id": "\ud800"})).id is None


@pytest.mark.parametrize(
    ("request_line", "said"),
    [
        (b"\xff", "UTF-8"),
        (b"{", "column 2"),
        (b"[]", "JSON object"),
        (b"7", "JSON object"),
        (b'{"request": "quit"}', "'id'"),
        (b'{"id": 1.5, "request": "quit"}', "'id'"),
        (b'{"id": true, "request": "quit"}', "'id'"),
        (b'{"id": null, "request": "quit"}', "'id'"),
        (b'{"id": [1], "request": "quit"}', "'id'"),
        (b'{"id": 9007199254740992, "request": "quit"}', "'id'"),
        (b'{"id": "' + b"x" * 201 + b'", "request": "quit"}', "'id'"),
        (
            b'{"id": 1}',
            "'request' is missing: expected hello, analyse, move, solve, cancel or quit",
        ),
        (b'{"id": 1, "request": "play"}', "'play'"),
        (b'{"id": 1, "request": ["quit"]}', "'request'"),
        (b'{"id": 1, "request": "quit", "now": true}', "'now'"),
        (b'{"id": 1, "request": "analyse"}', "'position' is missing"),
        (b'{"id": 1, "request": "analyse", "position": 5}', "'position'"),
        (b'{"id": 1, "request": "cancel"}', "'of' is missing"),
        (b'{"id": 1, "request": "move", "position": "", "seconds": 0}', "'seconds'"),
        (b'{"id": 1, "request": "move", "position": "", "seconds": 1e999}', "'seconds'"),
        (b'{"id": 1, "request": "move", "position": "", "seconds": true}', "'seconds'"),
        (b'{"id": 1, "request": "move", "position": "", "seconds": "1"}', "'seconds'"),
        (b'{"id": 1, "request": "move", "position": "", "seconds": NaN}', "deep nesting"),
        (b'{"id": 1, "request": "move", "position": "", "seed": -1}', "'seed'"),
        (b'{"id": 1, "request": "move", "position": "", "seed": 1.0}', "'seed'"),
        (
            b'{"id": 1, "request": "move", "position": "", "number": 1' + b"0" * 400 + b"}",
            "'number'",
        ),
        (
            b'{"id": 1, "request": "move", "position": "", "seed": ' + b"9" * 5000 + b"}",
            "deep nesting",
        ),
        (b"[" * 500_000, "deep nesting"),
        (b'{"id": ' * 100_000, "deep nesting"),
        (b" " * (MAX_LINE_BYTES + 1), "longer than"),
    ],
)
def test_a_wrong_request_is_refused_in_one_sentence(request_line: bytes, said: str) -> None:
    found = refusal(request_line)
    assert json.loads(refused(found))["error"]["kind"] == "request"
    assert said in str(found)
    assert "\n" not in str(found)


def test_a_refusal_has_the_id_if_there_is_one() -> None:
    reply = json.loads(refused(refusal(b'{"id": "x", "request": "dance"}')))
    assert reply["id"] == "x"
    assert set(reply["error"]) == {"kind", "words"}
    assert json.loads(refused(refusal(b"nonsense")))["id"] is None


@given(st.binary(max_size=200) | ANY_JSON.map(lambda found: json.dumps(found).encode()))
def test_any_bytes_are_a_request_or_refused(given_line: bytes) -> None:
    found = read_or_refused(given_line)
    if isinstance(found, RequestError):
        reply = refused(found)
        assert reply.count(b"\n") == 1
        assert json.loads(reply)["error"]["words"] == str(found)


@given(
    st.sampled_from(sorted(REQUESTS)),
    st.dictionaries(
        st.sampled_from(["position", "player", "seconds", "game", "seed", "number", "of"]),
        ANY_JSON,
    ),
)
def test_fields_of_any_type_are_a_request_or_refused(name: str, fields: dict[str, object]) -> None:
    found = read_or_refused(line({"id": 1, "request": name, **fields}))
    assert found.id == 1 or "deep nesting" in str(found)  # NaN and infinities are no JSON
    if not isinstance(found, RequestError):
        assert type(found) is REQUESTS[name]
        assert all(getattr(found, key) == value for key, value in fields.items())


def test_an_answer_is_one_line_of_ascii_whatever_its_id() -> None:
    reply = answer("ä\n\ud800\u2028", {"a": [1]})
    assert reply.isascii()
    assert reply.endswith(b"\n")
    assert reply.count(b"\n") == 1
    assert json.loads(reply)["id"] == "ä\n\ud800\u2028"


def test_workers_that_fail_to_start_cost_the_requests_not_the_engine() -> None:
    (inlet, requests), (answers, outlet) = os.pipe(), os.pipe()
    engine = Engine(sys.exit, 2, inlet, outlet)  # what answers requests ends the process
    os.write(requests, b'{"id": 1, "request": "hello"}\n{"id": 2, "request": "hello"}\n')
    os.close(requests)
    assert engine.run() == "ended"
    reply = [json.loads(one) for one in os.read(answers, 10_000).splitlines()]
    assert [one["id"] for one in reply] == [1, 2]
    assert {one["error"]["kind"] for one in reply} == {"failed"}
    for end in (inlet, answers, outlet):
        os.close(end)


@pytest.mark.parametrize("requests", [b'{"id": 1, "request": "hello"}\n', b"rubbish\n"])
def test_an_answer_that_cannot_be_written_is_an_error(requests: bytes) -> None:
    for make, reason in ((_no_reader, BrokenPipeError), (_full, OSError), (_closed, OSError)):
        (inlet, asking), outlet = os.pipe(), make()
        os.write(asking, requests)
        os.close(asking)
        with pytest.raises(reason):
            Engine(sys.exit, 1, inlet, outlet).run()
        os.close(inlet)
        if make is not _closed:
            os.close(outlet)


def _no_reader() -> int:
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def _full() -> int:
    if not os.path.exists("/dev/full"):  # noqa: PTH110
        pytest.skip("needs /dev/full")
    return os.open("/dev/full", os.O_WRONLY)


def _closed() -> int:
    number = _no_reader()
    os.close(number)
    return number


def asked(position: Position, **fields: object) -> MoveRequest:
    found = read(line({"id": 1, "request": "move", "position": str(position), **fields}))
    assert isinstance(found, MoveRequest)
    return found


@pytest.mark.parametrize("recipe", ["swift", "champion(playouts=20)", "random"])
def test_a_kept_game_is_played_as_the_player_plays_it(recipe: str) -> None:
    deal = Deal.seeded(Grid(5, 5), 4, 11, 2)
    moves = MoveAnswers()
    record = play(recipe, deal, chance=Chance(11, PLAYS, 2)).record
    referee = Referee(deal, Rules())
    for number, step in enumerate(record.steps):
        request = asked(referee.position, player=recipe, game="g", seed=11, number=2)
        found = moves.decide(request)
        assert found["begun"] == (number == 0)
        assert found["decision"]["action"] == step.decision.move.action
        assert found["decision"]["cell"] == step.decision.move.cell
        assert found["decision"]["reason"] == step.decision.reason.words
        referee.play(step.decision.move)


def test_a_game_begins_anew_where_it_cannot_go_on() -> None:
    moves, start = MoveAnswers(), Position.start(Grid(4, 4), 3)
    after = Referee(Deal.seeded(Grid(4, 4), 3, 1), Rules()).open((0, 0))
    assert after.outcome == "playing"

    def begun(position: Position, **fields: object) -> bool:
        found = moves.decide(asked(position, game="g", **fields))["begun"]
        assert isinstance(found, bool)
        return found

    assert begun(start)
    assert not begun(after)
    assert not begun(after)
    assert begun(after, player="csp")
    assert begun(after, player="csp", seed=4)
    assert not begun(after, player="csp", seed=4)
    assert begun(start, player="csp", seed=4)  # what was open is closed again
    assert begun(Position.start(Grid(4, 4), 4), player="csp", seed=4)
    assert moves.decide(asked(start))["begun"]
    assert moves.decide(asked(start))["begun"]


@given(games(losing=False, flags="any"))
def test_positions_of_one_game_follow_each_other(referee: Referee) -> None:
    positions_of = [referee.position]
    while referee.moves_made:
        positions_of.insert(0, referee.undo())
    for number, after in enumerate(positions_of):
        assert all(follows(before, after) for before in positions_of[: number + 1])
        if len(after.hidden_indices) < len(positions_of[0].hidden_indices):
            assert not follows(after, positions_of[0])


@given(positions())
def test_a_decision_is_what_the_player_decides(position: Position) -> None:
    decided = read_recipe("single-point > random").begin(Chance(5, PLAYS, 6))
    request = asked(position, player="single-point > random", seed=5, number=6)
    if position.outcome != "playing":
        with pytest.raises(InputError, match=f"the game is {position.outcome}"):
            MoveAnswers().decide(request)
        return
    found = json.loads(answer(1, MoveAnswers().decide(request)))["result"]
    decision = decided(position)
    if isinstance(decision, Pass):
        assert found["decision"] is None
        assert len(found["passed"]) == 2
    else:
        assert found["decision"]["cell"] == list(decision.move.cell)
        assert found["decision"]["strategy"] == decision.strategy
        assert [one["strategy"] for one in found["passed"]] == [p.strategy for p in decision.passed]


@needs("sapper_agents")
def test_only_strategies_that_think_by_the_clock_are_told_the_time() -> None:
    def reply(recipe: str, seconds: float | None) -> str:
        return " > ".join(link.text for link in within(read_recipe(recipe), seconds).chain)

    limit = f"{STRATEGY_SHARE * 2:g}"
    assert reply("champion", 2) == f"start > single-point > champion(seconds={limit})"
    assert reply("bssuct", 2) == f"bssuct(seconds={limit})"
    assert reply("champion(playouts=9)", 2) == "start > single-point > champion(playouts=9)"
    assert reply("swift", 2) == "start > single-point > swift"
    assert reply("champion", None) == "start > single-point > champion"


@needs("sapper_agents")
def test_the_player_is_told_of_the_time_that_the_analysis_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, reply = [0.0], []

    def find_for(seconds: float, position: Position, limit: float) -> Findings:
        now[0] += seconds
        return find(position, limit)

    def heard(findings: Findings, player: Player) -> Pass:
        reply.append(" > ".join(link.text for link in player.chain))
        return Pass("test", "")

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(engine_answers, "advised", heard)
    for spent in (0.0, 5.0, 99.0):
        monkeypatch.setattr(engine_answers, "find", partial(find_for, spent))
        engine_answers.analysed(Analyse(1, POSITION, "bssuct", 10.0))
    assert reply == ["bssuct(seconds=8)", "bssuct(seconds=4)", "bssuct(seconds=0.0008)"]


def test_a_board_that_is_too_large_is_refused() -> None:
    side = int(MAX_CELLS**0.5) + 1
    with pytest.raises(InputError, match=f"at most {MAX_CELLS:,}"):
        MoveAnswers().decide(asked(Position.start(Grid(side, side), 9)))
