"""README.md says what is true: its question, its answers, its sessions."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from click.testing import CliRunner

from limited_belief.cli import command

PAGE = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


def test_its_question_has_the_answers_it_shows(tmp_path: Path) -> None:
    file = tmp_path / "father.believe"
    file.write_text(blocks("believe")[0])
    said = CliRunner().invoke(command, [str(file), "--why"]).stdout.splitlines()
    shown = [line for line in blocks("console")[0].splitlines()[1:] if line != "..."]
    assert said[: len(shown)] == shown


def test_its_sessions_are_what_python_answers() -> None:
    for text in blocks("python"):
        test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
        report: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=report.append)
        assert not "".join(report)
