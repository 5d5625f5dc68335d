"""Aleph and Popper on task folders: what they learn within the same CPU time.

Neither comes with mio. Aleph is one file for SWI-Prolog, and Popper a Python program with
packages of its own; both are given by their path.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mio import (
    Clause,
    Folder,
    MioError,
    Mode,
    Term,
    Variable,
    arguments,
    parse_theory,
    signature,
    written,
)
from mio.language import literal
from mio.language import variables as variables_of
from mio_bench.processes import Run, limited_run

_GRACE_SECONDS = 10.0  #: CPU seconds after its limit for a program that ends by itself
_STAMP = re.compile(r"^(\d\d:\d\d:\d\d|\d+\.\d+s) ")
_CLAUSE = re.compile(r"^[a-z]\w*\(.*\)(:-.*)?\.$")


@dataclass(frozen=True)
class Answer:
    """A theory, and the CPU and wall seconds of the whole process that learned it."""

    theory: tuple[Clause, ...]
    cpu: float
    wall: float


class Peer(Protocol):
    """Another learner."""

    @property
    def name(self) -> str:
        """The name in tables."""
        ...

    def learn(self, task: Folder, folder: Path, seconds: float) -> Answer:
        """Learn the task in a folder within some CPU seconds."""
        ...


@dataclass(frozen=True)
class Aleph:
    """Aleph 5 (Srinivasan), in SWI-Prolog.

    Its modes are those that mio reads or infers from the bias; its constants for comparisons are
    the numbers of the most specific clause. ``settings`` such as ``noise=5`` are added to a clause
    length from the bias.
    """

    file: Path
    settings: tuple[str, ...] = ()
    prolog: str = "swipl"
    name: str = "Aleph"

    def learn(self, task: Folder, folder: Path, seconds: float) -> Answer:
        """Learn the task in a folder within some CPU seconds."""
        background = (folder / "bk.pl").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as made:
            place = Path(made)
            bias = f"{_aleph_bias(task, self.settings)}\n{_ALEPH_COMPARISONS}"
            (place / "task.b").write_text(f"{bias}\n{background}")
            name = task.declared.head.name
            for suffix, rows in (("f", task.examples.positives), ("n", task.examples.negatives)):
                facts = "".join(f"{written(literal(name, row))}.\n" for row in rows)
                (place / f"task.{suffix}").write_text(facts)
            (place / "run.pl").write_text(_ALEPH_RUN.format(file=self.file, seconds=seconds))
            command = [self.prolog, "-q", "run.pl"]
            done = limited_run(
                command, cpu_limit=seconds + _GRACE_SECONDS, folder=place, errors=True
            )
            rules = place / "theory.pl"
            text = rules.read_text() if rules.exists() else ""
        for comparison, name in _COMPARISONS.items():
            text = re.sub(rf"\b{name}\(([^(),]+),([^(),]+)\)", rf"\1 {comparison} \2", text)
        return _answer(parse_theory(text), done)


#: Aleph's names for comparisons with constants.
_COMPARISONS = {"=<": "at_most", ">=": "at_least"}
_ALEPH_COMPARISONS = "".join(
    f"{name}(A,B) :- var(B), !, B = A.\n{name}(A,B) :- number(A), number(B), A {comparison} B.\n"
    for comparison, name in _COMPARISONS.items()
)
_ALEPH_RUN = """
:- consult('{file}').
save :-
    write_rules('theory.part'),
    rename_file('theory.part', 'theory.pl').
watch(Main) :-
    repeat, sleep(0.05), thread_statistics(Main, cputime, Used), Used >= {seconds}, !,
    ignore(save), halt.
:- read_all(task), thread_self(Main), thread_create(watch(Main), _, [detached(true)]),
   induce, save, halt.
