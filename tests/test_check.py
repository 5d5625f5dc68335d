"""The tiers of ``./check`` and its parts: together they leave no test out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain, combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.selection import TIMES, fits, in_shard, merged, shard


def program(name: str) -> ModuleType:
    """Return one of the programs behind ``./check``."""
    spec = spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def check() -> ModuleType:
    """The program that runs the steps."""
    return program("check")


@pytest.fixture(scope="module")
def changed() -> ModuleType:
    """The program that chooses tests."""
    return program("changed")


Ran = list[list[str]]


@pytest.fixture
def ran(check: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """The commands of the steps, none of which really runs."""
    commands: Ran = []
    monkeypatch.setattr(check.Step, "run", lambda step, live=False: commands.append(step.command))
    monkeypatch.setattr(check, "checked_kernel", lambda: None)
    monkeypatch.chdir(ROOT)
    return commands


def expressions(commands: Ran) -> list[str]:
    """Return the marker expressions of pytest's commands."""
    return [command[command.index("-m") + 1] for command in commands if "-m" in command]


def chosen(expression: str, marks: tuple[str, ...]) -> bool:
    """Whether a marker expression selects a test with these marks and no others."""
    names = set(re.findall(r"\w+", expression)) - {"not", "and", "or"}
    return bool(eval(expression, {name: name in marks for name in names}))


def test_full_leaves_out_nothing_but_studies(check: ModuleType, ran: Ran) -> None:
    check.run("full")
    # The steps of either thread are in order, those of both are not.
    assert sorted(expressions(ran)) == ["kernel and not study and not statistical", "not study"]
    assert not any("--ignore" in word or "--deselect" in word for step in ran for word in step)


def test_a_step_fails_with_the_one_that_it_needs(check: ModuleType) -> None:
    build = check.Step("build", "fail", [sys.executable, "-c", "raise SystemExit(3)"])
    missing = check.Step("tests", "never run", ["no such program"], after=build)
    build.run()
    missing.run()
    assert missing.code == 3
    assert "build failed" in missing.output


def test_the_parts_of_full_run_every_test_exactly_once(check: ModuleType) -> None:
    names = ("kernel", "slow", "browser", "docs", "study")
    for marks in chain.from_iterable(combinations(names, size) for size in range(6)):
        parts = [name for name, expression in check.PARTS.items() if chosen(expression, marks)]
        assert len(parts) == chosen(check.FULL, marks), (marks, parts)


def test_the_parts_of_full_run_the_same_steps_as_full(check: ModuleType, ran: Ran) -> None:
    check.run("full")
    every = [command for command in ran if check.FULL not in command]
    ran.clear()
    for part in ("static", *check.PARTS, "kernel"):
        check.run("full", part=part)
    others = [command for command in ran if not set(check.PARTS.values()) & set(command)]
    assert sorted(map(str, set(map(tuple, others)))) == sorted(map(str, set(map(tuple, every))))


def test_the_jobs_of_ci_are_parts_of_full_and_leave_none_out(check: ModuleType) -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    (command,) = [step["run"] for step in jobs["full"]["steps"] if "run" in step]
    assert command == ".ci/run ${{ matrix.part }}"  # which runs ./check full with these words
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").endswith('exec ./check full "$@"\n')
    given = [
        check.arguments(["full", *part.split()])
        for part in jobs["full"]["strategy"]["matrix"]["part"]
    ]
    assert {part.only for part in given} == {"static", *check.PARTS, "kernel"}
    for name in check.PARTS:
        shards = sorted(part.shard or "1/1" for part in given if part.only == name)
        assert shards == [f"{k + 1}/{len(shards)}" for k in range(len(shards))]
    (command,) = [step["run"] for step in jobs["quick"]["steps"] if "run" in step]
    assert command == "env -u CI ./check"


@pytest.mark.parametrize(
    "words", ["--only docs", "full --shard 1/2", "changed --shard 1/2", "full --only all"]
)
def test_combinations_that_make_no_sense_are_refused(check: ModuleType, words: str) -> None:
    with pytest.raises(SystemExit):
        check.arguments(words.split())


