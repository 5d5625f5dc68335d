"""Learn a theory from examples and background knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from mio.background.background import Background
from mio.background.interpreter import OutOfTimeError
from mio.errors import InputError, listed, plural
from mio.language.program import Clause, parse_theory, printed
from mio.language.terms import literal
from mio.learning.compositions import Compositions, search_compositions
from mio.learning.coverage import Coverage, Example, ExampleSets, clause_from_ids, cover
from mio.learning.covering import Before, Covering, Monitor, cover_examples, short_clause
from mio.learning.modes import Declarations, Mode
from mio.learning.quantified import SOLUTIONS, quantified
from mio.learning.recursion.evaluation import RecursiveProgram
from mio.learning.recursion.functions import Functions
from mio.learning.recursion.programs import search_program
from mio.learning.recursion.universal import Universal
from mio.learning.saturation import bits
from mio.learning.seeds import CandidateClause, Searcher, SearchResult, covered
from mio.learning.selection import Shuffles, cost, error_words
from mio.learning.settings import Clock, LearningSettings, narrower
from mio.learning.theory import Confusion, Examples, Problem, confusion
from mio.learning.tuning import Tuned, Tuning

#: Shares of the time: for compositions of functions, for recursive functions, for other clauses if
#: no composition is right, and for the focused modes.
COMPOSITION_SHARE, FUNCTION_SHARE, OTHERWISE_SHARE, FOCUSED_SHARE = 0.3, 0.35, 0.05, 0.35
UNIVERSAL_SHARE = 0.15  #: share of the time for programs that test each step of a term
MAX_FOCUSED_COST = 0.25  #: cost per positive of a theory with noise that needs no other modes
#: Effort for recursive programs if a short clause is right about all examples.
EFFORT_BESIDE_CLAUSE = 50_000
#: Cost per positive of a recursive program up to which only short clauses compete with it.
MAX_PROGRAM_COST = 0.4
QUANTIFIED_NODES = 1500  #: maximum number of clauses per search for conditions on all solutions
CHOICE_SHARE = 0.08  #: share of the time for the choice of conditions
#: Share of the time for conditions on all solutions of goals; cost per positive of a theory without
#: errors up to which none are tried; and maximum cost of a theory with them, relative to others.
QUANTIFIED_SHARE, MAX_QUANTIFIED_COST, MAX_RELATIVE_COST = 0.4, 1.2, 0.85
MIN_COSTLY_POSITIVES = 10  #: number of positives up to which a costly theory without errors stands
MAX_BRIEF_ERRORS = 0.05  #: share of wrong examples up to which conditions are searched for briefly


@dataclass(frozen=True)
class Learned:
    """The result of learning.

    ``train`` scores the theory, as printed, on the training examples. ``facts`` is the number of
    clauses that merely repeat a positive, and ``left`` are the positives that no rule covers.
    ``searches`` has every search except those of cross-validation. ``seconds`` is the CPU time, of
    workers too. ``finished`` is false if time or a user stopped learning, and ``end`` says why
    it ended. ``notes`` are sentences about decisions and uncovered positives.
    """

    theory: tuple[Clause, ...]
    train: Confusion
    facts: int
    left: tuple[Example, ...]
    searches: tuple[SearchResult, ...]
    seconds: float
    finished: bool
    notes: tuple[str, ...]
    end: str = ""

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


@dataclass(frozen=True)
class Earlier:
    """Earlier results on some of the examples, which make it cheap to learn again from more: the
    evaluated body parts, the clock that measures the seconds of the settings, clauses to take first
    if they are acceptable, and positives from which no search starts."""

    coverage: Coverage
    clock: Clock
    clauses: Sequence[Clause] = ()
    hopeless: Collection[Example] = ()


def learn(
    background: Background,
    declared: Declarations,
    examples: Examples,
    settings: LearningSettings | None = None,
    *,
    auto: bool = False,
    earlier: Earlier | None = None,
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
    - ``earlier``: results on some of these examples;
    - ``interrupted``: polled all the time; true ends learning at once;
    - ``report``: called with the numbers of uncovered positives, of all positives, and of clauses
      so far.

    Raises ``InputError`` if a mode does not match its predicate, if examples do not match the
    target, or if there are no positive examples.
    """
    settings = settings or LearningSettings()
    clock = Clock(background.work) if earlier is None else earlier.clock
    clock.interrupted = interrupted
    register_modes(background, declared, examples)
    deadline = clock.limit(settings.seconds)
    if earlier is None:
        coverage = Coverage(background, examples.positives, examples.negatives)
        earlier = Earlier(coverage, clock)
    problem = Problem(background, declared, examples)
    watch = Monitor(clock, deadline, report=report)
    return _Learning(problem, settings, earlier, watch, auto).run()


