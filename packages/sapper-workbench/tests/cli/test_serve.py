"""``sapper serve``: it starts, says where, ends cleanly, and forgets nothing."""

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import httpx
import pytest

from sapper_workbench.web import games_folder, group
from sapper_workbench.web.server import _socket
from tests.cli.runs import run, sentence
from tests.web.running import PATIENCE, Server, gone
from tests.web.running import server as seeded_server
from tests.web.served import parsed

server = partial(seeded_server, command=("-m", "sapper"))  #: as a user starts it


@pytest.mark.slow
def test_a_game_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    with server("--data", str(tmp_path)) as first:
        game = first.post("/api/games", {"level": "beginner", "seed": 1}).json()
        path = f"/api/games/{game['id']}"
        move = {"action": "open", "cell": [4, 4]}
        assert first.post(f"{path}/moves", move).status_code == 200
        cells = first.get(path).json()["board"]["cells"]
        workers = first.workers
        assert workers
        first.end(signal.SIGKILL)
        assert all(map(gone, workers))
    with server("--data", str(tmp_path)) as second:
        assert second.get(path).json()["board"]["cells"] == cells
        assert any(code != "H" for code in cells)


@pytest.mark.slow
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_it_ends_cleanly_in_the_middle_of_a_game(
    tmp_path: Path, how: signal.Signals, code: int
) -> None:
    with server("--data", str(tmp_path)) as running:
        with running.watch("bssuct(seconds=3600)") as lines:
            assert "event: start" in lines
            workers = running.workers
            assert running.end(how) == code
        assert all(map(gone, workers))
        assert running.process.stderr is not None
        assert "Traceback" not in running.process.stderr.read()


@pytest.mark.slow
def test_ctrl_c_heard_again_and_again_is_no_traceback(tmp_path: Path) -> None:
    """A terminal sends it to every process, one that started another hands it on, and who finds
    the end slow presses it once more."""
    with server("--data", str(tmp_path)) as running:
        with running.watch("champion(seconds=1)") as lines:
            assert "event: step" in lines
            while running.process.poll() is None:
                running.process.send_signal(signal.SIGINT)
                time.sleep(0.02)  # two that come at once are one
        assert running.process.returncode == 130
        assert running.process.stderr is not None
        assert "Traceback" not in running.process.stderr.read()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for what leaves no traces."""
    with server("--data", str(tmp_path_factory.mktemp("games"))) as found:
        yield found


def test_a_visitor_who_leaves_frees_his_worker(running: Server) -> None:
    for _ in range(3):  # more than may watch at a time
        with running.watch("bssuct(seconds=60)") as lines:
            assert "event: start" in lines
    answer = running.get("/api/watch?player=csp")
    assert [name for name, _ in parsed(answer.text)][-1] == "end"


def test_the_page_is_there_at_once(running: Server) -> None:
    answer = running.get("/")
    assert answer.status_code == 200
    assert answer.text.startswith("<!doctype html>")


def test_answers_do_not_wait_for_the_visitors_system() -> None:
    """An answer is sent in pieces: the second must not wait for word of the first (40 ms)."""
    at_once = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sending = writer.get_extra_info("socket")
        at_once.append(sending.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
        writer.close()

    async def ask() -> None:
        listening = _socket("127.0.0.1", 0)
        async with await asyncio.start_server(answer, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()

    asyncio.run(ask())
    assert at_once == [True]


def test_a_body_of_100_megabytes_is_cut_off(running: Server) -> None:
    port = int(running.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as sent:
        sent.settimeout(PATIENCE)
        sent.sendall(
            b"POST /api/games HTTP/1.1\r\nhost: localhost\r\n"
            b"content-type: application/json\r\ncontent-length: 100000000\r\n\r\n"
        )
        assert sent.recv(1000).startswith(b"HTTP/1.1 413")
        with pytest.raises(OSError, match=r"reset|[Pp]ipe"):
            pour(sent)
    assert running.get("/").status_code == 200
    status = Path(f"/proc/{running.process.pid}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    assert int(peak.split()[1]) < 400_000


def pour(sent: socket.socket) -> None:
    """The body that was announced."""
    for _ in range(1000):
        sent.sendall(b"x" * 100_000)


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        reply = sentence("serve", "--port", str(port), "--data", str(tmp_path))
    assert reply.startswith(f"cannot listen on 127.0.0.1:{port}: ")
    assert "in use" in reply
    assert "--port" in reply


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "99999"], "whole number from 0 to 65535"),
        (["--host", "300.1.1.1"], "300.1.1.1"),
        (["--store", "nowhere.db"], "nowhere.db: no such file"),
        (["--data", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_wrong_options_are_one_sentence(tmp_path: Path, arguments: list[str], words: str) -> None:
    usual = {"--port": "0", "--data": str(tmp_path)} | {arguments[0]: arguments[1]}
    assert words in sentence("serve", *chain(*usual.items()))


@pytest.mark.slow
def test_other_addresses_get_a_link_with_a_token_that_stays_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tokens = []
    for chosen in ("", "", "chosen-by-a-teacher"):
        if chosen:
            monkeypatch.setenv("SAPPER_TOKEN", chosen)
        with server("--data", str(tmp_path), "--host", "0.0.0.0") as running:
            address, _, token = running.url.partition("/?token=")
            tokens.append(token)
            port = address.rsplit(":", 1)[1]
            local = f"http://127.0.0.1:{port}"
            assert httpx.get(local, timeout=PATIENCE).status_code == 401
            with httpx.Client(timeout=PATIENCE) as client:
                assert client.get(f"{local}/?token={token}").status_code == 303
                assert client.get(f"{local}/api/about").json()["token_needed"] is True
    assert tokens == [tokens[0], tokens[0], "chosen-by-a-teacher"]
    assert len(tokens[0]) >= 32
    monkeypatch.setenv("SAPPER_TOKEN", "short")
    assert "SAPPER_TOKEN: a token has 16" in sentence("serve", "--data", str(tmp_path))


@pytest.mark.slow
def test_a_second_server_says_where_the_first_one_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("click.launch", opened.append)
    again = ("serve", "--data", str(tmp_path))
    with server("--data", str(tmp_path)) as running:
        port = running.url.rsplit(":", 1)[1]
        for more in ((), ("--port", port)):
            reply = sentence(*again, *more)
            assert f"another server uses this folder, at {running.url}/" in reply
        assert opened == []
        answer = run(*again, "--open")
        assert answer.exit_code == 0
        assert opened == [f"{running.url}/"]
        running.end(signal.SIGKILL)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "another program uses the port" in sentence(*again, "--port", port, "--open")


#: A server with an endpoint that keeps a thread busy for an hour.
BUSY = """
import sys, time
from sapper_workbench.web import server
from sapper_workbench.web.http.endpoints import Endpoint
server.LONGEST_SHUTDOWN = 0.5
def busy(bench) -> int:
    "Sleep."
    print("busy", flush=True)
    time.sleep(3600)
    return 0
