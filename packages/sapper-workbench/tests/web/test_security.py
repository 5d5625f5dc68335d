"""Who is let in, and how much: what others send is refused with one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import InputError
from sapper_workbench.web import (
    COOKIE,
    HEADERS,
    Access,
    Guard,
    Limits,
    Visitors,
    access_of,
    link,
    token_in,
)
from tests.web.served import ALONE, Client, served

SENTENCE = r"[^\n]{8,300}"
TOKEN = "let-me-in"


def refusal(answer: Any, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    sentence: str = answer.json()["error"]
    assert "\n" not in sentence
    return sentence


async def never(scope: Any, receive: Any, send: Any) -> None:
    """An application that must not be reached."""
    raise AssertionError("it must not come here")


def posted(*headers: tuple[bytes, bytes]) -> dict[str, Any]:
    """The ASGI scope of a request whose JSON body follows."""
    return {
        "type": "http",
        "method": "POST",
        "path": "/api/games",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json"), *headers],
    }


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    access = Access(Access().names | {"box.example"}, anywhere=True, token=TOKEN)
    with served(tmp_path_factory.mktemp("games"), ALONE, access) as client:
        yield client


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "[::1", "a b"]
)
def test_other_names_are_not_answered(client: Client, host: str) -> None:
    refusal(client.get("/api/about", headers={"host": host}), 421)


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1", "[::1]:80", "LOCALHOST", "localhost."]
)
def test_names_of_this_machine_are(client: Client, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_other_sites_get_no_answer(client: Client, headers: dict[str, str]) -> None:
    assert "other sites" in refusal(client.get("/api/about", headers=headers), 403)
    assert "other sites" in refusal(client.post("/api/games", json={}, headers=headers), 403)


def test_links_from_other_sites_open_the_page_only(client: Client) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=headers).status_code == 200


def test_forms_of_other_sites_are_no_json(client: Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        headers = {} if kind is None else {"content-type": kind}
        reply = client.post("/api/games", content=b'{"level": "expert"}', headers=headers)
        assert "application/json" in refusal(reply, 415)


def test_refusals_say_what_is_wrong_and_what_to_do(client: Client) -> None:
    said = refusal(client.post("/api/about", json={}), 405)
    for path, allowed in (
        ("about", "GET, HEAD"),
        ("games", "POST"),
        ("studies", "GET, HEAD, POST"),
    ):
        for method in ("POST", "PUT", "DELETE", "GET", "HEAD"):
            answer = client.request(method, f"/api/{path}")  # without a body or its type
            if method not in allowed:
                assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
            else:
                assert answer.status_code != 405
    assert said == "method not allowed: use GET"
    assert refusal(client.get("/api/games"), 405) == "method not allowed: use POST"
    said = refusal(client.post("/index.html", json={}), 405)
    assert said == "method not allowed: use GET"
    json = {"content-type": "application/json"}
    said = refusal(client.post("/api/games", content=b"{", headers=json), 400)
    assert said.startswith("line 1, column 2: expected the request body as JSON")
    said = refusal(client.get("/api/about", headers={"host": "evil.example"}), 421)
    assert said == "an unknown host name"
    assert refusal(client.get("/nothing"), 404).startswith("not found")


@pytest.mark.parametrize("path", ["/", "/api/about", "/api/games/x", "/nothing", "/style/../../x"])
def test_every_answer_forbids_what_the_page_does_not_need(client: Client, path: str) -> None:
    answer = client.get(path)
    assert HEADERS.items() <= dict(answer.headers).items()
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/server.py",
        "/app/..%5c..%5cserver.py",
        "//etc/passwd",
        "/style/%00",
        "/app",
        "/" + "a" * 5000,
        "/api/games/..%2f..%2fx",
        "/api/games/0123456789abcdeg",
        "/api/results/..%2f..%2fserver.py",
    ],
)
def test_no_path_leads_out_of_the_page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 307), answer.text[:200]
    assert "root:" not in answer.text
    assert "import" not in answer.text


def test_bodies_are_refused_at_the_limit_without_being_read(client: Client) -> None:
    """100 MB in pieces: only about as much as is allowed is ever taken."""
    limit, taken = Limits().body, 0
    answered: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += 100_000
        return {"type": "http.request", "body": b"x" * 100_000, "more_body": taken < 100_000_000}

    async def send(message: Any) -> None:
        answered.append(message)

    for reply in ([], [(b"content-length", b"100000000")], [(b"content-length", b"-1")]):
        answered.clear()
        taken = 0
        guard = Guard(never, Access(), Limits())
        asyncio.run(guard(posted(*reply), receive, send))
        assert answered[0]["status"] == 413
        assert (b"connection", b"close") in answered[0]["headers"]
        assert taken <= limit + 100_000
    too_long = client.post("/api/analyse", json={"text": "H" * limit})
    assert "bytes" in refusal(too_long, 413)


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    answered: list[Any] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(3600)
        return {}

    async def send(message: Any) -> None:
        answered.append(message)

    guard = Guard(never, Access(), Limits(patience=0.01))
    asyncio.run(guard(posted(), receive, send))
    assert answered[0]["status"] == 408


def test_an_incomplete_body_of_the_busiest_address_gives_way() -> None:
    """Nor do such bodies count as requests that are being answered."""
    complete = {"type": "http.request", "body": b"{}", "more_body": False}

    async def run() -> None:
        forever: asyncio.Future[dict[str, Any]] = asyncio.Future()
        statuses: dict[int, int] = {}

        async def ask(number: int, address: str, arriving: Any) -> None:
            async def receive() -> dict[str, Any]:
                message: dict[str, Any] = await arriving
                return message

            async def send(message: Any) -> None:
                statuses.setdefault(number, message.get("status"))

            await guard({**posted(), "client": (address, 1)}, receive, send)

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        guard = Guard(answer, Access(), Limits(bodies=3, requests=1))
        addresses = ("10.0.0.2", "10.0.0.1", "10.0.0.1", "10.0.0.1")
        asking = []
        for number, address in enumerate(addresses):
            asking.append(asyncio.ensure_future(ask(number, address, asyncio.shield(forever))))
            await asyncio.sleep(0)
        await asking[1]
        assert statuses == {1: 408}
        arrived: asyncio.Future[Any] = asyncio.Future()
        arrived.set_result(complete)
        await ask(9, "10.0.0.3", arrived)
        assert statuses[9] == 200
        for task in asking:
            task.cancel()

    asyncio.run(run())


def test_on_a_shared_server_one_address_gets_half_of_the_answers() -> None:
    async def run() -> None:
        sent: list[tuple[str, int, bool]] = []
        begun = asyncio.Semaphore(0)

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            begun.release()
            await asyncio.sleep(3600)

        async def ask(address: str) -> None:
            async def send(message: Any) -> None:
                if "status" in message:
                    names = [name for name, _ in message["headers"]]
                    sent.append((address, message["status"], b"retry-after" in names))

            scope = {**posted(), "method": "GET", "client": (address, 1)}
            await guard(scope, never_received, send)

        async def never_received() -> Any:
            raise AssertionError("a GET has no body")

        guard = Guard(answer, Access(visitors=Visitors(b"key")), Limits(requests=4))
        asking = []
        for address in ("10.0.0.1", "10.0.0.1", "2001:db8::1", "2001:db8::2"):
            asking.append(asyncio.ensure_future(ask(address)))
            await begun.acquire()
            if len(asking) == 2:
                await ask("10.0.0.1")
        await ask("10.0.0.3")
        assert sent == [("10.0.0.1", 429, True), ("10.0.0.3", 503, True)]
        for task in asking:
            task.cancel()

    asyncio.run(run())


def test_a_visitor_who_leaves_before_the_end_of_his_body_is_no_fault() -> None:
    answered: list[Any] = []
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(message: Any) -> None:
        answered.append(message)

    asyncio.run(Guard(never, Access(), Limits())(posted(), receive, send))
    assert answered == []


def test_strangers_get_nothing_without_the_token(guarded: Client) -> None:
    for path in (
        "/",
        "/api/about",
        "/style/base.css",
        "/?token=wrong",
        "/?token=",
        f"/?{'a&' * 50}",
    ):
        assert "token" in refusal(guarded.get(path), 401)
    wrong = {"authorization": f"Bearer {TOKEN}x", "cookie": f'{COOKIE}="wrong; ,;;"'}
    for name, value in wrong.items():
        refusal(guarded.get("/api/about", headers={name: value}), 401)
    refusal(guarded.get(f"/api/about?token={TOKEN}"), 401)
    refusal(guarded.post("/api/games", json={}), 401)


def test_the_link_that_is_printed_gives_the_token_to_the_browser(guarded: Client) -> None:
    answer = guarded.get("/", params={"token": TOKEN})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    headers = {"cookie": f"{COOKIE}={TOKEN}"}
    assert guarded.get("/api/about", headers=headers).json()["token_needed"] is False
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert guarded.get("/api/about", headers=bearer).status_code == 200


def test_addresses_name_a_server_that_is_open_to_others_names_do_not(guarded: Client) -> None:
    bearer = {"authorization": f"Bearer {TOKEN}"}
    for host in ("192.168.1.7:8000", "[fe80::1]:8000", "box.example"):
        assert guarded.get("/api/about", headers={**bearer, "host": host}).status_code == 200
    refusal(guarded.get("/api/about", headers={**bearer, "host": "evil.example"}), 421)


def test_servers_answer_to_their_own_names() -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        assert access_of(host, None) == Access()
        assert access_of(host, TOKEN) == Access(token=TOKEN)
    for host in ("0.0.0.0", "::", "192.168.1.7", "box.example"):
        access = access_of(host, TOKEN)
        assert access.token == TOKEN
        assert access.known(host) or host == "::"
    assert link("::1", 80, None) == "http://[::1]:80/"
    assert link("192.168.1.7", 8000, "t") == "http://192.168.1.7:8000/?token=t"


def test_the_token_of_a_folder_stays_the_same(tmp_path: Path) -> None:
    token = token_in(tmp_path / "new")
    assert len(token) >= 32
    assert token_in(tmp_path / "new") == token != token_in(tmp_path / "other")
    file = tmp_path / "new" / "token"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("chosen-by-a-teacher\n")
    assert token_in(tmp_path / "new") == "chosen-by-a-teacher"
    for wrong in ("short", "sixteen letters, and more", ""):
        file.write_text(wrong)
        with pytest.raises(InputError, match="token: a token has 16 to 200"):
            token_in(tmp_path / "new")


def test_scripts_in_names_come_back_as_text(client: Client, tmp_path: Path) -> None:
    script = "<script>alert(1)</script>"
    for answer in (
        client.post("/api/games", json={"world": script}),
        client.post("/api/games", json={script: 1}),
        client.get("/api/watch", params={"player": script}),
        client.post("/api/analyse", json={"text": script}),
    ):
        refusal(answer, 400)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
