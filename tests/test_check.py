"""The tiers of ``./check``: together they leave no test out."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def check() -> ModuleType:
    """The program behind ``./check``."""
    spec = spec_from_file_location("check", ROOT / "tools" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["check"] = module
    spec.loader.exec_module(module)
    return module


def test_full_leaves_out_nothing_but_studies(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = []
    monkeypatch.setattr(check.Step, "run", lambda step, live=False: ran.append(step))
    monkeypatch.setattr(check, "checked_kernel", lambda: None)
    check.run("full", "HEAD")
    expressions = [
        step.command[step.command.index("-m") + 1] for step in ran if "-m" in step.command
    ]
    assert expressions == ["not study", "kernel and not study"]
    assert not any(
        "--ignore" in word or "--deselect" in word for step in ran for word in step.command
    )


def test_the_quick_tier_leaves_out_registered_marks_only(
    check: ModuleType, pytestconfig: pytest.Config
) -> None:
    registered = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert set(re.findall(r"not (\w+)", check.QUICK)) <= registered


def test_results_are_added_up_and_a_failure_is_named(
    check: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    passed = check.Step("tests", ["pytest"], code=0, output="== 4 passed, 2 skipped in 1.50s ==")
    failed = check.Step(
        "again",
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
    assert check.summary([check.Step("types", ["mypy"], code=1)], 0) == 1
    assert check.summary([check.Step("types", ["mypy"], code=0)], 0) == 0


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


@pytest.mark.slow
def test_a_change_concerns_the_tests_that_import_it() -> None:
    program = (
        "import sys; sys.path.insert(0, 'tools'); import changed;"
        "print(*changed.concerned(sys.argv[1:]))"
    )

    def concerned(*files: str) -> set[str]:
        command = [sys.executable, "-c", program, *files]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return set(done.stdout.split())

    assert {"tests/planning", "tests/players/test_bssuct.py"} <= concerned(
        "src/sapper/planning/uct.py"
    )
    assert concerned("docs/start.md") == {"tests/docs", "tests/test_readme.py"}
    assert "tests/web/test_page_play.py" in concerned("tests/web/browser.py")
    assert concerned("tests/web/conftest.py") == {"tests/web"}
    assert concerned("tests/records/golden.json") == {"tests/records"}
    assert concerned("tests/page/tree.test.mjs") == {"tests/page"}
    assert concerned("tools/check.py") == {"tests/test_check.py"}
    assert concerned("uv.lock") == {"tests"}
    assert concerned("tests/test_chance.py") == {"tests/test_chance.py"}


def test_all_tests_are_chosen_where_a_change_concerns_them_all(check: ModuleType) -> None:
    listed = "2 changed files concern 2 test files and folders:\n  tests  (pyproject.toml)\n"
    assert check.chosen_in(listed + "  tests/cli/test_play.py  (a.py)\n") == [
        "tests",
        "tests/cli/test_play.py",
    ]
