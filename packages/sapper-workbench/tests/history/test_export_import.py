"""The games of one person, exported and imported in every format: no figure changes."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sapper.game import Cell, Move
from sapper.notation import link_of_tree
from sapper.notation.variations.text import write as write_tree
from sapper.players import Decision, player
from sapper.records import Record, journal
from sapper_workbench.history import FILE_NAME, Choice, History, HistoryGame, file_of, import_paths
from sapper_workbench.history.statistics import statistics
from sapper_workbench.session import Session
from sapper_workbench.study import GameSetup
from tests.cli.runs import run
from tests.history.games import DAY, NOON, of_session
from tests.history.importing import import_bytes
from tests.web.served import get, post, served

GAMES, MANY = 40, 200
FORMS: dict[str, tuple[str, Callable[[OwnGame], bytes]]] = {
    "record": ("json", lambda own: file_of(own.record, "record")),
    "rawvf": ("rawvf", lambda own: file_of(own.record, "rawvf")),
    "evf": ("evf", lambda own: file_of(own.record, "evf")),
    "session": ("jsonl", lambda own: journal.write(own.session).encode()),
    "tree": ("txt", lambda own: write_tree(own.session.variations()).encode()),
    "link": ("txt", lambda own: link_of_tree(own.session.variations()).encode()),
}
TREES = ("session", "tree", "link")


@dataclass(frozen=True)
class OwnGame:
    """A game as it was played, and how the history keeps it."""

    session: Session
    game: HistoryGame
    record: Record
    helped: bool

    @property
    def finished(self) -> bool:
        return self.game.outcome != "unfinished"

    @property
    def at(self) -> float:
        return self.game.at


def played(number: int) -> OwnGame:
    """A game of Ann: every fifth is tried again from its last move when it is lost, every
    tenth is left unfinished, and every twentieth has a move of an agent."""
    board = ("5x5x4", "beginner8")[number % 2]
    session = GameSetup(board, first="safe", seed=number).session()
    session.name = "Ann"
    at = NOON + number * DAY / 10
    helped = number % 20 == 3
    adviser = player("csp")

    def finish(least: int) -> None:
        nonlocal at
        while session.position.outcome == "playing":
            at += 0.5 + 0.013 * (session.undoable % 7)
            decision = session.decider(adviser).decide(session.position, [])
            assert isinstance(decision, Decision)
            if helped and session.undoable == 1:
                session.take(decision, "csp", at)
                continue
            session.play(decision.move, at)
            if number % 10 == 7 and session.undoable >= least:
                break

    if number % 5 == 1:  # a flag that is taken back, which makes a variation
        session.play(Move("flag", (0, 0)), at)
        at += 1
        session.undo()
    finish(1)
    if number % 5 == 4 and session.position.outcome == "lost":
        mines = session.record.mines
        session.undo()
        while safe := [
            i for i in session.position.hidden_indices if cell_of(session, i) not in mines
        ]:
            at += 0.5
            session.play(Move("open", cell_of(session, safe[0])), at)
    return OwnGame(session, *of_session(session, f"page:{number}"), helped)


def cell_of(session: Session, index: int) -> Cell:
    return session.position.grid.cell(index)


@pytest.fixture(scope="module")
def games() -> list[OwnGame]:
    return [played(number) for number in range(GAMES)]


def exported(games: list[OwnGame], form: str) -> list[OwnGame]:
    """The games that a format can hold: a history exports no unfinished game, and replays do not
    say which moves an agent made."""
    if form in TREES:
        return games
    return [own for own in games if own.finished and not (own.helped and form != "record")]


def kept(games: list[OwnGame], path: Path) -> History:
    """A history in which these games were played."""
    history = History(path)
    for own in games:
        history.keep(own.game, own.record)
    return history


def rounded(figures: Any) -> Any:
    """Figures to the milliseconds of a file, without streaks, in which no imported game counts, and
    without the numbers and days of the games that set records."""
    if isinstance(figures, dict):
        kept = {name: value for name, value in figures.items() if "streak" not in name}
        if kept.get("name") in ("time", "3BV/s", "efficiency"):
            kept = {"name": kept["name"], "value": kept["value"]}
        return {name: rounded(value) for name, value in kept.items()}
    if isinstance(figures, list):
        return [rounded(one) for one in figures if not is_streak(one)]
    return pytest.approx(figures, rel=1e-3) if isinstance(figures, float) else figures


def is_streak(figure: Any) -> bool:
    """Whether a figure is the record of a streak."""
    return isinstance(figure, dict) and figure.get("name") == "streak"


def test_the_games_are_of_every_kind(games: list[OwnGame]) -> None:
    outcomes = {own.record.outcome for own in games}
    assert outcomes == {"won", "lost", "unfinished"}
    assert sum(len(own.session.lines()) > 1 for own in games) >= GAMES / 5
    assert sum(own.helped for own in games) == GAMES / 20
    ends = [(own.record.outcome, own.session.position.outcome) for own in games]
    assert ("lost", "won") in ends  # which counts as lost


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_an_empty_history_has_the_same_figures_after_an_import(
    games: list[OwnGame], form: str, tmp_path: Path
) -> None:
    own_games = exported(games, form)
    source, fresh = kept(own_games, tmp_path / "source.db"), History(tmp_path / "fresh.db")
    ending, file = FORMS[form]
    for own in own_games:
        assert import_bytes(fresh, file(own), f"a.{ending}", own.at, 10_000)
    before = statistics(source, Choice(name="Ann"))
    assert rounded(statistics(fresh, Choice(name="Ann"))) == rounded(before)
    assert before["games"] >= 0.75 * len(games)
    for own in own_games[:20]:  # nor does a second import change anything
        assert not import_bytes(fresh, file(own), f"a.{ending}", own.at, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_own_exports_are_recognised(games: list[OwnGame], form: str, tmp_path: Path) -> None:
    history = kept(games, tmp_path / FILE_NAME)
    before = statistics(history, Choice(name="Ann"))
    ending, file = FORMS[form]
    for own in exported(games, form):
        assert not import_bytes(history, file(own), f"a.{ending}", own.at, 10_000)
    assert statistics(history, Choice(name="Ann")) == before


@pytest.mark.slow
def test_a_folder_of_every_format_adds_each_game_once(games: list[OwnGame], tmp_path: Path) -> None:
    folder, file = tmp_path / "files", str(tmp_path / FILE_NAME)
    folder.mkdir()
    own_games = [own for own in games if own.finished and not own.helped][:20]
    for number, own in enumerate(own_games):
        for form in ("session", "tree", "record", "rawvf"):
            ending, export = FORMS[form]
            path = folder / f"{number}.{ending}"
            path.write_bytes(export(own))
            os.utime(path, (own.at, own.at))
    (folder / "notes.txt").write_text("shopping")  # not a tree, so not read
    link = FORMS["link"][1](games[-1]).decode()
    made = run("history", "import", "--history", file, "--json", str(folder), f"http://x/{link}")
    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)["added"] == len(own_games) + 1
    figures = statistics(kept(own_games, tmp_path / "source.db"), Choice(name="Ann"))
    found = statistics(History(Path(file)), Choice(name="Ann", until=None))
    assert found["games"] == figures["games"] + games[-1].finished


@pytest.mark.slow
@pytest.mark.parametrize("form", ["record", "rawvf", "evf"])
def test_what_the_command_line_exports_it_imports_without_changing_a_figure(
    games: list[OwnGame], form: str, tmp_path: Path
) -> None:
    own_games = exported([own for own in games if own.finished], form)[:40]
    source, fresh, folder = (str(tmp_path / name) for name in ("source.db", "fresh.db", "files"))
    kept(own_games, Path(source)).close()

    def figures(file: str) -> Any:
        shown = json.loads(
            run("history", "stats", "--json", "--name", "Ann", "--history", file).stdout
        )
        for level in shown["levels"]:
            del level["best_game"]  # its number in the list, which depends on the order of files
        return shown

    before = figures(source)
    assert before["games"] == len([own for own in own_games if not own.helped])
    assert run("history", "export", "--format", form, "--history", source, folder).exit_code == 0
    for file, added in ((source, 0), (fresh, len(own_games)), (fresh, 0)):
        made = run("history", "import", "--history", file, "--json", folder)
        assert made.exit_code == 0, made.output
        assert json.loads(made.stdout)["added"] == added
        assert rounded(figures(file)) == rounded(before)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_the_page_imports_every_format(games: list[OwnGame], form: str, tmp_path: Path) -> None:
    own_games = exported(games, form)[:12]
    source = kept(own_games, tmp_path / "source.db")
    ending, export = FORMS[form]
    with served(tmp_path, history=True) as client:
        for own in own_games:
            fields = {
                "file": base64.b64encode(export(own)).decode(),
                "name": f"a.{ending}",
                "at": own.at,
            }
            assert post(client, "/api/history/import", **fields) == {"added": True}
            assert post(client, "/api/history/import", **fields) == {"added": False}
        found = get(client, "/api/history/statistics", name="Ann")
    assert rounded(found) == rounded(statistics(source, Choice(name="Ann")))


def test_an_unfinished_import_gives_way_to_the_whole_game(
    games: list[OwnGame], tmp_path: Path
) -> None:
    history = History(tmp_path / FILE_NAME)
    own = next(own for own in games if own.finished and len(own.session.steps) > 3)
    begun = journal.read(journal.write(own.session))
    begun.go_to(2)
    for node in list(begun.tree.here.children):
        begun.delete(node.number)
    for session, added in ((begun, True), (begun, False), (own.session, True), (begun, False)):
        data = journal.write(session).encode()
        assert import_bytes(history, data, "a.jsonl", own.at, 10_000) == added
    ((_, game, _),) = history.games(Choice())
    assert game.outcome == own.record.outcome


def test_a_link_or_a_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    history = History(tmp_path / FILE_NAME)
    (failed,) = import_paths(history, [Path("http://x/#play?tree=AAAA")], 1000)
    assert failed.failed
    assert "the link is damaged" in failed.words
