"""Other learners on the Minesweeper task: what they learn in the same CPU time, and how it plays.

    sapper learn minesweeper --export task
    PYTHONPATH=packages/mio python -m papers.studies.learners task/safe --aleph aleph_orig.pl

Peña Castillo & Wrobel 2003, section 4.1, report that Progol and FOIL failed on the task, and would
like to see others on it, such as TILDE. Aleph (Progol's successor) and Popper (``--popper
popper.py``) are given by their paths. FOIL and TILDE are not: two short learners of our own search
as they do. ``foil`` is Quinlan's (1990): it adds one literal after the other by information gain,
and where none gains, up to three that introduce variables. ``tilde`` is Blockeel & De Raedt's
(1998): a decision tree whose tests are queries, with lookahead over several literals. Rules play
with M-1 for mines, 8×8 with 10 mines, first move any, with random guesses.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf, log2
from pathlib import Path

from bench.options import command
from mio import (
    SEARCHES,
    Clause,
    Folder,
    LearningSettings,
    MioError,
    Mode,
    Struct,
    Term,
    Variable,
    arguments,
    learn,
    read_folder,
    signature,
)
from mio.learning import Coverage, cover
from mio_bench.peers import peer_of
from sapper.errors import SapperError, plural
from sapper.estimate import interval_text, percent
from sapper_agents.mio import PAPER, ruled, settings, with_numbers
from sapper_agents.mio.task import paper_name
from sapper_papers.mio import play_games

WEAK = 3  #: literals without gain that FOIL adds to a clause, at most
LOOKAHEAD = 6  #: literals of a test of the tree, at most: S-2 has six
LEAF = 2  #: examples of a leaf, at least


@dataclass
class Learner:
    """A task, its examples as bits, and a deadline in CPU time."""

    task: Folder
    tested: bool = False
    seconds: float = inf
    end: float = field(init=False)
    data: Coverage = field(init=False)

    def __post_init__(self) -> None:
        self.end = time.process_time() + self.seconds
        examples = self.task.examples
        if self.tested:
            assert self.task.test is not None
            examples = self.task.test
        self.data = Coverage(self.task.background, examples.positives, examples.negatives)

    def over(self) -> bool:
        """Whether the time has passed."""
        return time.process_time() >= self.end

    def covered(self, clause: Clause) -> int:
        """Return the examples that a clause covers, as bits."""
        return cover(clause, self.data, self.task.background)

    def counts(self, rows: int) -> tuple[int, int]:
        """Return the numbers of positives and negatives among some examples."""
        return self.data.sets.counts(rows)

    @property
    def head(self) -> Clause:
        """The clause without a body, whose variables have the types of the head."""
        mode = self.task.declared.head
        names = [Variable(chr(ord("A") + i)) for i in range(len(mode.places))]
        return Clause(Struct(mode.name, names))

    def literals(self, clause: Clause, new: frozenset[Variable] | None = None) -> Iterator[Struct]:
        """Yield the literals that may be added: inputs are bound, and outputs new variables. With
        ``new``, a literal has one of these variables."""
        modes = {mode.about: mode for mode in (self.task.declared.head, *self.task.declared.body)}
        types: dict[Variable, str] = {}
        for goal in (clause.head, *clause.body):
            mode = modes[signature(goal) or ("", 0)]
            for place, arg in zip(mode.places, arguments(goal), strict=True):
                if isinstance(arg, Variable):
                    types[arg] = place.type
        for mode in self.task.declared.body:
            for goal in _goals(mode, types):
                if goal not in clause.body and (new is None or new.intersection(goal.args)):
                    yield goal


def _goals(mode: Mode, types: dict[Variable, str]) -> Iterator[Struct]:
    known = [[v for v, kind in types.items() if kind == place.type] for place in mode.places]
    inputs = [known[i] for i in mode.inputs]
    for chosen in product(*inputs):
        if len(set(chosen)) < len(chosen):
            continue
        given, args, fresh = iter(chosen), list[Term](), len(types)
        for place in mode.places:
            if place.sign == "+":
                args.append(next(given))
            else:
                args.append(Variable(f"V{fresh}"))
                fresh += 1
        yield Struct(mode.name, args)


def foil(learner: Learner) -> list[Clause]:
    """Return the clauses of FOIL, until no positive is left, no clause is found or time is up."""
    theory, left = list[Clause](), learner.data.positive
    while left and not learner.over():
        clause, rows = learner.head, left | learner.data.negative
        weak = 0
        while learner.counts(rows)[1] and not learner.over():
            p, n = learner.counts(rows)
            base = log2(p / (p + n))
            best, gain = clause, 0.0
            neutral: Clause | None = None
            for goal in learner.literals(clause):
                longer = replace(clause, body=(*clause.body, goal))
                more = learner.covered(longer) & (left | learner.data.negative)
                q, m = learner.counts(more)
                value = q * (log2(q / (q + m)) - base) if q else 0.0
                if value > gain:
                    best, gain = longer, value
                elif more == rows and neutral is None and _introduces(goal, clause):
                    neutral = longer
                if learner.over():
                    break
            if best is clause:
                weak += 1
                if neutral is None or weak > WEAK:
                    return theory
                best = neutral
            clause, rows = best, learner.covered(best) & (left | learner.data.negative)
        if learner.counts(rows)[1]:
            return theory
        theory.append(clause)
        left &= ~rows
    return theory


def _introduces(goal: Struct, clause: Clause) -> bool:
    known = {arg for each in (clause.head, *clause.body) for arg in arguments(each)}
    return any(arg not in known for arg in goal.args)


@dataclass(frozen=True)
class Tree:
    """A first-order decision tree: a query that extends those it follows from, or a class."""

    query: Clause | None
    positive: bool
    yes: Tree | None = None
    no: Tree | None = None

    def says(self, learner: Learner, rows: int) -> int:
        """Return those of some examples that the tree calls positive."""
        if self.query is None or self.yes is None or self.no is None:
            return rows if self.positive else 0
        held = learner.covered(self.query) & rows
        return self.yes.says(learner, held) | self.no.says(learner, rows & ~held)

    @property
    def size(self) -> int:
        """The number of queries."""
        return 0 if self.yes is None or self.no is None else 1 + self.yes.size + self.no.size


def tilde(learner: Learner, clause: Clause, rows: int) -> Tree:
    """Return the tree for some examples, all of which the query ``clause`` covers."""
    p, n = learner.counts(rows)
    best, most, held = clause, 0.0, 0
    for query in _queries(learner, clause, rows) if p and n else ():
        yes = learner.covered(query) & rows
        if min(yes.bit_count(), (rows & ~yes).bit_count()) < LEAF:
            continue
        gain = _bits(p, n) - _bits(*learner.counts(yes)) - _bits(*learner.counts(rows & ~yes))
        if gain > most + 1e-9:
            best, most, held = query, gain, yes
    if not most:
        return Tree(None, p >= n)
    branches = tilde(learner, best, held), tilde(learner, clause, rows & ~held)
    return Tree(best, p >= n, *branches)


def _queries(learner: Learner, clause: Clause, rows: int) -> Iterator[Clause]:
    """Yield longer queries, the shortest first; each literal has a variable of one before it."""
    waiting: list[tuple[Clause, frozenset[Variable] | None]] = [(clause, None)]
    for _ in range(LOOKAHEAD):
        longer: dict[frozenset[Term], tuple[Clause, frozenset[Variable] | None]] = {}
        for query, new in waiting:
            known = {arg for each in (query.head, *query.body) for arg in arguments(each)}
            for goal in learner.literals(query, new):
                if learner.over():
                    return
                more = replace(query, body=(*query.body, goal))
                key = frozenset(more.body)
                if key in longer or not learner.covered(more) & rows:
                    continue
                fresh = {arg for arg in goal.args if isinstance(arg, Variable)} - known
                longer[key] = more, (new or frozenset()) | fresh
                yield more
        waiting = list(longer.values())


def _bits(p: int, n: int) -> float:
    """Return the information of the classes of some examples, in bits."""
    return -sum(k * log2(k / (p + n)) for k in (p, n) if k)


def _shares(held: int, data: Coverage) -> str:
    """Return the share of examples about which a theory is right, in percent."""
    p, n = data.sets.counts(held)
    right = p + data.negative.bit_count() - n
    return percent(right / data.all.bit_count())


class _Table:
    """Prints a row for each learner."""

    def __init__(self, games: int, seed: int) -> None:
        self._games, self._seed = games, seed
        print("| learner | CPU s | clauses | training | test | of the paper's | won %, 95% |")
        print("|---|--:|--:|--:|--:|---|---|")

    def add(self, name: str, task: Folder, cpu: float, theory: Sequence[Clause]) -> None:
        """Score a theory, and play by it."""
        shares = []
        for learner in (Learner(task), Learner(task, tested=True)):
            held = 0
            for clause in theory:
                held |= learner.covered(clause)
            shares.append(_shares(held, learner.data))
        rules = [with_numbers(clause) for clause in theory if clause.body]
        try:
            found = sorted({one for one in map(paper_name, rules) if one})
            known = ruled([*rules, PAPER["M-1"]])
            games = play_games(known, "random", "needed", self._seed, range(self._games))
            won = f"{percent(games.win_rate, unit='')}, {interval_text(games.interval, 1)}"
        except (SapperError, MioError):
            found, won = [], "cannot play"
        facts = len(theory) - len(rules)
        count = f"{len(rules)}" + (f" and {plural(facts, 'fact')}" if facts else "")
        self.row(name, cpu, count, *shares, ", ".join(found) or "none", won)

    def row(self, name: str, cpu: float, *cells: str) -> None:
        """Print a row."""
        print(f"| {name} | {cpu:.1f} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Learn with each learner, and print a row for each."""
    parser = command("papers.studies.learners", __doc__, seconds=60.0, games=1000, seed=0)
    parser.add_argument("folder", type=Path, help="a task written by learn minesweeper --export")
    parser.add_argument("--aleph", metavar="FILE", help="Aleph's source, for SWI-Prolog")
    parser.add_argument("--popper", metavar="FILE", help="the popper.py of a copy of Popper")
    parser.add_argument("--popper-python", default=sys.executable, metavar="FILE")
    asked = parser.parse_args()
    plain = read_folder(asked.folder, LearningSettings(seconds=asked.seconds))
    modes = read_folder(asked.folder / "minesweeper", LearningSettings(seconds=asked.seconds))
    modes = replace(modes, test=plain.test)
    table = _Table(asked.games, asked.seed)
    for search in SEARCHES:
        how = settings(search, seed=asked.seed, seconds=asked.seconds)
        begun = time.process_time()
        found = learn(modes.background, modes.declared, modes.examples, how)
        table.add(f"Mio, {search}", modes, time.process_time() - begun, found.theory)
    begun = time.process_time()
    clauses = foil(Learner(plain, seconds=asked.seconds))
    table.add("FOIL's search", plain, time.process_time() - begun, clauses)
    begun = time.process_time()
    learner = Learner(plain, seconds=asked.seconds)
    tree = tilde(learner, learner.head, learner.data.all)
    spent = time.process_time() - begun
    shares = [
        _shares(tree.says(each, each.data.all), each.data)
        for each in (learner, Learner(plain, tested=True))
    ]
    table.row("TILDE's search", spent, plural(tree.size, "test"), *shares, "", "a tree")
    for task, kind, file in ((modes, "aleph", asked.aleph), (plain, "popper", asked.popper)):
        if file:
            options = ("i=5",) if kind == "aleph" else ()
            peer = peer_of(kind, file, asked.popper_python, options)
            answer = peer.learn(task, asked.folder, asked.seconds)
            table.add(peer.name, task, answer.cpu, answer.theory)


if __name__ == "__main__":
    main()
