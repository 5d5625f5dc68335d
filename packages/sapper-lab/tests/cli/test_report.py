"""``sapper report``: tables, JSON, and a page that needs nothing but itself."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize

from sapper.arena import Interrupted
from sapper.game import Rules
from sapper_lab.report import Report, report
from sapper_lab.writer import open_for_writing
from tests.cli.runs import run, sentence
from tests.lab.stores import RUN, contest, play_into
from tests.sources import ROOT
from tests.web.browser import browser

NASTY = "<script>alert('x')</script> & \"co\" \x1b[31m"
VOID = {"meta", "br"}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "results.db"
    players = ("csp", "single-point > random", "swift")
    play_into(path, contest("strength", "beginner8", players, 40, Rules("any")))
    planners = ("bssuct(simulations=5)", "bssuct(simulations=20)")
    play_into(path, contest(NASTY, "4x4x4", planners, 6), 5, f"enough {NASTY}")
    play_into(path, contest("young", "beginner8", ("csp", "swift"), 9), 0)
    return path


@pytest.fixture(scope="module")
def page(store: Path) -> str:
    file = store.parent / "page.html"
    assert run("report", str(store), "--losses", "5", "--output", str(file)).exit_code == 0
    return file.read_text(encoding="utf-8")


def test_json_is_the_report(store: Path) -> None:
    found = json.loads(run("report", str(store), "--losses", "3", "--json").stdout)
    assert found == report(store, losses=3).to_json()


def keys(value: object) -> set[str]:
    """All names of fields in JSON, but for those of strategies."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    if not isinstance(value, dict):
        return set()
    below = (keys(value[key]) for key in value if key != "decisions")
    return set(value).union(*below)


def test_every_field_is_described(store: Path) -> None:
    page = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    described = set(re.findall(r"`([a-z_]+)`", page.partition("## The JSON")[2]))
    assert keys(report(store, losses=3).to_json()) <= described


def test_where_games_are_lost_is_looked_for_unless_told_otherwise(store: Path) -> None:
    found, without = (
        json.loads(run("report", str(store), *more, "--json").stdout)["contests"][0]["players"]
        for more in ((), ("--losses", "0"))
    )
    assert all(row["losses"]["sample"] == row["lost"] for row in found)
    assert all(row["losses"] is None for row in without)


def test_tables_say_it_all(store: Path) -> None:
    shown = run("report", str(store), "--losses", "5").stdout
    for words in (
        "strength · beginner8 · first any",
        "40 games of each player",
        "single-point > random",
        "stopped: enough",
        "0 of 9 games of each player",
        "bssuct(simulations=…)",
        "5 of ",
    ):
        assert words in shown
    assert "\x1b" not in shown