class _Learning:
    """The learners of one problem, each with a share of the time, and what they have found: a
    composition of functions, a recursive program, and a theory of clauses."""

    def __init__(
        self,
        problem: Problem,
        settings: LearningSettings,
        earlier: Earlier,
        watch: Monitor,
        auto: bool,
    ) -> None:
        self._problem, self._settings, self._watch = problem, settings, watch
        self._earlier, self._coverage, self._auto = earlier, earlier.coverage, auto
        self._shuffles = Shuffles(settings.seed, earlier.coverage.count)
        self._begun = watch.clock.cpu
        self._greedy = settings.search == "greedy"
        self._composed: Compositions | None = None
        self._program: RecursiveProgram | None = None
        self._found: Tuned | None = None
        self._silent: list[str] = []  #: types whose thresholds have no effect

    def run(self) -> Learned:
        """Try one learner after the other, and return the best result."""
        for learner, share in (
            (self._compose, COMPOSITION_SHARE),
            (self._search_function, FUNCTION_SHARE),
            (self._search_short_clause, 1.0),
            (self._search_program, 1.0),
        ):
            learner(self._limited(share))
        program = self._program
        if program is not None and not program.errors:
            return self._learned_program(program)
        found, notes = self._cover(), list[str]()
        if self._auto:
            found = self._quantify(found)
            kept, notes = _at_least_majority(found.covering, self._problem, self._coverage)
            found = replace(found, covering=kept)
        cost_of_clauses = cost(found.covering.chosen, self._coverage.sets)
        if program is not None and program.useful and program.cost <= cost_of_clauses:
            return self._learned_program(program)
        return self._learned_clauses(found, notes)

    def _limited(self, share: float) -> Monitor:
        """Return a monitor that stops after this share of the time."""
        seconds = self._settings.seconds
        if seconds is None:
            return self._watch
        return self._watch.until(self._watch.clock.now + share * seconds)

    def _searcher(self, modes: tuple[Mode, ...]) -> Searcher:
        declared = replace(self._problem.declared, body=modes)
        problem = replace(self._problem, declared=declared)
        made = Searcher(problem, self._coverage, self._settings.workers, self._watch.clock)
        self._silent = made.thresholds.silent
        return made

    def _tuning(
        self,
        searcher: Searcher,
        settings: LearningSettings,
        watch: Monitor,
        seconds: float | None,
        known: tuple[CandidateClause, ...],
        most: float = inf,
    ) -> Tuning:
        return Tuning(searcher, settings, watch, seconds, self._shuffles, known, most)

    def _compose(self, watch: Monitor) -> None:
        """Search for a composition of functions."""
        if not self._auto or not self._greedy or watch.over:
            return
        found = search_compositions(
            self._problem, self._coverage, self._settings.length, lambda: watch.over
        )
        self._composed = found
        if found is not None and found.complete:
            best = found.found[-1]
            search = SearchResult(0, found.explored, "done", best.size, False, found.found)
            self._found = Tuned(Covering(0, [best], [search]), self._settings, "")

    def _search_function(self, watch: Monitor) -> None:
        """Search for a function that takes its inputs apart."""
        problem = self._problem
        wanted = self._auto and self._greedy and problem.declared.recursive
        if self._found or watch.over or not wanted:
            return
        length = self._settings.length
        functions = Functions(problem, lambda: watch.over, self._coverage, length)
        clauses = functions.search()
        if clauses is None:
            return
        train = score(problem.background, clauses, problem.examples)
        if train is not None and train.accuracy == 1:
            self._program = RecursiveProgram(clauses, train, (), functions.explored)

    def _search_short_clause(self, watch: Monitor) -> None:
        """Search for a clause that is shorter than any recursive program."""
        declared, examples = self._problem.declared, self._problem.examples
        if self._found or self._program is not None:
            return
        if not (declared.recursive and examples.negatives and self._greedy):
            return
        short = short_clause(self._searcher(declared.body), self._settings, watch)
        if short is not None:
            self._found = Tuned(short, self._settings, "")

    def _search_program(self, watch: Monitor) -> None:
        """Search for a recursive program, if recursion is declared; with less effort if a clause is
        right already.

        The program runs in Prolog, so it cannot call predicates in Python.
        """
        declared, background = self._problem.declared, self._problem.background
        body = tuple(mode for mode in declared.body if not mode.is_threshold)
        in_prolog = all(background.engine.knows(mode.about) for mode in body)
        if not declared.recursive or not self._problem.examples.negatives or not in_prolog:
            return
        if self._program is not None:
            return
        begun, seconds = watch.clock.now, self._settings.seconds

        def over(share: float) -> bool:
            return watch.over or (seconds is not None and watch.clock.now - begun > share * seconds)

        problem = replace(self._problem, declared=replace(declared, body=body))
        known = None if self._found else self._search_universal(lambda: over(UNIVERSAL_SHARE))
        effort = inf if self._found is None and known is None else EFFORT_BESIDE_CLAUSE
        found = [one for one in (known, search_program(problem, over, effort)) if one is not None]
        self._program = min(found, key=lambda one: (one.errors, one.literals), default=None)

    def _search_universal(self, over: Callable[[], bool]) -> RecursiveProgram | None:
        """Return a program without errors that tests each step of the terms, if there is one."""
        search = Universal(self._problem, over)
        clauses = search.search()
        if clauses is None:
            return None
        train = score(self._problem.background, clauses, self._problem.examples)
        exact = train is not None and train.accuracy == 1
        return RecursiveProgram(clauses, train, (), search.explored) if train and exact else None

    def _cover(self) -> Tuned:
        """Return the theory of clauses found so far, or cover the positives clause by clause."""
        if self._found is not None:
            return self._found
        if not self._auto:
            searcher = self._searcher(self._problem.declared.body)
            before = _before(searcher, self._earlier)
            strict = cover_examples(
                searcher, self._settings, self._coverage.sets, self._watch, before
            )
            return Tuned(strict, self._settings, "")
        watch, known, settings = self._watch, tuple[CandidateClause, ...](), self._settings
        if self._composed is not None:
            watch, known = self._limited(OTHERWISE_SHARE), self._composed.found
        elif self._quantifiable:  # leave time for conditions
            watch = self._limited(1 - QUANTIFIED_SHARE)
        if self._greedy and self._regular:
            settings = narrower(settings)
        return self._tune(settings, watch, known)

    @property
    def _regular(self) -> bool:
        """Whether a recursive program explains so much that only short clauses compete with it."""
        most = MAX_PROGRAM_COST * len(self._problem.examples.positives)
        return self._program is not None and self._program.cost <= most

    @property
    def _quantifiable(self) -> bool:
        """Whether conditions on all solutions of goals are worth trying."""
        return self._greedy and bool(self._coverage.sets.negatives) and not self._regular

    def _tune(
        self, settings: LearningSettings, watch: Monitor, known: tuple[CandidateClause, ...]
    ) -> Tuned:
        """Learn with the focused modes, if any, and with all modes unless the result is complete,
        or tolerates noise and is cheap; return the cheaper theory. ``known`` are candidate
        clauses."""
        declared, seconds = self._problem.declared, settings.seconds
        if not declared.focused:
            return self._tuning(
                self._searcher(declared.body), settings, watch, seconds, known
            ).run()
        first = self._searcher(declared.focused)
        share = None if seconds is None else FOCUSED_SHARE * seconds
        briefer = watch if share is None else watch.until(watch.clock.now + share)
        found = self._tuning(first, settings, briefer, share, known).run()
        if watch.over or (not found.covering.left and not found.words):
            return found
        examples = self._coverage.sets
        cheap = MAX_FOCUSED_COST * examples.positives.bit_count()
        if found.settings.acceptance.noise and cost(found.covering.chosen, examples) <= cheap:
            return found
        rest = None if seconds is None or share is None else seconds - share
        more = (candidate for one in found.covering.searches for candidate in one.found)
        all_modes = self._searcher(declared.body)
        other = self._tuning(all_modes, settings, watch, rest, (*known, *more)).run()
        best = min(found, other, key=lambda one: cost(one.covering.chosen, examples))
        searches = [*found.covering.searches, *other.covering.searches]
        return replace(best, covering=replace(best.covering, searches=searches))

    def _quantify(self, found: Tuned) -> Tuned:
        """Learn again with conditions on all solutions of some goals, if a theory is wrong about
        examples or explains little, and without any from other positives if it tolerates noise;
        return the new theory if it is much cheaper."""
        sets, chosen = self._coverage.sets, found.covering.chosen
        before = cost(chosen, sets)
        errors = before - cost(chosen, ExampleSets(0, 0))
        if not self._quantifiable or self._watch.over:
            return found
        positives = max(sets.positives.bit_count(), MIN_COSTLY_POSITIVES)
        if not errors and before <= MAX_QUANTIFIED_COST * positives:
            return found
        brief = errors <= MAX_BRIEF_ERRORS * self._coverage.count
        noisy = found.settings.acceptance.noise > 0
        share = 1.0 if noisy and not brief else QUANTIFIED_SHARE
        watch, choosing = self._limited(share), self._limited(CHOICE_SHARE)
        problem, coverage = self._problem, self._coverage
        declared = quantified(
            problem.background, problem.declared, coverage, lambda: choosing.over, few=brief
        )
        alike = declared.body == self._problem.declared.body
        if watch.over or (alike and not noisy):
            return found
        seconds = self._settings.seconds
        seconds = None if seconds is None else share * seconds
        searcher = self._searcher(declared.body)
        more = (candidate for one in found.covering.searches for candidate in one.found)
        settings, most = self._settings, before
        if alike:  # from other positives
            settings = replace(settings, seed=settings.seed + 1)
        else:
            settings = replace(settings, nodes=min(settings.nodes, QUANTIFIED_NODES))
            most *= MAX_RELATIVE_COST
        tuning = self._tuning(searcher, settings, watch, seconds, tuple(more), most)
        other = tuning.run_briefly() if brief else tuning.run()
        other.covering.searches[:0] = found.covering.searches
        return other if cost(other.covering.chosen, sets) < most else found

    def _learned_program(self, program: RecursiveProgram) -> Learned:
        score = program.score
        note = f"the recursive program is the best of {program.explored:,} that were tried"
        if program.errors:
            note = (
                f"{error_words(score.false_positives, score.false_negatives)}: errors plus two"
                f" thirds of the literals of the recursive program come to {program.cost:.0f}"
            )
        search = SearchResult(0, program.explored, "done", program.literals, False, ())
        seconds, finished = self._watch.clock.cpu - self._begun, not self._watch.over
        end = self._end(finished, score, noise=True)
        return Learned(
            program.clauses, score, 0, program.left, (search,), seconds, finished, (note,), end
        )

    def _end(self, finished: bool, train: Confusion, noise: bool) -> str:
        """Say why learning ended."""
        if not finished:
            return "interrupted" if self._watch.clock.interrupted() else "out of time"
        if train.accuracy == 1:
            return "right about all training examples"
        if noise:
            return "further searches found nothing cheaper"
        return "the widest searches found no better clause"

    def _learned_clauses(self, found: Tuned, notes: list[str]) -> Learned:
        """Return clauses, perhaps with facts, as the result; ``notes`` say how they changed."""
        background, declared = self._problem.background, self._problem.declared
        examples, covering = self._problem.examples, found.covering
        if found.words:
            notes = [found.words, *notes]
        facts = [
            Clause(literal(declared.head.name, examples.positives[i]))
            for i in _memorised(found, examples)
        ]
        notes += background.failures
        notes += background.silent(mode.about for mode in declared.body if not mode.is_threshold)
        notes += [
            f"threshold({kind}) has no effect: no facts or computed numbers of this type differ"
            for kind in self._silent
            if kind != SOLUTIONS
        ]
        if not examples.negatives:
            notes.append("without negative examples, the most general clause is the best one")
        if not (found.words and found.settings.acceptance.noise):  # the words name the noise
            notes += _reasons(covering, found.settings, len(facts))
        learned = (*(candidate.clause for candidate in covering.chosen), *facts)
        train = score(background, learned, examples, self._watch.clock.interrupted)
        train = train or _counted(covering, self._coverage)
        noise = found.settings.acceptance.noise > 0
        if not noise and train.accuracy < 1:
            notes += _left_out(declared)
        return Learned(
            learned,
            train,
            len(facts),
            tuple(examples.positives[i] for i in bits(covering.left)),
            tuple(covering.searches),
            self._watch.clock.cpu - self._begun,
            not covering.stopped,
            tuple(notes),
            self._end(not covering.stopped, train, noise),
        )


