"""``sapper review``: JSON for programs, words for people, and an end upon Ctrl-C."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sapper.arena import play
from sapper.game import Deal, Grid, Rules
from sapper.records import Record
from sapper.reviews import MEANINGS
from sapper.reviews import position_report as findings
from sapper.reviews.review import review
from tests.cli.runs import run, sentence


def saved(folder: Path, recipe: str = "random", number: int = 8, side: int = 9) -> Path:
    file = folder / "game.json"
    deal = Deal.seeded(Grid(side, side), side * side // 8, number)
    file.write_text(play(recipe, deal, rules=Rules("safe")).record.text)
    return file


def test_json_is_what_the_library_finds(tmp_path: Path) -> None:
    file = saved(tmp_path)
    done = run("review", str(file), "--json", "--playouts", "30")
    assert done.exit_code == 0
    assert not done.stderr
    record = Record.parse(file.read_text())
    expected = review(record, playouts=30).to_json()
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))


def test_every_guess_has_a_line_and_avoidable_ones_a_board(tmp_path: Path) -> None:
    file = saved(tmp_path)
    found = review(Record.parse(file.read_text()), playouts=30)
    shown = run("review", str(file), "--playouts", "30").stdout
    lines = shown.splitlines()
    assert lines[0] == f"random · 9x9x10 · {found.steps} steps · {found.outcome}"
    assert found.guesses
    written = []
    for guess in found.guesses:
        faulty = guess.grade in ("inaccuracy", "mistake", "blunder")
        words = f"{guess.grade}: {guess.words}" if faulty else guess.words
        written.append(lines.index(f"{guess.step:4d}  {findings.sentence(words)}"))
    assert written == sorted(written, reverse=True), "the last guess comes first"
    for clause in found.summary:
        assert findings.sentence(clause) in lines
    avoidable = [guess for guess in found.guesses if guess.avoidable]
    assert avoidable
    assert any(f", {len(avoidable)} of them avoidable" in line for line in lines)
    assert f"avoidable: {MEANINGS['avoidable']}" in lines
    bar = next(line for line in lines if line.startswith("chance of winning"))
    assert bar.split()[3].endswith("█" if found.outcome == "won" else "▁")
    boards = [line for line in lines if line.startswith("      ") and ("?" in line or "+" in line)]
    assert len(avoidable) <= len(boards) <= 2 * len(avoidable)


@pytest.mark.slow
def test_a_guess_that_lost_games_is_counted_as_avoidable(tmp_path: Path) -> None:
    """Though nothing was certain: [1, 3] would have won 7.0 more games in 100."""
    file = tmp_path / "game"
    deal = Deal.seeded(Grid(4, 4), 4, 5, 0)
    file.write_text(play("random", deal, rules=Rules("safe")).record.text)
    shown = run("review", str(file)).stdout
    assert "wins 7.0 more games in 100" in shown
    guesses = json.loads(run("review", str(file), "--json").stdout)["guesses"]
    avoidable = sum(guess["verdict"] == "avoidable" for guess in guesses)
    assert avoidable
    assert guesses[0]["safe"] is None
    assert not guesses[0]["forced"]
    assert f", {avoidable} of them avoidable" in shown
    assert f"      {guesses[0]['reason']}\n" in shown


def test_a_game_without_a_guess_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game"
    record = play("sat", Deal.of_mines(Grid(6, 6), frozenset([35])), rules=Rules("safe")).record
    file.write_text(record.text)
    shown = run("review", str(file), "--playouts", "10").stdout
    assert "No guesses were made." in shown
    assert "0 guesses." in shown.splitlines()


def test_a_file_without_a_game_is_refused(tmp_path: Path) -> None:
    position = tmp_path / "position"
    position.write_text("2x1x1\nHH")
    assert sentence("review", str(position)) == (
        f"{position}: expected the record of a game, got only a board"
    )
    broken = tmp_path / "broken"
    broken.write_text(saved(tmp_path).read_text()[:-40])
    assert str(broken) in sentence("review", str(broken))
    assert "nowhere" in sentence("review", str(tmp_path / "nowhere"))
    assert "'0'" in sentence("review", str(position), "--playouts", "0")


def test_ctrl_c_ends_a_review_with_what_was_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of a look that takes minutes."""
    file = saved(tmp_path, "csp", 5, 16)

    @contextmanager
    def interrupted() -> Iterator[list[int]]:
        yield [signal.SIGINT]

    monkeypatch.setattr("sapper.cli.verbs.review.interruption", interrupted)
    done = run("review", str(file), "--json", "--playouts", "1000000")
    assert done.exit_code == 130
    found = json.loads(done.stdout)
    assert found["complete"] is False
    assert len(found["curve"]) <= 1
    shown = run("review", str(file), "--playouts", "1000000")
    assert shown.exit_code == 130
    assert "interrupted after" in shown.stdout
