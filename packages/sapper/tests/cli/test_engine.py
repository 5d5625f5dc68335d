"""``sapper engine`` as a process: answers, several at a time, stopped, ended, with nothing left."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from select import select
from shutil import which
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.engine import MAX_LINE_BYTES, PROTOCOL, REQUESTS
from tests.engine.test_engine import ANY_JSON
from tests.sources import ROOT, needs

ENGINE = [sys.executable, "-m", "sapper", "engine"]
POSITION = "4x3x2\nHHHH\n1221\n0000"
#: Nothing is certain here, and bssuct may think about it as long as it is let.
GUESS = "16x16x40\n" + "\n".join(
    "H" * 7 + ("1" if row == 7 else "H") + "H" * 8 for row in range(16)
)
ENDLESS = {"request": "move", "position": GUESS, "player": "bssuct(seconds=3000)"}
ENDLESS_LINE = json.dumps({"id": 2, **ENDLESS}).encode() + b"\n"
PATIENCE = 120.0  #: seconds until a test gives up

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


class Running:
    """An engine, and what it has answered, by id."""

    def __init__(self, *options: str) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([*ENGINE, *options], start_new_session=True, **pipes)  # type: ignore[call-overload]
        self.answers: dict[Any, Any] = {}

    def say(self, *requests: dict[str, Any] | bytes) -> None:
        for request in requests:
            line = request if isinstance(request, bytes) else json.dumps(request).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def answer(self, request_id: object) -> Any:
        while request_id not in self.answers:
            line = self.process.stdout.readline()
            assert line, f"the engine ended without an answer to {request_id}"
            found = json.loads(line)
            assert found["id"] is None or found["id"] not in self.answers
            self.answers[found["id"]] = found
        return self.answers.pop(request_id)

    def ask(self, request: dict[str, Any] | bytes) -> Any:
        self.say(request)
        return self.answer(request["id"] if isinstance(request, dict) else None)

    def family(self) -> set[int]:
        """The processes below it."""
        found, waiting = set(), [self.process.pid]
        while waiting:
            here = waiting.pop()
            with suppress(OSError):  # it is gone by now
                for task in Path(f"/proc/{here}/task").glob("*/children"):
                    children = [int(pid) for pid in task.read_text().split()]
                    found.update(children)
                    waiting += children
        return found

    def end(self) -> int:
        self.process.stdin.close()
        self.process.stdout.close()
        code = self.process.wait(PATIENCE)
        assert isinstance(code, int)
        return code


def wait_for(true: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.01)


def kill_workers(running: Running) -> None:
    for pid in running.family():
        with suppress(OSError):  # it is gone already
            if b"sapper.worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def running() -> Iterator[Running]:
    begun = Running("--workers", "2")
    yield begun
    if begun.process.poll() is None:
        begun.process.kill()
    begun.end()


engine = pytest.fixture(running, name="engine")
#: For tests that leave it as it was: a process takes half a second to start.
lasting_engine = pytest.fixture(running, scope="module", name="lasting")


def test_analyses_and_moves_are_those_of_the_library(engine: Running) -> None:
    analysis = engine.ask({"id": 1, "request": "analyse", "position": POSITION})["result"]
    command = [sys.executable, "-m", "sapper", "analyse", "--json"]
    done = subprocess.run(command, input=POSITION, capture_output=True, text=True, check=True)
    assert analysis == json.loads(done.stdout)
    best = {"id": 5, "request": "analyse", "position": GUESS, "playouts": 20, "seconds": 3600}
    compared = sapper.candidates(sapper.Position.parse(GUESS), playouts=20)
    seen = engine.ask(best)["result"]["candidates"]
    assert seen == json.loads(json.dumps([one.to_json() for one in compared.best]))
    impossible = engine.ask({"id": 2, "request": "analyse", "position": "3x1x2\n1H1"})["result"]
    assert impossible["consistent"] is False
    move = engine.ask({"id": "m", "request": "move", "position": POSITION})["result"]
    assert move["decision"]["cell"] in analysis["safe"]
    hello = engine.ask({"id": 3, "request": "hello"})["result"]
    assert hello["version"] == sapper.__version__
    assert engine.ask({"id": 4, "request": "quit"}) == {"id": 4, "result": {}}
    assert engine.process.wait(PATIENCE) == 0


def test_nonsense_is_refused_and_the_engine_goes_on(lasting: Running) -> None:
    deep, long = b"[" * (MAX_LINE_BYTES - 1), b"x" * (3 * MAX_LINE_BYTES)
    nonsense = [
        b"\xff\xfe",
        b"null",
        deep,
        long,
        b"{} {}",
        b'{"id": 1, "request": "quit", "id": []}',
    ]
    for line in nonsense:
        assert lasting.ask(line)["error"]["kind"] == "request"
    lasting.say(b"", b"  \r", b"\t")  # skipped
    wrong = {"id": 1, "request": "analyse", "position": "4x3"}
    assert lasting.ask(wrong)["error"]["kind"] == "input"
    assert lasting.ask({**wrong, "position": "1000x1000x1\n"})["error"]["kind"] == "input"
    nobody = {"id": 1, "request": "move", "position": POSITION, "player": "nobody"}
    assert "'nobody'" in lasting.ask(nobody)["error"]["words"]
    assert lasting.ask({"id": 1, "request": "move", "position": POSITION})["result"]["decision"]


@linux
@needs("sapper_agents")
def test_what_is_cancelled_or_late_stops_and_all_else_is_done(lasting: Running) -> None:
    lasting.say({"id": "long", **ENDLESS}, {"id": "late", **ENDLESS, "seconds": 0.3})
    late = lasting.answer("late")
    assert late["error"] == {"kind": "time", "words": "the request took longer than 0.3 s"}
    quick = [{"id": n, "request": "move", "position": POSITION} for n in range(20)]
    lasting.say(*quick)
    assert all(lasting.answer(n)["result"]["decision"]["cell"] == [0, 0] for n in range(20))
    assert "still unanswered" in lasting.ask({"id": "long", **ENDLESS})["error"]["words"]
    workers = lasting.family()
    assert lasting.ask({"id": 1, "request": "cancel", "of": "long"})["result"] == {
        "cancelled": True
    }
    assert lasting.answer("long")["error"]["kind"] == "cancelled"
    assert lasting.ask({"id": 1, "request": "cancel", "of": "long"})["result"] == {
        "cancelled": False
    }
    wait_for(lambda: not all(alive(pid) for pid in workers))  # the one that was at it
    assert lasting.ask(quick[0])["result"]


def test_quit_cancels_all_that_waits_and_all_that_is_at_work(engine: Running) -> None:
    engine.say(*({"id": n, **ENDLESS} for n in range(40)), {"id": "q", "request": "quit"})
    assert engine.answer("q")["result"] == {}
    assert {engine.answers[n]["error"]["kind"] for n in range(40)} == {"cancelled"}
    assert engine.process.wait(PATIENCE) == 0


@linux
@needs("sapper_agents")
def test_a_worker_that_is_killed_costs_the_request_it_works_on(lasting: Running) -> None:
    lasting.say({"id": 1, **ENDLESS})
    while not select([lasting.process.stdout], [], [], 1.0)[0]:  # until one had begun it
        kill_workers(lasting)
    assert lasting.answer(1)["error"]["kind"] == "failed"
    assert lasting.ask({"id": 2, "request": "move", "position": POSITION})["result"]


@linux
def test_idle_workers_that_are_killed_cost_nothing(lasting: Running) -> None:
    for number in range(10):
        kill_workers(lasting)  # and before the engine learns of it:
        assert lasting.ask({"id": number, "request": "move", "position": POSITION})["result"]


def test_a_game_stays_with_its_worker(lasting: Running) -> None:
    move = {"request": "move", "position": POSITION, "game": "g"}
    assert lasting.ask({"id": 1, **move})["result"]["begun"]
    lasting.say({"id": "other", **ENDLESS})
    moves = [{"id": n, **move} for n in range(2, 9)]
    lasting.say(*moves, {"id": "stop", "request": "cancel", "of": "other"})
    lasting.answer("stop")
    begun = [lasting.answer(n)["result"]["begun"] for n in range(2, 9)]
    assert begun.count(True) <= 1  # if the cancelled request had taken its worker
    assert begun[1:] == [False] * 6


@pytest.mark.slow
@linux
@pytest.mark.parametrize("end", ["input", "gone", signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_behind(engine: Running, end: str | signal.Signals) -> None:
    engine.ask({"id": 0, "request": "hello"})
    if end != "input":
        engine.say({"id": 1, **ENDLESS}, {"id": 2, **ENDLESS})
        engine.ask({"id": 3, "request": "cancel", "of": "nothing"})
    family = engine.family()
    assert family
    match end:
        case "input":
            engine.process.stdin.close()
            codes = [0]
        case "gone":
            engine.process.stdin.close()
            engine.process.stdout.close()
            codes = [1, 141]  # nobody reads its answers any more
        case signal.Signals():
            os.killpg(engine.process.pid, end) if end == signal.SIGINT else os.kill(
                engine.process.pid, end
            )
            codes = [-9] if end == signal.SIGKILL else [130]
    assert engine.process.wait(PATIENCE) in codes
    wait_for(lambda: not any(map(alive, family)))


@pytest.mark.slow
def test_the_last_requests_are_answered_after_the_end_of_the_input() -> None:
    move = {"request": "move", "position": POSITION, "player": "random"}
    requests = [{"id": n, **move} for n in range(300)]
    lines = "\n".join(map(json.dumps, requests))  # no newline at the end
    done = subprocess.run(ENGINE, input=lines, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0
    assert not done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(answer["id"] for answer in found) == list(
        range(300)
    )  # more than are read at once
    assert all(answer["result"]["decision"]["guess"] for answer in found)


def lines() -> st.SearchStrategy[bytes]:
    """Anything that is not a request: bytes, JSON, and requests with a part cut out."""
    request = json.dumps({"id": 1, "request": "move", "position": "2x1x1\nHH", "seed": 3}).encode()
    places = st.integers(0, len(request) - 1)
    cut = st.tuples(places, st.integers(1, 9)).map(lambda c: request[: c[0]] + request[sum(c) :])
    return st.one_of(st.binary(max_size=99), ANY_JSON.map(json.dumps).map(str.encode), cut)


@pytest.mark.slow
@settings(max_examples=3)
@given(given_lines=st.lists(lines(), max_size=80))
def test_every_line_is_answered_by_one(given_lines: list[bytes]) -> None:
    said = b"\n".join(line.replace(b"\n", b" ") for line in given_lines)
    done = subprocess.run(ENGINE, input=said, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0
    assert not done.stderr
    reply = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reply) == sum(bool(line.strip()) for line in given_lines)
    assert all(("result" in one) != ("error" in one) for one in reply)


@linux
def test_answers_that_the_device_has_no_room_for_are_an_error() -> None:
    with Path("/dev/full").open("wb") as full:
        asked = b'{"id": 1, "request": "hello"}\n'
        done = subprocess.run(
            ENGINE, input=asked, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE
        )
    assert done.returncode == 2
    assert re.fullmatch(rb"sapper: [^\n]*no space left on device\n", done.stderr)


@pytest.mark.parametrize("more", [b"", ENDLESS_LINE])
def test_a_reader_that_is_gone_ends_the_engine_quietly(more: bytes) -> None:
    """Before the first answer is written, or while a request is at work that would never end."""
    engine = subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    engine.stdout.close()  # type: ignore[union-attr]
    engine.stdout = None
    _, words = engine.communicate(more or b'{"id": 1, "request": "hello"}\n', timeout=PATIENCE)
    assert engine.returncode not in (0, 2)
    assert words == b""


def test_an_engine_whose_answers_nobody_takes_can_still_be_stopped(engine: Running) -> None:
    engine.say(*({"id": n, "request": "analyse", "position": GUESS} for n in range(200)))
    assert engine.process.stdout.readline()  # the rest fills the pipe
    engine.process.send_signal(signal.SIGTERM)
    assert engine.process.wait(PATIENCE) == 130


@pytest.mark.slow
def test_the_documented_conversation_is_what_it_says(lasting: Running) -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) >= 10
    for said, answered in zip(lines[::2], lines[1::2], strict=True):
        assert said.startswith("> ")
        expected = json.loads(answered.removeprefix("< "))
        lasting.say(said.removeprefix("> ").encode())
        assert timeless(lasting.answer(expected["id"])) == timeless(expected)


def timeless(answer: Any) -> Any:
    """An answer without how long the decision took."""
    decision = (answer.get("result") or {}).get("decision") or {}
    decision.pop("seconds", None)
    return answer


CLIENTS = ROOT / "examples" / "engine"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "compiler", "says"),
    [
        ("client.mjs", (), "safe: [[0,0],[0,3]]; open [0,0]: two mines are left"),
        ("client.c", ("cc", "-Wall", "-Werror", "-o"), "open [0, 0]"),
        ("client.rs", ("rustc", "-D", "warnings", "-o"), "open [0, 0]"),
    ],
)
def test_an_example_client_runs(
    name: str, compiler: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    program = compiler[0] if compiler else "node"
    if which(program) is None:
        pytest.skip(f"needs {program}")
    client = CLIENTS / name
    assert len(client.read_text(encoding="utf-8").splitlines()) <= 32
    start = ["node", str(client)]
    if compiler:
        start = [str(tmp_path / "client")]
        made = subprocess.run([*compiler, *start, str(client)], capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
    done = subprocess.run([*start, *ENGINE], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(says)


@pytest.mark.slow
def test_the_schema_has_every_request() -> None:
    done = subprocess.run([*ENGINE, "--schema"], capture_output=True, text=True, timeout=PATIENCE)
    found = json.loads(done.stdout)
    assert found["$id"] == f"urn:sapper:engine:{PROTOCOL}"
    names = {one["$ref"].rpartition("/")[2] for one in found["$defs"]["request"]["anyOf"]}
    assert names == {kind.__name__ for kind in REQUESTS.values()}
    move = found["$defs"]["MoveRequest"]
    assert {"id", "request", "position"} <= set(move["required"])
