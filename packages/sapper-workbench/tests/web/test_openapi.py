"""Whatever the description allows, and whatever it does not: an answer, or one sentence why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sapper.errors import InputError
from sapper.json_input import read_value
from sapper.players import RECIPES
from sapper.players import player as read_recipe
from sapper_workbench.web import ENDPOINTS, JSON, Endpoint, Refusal, Stream, answers_of
from tests.web.served import ALONE, Client, get, parsed, post, served

TEXTS = st.sampled_from(
    (
        "3x3x2\nHHH\nHHH\nHHH",
        "4x3x2\nHHHH\n1221\n0000",
        "3x1x1\n3HH",
        "1000x1000x1",
        "?b=1&m=" + "0" * 17,
        "?analysis=",
        "swift",
        "champion(playouts=5)",
        "limited(splits=9)",
        "mio(only=S-1+S-9)",
        "bssuct(simulations=nan)",
        "random > > random",
        "easy",
        "hard-3-1",
        "EASY1",
        "../../etc/passwd",
        "\x00",
        "\ud800",
        "{}",
        "[[[[",
        "AAAA",
        "x.avf",
    )
) | st.text(max_size=40)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.integers(10**20, 10**40) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)


def valid(schema: dict[str, Any], named: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema of the description allows, small ones preferred; ``named`` has the
    schemas that it refers to."""
    if "$ref" in schema:
        return valid(named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        return st.one_of([valid(each, named) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "integer":
            low, high = schema["minimum"], schema.get("maximum", 10**9)
            return st.integers(low, min(high, low + 5)) | st.sampled_from((low, high))
        case "number":
            return st.floats(schema["minimum"], schema["maximum"])
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array" if schema["items"]:
            return st.lists(valid(schema["items"], named), max_size=2)
        case "array":
            return st.lists(st.integers(0, 5), min_size=2, max_size=2)
        case "object":
            fields = {name: valid(each, named) for name, each in schema["properties"].items()}
            needed = {name: fields.pop(name) for name in schema["required"]}
            return st.fixed_dictionaries(needed, optional=fields)
    return TEXTS


@st.composite
def requests(draw: st.DrawFn, description: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """A request: mostly what the description allows, with something odd here and there."""
    path = draw(st.sampled_from(sorted(description["paths"])))
    method, operation = next(iter(description["paths"][path].items()))
    named = description["components"]["schemas"]
    query: list[tuple[str, str]] = []
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            continue
        if draw(st.booleans()):
            good = draw(st.integers(0, 3)) > 0
            value = draw(valid(parameter["schema"], named) if good else TEXTS)
            query.append((parameter["name"], str(value)))
    if draw(st.integers(0, 9)) == 0:
        query.append((draw(TEXTS), draw(TEXTS)))
    options: dict[str, Any] = {"params": [(printable(k), printable(v)) for k, v in query]}
    if method == "post":
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        body: Any = {
            name: draw(valid(field, named) if draw(st.integers(0, 4)) else ANYTHING)
            for name, field in schema["properties"].items()
            if name in schema.get("required", ()) or draw(st.integers(0, 2)) == 0
        }
        if draw(st.integers(0, 9)) == 0:
            body = draw(ANYTHING)
        if draw(st.integers(0, 9)) == 0 and isinstance(body, dict):
            body[draw(TEXTS)] = draw(ANYTHING)
        options["content"] = json.dumps(body).encode()
        if draw(st.integers(0, 19)) == 0:
            options["content"] = draw(st.binary(max_size=60))
        options["headers"] = {"content-type": "application/json"}
    return method.upper(), path, options


def printable(text: str) -> str:
    """What a client can put into a query."""
    return text.encode(errors="replace").decode()


def check(answer: Any, method: str, path: str) -> None:
    """Whether an answer is one of those described."""
    endpoint = next(each for each in ENDPOINTS if (each.method, each.path) == (method, path))
    check_refusal(answer)
    if answer.status_code < 400:
        assert answer.status_code == endpoint.status
        media = answer.headers["content-type"].partition(";")[0]
        if media == Stream.media_type:
            assert endpoint.answer is Stream
            assert parsed(answer.text)
        elif media == JSON:
            assert [kind for kind in answers_of(endpoint) if fits(answer.json(), kind)]
        else:
            assert media == endpoint.answer.media_type


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type."""
    try:
        read_value(value, kind)
    except InputError:
        return False
    return True


def check_refusal(answer: Any) -> None:
    """Whether an answer, if it is a refusal, is one sentence."""
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400:
        reply = answer.json()
        assert list(reply) == ["error"]
        assert 5 < len(reply["error"]) < 1000
        assert "\n" not in reply["error"]
        assert "Traceback" not in reply["error"]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server without a worker."""
    limits = replace(ALONE, no_guess_seconds=0.05)
    with served(tmp_path_factory.mktemp("games"), limits) as client:
        yield client


@pytest.fixture(scope="module")
def description(client: Client) -> dict[str, Any]:
    """The description that a server gives of itself."""
    found: dict[str, Any] = get(client, "/api/openapi.json")
    return found


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_every_endpoint_declares_its_answer_and_says_what_it_does(endpoint: Endpoint) -> None:
    assert Any not in answers_of(endpoint)
    assert endpoint.summary


def test_the_description_has_every_endpoint(description: dict[str, Any]) -> None:
    found = description
    assert found["openapi"] == "3.1.0"
    reply = {(method.upper(), path) for path, each in found["paths"].items() for method in each}
    assert reply == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    names = [each["operationId"] for path in found["paths"].values() for each in path.values()]
    assert len(set(names)) == len(names)


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_request_breaks_the_server(
    alone: Client, description: dict[str, Any], data: st.DataObject
) -> None:
    method, path, options = data.draw(requests(description))
    game = post(alone, "/api/games", 201, width=4, height=4, mines=3)
    known = data.draw(st.sampled_from((game["id"], "0" * 16, "x")))
    url = path.replace("{id}", known).replace("{name}", known)
    check(alone.request(method, url, **options), method, path)
    assert alone.get("/api/about").status_code == 200


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_request_breaks_the_workers(
    client: Client, description: dict[str, Any], data: st.DataObject
) -> None:
    paths = {**description["paths"]}
    del paths["/api/learn"]  # which takes its time
    method, path, options = data.draw(requests({**description, "paths": paths}))
    game = post(client, "/api/games", 201, width=4, height=4, mines=3)
    url = path.replace("{id}", game["id"]).replace("{name}", "x")
    check(client.request(method, url, **options), method, path)


def test_answers_have_the_shapes_described(client: Client) -> None:
    """Those that a sweep seldom comes to: games that are lost, replays, rules, positions."""

    def checked(method: str, path: str, **options: Any) -> Any:
        answer = client.request(method, path.replace("{id}", game["id"]), **options)
        assert answer.status_code < 300, answer.text
        check(answer, method, path)
        return answer.json()

    game = post(client, "/api/games", 201, world="easy", seed=2)
    moves = "/api/games/{id}/moves"
    for _ in range(3):
        checked("POST", "/api/games/{id}/agent", json={"player": "logic4"})
    checked("GET", "/api/games/{id}/steps")
    checked("POST", "/api/games/{id}/undo", json={})
    checked("POST", "/api/games/{id}/redo", json={})
    game = checked("POST", "/api/games", json={"width": 3, "height": 3, "mines": 8, "seed": 1})
    checked("POST", moves, json={"action": "chord", "cell": [0, 0]})
    game = checked("POST", "/api/games", json={"position": "3x3x7\n3HH\nHHH\nHHH"})
    checked("POST", moves, json={"action": "open", "cell": [2, 2]})
    checked("GET", "/api/games/{id}")
    checked("GET", "/api/games/{id}/analysis")
    record = client.get(f"/api/games/{game['id']}/record").text
    checked("POST", "/api/analyse", json={"text": record})
    for text in ("3x3x4\nHHH\nH2H\n3HH", "3x3x1\nHHH\nHFH\nHHH", "?b=1&m=" + "0" * 17):
        checked("POST", "/api/analyse", json={"text": text})
    for path in ("/api/about", "/api/rules", "/api/results", "/api/openapi.json"):
        checked("GET", path)
    assert not fits({"error": 1}, Refusal)


@settings(max_examples=40)
@given(
    name=st.sampled_from(sorted({e.path for e in ENDPOINTS})),
    method=st.sampled_from(("PUT", "DELETE", "PATCH", "TRACE")),
)
def test_other_methods_are_refused_in_words(client: Client, name: str, method: str) -> None:
    answer = client.request(method, name, json={})
    check_refusal(answer)
    assert answer.status_code in (404, 405, 415)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"level": "expert", "levl": 1}', "unknown field 'levl'"),
        (b'{"width": NaN}', "JSON"),
        (b'{"width": 1e400}', "whole number"),
        (b'{"width": 5.0, "height": 5, "mines": 5}', "whole number"),
        (b'{"width": true, "height": 5, "mines": 5}', "whole number"),
        (b"[" * 100_000, "JSON"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "JSON"),
        (b'{"seed": -1}', "whole number"),
        (b"\xff\xfe", "JSON"),
        (b'"expert"', "JSON object"),
        (b'{"width": 10000, "height": 10000, "mines": 5}', "at most 40,000 cells"),
        (b'{"width": 5, "height": 5, "mines": 25}', "25 mines"),
        (b'{"width": 5, "height": 5}', "needs all of width, height and mines"),
        (b'{"level": "expert", "world": "easy"}', "give only one of"),
        (b'{"world": "\\ud800"}', "unpaired surrogate"),
    ],
)
def test_wrong_input_is_named(client: Client, body: bytes, words: str) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/api/games", content=body, headers=headers)
    assert answer.status_code == 400
    check_refusal(answer)
    assert words in answer.json()["error"]


def test_a_page_gets_refusals_that_its_browser_does_not_log(client: Client) -> None:
    """A program gets the status of a refusal, a page that prefers 200 gets it in a header."""
    for path, status in (("/api/games/x", 404), ("/api/daily?date=x", 400)):
        plain = client.get(path)
        preferred = client.get(path, headers={"prefer": "status=200"})
        assert (plain.status_code, preferred.status_code) == (status, 200)
        assert "sapper-status" not in plain.headers
        assert preferred.headers["sapper-status"] == str(status)
        assert preferred.json() == plain.json()


def test_a_sentence_that_quotes_lines_is_one_line(client: Client) -> None:
    answer = client.get("/api/watch", params={"player": "a\nb\r\u2028\x00c"})
    assert answer.status_code == 400
    check_refusal(answer)


def test_the_table_of_players_is_that_of_recipes(client: Client) -> None:
    reply = get(client, "/api/about")["players"]
    assert {player["name"]: player["recipe"] for player in reply} == RECIPES
    for player in reply:
        for option in player["options"]:
            default = option["default"]
            if default is not None:
                read_recipe(f"{player['name']}({option['name']}={default})")
    champion = next(player for player in reply if player["name"] == "champion")
    assert [option["name"] for option in champion["options"]] == ["playouts", "seconds"]


def test_streams_tell_a_browser_why_there_is_none(client: Client) -> None:
    headers = {"accept": "text/event-stream"}
    answer = client.get("/api/watch", params={"player": "nobody"}, headers=headers)
    ((event, data),) = parsed(answer.text)
    assert event == "refused"
    assert "unknown player" in data["error"]
    assert client.get("/api/watch", params={"player": "nobody"}).status_code == 400


def test_worlds_say_what_they_are(client: Client) -> None:
    found = get(client, "/api/about")
    words = found["world_words"]
    assert set(words) == set(found["worlds"])
    assert words["medium"] == "medium: 8×8, 10 daggers, 4 gold"
    assert words["EASY10"].startswith("easy map 10: 5×5, ")
    assert len(set(words.values())) == len(words)


def test_a_long_answer_is_compressed_for_those_who_accept_it(client: Client) -> None:
    plain = client.get("/api/about", headers={"accept-encoding": "identity"})
    packed = client.get("/api/about", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