def score(
    background: Background,
    clauses: tuple[Clause, ...],
    examples: Examples,
    interrupted: Callable[[], bool] = lambda: False,
) -> Confusion | None:
    """Score clauses on examples, reparsing them from their text if they have one. Return None if
    interrupted."""
    with suppress(InputError):  # constants that only Python knows
        clauses = parse_theory(printed(clauses))
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


def register_modes(background: Background, declared: Declarations, examples: Examples) -> None:
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
    found: Covering, problem: Problem, coverage: Coverage
) -> tuple[Covering, list[str]]:
    """Return the clauses or, if they are less accurate, a theory that predicts the majority class,
    with a note."""
    positives, negatives = map(int.bit_count, coverage.sets)
    wrong = (covered(found.chosen) ^ coverage.positive).bit_count()
    if wrong <= min(positives, negatives):
        return found, []
    kind = "positive" if positives > negatives else "negative"
    name, symbols = problem.declared.head.name, problem.background.symbols
    everything = clause_from_ids(name, range(coverage.arity), (), symbols)
    every = CandidateClause(everything, coverage.all)
    chosen = [every] if kind == "positive" else []
    left = coverage.positive & ~covered(chosen)
    return replace(found, chosen=chosen, left=left), [
        f"the clauses found are left out: they are wrong about {plural(wrong, 'example')}, "
        f"more than if every example were called {kind}"
    ]


