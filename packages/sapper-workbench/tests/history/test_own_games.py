"""A person's games carry their name, and no game counts twice in whatever format it comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from sapper.errors import InputError
from sapper.game import Deal, Grid, Move, Rules, World
from sapper.players import Decision, person_name, player
from sapper.records import BINARIES, TEXTS, Record, read, read_any, write
from sapper_workbench.history import (
    SUFFIXES,
    Choice,
    Form,
    History,
    file_of,
    fingerprint,
    history_game,
)
from sapper_workbench.history.statistics import statistics
from sapper_workbench.session import Session
from tests.history.games import DAY, NOON, game, of_session
from tests.history.importing import import_bytes
from tests.records.finished import played

FORMS: tuple[Form, ...] = get_args(Form)


def session_of(seed: int, name: str = "Ann") -> Session:
    """A game that a person played to its end on the page, where the session's player is luck."""
    record = played(seed)
    session = Session(World("", record.deal, record.rules), player("random"), seed)
    session.name = name
    for step in record.steps:
        session.play(step.decision.move, at=NOON)
    return session


def test_a_game_of_a_person_has_their_name_in_every_format() -> None:
    record = session_of(3).record
    assert record.player == "Ann"
    assert "Player: Ann\n" in TEXTS["rawvf"](record)
    assert b"\0Ann\0" in BINARIES["evf"](record)
    assert Record.parse(record.text).player == "Ann"


def test_the_name_is_kept_by_the_text_of_a_session_and_by_continuing_a_record() -> None:
    session = session_of(3)
    assert read(write(session)).record == session.record
    record = session.record
    continued = Session.of_record(record, player("swift")).record
    assert continued == replace(record, ended=None)  # a session from a file has no clock


def test_a_person_guesses_only_where_a_mine_was_possible() -> None:
    record = session_of(3).record
    for step, before in zip(record.steps, record.positions(), strict=False):
        decision = step.decision
        if decision.move.action == "open" and not before.next_open_is_safe:
            from sapper import analyse

            risk = analyse(before).mine_probability[decision.move.cell]
            assert decision.mine_probability == pytest.approx(risk)
    assert record.guesses < len(record.steps)
    replay = read_any(BINARIES["evf"](record), "a.evf")
    assert isinstance(replay, Record)
    assert replay.guesses == record.guesses


def test_a_promised_first_cell_is_no_guess_where_nothing_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = session_of(3).record
    assert record.rules.first == "safe"
    monkeypatch.setattr("sapper.records.record.LARGEST", 0)
    read_back = read_any(BINARIES["evf"](record), "a.evf")
    assert isinstance(read_back, Record)
    opened = [step.decision for step in read_back.steps if step.decision.move.action == "open"]
    assert not opened[0].guess
    assert {decision.mine_probability for decision in opened[1:]} == {None}


def test_a_game_with_one_agent_can_be_continued_by_it_and_is_still_the_person_s() -> None:
    session = Session(World("", Deal.seeded(Grid(5, 5), 4, 3), Rules()), player("random"), 3)
    session.name = "Ann"
    session.play(Move("open", (0, 0)), at=NOON)
    for recipe in ("csp", "swift"):
        decision = session.decider(player(recipe)).decide(session.position, [])
        assert isinstance(decision, Decision)
        session.take(decision, recipe, NOON)
        record = session.record
        assert record.player == {"csp": "csp", "swift": "Ann"}[recipe]  # never the session's own
        again = Session.of_record(record, player("swift"))
        assert again.by_agents == session.by_agents
        assert of_session(session)[0].player == "Ann"


@pytest.mark.parametrize("name", ["random", "champion", "x" * 41, "a\0b", "", " "])
def test_names_that_replays_or_tables_would_confuse_are_refused(name: str) -> None:
    with pytest.raises(InputError):
        person_name(name)


def test_names_have_single_spaces() -> None:
    assert person_name("  Ann   Lee ") == "Ann Lee"


@pytest.mark.slow
def test_games_under_another_name_stay_with_it(tmp_path: Path) -> None:
    """A person who changed their name keeps their games, and an import adds to the present one."""
    history, fresh = History(tmp_path / "history.db"), History(tmp_path / "fresh.db")
    for seed in range(20):
        record = replace(played(seed, size=9, mines=12), player="Ann" if seed % 2 else "you")
        made = history_game(record, f"page:{seed}", "page", NOON + seed * DAY / 10, seeded=True)
        assert history.keep(replace(made, player=record.player), record)
        data = file_of(record, "rawvf")
        assert not import_bytes(history, data, "a.rawvf", made.at, 10_000)
        assert import_bytes(fresh, data, "a.rawvf", made.at, 10_000)
    assert statistics(history, Choice())["games"] == 20
    assert statistics(fresh, Choice(name="Ann"))["games"] == 20
    assert statistics(fresh, Choice())["games"] == 10  # no 'Ann' played here


def test_a_board_is_no_game(tmp_path: Path) -> None:
    history, data = History(tmp_path / "history.db"), file_of(played(1), "mbf")
    with pytest.raises(InputError, match="got only a board"):
        import_bytes(history, data, "a.mbf", NOON, 10_000)


def test_games_of_others_do_not_count_unless_asked_for(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    history.keep(*game(1))
    bob = replace(played(2), player="Bob")
    assert import_bytes(history, file_of(bob, "rawvf"), "a.rawvf", NOON, 10_000)
    figures = statistics(history, Choice())
    assert (figures["games"], figures["left_out"]) == (1, 1)
    assert statistics(history, Choice(player="Bob"))["games"] == 1


def test_a_game_of_the_page_and_its_files_have_one_fingerprint(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    history.keep(*of_session(session_of(5)))
    record = history.record(1)
    assert history.find(1)[0].player == "Ann"
    for form in FORMS[:3]:
        again = read_any(file_of(record, form), f"a.{SUFFIXES[form]}")
        assert isinstance(again, Record)
        assert fingerprint(again) == fingerprint(record)


def timed_session() -> Session:
    """A game whose moves took a second each."""
    record = played(3)
    session = Session(World("", record.deal, record.rules), player("random"), 3)
    for number, step in enumerate(record.steps):
        session.play(step.decision.move, at=NOON + 1.25 * number)
    return session


def test_a_saved_record_is_recognised_with_its_time(tmp_path: Path) -> None:
    """As the key S saves it: the record of the session, which is also in the history."""
    history, session = History(tmp_path / "history.db"), timed_session()
    history.keep(*of_session(session))
    before = statistics(history, Choice())
    for form in ("record", "rawvf", "evf"):
        data = file_of(session.record, form)
        name = f"a.{SUFFIXES[form]}"
        assert not import_bytes(history, data, name, NOON + 9 * DAY, 1000)
        assert statistics(history, Choice()) == before
        elsewhere = History(tmp_path / f"{form}.db")
        assert import_bytes(elsewhere, data, name, NOON + 9 * DAY, 1000)
        assert not import_bytes(elsewhere, data, name, NOON + 9 * DAY, 1000)
        (_, found, _), (_, own, _) = (kept.games(Choice())[0] for kept in (elsewhere, history))
        # RAWVF has whole seconds
        assert found.at == pytest.approx(own.at, abs=1 if form == "rawvf" else 1e-3)
        assert found.seconds == own.seconds


def test_a_file_without_a_date_has_that_of_the_file(tmp_path: Path) -> None:
    history = History(tmp_path / "history.db")
    assert import_bytes(history, file_of(played(2), "record"), "a.json", NOON - DAY, 1000)
    assert history.games(Choice())[0][1].at == NOON - DAY