server.ENDPOINTS += (Endpoint("GET", "/api/busy", busy),)
from sapper.cli import main
main(sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_it_ends_although_a_thread_is_busy(tmp_path: Path, how: signal.Signals, code: int) -> None:
    with server("--data", str(tmp_path), command=("-c", BUSY)) as running:
        port = int(running.url.rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as asking:
            asking.sendall(b"GET /api/busy HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert running.process.stdout is not None
            assert running.process.stdout.readline() == "busy\n"
            workers = running.workers
            assert running.end(how) == code
        assert all(map(gone, workers))


@pytest.mark.slow
@pytest.mark.parametrize(("proxy", "groups"), [((), 1), (("--proxy", "127.0.0.0/8"), 2)])
def test_only_a_known_proxy_names_the_address_of_a_visitor(
    tmp_path: Path, proxy: tuple[str, ...], groups: int
) -> None:
    with server("--data", str(tmp_path), "--host", "0.0.0.0", *proxy) as running:
        address, _, token = running.url.partition("/?token=")
        about = f"http://127.0.0.1:{address.rsplit(':', 1)[1]}/api/about"
        found = set()
        for client in ("10.1.1.1", "10.2.2.2", "10.1.1.1"):
            headers = {"x-forwarded-for": client, "cookie": f"sapper-token={token}"}
            answer = httpx.get(about, headers=headers, timeout=PATIENCE)
            found.add(group(answer.cookies["sapper-visitor"]))
        assert len(found) == groups


def test_wrong_proxies_are_refused(tmp_path: Path) -> None:
    reply = sentence("serve", "--data", str(tmp_path), "--proxy", "nginx")
    assert "expected an IP address or a network" in reply


@pytest.mark.slow
def test_games_are_kept_where_the_system_keeps_the_state_of_programs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert games_folder() == tmp_path / "sapper" / "games"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert games_folder() == tmp_path / ".local" / "state" / "sapper" / "games"
