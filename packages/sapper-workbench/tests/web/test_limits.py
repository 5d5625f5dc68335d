"""Limits hold before the work: sizes before boards are dealt, queues before threads are asked."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from sapper.errors import InputError
from sapper.game import MAX_CELLS, Deal, Grid, Position, cell_limit, cells_limited
from sapper.notation import deal_of_mbf, read_link
from sapper.records import read_any
from sapper.worker import BusyError, Caller, ShareError
from sapper_workbench.web import CALLER, Threads
from tests.web.served import Client, served

SEEDED = "?board=999x999x99&seed=1&start=0"
ROWS = "\n".join(["H" * 999] * 999)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("limits"), history=True) as client:
        yield client


@pytest.fixture
def undealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """No grid has neighbours and no deal is made."""

    def refused(*args: object, **options: object) -> object:
        raise AssertionError("work before the limit")

    monkeypatch.setattr("sapper.game.grid._adjacency", refused)
    monkeypatch.setattr("sapper.notation.links.links.shuffle", refused)
    monkeypatch.setattr(Deal, "__post_init__", refused)
    monkeypatch.setattr("sapper.game.text._row", refused)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (SEEDED, ""),
        (f"999x499x99\n{ROWS}", ""),
        (f"999x999x99 grid=torus\n{ROWS}", ""),
        ("?b=02550255&m=" + "0" * 13005, ""),
        ("?analysis=qhqhaaaaVRRRRRR", ""),
        ("?position=999x999x99%0A" + ROWS.replace("\n", "%0A"), ""),
        ("# 999 999 99\n" + " ".join(map(str, range(108))), ""),
        ("\xff\xff\x00\x01\x00\x00", "a.mbf"),
        ("Board:\n" + "\n".join(["0" * 300] * 200) + "\nEvents:\n", "a.rawvf"),
    ],
)
def test_readers_refuse_a_large_board_before_they_read_or_deal_it(
    text: str, name: str, undealt: None
) -> None:
    with cells_limited(40_000) as limit, pytest.raises(InputError, match="at most 40,000 cells"):
        read_any(text.encode("latin-1"), name)
    assert limit.exceeded


def test_a_limit_holds_in_its_block_and_not_beside_it() -> None:
    assert cell_limit() == MAX_CELLS
    with cells_limited(9):
        Grid(3, 3)
        with pytest.raises(InputError, match="a board here has at most 9 cells, not 5x2"):
            Grid(5, 2)
        with cells_limited(10):
            Grid(5, 2)
        beside = threading.Thread(target=lambda: Grid(5, 2))
        beside.start()
        beside.join()
    with pytest.raises(InputError, match="at most 9 cells"), cells_limited(9):
        deal_of_mbf(bytes([5, 2, 0, 0]))
    Position.parse("5x2x1\nHHHHH\nHHHHH")


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/analyse", {"text": SEEDED}),
        ("/api/why", {"text": SEEDED, "cell": [0, 0]}),
        ("/api/candidates", {"text": SEEDED}),
        ("/api/clicks", {"text": SEEDED}),
        ("/api/answer", {"text": SEEDED, "cell": [0, 0], "chosen": [0, 0]}),
        ("/api/games", {"width": 999, "height": 999, "mines": 99}),
        ("/api/games", {"position": "999x499x99\n" + "\n".join(["H" * 999] * 499)}),
        ("/api/games", {"record": "sapper-game\n999x999x99\n"}),
        ("/api/analyse", {"text": "sapper-position\n999x999x99\n\n*"}),
        (
            "/api/variations",
            {"tree": {"kind": "position", "start": "999x999x9\nH", "moves": []}},
        ),
    ],
)
def test_endpoints_refuse_large_boards(
    client: Client, path: str, fields: dict[str, object]
) -> None:
    answer = client.post(path, json=fields)
    assert answer.status_code == 400
    assert "at most 40,000 cells" in answer.json()["error"]


def test_boards_between_the_limits_are_read_by_a_worker(client: Client) -> None:
    text = str(Position.start(Grid(60, 60), 9))
    assert client.post("/api/analyse", json={"text": text}).json()["width"] == 60
    link = "?board=60x60x9&seed=1&start=0"
    assert client.post("/api/analyse", json={"text": link}).json()["height"] == 60
    assert isinstance(read_link(link), Deal)


def test_a_record_with_too_many_steps_is_refused(client: Client) -> None:
    moves = " ".join(["1. flag [0, 0] 2. unflag [0, 0]"] * 2_500)
    text = f"sapper-game\n3x3x1\nHHH\nHHH\nHHH\n\n{moves} *"
    answer = client.post("/api/games", json={"record": text})
    assert "too long" in answer.json()["error"]


async def _full_queue() -> None:
    threads, held = Threads(1, 2), threading.Event()
    began: list[int] = []

    def wait(number: int) -> int:
        began.append(number)
        held.wait()
        return number

    calls = [asyncio.ensure_future(threads.run(wait, number)) for number in range(3)]
    await asyncio.sleep(0)  # all are counted now
    with pytest.raises(BusyError, match="too many requests are waiting"):
        await threads.run(wait, 3)
    calls[1].cancel()  # a visitor who leaves makes room, and the work never begins
    await asyncio.sleep(0)
    calls.append(asyncio.ensure_future(threads.run(wait, 4)))
    await asyncio.sleep(0)
    held.set()
    assert await calls[0] == 0
    assert await calls[2] == 2
    assert await calls[3] == 4
    assert began == [0, 2, 4]
    with cells_limited(9):
        assert await threads.run(cell_limit) == 9


def test_a_full_queue_of_threads_refuses_and_those_who_leave_make_room() -> None:
    asyncio.run(_full_queue())


def test_a_visitor_has_a_share_of_the_threads() -> None:
    async def run() -> None:
        threads, held = Threads(1, 9, share=2), threading.Event()

        async def ask(visitor: str) -> bool:
            CALLER.set(Caller("10.0.0.1", visitor))
            return await threads.run(held.wait)

        calls = [asyncio.ensure_future(ask("ann")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ShareError):
            await asyncio.create_task(ask("ann"))
        calls.append(asyncio.ensure_future(ask("ben")))
        held.set()
        assert await asyncio.gather(*calls) == [True] * 3
        assert await asyncio.create_task(ask("ann"))

    asyncio.run(run())