def test_tables_fit_a_terminal_of_eighty_columns(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = re.sub("\x1b\\[[0-9;]*m", "", run("report", str(store), "--losses", "0").stdout)
    assert max(map(len, shown.splitlines())) <= 80
    assert "…95" not in shown
    assert re.search(r"csp +40 +\d+\.\d\d ", shown)


def test_an_interrupt_prints_what_is_finished(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Report:
        raise Interrupted(replace(report(store), interrupted=True))

    monkeypatch.setattr("sapper_lab.report.report", interrupted)
    file = tmp_path / "page.html"
    result = run("report", str(store), "--output", str(file))
    assert result.exit_code == 130
    assert "strength · beginner8" in result.stdout
    assert "strength · beginner8" in file.read_text(encoding="utf-8")
    assert "interrupted" in result.stderr
    as_json = run("report", str(store), "--json")
    assert as_json.exit_code == 130
    assert json.loads(as_json.stdout)["interrupted"] is True


class Reader(HTMLParser):
    """Checks that tags are closed in turn, and keeps them, their attributes and the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


def test_page_needs_nothing_else(page: str) -> None:
    assert page.startswith("<!doctype html>\n<html")
    reader = read(page)
    assert not {tag for tag, _ in reader.tags} & {"script", "img", "link", "iframe", "object"}
    for _, attributes in reader.tags:
        assert not {"src", "srcset"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
        assert attributes.get("href", "#").startswith("#")  # type: ignore[union-attr]
        assert (attributes.get("xlink:href") or "#").startswith("#")
    assert not re.search(r"url\((?!#)|@import", page)


def test_names_from_the_store_stay_names(page: str) -> None:
    shown = NASTY.replace("\x1b", "�")
    assert f"{shown} · 4x4x4 · first safe" in read(page).texts
    assert "\x1b" not in page


def test_page_says_what_the_tables_say(page: str, store: Path) -> None:
    texts = read(page).texts
    for row in report(store).contests[0].players:
        assert f"{100 * row.score.win_rate:.2f}" in texts
    assert [tag for tag, _ in read(page).tags].count("svg") == 2  # the third contest has no games


@pytest.mark.slow
def test_a_browser_shows_the_page_without_asking_for_more(store: Path, page: str) -> None:
    address = (store.parent / "page.html").as_uri()
    asked: list[str] = []
    said: list[str] = []
    with browser() as chromium:
        for width, scheme in product((1280, 360), SCHEMES):
            size: ViewportSize = {"width": width, "height": 800}
            shown = chromium.new_page(viewport=size, color_scheme=scheme)
            shown.on("request", lambda request: asked.append(request.url))
            shown.on("console", lambda message: said.append(message.text))
            shown.goto(address)
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            plots = shown.evaluate("[...document.querySelectorAll('svg')].map(e => e.clientWidth)")
            assert min(plots) > width / 2
            shown.close()
    assert asked == [address] * 4
    assert said == []


def test_what_is_no_store_is_told_in_one_sentence(tmp_path: Path) -> None:
    missing, text, empty = tmp_path / "missing.db", tmp_path / "text.db", tmp_path / "empty.db"
    assert sentence("report", str(missing)) == f"{missing}: no such store of results"
    text.write_text("no database at all, but long enough to have been one: " * 40)
    assert sentence("report", str(text)) == f"{text}: this is not a store of results"
    empty.touch()
    assert sentence("report", str(empty)) == f"{empty}: this is not a store of results"
    assert str(tmp_path) in sentence("report", str(tmp_path))


def test_other_databases_and_newer_stores_are_told_apart(tmp_path: Path, store: Path) -> None:
    other, newer = tmp_path / "other.db", tmp_path / "newer.db"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE game (number INTEGER)")
    db.close()
    assert sentence("report", str(other)) == f"{other}: this is not a store of results"
    newer.write_bytes(store.read_bytes())
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert "format 99, and this version of sapper reads" in sentence("report", str(newer))


def test_a_damaged_store_is_told_in_one_sentence(tmp_path: Path, store: Path) -> None:
    damaged = tmp_path / "damaged.db"
    whole = store.read_bytes()
    damaged.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert str(damaged) in sentence("report", str(damaged))


def test_a_store_without_contests_is_told(tmp_path: Path) -> None:
    empty = tmp_path / "results.db"
    with open_for_writing(empty, RUN):
        pass
    assert sentence("report", str(empty)) == f"{empty}: the store is empty"


def test_the_page_is_never_written_over_the_store(store: Path, tmp_path: Path) -> None:
    before = store.read_bytes()
    assert "is the store that is read" in sentence("report", str(store), "--output", str(store))
    assert store.read_bytes() == before
    nowhere = tmp_path / "no" / "page.html"
    assert str(nowhere) in sentence("report", str(store), "--losses", "0", "--output", str(nowhere))


def test_numbers_of_losses_that_cannot_be_are_refused(store: Path) -> None:
    assert "--losses" in sentence("report", str(store), "--losses", "-1")
    assert "--losses" in sentence("report", str(store), "--losses", "many")


def test_a_page_that_cannot_be_written_is_refused_before_the_work(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("the work began")

    monkeypatch.setattr("sapper_lab.report.report", never)
    page = str(tmp_path / "missing" / "page.html")
    assert page in sentence("report", str(store), "--output", page)
    assert str(tmp_path) in sentence("report", str(store), "--output", str(tmp_path))


def test_progress_is_shown_without_a_terminal(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.cli.views.progress.FIRST_SECONDS", 0.0)
    assert re.search(r"^sapper: \d+ of \d+ games, \d+ s$", run("report", str(store)).stderr, re.M)


def test_lost_games_that_are_skipped_are_counted(store: Path) -> None:
    ended = run("report", str(store), "--seconds", "0")
    assert ended.exit_code == 0
    assert re.search(r"sapper: \d+ lost games were not replayed within 0 s", ended.stderr)
