"""The store: games are read back as written, and every fault of a file is one sentence."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.arena import play, wilson
from sapper.game import OUTCOMES, PLAYS, Chance, Deal, Grid, Rules
from sapper.notation import write_deals
from sapper.players import Tallies, Tally
from sapper_lab import sqlite
from sapper_lab import store as store_module
from sapper_lab.plan import Contest, DealsFile
from sapper_lab.store import (
    STORE,
    Run,
    StoredGame,
    StoreError,
    open_store,
    pack,
    pair_scores,
    unpack,
)
from sapper_lab.writer import ContestKeys, Process, StoreWriter, _born, open_for_writing
from tests.closing import read_while_closing
from tests.lab.stores import contest, play_into

RUN = Run("2026-11-21T18:00:00+00:00", "1.2.3", "a machine", "sapper experiment x.toml")
CONTEST = Contest("x", "4x4x3", Grid(4, 4), 3, Rules(), 7, None, ("csp", "random"), 10)

COUNTS = st.dictionaries(st.sampled_from(("a", "b", "ü")), st.integers(1, 10**9))
TALLIES = st.builds(
    Tally,
    outcome=st.sampled_from(OUTCOMES),
    moves=st.integers(0, 10**6),
    guesses=st.integers(0, 10**6),
    decisions=COUNTS,
    seconds=st.integers(0, 10**9).map(lambda microseconds: microseconds / 1e6),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


@pytest.fixture
def writer(path: Path) -> Iterator[StoreWriter]:
    with open_for_writing(path, RUN) as opened:
        yield opened


def added(writer: StoreWriter, contest: Contest = CONTEST) -> ContestKeys:
    return writer.add_plan("x", 'name = "x"', [contest])[0]


def tally(outcome: str = "won", **counts: int) -> Tally:
    moves = sum(counts.values())
    return Tally(outcome, moves, 1, counts, 0.000_25)  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 10**18 - 1)))
def test_packed_numbers_come_back_equal(numbers: list[int]) -> None:
    packed = pack(np.array(numbers, np.int64))
    assert unpack(packed, len(numbers)).tolist() == numbers
    width = max(map(len, map(str, numbers)), default=0)
    assert packed.decode() == "".join(f"{number:0{width}}" for number in numbers)


@given(st.binary(max_size=12), st.integers(0, 5))
def test_any_bytes_are_numbers_or_refused(packed: bytes, numbers: int) -> None:
    try:
        found = unpack(packed, numbers)
    except ValueError:
        return
    assert len(found) == numbers
    assert not numbers or int(packed) == int(
        "".join(str(n).zfill(len(packed) // numbers) for n in found)
    )


@given(st.lists(TALLIES, max_size=10))
def test_games_come_back_equal(tallies: list[Tally]) -> None:
    with open_for_writing(":memory:", RUN) as writer:
        post = added(writer)
        writer.commit(
            post.id, range(3, 3 + len(tallies)), {post.players["csp"]: Tallies.of(tallies)}
        )
        (entry,) = writer.store.entries()
        games = list(writer.store.games(entry, "csp"))
        assert [game.number for game in games] == list(range(3, 3 + len(tallies)))
        for game, before in zip(games, tallies, strict=True):
            assert (game.outcome, game.moves) == (before.outcome, before.moves)
            assert (game.guesses, game.decisions) == (before.guesses, before.decisions)
            assert game.cpu_seconds == before.seconds
            assert game.version == RUN.version
        found = writer.store.results(entry)
        score, outcomes = found[0].score, found[0].outcomes
        assert writer.store.score(entry, "csp") == score
        assert score.games == len(tallies) == writer.store.played(entry, "csp")
        assert score.wins == sum(before.won for before in tallies)
        assert score.guesses == sum(before.guesses for before in tallies)
        total = {
            name: sum(before.decisions.get(name, 0) for before in tallies)
            for name in {name for before in tallies for name in before.decisions}
        }
        assert score.decisions == total
        assert score.interval == wilson(score.wins, score.games)
        for outcome in OUTCOMES:
            wanted = [game for game in games if game.outcome == outcome]
            assert list(writer.store.games(entry, "csp", outcome)) == wanted
            assert outcomes[outcome] == len(wanted)


def test_contests_come_back_equal(writer: StoreWriter, path: Path, tmp_path: Path) -> None:
    grid = Grid(4, 3, "torus", frozenset({5}))
    file = tmp_path / "some.deals"
    write_deals(file, [Deal.seeded(grid, 2, 0, number) for number in range(4)])
    rules = Rules("opening", zeros_open=False, lives=2, won_by="flagging")
    odd = Contest("x", "torus", grid, 2, rules, 2**63 - 1, DealsFile.of(file), ("csp > pgms",), 4)
    writer.add_plan("x", "the text", [CONTEST, odd])
    with open_store(path) as store:
        entries = store.entries()
        assert [entry.contest for entry in entries] == [CONTEST, odd]
        assert {entry.run for entry in entries} == {RUN}
        assert store.plans() == {"x": "the text"}
        assert entries[1].contest.deal(3).order == next(odd.deals.deals(3)).order  # type: ignore[union-attr]


def test_pairs_are_of_the_deals_both_have_played(writer: StoreWriter) -> None:
    post = added(writer)
    outcomes = {"csp": ("won", "won", "lost", "lost", "won"), "random": ("won", "lost", "won")}
    for player, ended in outcomes.items():
        games = Tallies.of([tally(outcome) for outcome in ended])
        writer.commit(post.id, range(len(ended)), {post.players[player]: games})
    (entry,) = writer.store.entries()
    (pair,) = pair_scores(writer.store.results(entry))
    assert (pair.both, pair.only_a, pair.only_b, pair.neither) == (1, 1, 1, 0)


def test_what_is_stored_can_be_played_again(writer: StoreWriter) -> None:
    from sapper.arena import NumberedDeals, play_games

    post = added(writer)
    played = play_games(CONTEST.setup, NumberedDeals(range(10)))
    games = dict(zip(post.players.values(), played, strict=True))
    writer.commit(post.id, range(10), games)
    (entry,) = writer.store.entries()
    for game in writer.store.games(entry, "csp"):
        chance = Chance(CONTEST.seed, PLAYS, game.number)
        record = play(
            "csp", entry.contest.deal(game.number), rules=CONTEST.rules, chance=chance
        ).record
        assert (record.outcome, len(record.steps)) == (game.outcome, game.moves)
        assert record.decisions == game.decisions


def test_a_game_is_never_counted_twice(writer: StoreWriter) -> None:
    post = added(writer)
    key = post.players["csp"]
    assert writer.commit(post.id, range(4), {key: Tallies.of([tally(a=1)] * 4)}) == {key: 4}
    assert writer.commit(post.id, range(2, 6), {key: Tallies.of([tally("lost", b=1)] * 4)}) == {
        key: 2
    }
    assert writer.wins(key, 10) == (4, 6)


@given(st.sets(st.integers(0, 19)), st.integers(1, 20))
def test_missing_deals_are_those_without_a_game(played: set[int], games: int) -> None:
    with open_for_writing(":memory:", RUN) as writer:
        post = added(writer)
        key = post.players["csp"]
        for number in played:
            writer.commit(post.id, range(number, number + 1), {key: Tallies.of([tally()])})
        missing = writer.missing(key, games)
        assert [n for part in missing for n in part] == sorted(set(range(games)) - played)
        assert all(part for part in missing)
        assert all(a.stop < b.start for a, b in pairwise(missing))


@given(st.sets(st.integers(0, 19)), st.lists(st.integers(1, 5), min_size=40, max_size=40))
def test_claims_are_all_that_is_missing_and_nothing_else(
    played: set[int], sizes: list[int]
) -> None:
    with open_for_writing(":memory:", RUN) as writer:
        post = added(writer)
        key = post.players["csp"]
        for number in played:
            writer.commit(post.id, range(number, number + 1), {key: Tallies.of([tally()])})
        claimed: list[int] = []
        left = range(20)
        for size in sizes:
            part = writer.claim(post.id, key, left, size)
            if not part:
                break
            assert len(part) <= size
            claimed += part
            left = range(part.stop, 20)
        assert claimed == sorted(set(range(20)) - played)


def test_a_store_closes_when_no_thread_reads_it(path: Path) -> None:
    with open_for_writing(path, RUN) as writer:
        post = added(writer)

        def plans() -> dict[str, str]:
            with writer.reading() as store:
                return store.plans()

        assert read_while_closing(writer._db, plans, writer.close) == {"x": 'name = "x"'}
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            writer.missing(post.players["csp"], 3)


def test_two_processes_never_claim_the_same_deal(path: Path) -> None:
    with open_for_writing(path, RUN) as one, open_for_writing(path, RUN) as other:
        post = added(one)
        key = added(other).players["csp"]
        wanted = range(100)
        taken = [
            writer.claim(post.id, key, wanted, 7) for writer in (one, other, one, other, other)
        ]
        # A process can claim its own deals again: only the claims of others block them.
        assert taken[0] == range(7)
        assert taken[1] == range(7, 14)
        assert taken[2] == range(7)
    with open_for_writing(path, RUN) as later:
        assert later.claim(post.id, key, wanted, 7) == range(7)  # they have been given up


def test_claims_of_processes_that_have_ended_are_void(path: Path) -> None:
    with open_for_writing(path, RUN) as one:
        post = added(one)
        one.claim(post.id, post.players["csp"], range(100), 50)
        with closing(sqlite3.connect(path)) as db, open_for_writing(path, RUN) as other:
            key = post.players["csp"]
            assert other.claim(post.id, key, range(100), 10) == range(50, 60)
            db.execute("UPDATE run SET process = ?, born = 'long ago' WHERE id = 1", (2**22 + 1,))
            db.commit()
            assert other.claim(post.id, key, range(100), 10) == range(10)
            other.release()
            one.claim(post.id, key, range(100), 50)
            db.execute("UPDATE run SET host = 'elsewhere', beat = beat - 1 WHERE id = 1")
            db.commit()
            assert other.claim(post.id, key, range(100), 10) == range(50, 60)
            other.release()
            db.execute("UPDATE run SET beat = beat - 1000 WHERE id = 1")
            db.commit()
            assert other.claim(post.id, key, range(100), 10) == range(10)


def test_this_process_is_there_and_one_born_at_another_time_is_not() -> None:
    here = Process.this()
    assert not here.gone()
    assert replace(here, born="1").gone()
    assert replace(here, host="elsewhere").gone() is None


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the files of /proc")
def test_a_process_that_is_dead_and_not_buried_has_ended() -> None:
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        there = replace(Process.this(), number=sleeper.pid, born=_born(sleeper.pid))
        assert there.born
        assert not there.gone()
        sleeper.kill()
        os.waitid(os.P_PID, sleeper.pid, os.WEXITED | os.WNOWAIT)  # it stays as it is
        assert there.gone()


def test_a_plan_with_more_games_and_players_goes_on(writer: StoreWriter) -> None:
    first = added(writer)
    more = replace(CONTEST, games=25, players=("csp", "random", "swift"))
    again = added(writer, more)
    assert again.id == first.id
    assert again.players == {**first.players, "swift": again.players["swift"]}
    fewer = added(writer, replace(CONTEST, games=5))
    assert fewer.id == first.id
    assert [entry.contest for entry in writer.store.entries()] == [more]


def test_games_beyond_a_verdict_do_not_count(writer: StoreWriter) -> None:
    post = added(writer)
    games = {key: Tallies.of([tally(a=1)] * 10) for key in post.players.values()}
    writer.commit(post.id, range(10), games)
    writer.stop(post.id, 4, "enough")
    (entry,) = writer.store.entries()
    assert entry.verdict is not None
    assert (entry.verdict.games, entry.verdict.words) == (4, "enough")
    found = writer.store.results(entry)
    assert found[0].score.games == 4
    assert len(list(writer.store.games(entry, "csp"))) == 4
    assert pair_scores(found)[0].both == 4
    added(writer)
    assert writer.store.entries()[0].verdict is None


def test_a_snapshot_is_of_one_moment(writer: StoreWriter, path: Path) -> None:
    post = added(writer)
    key = post.players["csp"]
    with open_store(path) as store:
        with store.snapshot():
            (entry,) = store.entries()
            writer.commit(post.id, range(1), {key: Tallies.of([tally()])})
            assert store.played(entry, "csp") == 0
        assert store.played(entry, "csp") == 1


def test_a_store_is_read_while_no_other_thread_writes_it(writer: StoreWriter) -> None:
    added(writer)
    writing, end = threading.Event(), threading.Event()

    def write() -> None:
        with writer._transaction():
            writing.set()
            end.wait(120)

    thread = threading.Thread(target=write)
    thread.start()
    assert writing.wait(120)
    threading.Timer(0.05, end.set).start()
    with writer.reading() as store, store.snapshot():
        assert end.is_set()
        assert len(store.entries()) == 1
    thread.join()


def test_what_goes_wrong_in_a_snapshot_is_not_hidden(writer: StoreWriter) -> None:
    def fail() -> None:
        writer.store._db.execute("ROLLBACK")  # as SQLite does where a disk fails
        raise KeyError

    with pytest.raises(KeyError), writer.store.snapshot():
        fail()


def test_games_are_read_with_the_strategies_of_their_moment(
    writer: StoreWriter, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = added(writer)
    key = post.players["csp"]
    writer.commit(post.id, range(1), {key: Tallies.of([tally(a=1)])})
    asked = store_module.strategy_names

    def meanwhile(db: sqlite3.Connection) -> dict[int, str]:
        names = asked(db)
        writer.commit(post.id, range(1, 2), {key: Tallies.of([tally(new=1)])})
        return names

    monkeypatch.setattr(store_module, "strategy_names", meanwhile)
    with open_store(path) as store:
        (entry,) = store.entries()
        assert [game.decisions for game in store.games(entry, "csp")] == [{"a": 1}]


def test_a_file_of_deals_is_where_it_was_last(writer: StoreWriter) -> None:
    for place in ("here.deals", "there.deals"):
        added(writer, replace(CONTEST, deals=DealsFile(place, "the same bytes")))
    (entry,) = writer.store.entries()
    assert entry.contest.deals == DealsFile("there.deals", "the same bytes")


def test_a_store_keeps_a_game_in_few_bytes(path: Path) -> None:
    counts = {"corner": 1, "single-point": 60, "csp": 7}
    games = 20_000
    with open_for_writing(path, RUN) as writer:
        post = added(writer)
        key = post.players["csp"]
        writer.commit(post.id, range(games), {key: Tallies.of([tally("won", **counts)] * games)})
    assert path.stat().st_size < 20 * games


def test_files_that_are_no_stores_are_refused(tmp_path: Path) -> None:
    empty, junk, other = tmp_path / "empty", tmp_path / "junk", tmp_path / "other.db"
    empty.touch()
    junk.write_bytes(b"no database at all" * 100)
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE mine (x)")
        db.commit()
    before = other.read_bytes()
    for file in (empty, junk, other):
        with pytest.raises(StoreError, match=f"{file}: this is not a store"), open_store(file):
            pass
    for file in (junk, other):
        with pytest.raises(StoreError, match="this is not a store"), open_for_writing(file, RUN):
            pass
    assert junk.read_bytes() == b"no database at all" * 100
    assert other.read_bytes() == before
    with pytest.raises(StoreError, match="no such store"), open_store(tmp_path / "nowhere"):
        pass
    for opened in (open_store(tmp_path), open_for_writing(tmp_path, RUN)):
        with pytest.raises(StoreError, match="a folder, not a store"), opened:
            pass
    nowhere = tmp_path / "no folder" / "x.db"
    with pytest.raises(StoreError, match="no such folder"), open_for_writing(nowhere, RUN):
        pass


@pytest.mark.parametrize("version", [STORE.version + 1, 0])
def test_a_store_of_another_format_is_refused_and_left_as_it_is(path: Path, version: int) -> None:
    with open_for_writing(path, RUN) as writer:
        added(writer)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {version}")
    for opened in (open_store(path), open_for_writing(path, RUN)):
        with (
            pytest.raises(StoreError, match=f"format {version}, and this .* only format 1"),
            opened,
        ):
            pass
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM contest").fetchone() == (1,)


def read_all(path: Path) -> list[int]:
    """Return the numbers of all games."""
    with open_store(path) as store:
        return [
            game.number
            for entry in store.entries()
            for player in entry.contest.players
            for game in store.games(entry, player)
        ]


def fill(path: Path, done: list[int]) -> None:
    """Write games until writing fails; ``done`` gets the numbers of those written."""
    with open_for_writing(path, RUN) as writer:
        post = added(writer)
        for start in range(0, 100_000, 500):
            numbers = range(start, start + 500)
            writer.commit(post.id, numbers, {post.players["csp"]: Tallies.of([tally(a=1)] * 500)})
            done += numbers


def test_a_damaged_store_is_refused_before_anything_is_played(path: Path) -> None:
    with open_for_writing(path, RUN) as writer:
        post = added(writer)
        key = post.players["csp"]
        writer.commit(post.id, range(5000), {key: Tallies.of([tally(a=1)] * 5000)})
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 8192] = b"\xa5" * 8192
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"), open_for_writing(path, RUN):
        pass
    with pytest.raises(StoreError, match="damaged"):
        read_all(path)


def test_a_full_disk_keeps_what_was_finished(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sqlite._opened

    def cramped(where: str, patience: float) -> sqlite3.Connection:
        db = usual(where, patience)
        db.execute("PRAGMA max_page_count = 40")
        return db

    monkeypatch.setattr(sqlite, "_opened", cramped)
    done: list[int] = []
    with pytest.raises(StoreError, match="the disk is full"):
        fill(path, done)
    monkeypatch.undo()
    assert done
    assert read_all(path) == done


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_store_that_may_only_be_read_is_read(path: Path) -> None:
    with open_for_writing(path, RUN) as writer:
        added(writer)
    path.chmod(stat.S_IRUSR)
    with open_store(path) as store:
        assert len(store.entries()) == 1
    with pytest.raises(StoreError, match="read-only"), open_for_writing(path, RUN):
        pass


def test_a_player_who_does_not_play_is_named(writer: StoreWriter) -> None:
    added(writer)
    (entry,) = writer.store.entries()
    with pytest.raises(StoreError, match="'nobody' does not play 4x4x3"):
        writer.store.played(entry, "nobody")


def games_of(path: Path) -> list[list[StoredGame]]:
    """Return the games of each player of each contest."""
    with open_store(path) as store:
        return [
            list(store.games(entry, player))
            for entry in store.entries()
            for player in entry.contest.players
        ]


def test_sql_reads_all_games(path: Path) -> None:
    played = contest("p", "4x4x3", ("csp", "single-point > random"), 1300)
    play_into(path, replace(played, games=900))
    play_into(path, played)
    (csp, _) = games_of(path)
    with closing(sqlite3.connect(path)) as db:
        found = db.execute(
            "SELECT number, outcome, moves, guesses, cpu_seconds, version FROM games"
            " WHERE player = 'csp' ORDER BY number"
        ).fetchall()
    assert found == [
        (game.number, game.outcome, game.moves, game.guesses, game.cpu_seconds, game.version)
        for game in csp
    ]
