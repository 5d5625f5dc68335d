"""The documentation page of the arena: its plan is valid, and its Python code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sapper_lab.plan import LimitsFields, Plan, PlanFields, RulesFields, StopFields
from tests.sources import ROOT

PAGE = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """Return the code block of the page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)
    return str(found)


def test_the_plan_is_read_and_has_every_section() -> None:
    plan = Plan.parse(block("toml"))
    assert plan.everyone == ("csp", "champion(seconds=0.01)", "champion(seconds=0.1)")
    assert plan.stop is not None
    assert plan.budgets
    assert plan.seconds == 3600


def test_every_key_is_documented() -> None:
    for key in PlanFields.__struct_fields__:
        assert f"`{key}`" in PAGE or f"`[{key}]`" in PAGE or f"`[[{key}]]`" in PAGE
    for section in (RulesFields, StopFields, LimitsFields):
        for key in section.__struct_fields__:
            assert f"`{key}`" in PAGE


def test_its_python_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = Plan("small", ("csp", "random"), ("4x4x3",), games=8)
    Path("PLAN.toml").write_text(str(plan))
    exec(compile(block("python"), "arena.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition(" ")[0] for line in lines] == [
        "4x4x3 · first safe csp",
        "4x4x3 · first safe random",
    ]
