"""Learn a theory from examples and background knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from mio.background.background import Background
from mio.background.interpreter import OutOfTimeError
from mio.errors import InputError, plural
from mio.language.program import Clause, printed, theory
from mio.language.terms import literal
from mio.learning.compositions import Compositions, compositions
from mio.learning.coverage import Coverage, Example, cover, named
from mio.learning.covering import Before, Covering, Monitor, covering, short_clause
from mio.learning.modes import Declarations, Mode
from mio.learning.recursion.evaluation import RecursiveProgram
from mio.learning.recursion.programs import recursive_program
from mio.learning.saturation import bits
from mio.learning.seeds import CandidateClause, Searcher, SearchResult, covered
from mio.learning.selection import cost, error_words
from mio.learning.settings import Clock, LearningSettings, narrower
from mio.learning.theory import Confusion, Examples, Problem, confusion
from mio.learning.tuning import Tuned, Tuning

_COMPOSED = 0.3  #: share of the time for compositions of functions
_OTHERWISE = 0.05  #: share of the time for other clauses if no composition is right
_FOCUSED = 0.35  #: share of the time for focused modes
_GOOD = 0.25  #: cost per positive of a theory with noise that needs no other modes
_EFFORT = 50_000  #: effort for recursive programs if a short clause is right about all examples
_FAIR = 0.4  #: cost per positive of a recursive program that only short clauses compete with


@dataclass(frozen=True)
class Learned:
    """The result of learning.

    ``train`` scores the theory, as printed, on the training examples. ``facts`` is the number of
    clauses that merely repeat a positive, and ``left`` are the positives that no rule covers.
    ``searches`` has every search except those of cross-validation. ``seconds`` is the CPU time, of
    workers too. ``finished`` is false if time or a user stopped learning. ``notes`` are sentences
    about decisions and uncovered positives.
    """

    theory: tuple[Clause, ...]
    train: Confusion
    facts: int
    left: tuple[Example, ...]
    searches: tuple[SearchResult, ...]
    seconds: float
    finished: bool
    notes: tuple[str, ...]

    @property
    def explored(self) -> int:
        """The number of clauses that all searches evaluated."""
        return sum(search.explored for search in self.searches)

    @property
    def cut(self) -> int:
        """The number of searches that ended at the limit of clauses."""
        return sum(search.end == "nodes" for search in self.searches)

    def __str__(self) -> str:
        return printed(self.theory)


def learn(
    background: Background,
    declared: Declarations,
    examples: Examples,
    settings: LearningSettings | None = None,
    *,
    auto: bool = False,
    known: Sequence[Clause] = (),
    hopeless: Collection[Example] = (),
    coverage: Coverage | None = None,
    clock: Clock | None = None,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> Learned:
    """Learn clauses that cover the positive examples and not the negative ones.

    - ``background``: the predicates that clauses may use;
    - ``declared``: the modes of the target and of body literals;
    - ``examples``: what to cover, and what not;
    - ``settings``: how to search, and for how long;
    - ``auto``: whether the examples instead of the settings decide how to treat noise and single
      positives (see ``tuning``);
    - ``known``: clauses to take first, if acceptable;
    - ``hopeless``: positives from which no search starts;
    - ``coverage``: the examples with earlier results, which, like ``known`` and ``hopeless``, makes
      it cheap to learn again from more examples;
    - ``clock``: measures the seconds of the settings, by default a new one;
    - ``interrupted``: polled all the time; true ends learning at once;
    - ``report``: called with the numbers of uncovered positives, of all positives, and of clauses
      so far.

    Raises ``InputError`` if a mode does not match its predicate, if examples do not match the
    target, or if there are no positive examples.
    """
    settings = settings or LearningSettings()
    clock = clock or Clock()
    clock.interrupted = interrupted
    begun = clock.now
    checked(background, declared, examples)
    deadline = float("inf") if settings.seconds is None else clock.now + settings.seconds
    watch = Monitor(clock, deadline, report=report)
    if coverage is None:
        coverage = Coverage(background, examples.positives, examples.negatives)

    problem = Problem(background, declared, examples)

    def searcher(modes: tuple[Mode, ...]) -> Searcher:
        part = replace(problem, declared=replace(declared, body=modes))
        return Searcher(part, coverage, settings.workers, clock)

    composed = _composed(problem, coverage, settings, watch) if auto else None
    short = None if composed is None or not composed.complete else _theory(composed)
    if short is None and declared.recursive and examples.negatives and settings.search == "greedy":
        short = short_clause(searcher(declared.body), settings, watch)
    effort = inf if short is None else _EFFORT
    program = _program(problem, settings, watch, effort)
    if program is not None and not program.errors:
        return _recursive(program, clock.now - begun, watch)
    if short is not None:
        found = Tuned(short, settings, "")
    elif auto:
        fair = program is not None and program.cost <= _FAIR * len(examples.positives)
        how = narrower(settings) if fair and settings.search == "greedy" else settings
        if composed is not None and settings.seconds is not None:
            watch = watch.until(clock.now + _OTHERWISE * settings.seconds)
        found = _tuned(searcher, declared, how, watch, () if composed is None else composed.found)
    else:
        only = searcher(declared.body)
        before = _before(only, known, hopeless)
        strict = covering(only, settings, coverage.sets, watch, before)
        found = Tuned(strict, settings, "")
    notes = [found.words] if found.words else []
    if auto:
        kept, replaced = _at_least_majority(found.covering, declared, coverage)
        found, notes = replace(found, covering=kept), notes + replaced
    other = cost(found.covering.chosen, coverage.sets)
    if program is not None and program.useful and program.cost <= other:
        return _recursive(program, clock.now - begun, watch)
    left = _memorised(found, examples)
    facts = [Clause(literal(declared.head.name, examples.positives[i])) for i in left]
    notes += background.failures
    notes += background.silent(mode.about for mode in declared.body if not mode.is_threshold)
    if not examples.negatives:
        notes.append("without negative examples, the most general clause is the best one")
    if not (found.words and found.settings.acceptance.noise):  # the words name the noise
        notes += _reasons(found.covering, found.settings, len(facts))
    learned = (*(candidate.clause for candidate in found.covering.chosen), *facts)
    return Learned(
        learned,
        measured(background, learned, examples, interrupted) or _counted(found.covering, coverage),
        len(facts),
        tuple(examples.positives[i] for i in bits(found.covering.left)),
        tuple(found.covering.searches),
        clock.now - begun,
        not found.covering.stopped,
        tuple(notes),
    )


def _tuned(
    searcher: Callable[[tuple[Mode, ...]], Searcher],
    declared: Declarations,
    settings: LearningSettings,
    watch: Monitor,
    known: tuple[CandidateClause, ...] = (),
) -> Tuned:
    """Learn with the focused modes, if any, and with all modes unless the result is complete, or
    tolerates noise and is cheap; return the cheaper theory. ``known`` are candidate clauses."""
    seconds = settings.seconds
    if not declared.focused:
        return Tuning(searcher(declared.body), settings, watch, seconds, known).run()
    first = searcher(declared.focused)
    share = None if seconds is None else _FOCUSED * seconds
    briefer = watch if share is None else watch.until(watch.clock.now + share)
    found = Tuning(first, settings, briefer, share, known).run()
    if watch.over or (not found.covering.left and not found.words):
        return found
    examples = first.coverage.sets
    good = cost(found.covering.chosen, examples) <= _GOOD * examples.positives.bit_count()
    if good and found.settings.acceptance.noise:
        return found
    rest = None if seconds is None or share is None else seconds - share
    more = (candidate for one in found.covering.searches for candidate in one.found)
    other = Tuning(searcher(declared.body), settings, watch, rest, (*known, *more)).run()
    cheaper = cost(other.covering.chosen, examples) < cost(found.covering.chosen, examples)
    best = other if cheaper else found
    searches = [*found.covering.searches, *other.covering.searches]
    return replace(best, covering=replace(best.covering, searches=searches))


def _composed(
    problem: Problem, coverage: Coverage, settings: LearningSettings, watch: Monitor
) -> Compositions | None:
    """Search for a composition of functions in part of the time."""
    if settings.search != "greedy" or watch.over:
        return None
    if settings.seconds is not None:
        watch = watch.until(watch.clock.now + _COMPOSED * settings.seconds)
    return compositions(problem, coverage, settings.length, lambda: watch.over)


def _theory(found: Compositions) -> Covering:
    best = found.found[-1]
    search = SearchResult(0, found.explored, "done", best.size, False, found.found)
    return Covering(0, [best], [search])


def _program(
    problem: Problem, settings: LearningSettings, watch: Monitor, effort: float
) -> RecursiveProgram | None:
    """Search for a recursive program, if recursion is declared, in part of the time and with this
    effort.

    The program runs in Prolog, so it cannot call predicates in Python.
    """
    body = tuple(mode for mode in problem.declared.body if not mode.is_threshold)
    problem = replace(problem, declared=replace(problem.declared, body=body))
    in_prolog = all(problem.background.engine.knows(mode.about) for mode in body)
    if not problem.declared.recursive or not problem.examples.negatives or not in_prolog:
        return None
    begun = watch.clock.now

    def over(share: float) -> bool:
        seconds = settings.seconds
        return watch.over or (seconds is not None and watch.clock.now - begun > share * seconds)

    return recursive_program(problem, over, effort)


def _recursive(program: RecursiveProgram, seconds: float, watch: Monitor) -> Learned:
    score = program.score
    notes = [f"the recursive program is the best of {program.explored:,} that were tried"]
    if program.errors:
        notes = [
            f"{error_words(score.false_positives, score.false_negatives)}: errors plus two thirds"
            f" of the literals of the recursive program come to {program.cost:.0f}"
        ]
    search = SearchResult(0, program.explored, "done", program.literals, False, ())
    return Learned(
        program.clauses, score, 0, program.left, (search,), seconds, not watch.over, tuple(notes)
    )


def measured(
    background: Background,
    clauses: tuple[Clause, ...],
    examples: Examples,
    interrupted: Callable[[], bool] = lambda: False,
) -> Confusion | None:
    """Score clauses on examples, reparsing them from their text if they have one. Return None if
    interrupted."""
    with suppress(InputError):  # constants that only Python knows
        clauses = theory(printed(clauses))
    background.over = interrupted
    try:
        return confusion(background, clauses, examples)
    except OutOfTimeError:
        return None
    finally:
        background.over = None


def _counted(found: Covering, coverage: Coverage) -> Confusion:
    """Return the score of clauses by the examples that their searches found them to cover."""
    positives, negatives = map(int.bit_count, coverage.sets)
    right, wrong = coverage.sets.counts(found.covered)
    return Confusion(right, positives - right, negatives - wrong, wrong)


def checked(background: Background, declared: Declarations, examples: Examples) -> None:
    """Register the modes with the background. Raises the ``InputError`` of ``learn``."""
    if not examples.positives:
        raise InputError("expected at least one positive example")
    arity = len(declared.head.places)
    if any(len(row) != arity for row in (*examples.positives, *examples.negatives)):
        raise InputError(
            f"an example does not have {plural(arity, 'argument')}, as {declared.head} does"
        )
    for mode in declared.body:
        if not background.knows(mode.about):
            raise InputError(f"the predicate of the mode {mode} is unknown")
        if mode.is_threshold:
            continue
        background.allow(mode.about, mode.inputs)
        if not background.relation(mode.about).usable(mode.inputs):
            raise InputError(f"the mode {mode} has fewer inputs than its predicate needs")


def _at_least_majority(
    found: Covering, declared: Declarations, coverage: Coverage
) -> tuple[Covering, list[str]]:
    """Return the clauses or, if they are less accurate, a theory that predicts the majority class,
    with a note."""
    positives, negatives = map(int.bit_count, coverage.sets)
    wrong = (covered(found.chosen) ^ coverage.positive).bit_count()
    if wrong <= min(positives, negatives):
        return found, []
    kind = "positive" if positives > negatives else "negative"
    everything = named(declared.head.name, range(coverage.arity), (), coverage.background.symbols)
    every = CandidateClause(everything, coverage.all)
    chosen = [every] if kind == "positive" else []
    left = coverage.positive & ~covered(chosen)
    return replace(found, chosen=chosen, left=left), [
        f"the clauses found are left out: they are wrong about {plural(wrong, 'example')}, "
        f"more than if every example were called {kind}"
    ]


def _before(searcher: Searcher, known: Sequence[Clause], hopeless: Collection[Example]) -> Before:
    coverage, background = searcher.coverage, searcher.problem.background
    candidates = tuple(CandidateClause(c, cover(c, coverage, background)) for c in known)
    rows = searcher.problem.examples.positives
    left_out = sum(1 << number for number, row in enumerate(rows) if row in hopeless)
    return Before(candidates, left_out)


def _memorised(found: Tuned, examples: Examples) -> list[int]:
    """Return the positives to add as facts: the uncovered ones, if rules cover at least half."""
    left = bits(found.covering.left)
    few = 2 * len(left) <= len(examples.positives)
    return left if found.settings.facts and few and not found.covering.stopped else []


def _reasons(found: Covering, settings: LearningSettings, facts: int) -> list[str]:
    """Return sentences about positives that no clause covers."""
    left = found.left.bit_count()
    if not left:
        return []
    if found.stopped:
        return [f"{plural(left, 'positive')} not covered when learning stopped"]
    ends = Counter(search.end for search in found.searches if found.left >> search.seed & 1)
    why = []
    if ends["nodes"]:
        searches = "1 search" if ends["nodes"] == 1 else f"{ends['nodes']} searches"
        why.append(f"{searches} ended at the limit of {plural(settings.nodes, 'clause')}")
    if ends["length"]:
        most = plural(settings.length, "literal")
        why.append(f"no clause of at most {most} was found for them, so they may be noise")
    if any(search.bottom_cut for search in found.searches):
        why.append("limits left literals out of the most specific clauses")
    if not why:
        why.append(f"no clause does within {plural(settings.depth.levels, 'level')} of variables")
    kept = ", so added as facts" if facts else ""
    return [f"no rule covers {plural(left, 'positive')}{kept}: {', '.join(why)}"]
