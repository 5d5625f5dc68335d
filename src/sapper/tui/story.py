"""What is said beside the board, as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sapper.errors import plural
from sapper.game import Cell, Position
from sapper.game.codes import GOLD, HIDDEN, MINE
from sapper.players import Decision, Pass
from sapper.records.record import Record, Step
from sapper.study.counts import HINT, YOU, Counts
from sapper.study.findings import Findings, Why, layouts
from sapper.study.review_estimate import percent
from sapper.study.review_findings import Review
from sapper.study.session import Session
from sapper.tui.faces import items

FADED = "grey62"
NOTE = "yellow"
GUESS = "dark_orange"
LONG = 2000  #: characters of one sentence; only a forged record has more
CONSIDERED = 5  #: candidates that are listed
PARTED = " · "
_PAST = {"open": "opened", "flag": "flagged", "unflag": "took the flag off", "chord": "chorded"}


def plain(words: str) -> str:
    """Words that may come from a file, without what could steer a terminal."""
    return "".join(c if c.isprintable() else " " for c in words[:LONG])


def cell_words(cell: Cell) -> str:
    """A cell, row first."""
    return f"[{cell[0]}, {cell[1]}]"


def step_lines(number: int, step: Step, after: Position) -> list[Text]:
    """A move in full: who decided what and why, what came of it, and who passed."""
    decision = step.decision
    move = decision.move
    if decision.strategy in (YOU, HINT):
        who = "you" if decision.strategy == YOU else "shown at the start:"
        head = Text(f"{number}  {who} {_PAST[move.action]} {cell_words(move.cell)}", "bold")
        return [head.append_text(_came(step, after))]
    head = Text(f"{number}  {move}", "bold").append(f"  {plain(decision.strategy)}", "not bold")
    head.append_text(_figures(decision)).append_text(_came(step, after))
    words = Text(plain(decision.reason.words))
    return [head, words, *_weighed(decision), *_passes(decision.passed)]


def advice_lines(advice: Decision | Pass) -> list[Text]:
    """What somebody would do, and why; or why they would not."""
    if isinstance(advice, Pass):
        head = Text(f"no move: {plain(advice.words)}", NOTE)
        return [head, *_passes(advice.passed)]
    head = Text(f"? {advice.move}", "bold green3")
    head.append(f"  {plain(advice.strategy)}", "not bold default").append_text(_figures(advice))
    words = Text(plain(advice.reason.words))
    return [head, words, *_weighed(advice), *_passes(advice.passed)]


def why_lines(cell: Cell, why: Why) -> list[Text]:
    """What is known of a cell."""
    told = {"safe": "is safe", "mine": "is a mine", "neither": ""}[why.certain]
    head = Text(f"{cell_words(cell)} {told}".rstrip(), "bold")
    return [head, Text(plain(why.reason.words))]


def findings_lines(findings: Findings, away: float | None) -> list[Text]:
    """What an analysis found; ``away`` is the probability away from all clues."""
    analysis = findings.analysis
    lines = [Text(plain(note), NOTE) for note in findings.notes]
    if analysis is None:
        return lines
    counted = [layouts(analysis.log10_layouts)] if analysis.counted else []
    safe, mines = len(analysis.safe), plural(len(analysis.certain_mines), "certain mine")
    head = Text(PARTED.join([*counted, f"{safe} safe", mines]), "bold")
    rest = [] if away is None else [Text(f"■ away from all clues: {100 * away:.1f} %", FADED)]
    return [head, *rest, *lines]


def review_lines(review: Review, number: int) -> list[Text]:
    """What a review says of a step (0: of the start)."""
    said = [(guess.words, guess.loss) for guess in review.guesses if guess.step == number]
    lines = [
        Text(plain(words), GUESS if loss is not None and loss.low > 0 else "green3")
        for words, loss in said
    ]
    lines += [Text(plain(slip.words), GUESS) for slip in review.slips if slip.step == number]
    if number < len(review.curve) and (chance := review.curve[number].chance) is not None:
        lines.append(Text(f"chance of winning {percent(chance.value)}", FADED))
    if number == 0:
        lines += [Text(plain(note), NOTE) for note in review.notes]
    return lines


def end_lines(record: Record) -> list[Text]:
    """How a game ended, by whose moves, and how often it was a guess; nothing before."""
    if record.outcome not in ("won", "lost"):
        return []
    won = record.outcome == "won"
    words = f" after {plural(len(record.steps), 'move')}"
    if YOU not in record.decisions:  # nobody asked what one's own moves risked
        words += f", {record.guesses} " + ("guess" if record.guesses == 1 else "guesses")
    chosen = ", ".join(f"{plain(name)} {count}" for name, count in record.decisions.items())
    head = Text("Won" if won else "Lost", "bold green3" if won else "bold red1")
    return [head.append(f"{words}; {chosen}", "not bold default")]


def title(session: Session) -> str:
    """Which game this is."""
    world, grid = session.world, session.position.grid
    size = f"{grid.width}x{grid.height}, {plural(world.deal.mines, 'mine')}"
    gold = [f"{world.deal.gold} gold"] if world.deal.gold and world.rules.gold_known else []
    name = [plain(world.name)] if world.name else []
    luck = f"seed {session.seed}" + (f", deal {session.number}" if session.number else "")
    return PARTED.join([*name, size, *gold, world.rules.first, luck, plain(str(session.player))])


def status(session: Session, counts: Counts) -> str:
    """Where a game stands."""
    rules = session.world.rules
    ahead = f" of {counts.moves + session.redoable}" if session.redoable else ""
    parts = [f"move {counts.moves}{ahead}", f"mines {counts.daggers_found}/{counts.daggers}"]
    if rules.lives > 1 or counts.gold or session.world.deal.gold:
        parts.append("1 life" if counts.lives == 1 else f"{counts.lives} lives")
    if session.world.deal.gold or counts.gold_in_all:
        of = "" if counts.gold_in_all is None else f"/{counts.gold_in_all}"
        parts.append(f"gold {counts.gold}{of}")
    if not counts.yours:  # nobody asked what one's own moves risked
        parts.append(f"{counts.guesses} guess" + ("" if counts.guesses == 1 else "es"))
    others = len(session.siblings)
    return PARTED.join([*parts, *([f"{others + 1} lines here"] if others else [])])


def _figures(decision: Decision) -> Text:
    """The risk of a guess and the time it took, if these are worth a word."""
    text = Text()
    risk = decision.mine_probability
    if decision.guess:
        text.append("  risk ?" if risk is None else f"  risk {100 * risk:.1f} %", GUESS)
    if decision.seconds >= 0.1:
        text.append(f"  {decision.seconds:.1f} s", f"not bold {FADED}")
    return text


def _weighed(decision: Decision) -> list[Text]:
    considered = decision.reason.considered
    if len(considered) < 2:
        return []
    weighed = items(
        *(f"{cell_words(cell)} {figure:.3f}" for cell, figure in considered[:CONSIDERED])
    )
    more = len(considered) - CONSIDERED
    return [Text(f"weighed {weighed}" + (f"  and {more} more" if more > 0 else ""), FADED)]


def _passes(passed: Sequence[Pass]) -> list[Text]:
    return [Text(f"{plain(p.strategy)} passes: {plain(p.words)}", FADED) for p in passed]


def _came(step: Step, after: Position) -> Text:
    """What a move brought to light."""
    codes = [after[cell] for cell in step.opened]
    mines, gold = codes.count(MINE), codes.count(GOLD)
    parts = [f"{plural(mines, 'mine')}: -{mines}"] if mines else []
    parts += [f"{gold} gold: +{gold}"] if gold else []
    clues = sum(code < HIDDEN for code in codes)
    parts += [f"{plural(clues, 'cell')} open" + ("s" if clues == 1 else "")] if clues else []
    style = "bold red1" if mines else "bold gold1" if gold else f"not bold {FADED}"
    return Text("  " + PARTED.join(parts), style) if parts else Text()
