"""The tiers of ``./check`` and its parts: together they leave no test out."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain, combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.shards import shard
from tests.sources import ROOT

SAPPER = "packages/sapper/src/sapper"
WORKBENCH = "packages/sapper-workbench/src/sapper_workbench"


@pytest.fixture(scope="module")
def check() -> ModuleType:
    """The program behind ``./check``."""
    import sys

    spec = spec_from_file_location("check", ROOT / "tools" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules["check"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def planned(check: ModuleType, words: str) -> list[str]:
    """Return the commands that ``./check`` runs with some words."""
    beside, steps = check.plan(check.arguments(words.split()))
    return [str(step) for step in (*beside, *steps)]


def chosen(expression: str, marks: tuple[str, ...]) -> bool:
    """Whether a marker expression selects a test with these marks and no others."""
    names = set(re.findall(r"\w+", expression)) - {"not", "and", "or"}
    return bool(eval(expression, {name: name in marks for name in names}))


def test_the_parts_of_full_run_every_test_exactly_once(check: ModuleType) -> None:
    names = ("kernel", "slow", "browser", "docs", "study")
    for marks in chain.from_iterable(combinations(names, size) for size in range(6)):
        parts = [name for name, expression in check.PARTS.items() if chosen(expression, marks)]
        assert len(parts) == chosen(check.FULL, marks), (marks, parts)


def test_the_parts_of_full_run_the_same_steps_as_full(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    parts = ("static", "kernel", *check.PARTS)
    divided = [line for part in parts for line in planned(check, f"full --only {part}")]
    *others, every = planned(check, "full")
    assert others == divided[: -len(check.PARTS)]
    assert "-m 'not study'" in every
    assert not any(word in every for word in ("--ignore", "--deselect", "--shard"))


def test_the_jobs_of_ci_are_parts_of_full_and_leave_none_out(check: ModuleType) -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    (command,) = [step["run"] for step in jobs["full"]["steps"] if "run" in step]
    assert command == ".ci/run ${{ matrix.part }}"  # which runs ./check full with these words
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").endswith('exec ./check full "$@"\n')
    matrix = jobs["full"]["strategy"]["matrix"]["part"]
    given = [check.arguments(["full", *part.split()]) for part in matrix]
    assert {part.only for part in given} == {"static", *check.PARTS, "kernel"}
    for name in check.PARTS:
        shards = sorted(part.shard or "1/1" for part in given if part.only == name)
        assert shards == [f"{k + 1}/{len(shards)}" for k in range(len(shards))]
    (command,) = [step["run"] for step in jobs["quick"]["steps"] if "run" in step]
    assert command == "env -u CI ./check"


def test_the_actions_of_ci_are_pinned_to_commits() -> None:
    """A tag or a branch can be moved to other code; the tag is a comment, for people."""
    for file in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        used = re.findall(r"\buses:.*", file.read_text(encoding="utf-8"))
        assert used, file.name
        for line in used:
            assert re.fullmatch(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


@pytest.mark.parametrize(
    "words", ["--only docs", "full --shard 1/2", "changed --shard 1/2", "full --only all"]
)
def test_combinations_that_make_no_sense_are_refused(check: ModuleType, words: str) -> None:
    with pytest.raises(SystemExit):
        check.arguments(words.split())


def test_every_test_of_the_kernel_is_in_a_file_that_names_the_mark() -> None:
    """``./check full`` collects no other files for the checked build."""
    folders = [Path(ROOT, "tests"), *Path(ROOT, "packages").glob("*/tests")]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    helpers = [file for file in files if file.stem[:5] != "test_"]
    assert not [file for file in helpers if "mark.kernel" in file.read_text(encoding="utf-8")]


def test_each_test_is_in_exactly_one_shard() -> None:
    for parts in (1, 2, 3, 7):
        shards = [list(range(20))[shard(f"{part + 1}/{parts}")] for part in range(parts)]
        assert sorted(chain(*shards)) == list(range(20))
    for text in ("0/2", "3/2", "1", "a/b"):
        with pytest.raises(ValueError, match="expected K/N"):
            shard(text)


def test_the_quick_tier_leaves_out_registered_marks_only(
    check: ModuleType, pytestconfig: pytest.Config
) -> None:
    registered = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert set(re.findall(r"not (\w+)", check.QUICK)) <= registered


@pytest.mark.parametrize(
    ("file", "test", "elsewhere"),
    [
        (
            f"{SAPPER}/arena/stats.py",
            "packages/sapper/tests/arena/test_paired.py",
            "packages/mio",
        ),
        (f"{SAPPER}/estimate.py", "packages/sapper/tests/reviews/test_review.py", "packages/mio"),
        (
            f"{WORKBENCH}/web/page/app/views/watch.js",
            "packages/sapper-workbench/tests/page/test_units.py",
            "packages/sapper-workbench/tests/web/test_games",
        ),
        (
            f"{WORKBENCH}/web/page/app/tree/rows.js",
            "packages/sapper-workbench/tests/web/test_page_tree.py",
            "packages/sapper/tests/game",
        ),
        (
            "packages/sapper/tests/game/test_grid.py",
            "packages/sapper/tests/game/test_grid.py",
            "packages/mio",
        ),
        ("docs/report.md", "tests/docs", "packages"),
    ],
)
def test_a_change_concerns_the_tests_near_it(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, file: str, test: str, elsewhere: str
) -> None:
    monkeypatch.chdir(ROOT)
    near = check.concerned([Path(file)])
    assert test in near
    assert not any(name.startswith(elsewhere) for name in near)
    assert check.concerned([Path(file), Path("uv.lock")]) == []  # which concerns all tests


PAGE = "packages/sapper-workbench/tests/web/test_page_play.py::test_a"
OTHER = "packages/sapper/tests/game/test_grid.py::test_a"


@pytest.mark.parametrize(
    ("failed", "alone", "code", "tried"),
    [
        ([PAGE], 0, 0, True),
        ([PAGE], 1, 1, True),  # it fails alone, too
        ([PAGE, OTHER], 0, 1, False),
        ([f"{PAGE}{number}" for number in range(4)], 0, 1, False),
        ([], 0, 1, False),  # pytest itself failed
    ],
)
def test_only_a_few_tests_of_the_page_get_a_second_chance_and_are_named(
    check: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failed: list[str],
    alone: int,
    code: int,
    tried: bool,
) -> None:
    commands: list[Any] = []

    def run(step: Any) -> None:
        commands.append(step.command)
        step.code = alone

    monkeypatch.setattr(check.Step, "run", run)
    lines = [*(f"FAILED {test} - no" for test in failed), f"9 passed, {len(failed)} failed in 1.0s"]
    step = check.Step("tests", ["pytest"], code=1, output="\n".join(lines))
    check.second_chance(step)
    assert check.summary([step], 0) == code
    assert [command[-len(failed) :] for command in commands] == [failed] * tried
    shown = capsys.readouterr().out
    assert (f"FLAKY {PAGE}: " in shown) == (code == 0)
    assert f"tests: {9 + (code == 0)} passed" in shown


def test_results_are_added_up_and_a_failure_is_named(
    check: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    passed = check.Step("tests", ["pytest"], output="== 4 passed, 2 skipped in 1.50s ==")
    failed = check.Step(
        "again",
        ["pytest", "-m", "a b"],
        {"X": "1"},
        code=1,
        output="3 passed, 1 failed, 1 error in 0.20s",
    )
    assert check.summary([passed, failed], 0) == 1
    shown = capsys.readouterr().out
    assert "To repeat “again”: X=1 pytest -m 'a b'\n" in shown
    assert shown.endswith("tests: 7 passed, 2 failed, 2 skipped\n")


def test_a_step_has_the_output_and_the_exit_code_of_its_command(
    check: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    step = check.Step("fail", ["sh", "-c", "echo $X >&2; exit 3"], {"X": "some words"})
    for live in (True, False):
        step.run(live)
        assert step.code == 3
        assert capsys.readouterr().out == step.output
        assert step.output.endswith("\nsome words\n")
