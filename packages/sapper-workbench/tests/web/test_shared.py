"""On a shared server nobody sees, changes or loses anything through another visitor."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from sapper.errors import InputError
from sapper_workbench.history import Choice, History, file_of
from sapper_workbench.web import (
    PROGRAMS,
    VISITOR_COOKIE,
    Access,
    Histories,
    Journal,
    Room,
    Visitors,
    group,
    key_in,
    owner,
)
from tests.history.games import NOON, game
from tests.records.finished import played
from tests.web.served import LIMITS, Client, served
from tests.web.test_history import SIZE, cells

TOKEN = "a-token-of-this-test"
CLASS = 30


class Visitor:
    """A browser with its cookies."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.cookies = {"sapper-token": TOKEN}

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        line = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        options: dict[str, Any] = {"json": body} if method == "POST" else {"params": body}
        answer = self._client.request(method, path, headers={"cookie": line}, **options)
        for cookie in answer.headers.get_list("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def json(self, method: str, path: str, **body: Any) -> Any:
        answer = self.ask(method, path, **body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def win(self, seed: int) -> str:
        """Win a game, and return its id."""
        name: str = self.json("POST", "/api/games", **SIZE, seed=seed)["id"]
        for cell in cells(False, seed):
            if (
                self.json("GET", f"/api/games/{name}")["board"]["cells"][4 * cell[0] + cell[1]]
                == "H"
            ):
                self.json("POST", f"/api/games/{name}/moves", action="open", cell=cell)
        return name


@contextmanager
def shared(folder: Path, limits: Any = LIMITS) -> Iterator[Client]:
    """A server that others can reach."""
    access = Access(token=TOKEN, visitors=Visitors(key_in(folder)))
    with served(folder, limits, access, history=True) as client:
        client._client.cookies.jar.set_policy(_NO_COOKIES)
        yield client


class _NoCookies:
    """Browsers keep cookies apart, unlike the one client of these tests."""

    rfc2965 = netscape = hide_cookie2 = False

    def set_ok(self, *_: Any) -> bool:
        return False

    return_ok = domain_return_ok = path_return_ok = set_ok


_NO_COOKIES: Any = _NoCookies()


def test_the_cookie_is_hidden_from_scripts_and_other_sites(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        answer = Visitor(client).ask("GET", "/")
        (cookie,) = answer.headers.get_list("set-cookie")
        assert cookie.startswith(f"{VISITOR_COOKIE}=")
        assert cookie.endswith("; HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax")


def test_a_server_of_one_user_sets_no_cookie_and_has_one_history(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    history.keep(*game(1))  # as the terminal does
    with served(tmp_path, history=True) as client:
        answer = client.get("/api/history")
        assert answer.json()["total"] == 1
        assert "set-cookie" not in answer.headers


@pytest.mark.slow
def test_each_of_thirty_visitors_has_only_their_own_games(tmp_path: Path) -> None:
    with shared(tmp_path) as client, ThreadPoolExecutor(CLASS) as at_once:
        visitors = [Visitor(client) for _ in range(CLASS)]
        for visitor in visitors:  # browsers load the page first, and then say who asks
            visitor.ask("GET", "/")
        games = list(at_once.map(Visitor.win, visitors, [seed % 3 + 1 for seed in range(CLASS)]))
        for visitor, name in zip(visitors, games, strict=True):
            (row,) = visitor.json("GET", "/api/history")["games"]
            assert row["outcome"] == "won"
            assert visitor.json("GET", "/api/history/statistics")["games"] == 1
            assert visitor.json("POST", f"/api/history/{row['id']}/open")["game"] == name
        assert len(set(games)) == CLASS


@pytest.mark.slow
def test_every_visitor_of_a_class_gets_the_hint_that_one_alone_gets(tmp_path: Path) -> None:
    def hint(visitor: Visitor) -> tuple[Any, ...]:
        visitor.ask("GET", "/")  # as browsers do, whose later requests say who asks
        name = visitor.json("POST", "/api/games", level="expert", seed=1)["id"]
        visitor.json("POST", f"/api/games/{name}/moves", action="open", cell=[8, 8])
        advice = visitor.json("GET", f"/api/games/{name}/hint", player="swift")
        return advice["action"], advice["cell"], advice["strategy"]

    with shared(tmp_path) as client, ThreadPoolExecutor(CLASS) as at_once:
        alone = hint(Visitor(client))
        hints = list(at_once.map(hint, [Visitor(client) for _ in range(CLASS)]))
    assert hints == [alone] * CLASS


def test_the_games_of_others_do_not_exist(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        running = ann.json("POST", "/api/games", **SIZE, seed=1)["id"]
        ann.json("POST", f"/api/games/{running}/moves", action="open", cell=cells(False)[0])
        ended = ann.win(2)
        bob.ask("GET", "/")
        for name in (running, ended):
            for what in ("", "/hint", "/analysis", "/figures", "/steps", "/record", "/tree"):
                assert bob.ask("GET", f"/api/games/{name}{what}").status_code == 404
            for what in ("undo", "agent"):
                assert bob.ask("POST", f"/api/games/{name}/{what}").status_code == 404
            move = {"action": "open", "cell": [0, 0]}
            assert bob.ask("POST", f"/api/games/{name}/moves", **move).status_code == 404
        for row in ann.json("GET", "/api/history")["games"]:
            path = f"/api/history/{row['id']}"
            assert bob.ask("GET", f"{path}/file").status_code == 404
            assert bob.ask("POST", f"{path}/open").status_code == 404
            assert bob.ask("POST", f"{path}/again").status_code == 404
            assert bob.json("POST", "/api/history/delete", games=[row["id"]]) == {"deleted": 0}
        assert ann.json("GET", "/api/history")["total"] == 2


def test_a_link_that_the_owner_shares_shows_the_game_to_others(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        name = ann.win(1)
        text = ann.json("GET", f"/api/games/{name}/variations")
        copy = bob.json("POST", "/api/games", record=text["link"])
        moves = ann.json("GET", f"/api/games/{name}")["moves"]
        shown = bob.json("GET", f"/api/games/{copy['id']}/steps")
        assert len(shown["steps"]) == moves
        assert copy["id"] != name


def test_a_challenge_deals_the_same_board_without_its_seed_or_its_moves(tmp_path: Path) -> None:
    size = {"width": 9, "height": 9, "mines": 10}

    def boards(*names: tuple[Visitor, str]) -> list[Any]:
        return [who.json("GET", f"/api/games/{name}")["board"]["cells"] for who, name in names]

    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        for wish in ({}, {"no_guess": True}):
            game = ann.json("POST", "/api/games", **size, **wish)
            first, name = {"action": "open", "cell": [4, 4]}, game["id"]
            ann.json("POST", f"/api/games/{name}/moves", **first)
            theirs = bob.json("POST", "/api/games", challenge=game["challenge"], name="Bob")
            assert (theirs["seed"], theirs["moves"], theirs["no_guess"]) == (None, 0, bool(wish))
            bob.json("POST", f"/api/games/{theirs['id']}/moves", **first)
            own, same = boards((ann, name), (bob, theirs["id"]))
            assert own == same
        assert bob.ask("POST", "/api/games", challenge="0" * 16).status_code == 404
        assert bob.ask("POST", "/api/games", challenge="../" * 5 + "x").status_code == 400
        wrong = {"challenge": game["challenge"], "level": "expert"}
        assert bob.ask("POST", "/api/games", **wrong).status_code == 400


def test_a_challenge_of_your_own_is_a_board_that_you_know(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        challenge = ann.json("POST", "/api/games", **SIZE, seed=1)["challenge"]
        for who, known in ((ann, True), (bob, False)):
            name = who.json("POST", "/api/games", challenge=challenge)["id"]
            for cell in cells(False):
                if who.json("GET", f"/api/games/{name}")["board"]["outcome"] == "playing":
                    who.ask("POST", f"/api/games/{name}/moves", action="open", cell=cell)
            [row] = who.json("GET", "/api/history")["games"]
            assert row["known"] is known


def test_visitors_keep_their_games_when_the_server_starts_again(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        ann = Visitor(client)
        name = ann.json("POST", "/api/games", **SIZE, seed=1)["id"]
        ann.json("POST", f"/api/games/{name}/moves", action="open", cell=cells(False)[0])
    with shared(tmp_path) as client:
        again, bob = Visitor(client), Visitor(client)
        again.cookies = ann.cookies
        (row,) = again.json("GET", "/api/history")["games"]
        assert again.json("POST", f"/api/history/{row['id']}/open") == {"game": name}
        assert bob.ask("GET", f"/api/games/{name}").status_code == 404


def test_puzzles_are_rated_for_the_visitor_whatever_name_is_sent(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        puzzle = ann.json("GET", "/api/puzzles/next", player="ann")["id"]
        ann.json("POST", f"/api/puzzles/{puzzle}", player="ann", show=True)
        assert ann.json("GET", "/api/puzzles", player="other")["tried"] == 1
        assert bob.json("GET", "/api/puzzles", player="ann")["tried"] == 0
        assert ann.json("GET", "/api/puzzles")["tried"] == 1
        assert bob.json("GET", "/api/puzzles")["tried"] == 0


def test_imports_go_to_the_visitor_s_history_and_count_once(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        ann, bob = Visitor(client), Visitor(client)
        file = base64.b64encode(file_of(played(2), "rawvf")).decode()
        body = {"file": file, "name": "a.rawvf", "at": NOON}
        assert ann.json("POST", "/api/history/import", **body) == {"added": True}
        assert ann.json("POST", "/api/history/import", **body) == {"added": False}
        assert bob.json("GET", "/api/history")["total"] == 0


def test_cookies_that_the_server_did_not_make_are_replaced(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        forger = Visitor(client)
        forger.cookies[VISITOR_COOKIE] = "0" * 16 + "." + "0" * 32
        forger.ask("GET", "/")
        assert Visitors(key_in(tmp_path)).known(
            [f"{VISITOR_COOKIE}={forger.cookies[VISITOR_COOKIE]}"]
        )


def test_new_visitors_are_never_refused(tmp_path: Path) -> None:
    """A class may share one address, and a script in it may discard its cookies."""
    with shared(tmp_path, replace(LIMITS, games=100)) as client:
        ann = Visitor(client)
        name = ann.win(1)
        for _ in range(150):
            assert Visitor(client).ask("GET", "/api/about").status_code == 200
        assert [*tmp_path.glob("*.jsonl")] == [tmp_path / f"{name}.jsonl"]
        assert ann.json("GET", "/api/history")["total"] == 1
        assert Visitor(client).ask("POST", "/api/games", **SIZE, seed=1).status_code == 201


def test_visitors_from_one_address_are_one_group() -> None:
    visitors = Visitors(b"key")
    names = {visitors.newcomer("10.0.0.1") for _ in range(100)}
    assert len(names) == 100
    assert len({*map(group, names)}) == 1
    assert group(visitors.newcomer("10.0.0.2")) not in map(group, names)


def test_made_up_visitors_cost_only_their_own_group_a_history(tmp_path: Path) -> None:
    histories = Histories(History(tmp_path / "history.db"), visitors=4, games=3)
    ann = "a" * 16
    assert histories.of(ann) is not None
    for number in range(20):
        histories.of(f"{'b' * 4}{number:012x}")
    kept = [path.stem for path in (tmp_path / "history-visitors").glob("*.db")]
    assert ann in kept
    assert len(kept) == 4
    histories.close()


def test_programs_with_the_token_are_one_visitor(tmp_path: Path) -> None:
    with shared(tmp_path) as client:
        headers = {"authorization": f"Bearer {TOKEN}"}
        name = client.post("/api/games", json=SIZE, headers=headers).json()["id"]
        assert owner(name) == PROGRAMS
        assert client.get(f"/api/games/{name}", headers=headers).status_code == 200


def test_the_visitor_with_most_games_gives_way(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Room(6, 10_000), Room(4, 10_000))
    few, many = "a" * 16, "b" * 16
    names = [f"{number:016x}" for number in range(10)]
    for name in names[:2]:
        journal.begin(name + few, "{}")
    for name in names[2:]:
        journal.begin(name + many, "{}")
    kept = [name for name in names for visitor in (few, many) if name + visitor in journal]
    assert kept == [*names[:2], *names[-4:]]
    journal.close()


def test_the_smallest_history_gives_way_and_a_full_one_drops_its_oldest_games(
    tmp_path: Path,
) -> None:
    histories = Histories(History(tmp_path / "history.db"), visitors=2, games=3)
    busy = histories.of("a" * 16)
    assert busy is not None
    for seed in range(60):
        busy.keep(*game(seed, NOON + seed))
    assert [row[1].at for row in busy.games(Choice())] == [NOON + 59, NOON + 58, NOON + 57]
    for number in range(5):
        histories.of(f"{number:016x}")
    assert len([*(tmp_path / "history-visitors").glob("*.db")]) == 2
    again = histories.of("a" * 16)
    assert again is not None
    assert again.count(Choice()) == 3
    histories.close()


def test_errors_of_a_visitors_history_do_not_name_its_path(tmp_path: Path) -> None:
    own = tmp_path / "history.db"
    histories = Histories(History(own), visitors=2, games=3)
    for visitor, name in (("", str(own)), ("a" * 16, "your history")):
        history = histories.of(visitor)
        assert history is not None
        with history.writing() as db:
            db.execute("ALTER TABLE game RENAME TO lost")
        with pytest.raises(InputError) as error:
            history.count(Choice())
        assert str(error.value).startswith(f"{name}: ")
        assert str(tmp_path) not in str(error.value).replace(str(own), "")
    path = tmp_path / "history-visitors" / f"{'b' * 16}.db"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(InputError) as error:
        histories.of("b" * 16)
    assert str(error.value) == "your history: this is not a history of sapper"
    histories.close()


@pytest.mark.parametrize("each", [1, 3])
def test_a_visitor_has_a_limited_number_of_games(tmp_path: Path, each: int) -> None:
    with shared(tmp_path, replace(LIMITS, visitor_games=each)) as client:
        ann = Visitor(client)
        names = [ann.json("POST", "/api/games", **SIZE)["id"] for _ in range(5)]
        assert {file.stem for file in tmp_path.glob("*.jsonl")} == {*names[-each:]}
