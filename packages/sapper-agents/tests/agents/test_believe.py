"""``sapper believe``, the command of the package limited-belief, ends as other verbs do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

from tests.cli.interrupting import PATIENCE, interrupted
from tests.cli.runs import run, sentence
from tests.terminals import open_terminal


def test_answers_and_errors_are_those_of_the_package() -> None:
    assert "split on rich(frank):" in run("believe", "rich-father", "--why").stdout
    said = sentence("believe", stdin="predicate p\nask p(p)")
    assert said.startswith("standard input: line 2, column 5: 'p' takes 0 arguments, not 1")
    wrong = run("believe", stdin="predicate p\nknow p\nask p is no")
    assert wrong.exit_code == 2
    assert wrong.stderr == "sapper: standard input: 1 answer not as expected (line 3)\n"
    contradictory = run("believe", stdin="predicate p\nknow p\nknow not p\nask p")
    assert contradictory.stderr.startswith("sapper: standard input: the knowledge contradicts")


PIGEONS = 9


def pigeonholes() -> str:
    """One pigeon more than holes: there is no model, but few splits do not show it."""
    text = f"sort hole name h1..h{PIGEONS - 1} : hole function "
    text += ", ".join(f"p{i}" for i in range(PIGEONS)) + " : hole\n"
    for i in range(PIGEONS):
        text += "know " + " or ".join(f"p{i} = h{k}" for k in range(1, PIGEONS)) + "\n"
        text += "".join(f"know p{i} != p{j}\n" for j in range(i))
    return text


def test_ctrl_c_keeps_what_is_answered() -> None:
    text = pigeonholes() + "ask K<0> p0 != p1 is yes\nask K<9> p0 = h1\n"
    clock = "limited_belief.reasoning.setup:Budget.check"
    ended = interrupted("believe", "--json", at=clock, call=50, stdin=text)
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    assert [row["answer"] for row in found["results"]] == [True]
    assert ended.errors == "sapper: interrupted after 1 question\n"


def test_without_a_file_a_terminal_gets_a_prompt() -> None:
    here, there = open_terminal()
    command = [sys.executable, "-m", "sapper", "believe"]
    with subprocess.Popen(command, stdin=there, stdout=subprocess.PIPE, text=True) as process:
        os.close(there)
        os.write(here, b"predicate p\nknow p\nK<0> p\nquit\n")
        output, _ = process.communicate(timeout=PATIENCE)
    os.close(here)
    assert process.returncode == 0
    assert re.search(r"yes +K<0> p", output)