def _before(searcher: Searcher, earlier: Earlier) -> Before:
    """Return earlier results with the covers of clauses, and with examples as bits."""
    coverage, background = searcher.coverage, searcher.problem.background
    clauses = tuple(CandidateClause(c, cover(c, coverage, background)) for c in earlier.clauses)
    rows = searcher.problem.examples.positives
    hopeless = sum(1 << number for number, row in enumerate(rows) if row in earlier.hopeless)
    return Before(clauses, hopeless)


def _memorised(found: Tuned, examples: Examples) -> list[int]:
    """Return the positives to add as facts: the uncovered ones, if rules cover at least half."""
    left = bits(found.covering.left)
    few = 2 * len(left) <= len(examples.positives)
    return left if found.settings.facts and few and not found.covering.stopped else []


def _left_out(declared: Declarations) -> list[str]:
    """Say which features of the language the bias leaves out."""
    signs = {place.sign for mode in declared.body for place in mode.places if not mode.is_threshold}
    out = [
        *(() if declared.recursive else ("recursion",)),
        *(() if signs & {"#", "-#"} else ("constants",)),
        *(() if any(mode.is_threshold for mode in declared.body) else ("thresholds of numbers",)),
    ]
    return [f"the bias allows no {listed(out, 'or')}"] if out else []


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
