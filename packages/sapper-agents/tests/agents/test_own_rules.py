"""Rules of a file play, are scored, explained and proved; the task is exported for others."""

import json
import re
from functools import partial
from pathlib import Path

import pytest

import sapper
from mio import (
    Background,
    Clause,
    Confusion,
    Examples,
    holds,
    learn_folder,
    parse_theory,
    printed,
    read_folder,
)
from sapper.errors import RecipeError
from sapper.players import player
from sapper_agents.mio import PAPER, background, export_task, sample, scored, with_numbers
from tests.cli.runs import run, sentence

WRONG = "mine(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), minesInSet(E,3)."


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The paper's rules in a file, with a comment and in another order."""
    file = tmp_path / "own.pl"
    file.write_text("% learned\n" + printed(tuple(reversed(PAPER.values()))))
    return file


def test_rules_of_a_file_play_like_the_shipped_ones(own: Path) -> None:
    recipes = ["mio", f"mio(theory={own})", f"mio-probability(theory={own}, only=S-1+M-1)"]
    mio, same, other = sapper.match(recipes, "beginner8", games=6, seed=3).players
    assert mio.wins == same.wins
    assert mio.decisions == same.decisions
    assert other.guesses > mio.guesses


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("safe(A,B) :-", "own.pl, line 1"),
        ("safe(A,B) :- lucky(A).", r"own\.pl: unknown predicate in a rule: lucky\(A\)"),
        ("safe(A).", "is not about safe"),
        ("% nothing", r"expected rules for safe\(Tile,Board\) or mine\(Tile,Board\)"),
        (
            "safe(A,B) :- zoneOfInterest(A,B,C), "
            + ", ".join(f"setHasXMines(D{i},B,C,E{i})" for i in range(7))
            + ", inSet(A,E0), minesInSet(E0,0).",
            "rule S-1 has 7 clues, but at most 6 can play",
        ),
    ],
)
def test_a_bad_file_is_told_in_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "own.pl"
    file.write_text(text)
    with pytest.raises(RecipeError, match=f"strategy 'mio': theory: .*{words}"):
        player(f"mio(theory={file})")
    assert re.search(words, sentence("learn", "minesweeper", "--theory", str(file)))


def test_a_changed_file_is_read_again(own: Path) -> None:
    assert player(f"mio(theory={own}, only=S-3)").chain
    own.write_text(printed([PAPER["M-1"]]))
    with pytest.raises(RecipeError, match="unknown rule 'S-3': expected M-1"):
        player(f"mio(theory={own}, only=S-3)")


def test_rules_of_a_file_are_proved_scored_and_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper_agents.cli.learn.scored", partial(scored, count=60))
    file = tmp_path / "own.pl"
    file.write_text(f"{PAPER['S-1']}\n{WRONG}\n")
    shown = run("learn", "minesweeper", "--theory", str(file), "--why").stdout
    assert "% rule 1: true on all boards: 2 placings, the paper's S-1" in shown
    assert "% rule 2: refuted\n%   here [" in shown
    assert re.search(
        r"% why rule 1: the \d at \[\d, \d\] has no mine in .*so \[\d, \d\] is safe:\n", shown
    )
    assert "training" not in shown
    found = json.loads(run("learn", "minesweeper", "--theory", str(file), "--json").stdout)
    assert found["theory"] == [str(PAPER["S-1"].parse(str(PAPER["S-1"]))), WRONG]
    assert [proof["sound"] for proof in found["proofs"]] == [True, False]
    assert sum(found["test"].values()) == 120


def test_a_most_specific_clause_of_minesweeper_has_a_rule_in_it() -> None:
    found = json.loads(
        run("learn", "minesweeper", "--bottom", "2", "--depth", "3", "--json").stdout
    )
    (clause,) = parse_theory(found["clause"])
    assert found["literals"] == len(clause.body) > 10
    assert "zoneOfInterest(A,B,C), " in found["clause"]


@pytest.mark.parametrize("target", ["safe", "mine"])
def test_the_exported_task_means_the_same(tmp_path: Path, target: str) -> None:
    """The paper's rules cover the same examples, by the tables and by the positions."""
    learned, test = (sample(target, seed=seed, counts=(8, 7)) for seed in (1, 2))
    export_task(tmp_path, target, learned, test)
    rules = [rule for rule in PAPER.values() if str(rule).startswith(target)]
    for place, tested in ((tmp_path, True), (tmp_path / "minesweeper", False)):
        read = read_folder(place)
        assert (len(read.examples.positives), len(read.examples.negatives)) == (8, 7)
        for rule in rules:
            due = held(rule, learned, background())
            assert held(rule, read.examples, read.background) == due
            if tested:
                assert read.test is not None
                due = held(rule, test, background())
                assert held(rule, read.test, read.background) == due
    sections = (tmp_path / "minesweeper.d").read_text().split("\n\n")
    assert sections[1].startswith(f"{target}(tu,board)\n")
    assert sections[0].count("*0") == 1
    facts = read_folder(tmp_path).background.list_answers(("setHasXMines", 4))
    _, _, after = sections[1].partition("*setHasXMines(td,board,zone,set) -##-\n")
    assert len(after.partition("\n.")[0].splitlines()) == len(facts)


def held(rule: Clause, examples: Examples, known: Background) -> list[list[bool]]:
    return [holds(known, [rule], rows) for rows in (examples.positives, examples.negatives)]


def test_what_is_learned_from_the_exported_task_can_play(tmp_path: Path) -> None:
    export_task(tmp_path / "task", "safe", sample("safe", seed=1, counts=(10, 10)))
    rules = parse_theory(
        "safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), inSet(A,E), minesInSet(E,F),"
        " zero(F)."
    )
    (rule,) = map(with_numbers, rules)
    assert str(rule).endswith("inSet(A,E), minesInSet(E,0).")
    file = tmp_path / "own.pl"
    file.write_text(printed(rules))
    assert player(f"mio(theory={file})").chain
    read = read_folder(tmp_path / "task")
    by_tables = held(rules[0], read.examples, read.background)
    assert by_tables == held(rule, read.examples, read.background)


@pytest.mark.slow
def test_learning_from_random_examples_exports_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper_agents.cli.learn.scored", partial(scored, count=20))
    monkeypatch.setattr("sapper_agents.cli.learn.TESTED", (5, 5))
    folder, file = tmp_path / "task", tmp_path / "own.pl"
    arguments = ("--examples", "6", "5", "--export", str(folder), "--output", str(file))
    run("learn", "minesweeper", *arguments)
    for target in ("safe", "mine"):
        exported = read_folder(folder / target)
        assert len(exported.examples) == 11
        assert exported.test is not None
    assert learn_folder(exported).learned.train != Confusion(0, 0, 0, 0)
    assert player(f"mio(theory={file})").chain