def test_every_test_of_the_kernel_is_in_a_file_that_names_the_mark() -> None:
    """``./check full`` collects no other files for the checked build."""
    helpers = [file for file in Path(ROOT, "tests").rglob("*.py") if file.stem[:5] != "test_"]
    assert not [file for file in helpers if "mark.kernel" in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_each_test_is_in_exactly_one_shard(parts: int) -> None:
    for number in range(20):
        shards = [part for part in range(1, parts + 1) if in_shard(number, part, parts)]
        assert len(shards) == 1


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/3/5"])
def test_a_shard_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected K/N"):
        shard(text)


def test_a_test_is_begun_only_if_it_probably_ends_within_the_budget() -> None:
    assert fits(None, slow=False, left=5)
    assert not fits(None, slow=True, left=5)
    assert fits(4.9, slow=True, left=5)
    assert not fits(5.1, slow=False, left=5)
    assert not fits(0.0, slow=False, left=-1)


def test_times_of_tests_that_are_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    here, gone = "tests/test_check.py::test_a", "tests/test_gone.py::test_a"
    assert merged({here: 1.0, gone: 2.0}, {here: 3.004}) == {here: 3.0}


@pytest.mark.slow
def test_a_budget_leaves_tests_out_and_counts_them() -> None:
    options = ["-q", "-n1", "-pno:cacheprovider", "--budget=-1", "tests/test_folders.py"]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^not run, to keep within the budget: [1-9]", done.stdout, re.M)
    assert "passed" not in done.stdout


@pytest.mark.slow
def test_the_last_test_of_a_file_can_be_left_out(tmp_path: Path) -> None:
    """What its file has set up is torn down before the next file."""
    files = ["tests/test_logs.py", "tests/test_folders.py"]
    options = ["-q", "-n0", "-o", f"cache_dir={tmp_path}", *files]
    command = [sys.executable, "-m", "pytest", *options]
    found = subprocess.run([*command, "--collect-only"], cwd=ROOT, capture_output=True, text=True)
    *_, last = re.findall(rf"^{files[0]}::\S+", found.stdout, re.M)
    times = tmp_path / "v" / TIMES
    times.parent.mkdir(parents=True)
    times.write_text(json.dumps({last: 1e9}))
    done = subprocess.run([*command, "--budget=1e6"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "not run, to keep within the budget: 1\n" in done.stdout


def test_the_quick_tier_leaves_out_registered_marks_only(
    check: ModuleType, pytestconfig: pytest.Config
) -> None:
    registered = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert set(re.findall(r"not (\w+)", check.QUICK)) <= registered


PAGE = "tests/web/test_page_play.py::test_a"
OTHER = "tests/game/test_grid.py::test_a"


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
    commands: Ran = []

    def run(step: Any, live: bool = False) -> None:
        commands.append(step.command)
        step.code, step.output = alone, "1 passed in 0.10s"

    monkeypatch.setattr(check.Step, "run", run)
    lines = [*(f"FAILED {test} - no" for test in failed), f"9 passed, {len(failed)} failed in 1.0s"]
    step = check.Step("tests", "run", ["pytest"], code=1, output="\n".join(lines))
    check.second_chance(step)
    assert check.summary([step], 0) == code
    assert [command[-len(failed) :] for command in commands] == [failed] * tried
    shown = capsys.readouterr().out
    assert (f"FLAKY {PAGE}: " in shown) == (code == 0)
    assert f"tests: {9 + (code == 0)} passed" in shown


def test_results_are_added_up_and_a_failure_is_named(
    check: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    passed = check.Step(
        "tests", "run", ["pytest"], code=0, output="== 4 passed, 2 skipped in 1.50s =="
    )
    failed = check.Step(
        "again",
        "run them again",
        ["pytest", "-m", "a b", "--kernel=site"],
        {"X": "1"},
        code=1,
        output="FAILED tests/a.py::test_b[two words] - AssertionError: no - yes\n"
        "3 passed, 1 failed, 1 error in 0.20s",
    )
    assert check.summary([passed, failed], 0) == 1
    shown = capsys.readouterr().out
    assert "X=1 pytest -m 'a b' --kernel=site" in shown
    assert (
        "X=1 ./uvw run --no-sync pytest -n 0 --kernel=site 'tests/a.py::test_b[two words]'" in shown
    )
    assert shown.endswith("tests: 7 passed, 2 failed, 2 skipped\n")


def test_every_failing_step_fails_the_check(check: ModuleType) -> None:
    assert check.summary([check.Step("types", "check types", ["mypy"], code=1)], 0) == 1
    assert check.summary([check.Step("types", "check types", ["mypy"], code=0)], 0) == 0


def test_the_checked_kernel_is_compiled_only_when_its_sources_change(
    check: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    package = tmp_path / "src" / "sapper"
    (package / "kernel").mkdir(parents=True)
    for name in ("kernel/board.pxd", "kernel/board.py", "plain.py"):
        (package / name).write_text("1")
    (tmp_path / "setup.py").write_text("1")
    step = check.checked_kernel()
    installed = tmp_path / check.SITE / "sapper"
    (installed / "kernel").mkdir(parents=True)
    compiled = installed / "kernel" / f"board{EXTENSION_SUFFIXES[0]}"
    compiled.write_text("compiled")
    (installed / "deleted.py").write_text("1")
    check.STAMP.write_text(step.command[-1].split("printf ")[1].split()[0])

    (package / "plain.py").write_text("2")
    assert check.checked_kernel() is None
    assert (installed / "plain.py").read_text() == "2"
    assert not (installed / "deleted.py").exists()
    assert compiled.exists()
    (package / "kernel" / "board.py").write_text("2")
    assert check.checked_kernel() is not None


def test_the_nearest_tests_come_first_and_the_quickest_of_those(changed: ModuleType) -> None:
    importers = {"a": ["b"], "b": ["c", "near"], "c": ["far", "near"]}
    reached = changed.reach([("a", "a.py")], lambda name: importers.get(name, ()))
    assert {name: reason.distance for name, reason in reached.items()} == {
        "a": 0,
        "b": 1,
        "c": 2,
        "near": 2,
        "far": 3,
    }
    seconds = {"b": 9.0, "c": 2.0, "near": 1.0}
    assert changed.ranked(reached, seconds) == ["a", "b", "near", "c", "far"]


def test_tests_beyond_the_budget_are_not_collected(changed: ModuleType) -> None:
    order = ["a", "b", "c"]
    assert changed.enough(order, dict.fromkeys(order, 1.0)) == 3
    assert changed.enough(order, {"a": 1.0, "b": changed.ENOUGH, "c": 1.0}) == 2


def test_what_the_budget_left_out_is_said_in_one_sentence(check: ModuleType) -> None:
    assert check.left_out("== 3 passed in 1.0s ==") == ""
    said = check.left_out(
        "12 more test files, farther away\nnot run, to keep within the budget: 7\n"
    )
    assert said.count("\n") == 1
    assert "7 tests of the files above and all tests of 12 files" in said
    assert "./check full" in said


@pytest.mark.slow
def test_a_change_concerns_the_tests_that_import_it(
    changed: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)

    def nearest(file: str) -> list[str]:
        order: list[str] = changed.ranked(changed.concerned([file]), {})
        return order

    assert {"tests/planning/test_search.py", "tests/players/test_bssuct.py"} <= set(
        nearest("src/sapper/planning/uct.py")
    )
    assert "tests/players/test_single_point.py" in nearest("src/sapper/players/single_point.py")[:4]
    assert set(nearest("docs/start.md")) == {
        *changed.test_files("tests/docs"),
        "tests/test_readme.py",
    }
    assert "tests/web/test_page_play.py" in nearest("tests/web/browser.py")
    assert nearest("tests/web/conftest.py") == changed.test_files("tests/web")
    assert nearest("tests/records/golden.json") == changed.test_files("tests/records")
    assert nearest("tests/page/tree.test.mjs")[0].endswith("[tree.test]")
    assert nearest("tools/check.py") == ["tests/test_check.py"]
    assert nearest("uv.lock") == changed.test_files("tests")
    assert nearest("tests/test_chance.py") == ["tests/test_chance.py"]


@pytest.mark.slow
def test_a_script_concerns_its_unit_tests_and_then_the_views_that_load_it(
    changed: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    script = "src/sapper/web/page/app/tree/rows.js"
    reasons = changed.concerned([script])
    order = changed.ranked(reasons, {})
    assert order[0] == "tests/page/test_units.py::test_units_of_the_page[tree.test]"
    assert order[1] == "tests/web/test_page_tree.py"
    views = [test for test in order if reasons[test].distance < changed.FAR - 1]
    assert "tests/web/test_page_analyse.py" in views
    assert "tests/web/test_page_find.py" not in views
    assert set(changed.test_files("tests/web")) <= set(order)


def test_all_tests_are_chosen_where_a_change_concerns_them_all(check: ModuleType) -> None:
    listed = "2 changed files concern 2 test files and folders:\n  tests  (pyproject.toml)\n"
    assert check.chosen_in(listed + "  tests/cli/test_play.py  (a.py)\n") == [
        "tests",
        "tests/cli/test_play.py",
    ]