:- halt(1).
"""


def _aleph_bias(task: Folder, settings: Sequence[str]) -> str:
    """Return the modes, determinations and settings of a task."""
    declared = task.declared
    head, modes = declared.head, [*declared.body]
    lines = [f":- modeh(1,{_aleph_mode(head)})."]
    if declared.recursive:
        modes.append(head)
    for mode in modes:
        name, arity = _aleph_name(mode), len(mode.places)
        lines += [
            f":- modeb(*,{_aleph_mode(mode)}).",
            f":- determination({_atom(head.name)}/{len(head.places)},{_atom(name)}/{arity}).",
        ]
    options = {"clauselength": str(task.settings.length + 1), "i": "4", "nodes": "20000"}
    options |= dict(setting.split("=", 1) for setting in settings)
    return "\n".join([*lines, *(f":- set({key},{value})." for key, value in options.items())])


def _aleph_mode(mode: Mode) -> str:
    places = ",".join(
        f"{place.sign.removeprefix('-#')}{_atom(place.type)}" for place in mode.places
    )
    return f"{_atom(_aleph_name(mode))}({places})"


def _aleph_name(mode: Mode) -> str:
    return _COMPARISONS[mode.name] if mode.is_threshold else mode.name


def _atom(name: str) -> str:
    return written(name)


@dataclass(frozen=True)
class Popper:
    """Popper (Cropper & Morel 2021), in a Python that has its packages.

    ``file`` is its ``popper.py``; ``options`` such as ``--noisy`` are added.
    """

    file: Path
    python: str
    options: tuple[str, ...] = ()
    name: str = "Popper"

    def learn(self, task: Folder, folder: Path, seconds: float) -> Answer:
        """Learn the task in a folder within some CPU seconds."""
        command = [self.python, "-u", str(self.file), str(folder.resolve()), *self.options]
        command += ["--timeout", f"{10 * seconds:.0f}"]  # in wall time
        done = limited_run(command, cpu_limit=seconds, errors=True)
        clauses = parse_theory("\n".join(popper_theory(done.output)))
        return _answer(tuple(ordered(clause, task) for clause in clauses), done)


def popper_theory(output: str) -> list[str]:
    """Return the clauses of the last theory in Popper's output, the final or the best so far."""
    clauses: list[str] = []
    inside = False
    for line in output.splitlines():
        text = _STAMP.sub("", line).strip()
        if "New best hypothesis" in text or "SOLUTION" in text:
            clauses, inside = [], "NO SOLUTION" not in text
        elif inside and _CLAUSE.match(text):
            clauses.append(text)
        elif clauses:
            inside = False
    return clauses


def ordered(clause: Clause, task: Folder) -> Clause:
    """Return a clause with each literal after those that bind its inputs, as far as possible."""
    inputs: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    for mode in (task.declared.head, *task.declared.body):
        inputs.setdefault(mode.about, []).append(mode.inputs)
    head = arguments(clause.head)
    bound = {v for place in task.declared.head.inputs for v in variables_of(head[place])}
    waiting, body = list(clause.body), list[Term]()

    def ready(goal: Term) -> bool:
        args = arguments(goal)
        ways = inputs.get(signature(goal) or ("", 0), [()])
        return any(
            all(not isinstance(args[i], Variable) or args[i] in bound for i in way) for way in ways
        )

    while waiting:
        goal = next(filter(ready, waiting), waiting[0])
        waiting.remove(goal)
        body.append(goal)
        bound |= set(variables_of(goal))
    return Clause(clause.head, tuple(body))


def _answer(clauses: tuple[Clause, ...], done: Run) -> Answer:
    return Answer(clauses, done.cpu, done.wall)


def peer_of(kind: str, path: str, python: str, options: Sequence[str]) -> Peer:
    """Return Aleph or Popper at a path. Raises ``MioError`` if there is no such file."""
    file = Path(path)
    if not file.is_file():
        raise MioError(f"{kind}: {path}: no such file")
    if kind == "aleph":
        return Aleph(file.resolve(), tuple(options))
    return Popper(file.resolve(), python, tuple(options))
