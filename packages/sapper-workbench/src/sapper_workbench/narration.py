"""A game in words, as every terminal interface shows it: its moves, its state and its end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sapper.errors import plural
from sapper.estimate import percent
from sapper.game import Position
from sapper.game.codes import GOLD, HIDDEN, MINE
from sapper.game.rules import First
from sapper.players import Decision, Pass
from sapper.players.start import OPENED
from sapper.records import HINT, YOU, Step
from sapper.reviews.position_report import sentence
from sapper.terminal.board import OUTCOME_STYLES
from sapper_workbench.session.session import Session

FADED = "grey62"
NOTE = "yellow"
GUESS = "dark_orange"
SEPARATOR = " · "
MAX_SENTENCE = 2000  #: characters of a sentence that is shown; only a forged record has longer ones
MAX_CONSIDERED = 5  #: candidates that are listed
_PAST = {"open": "opened", "flag": "flagged", "unflag": "unflagged", "chord": "chorded at"}
#: The meaning of the candidates' figures, by the kind of the reason.
_FIGURES = {
    "least risk": "risks",
    "probability": "risks",
    "look-ahead": "chances of survival",
    "tree search": "wins",
    "playouts": "wins",
}


BETWEEN = "  "  #: two items of a legend


def items(*words: str) -> str:
    """Join the items of a legend; ``unsplit`` breaks its lines between them."""
    return BETWEEN.join(each.replace(" ", "\u00a0") for each in words)


def plain(words: str) -> str:
    """Return a text from a file without control characters, which could act on the terminal."""
    return "".join(c if c.isprintable() else " " for c in words[:MAX_SENTENCE])


def prose(words: str) -> str:
    """Return a clause from a file as a sentence without control characters."""
    return sentence(plain(words))


def step_lines(number: int, step: Step, after: Position) -> list[Text]:
    """Return a move in full: its strategy, reason and result, and the strategies that passed."""
    decision = step.decision
    move = decision.move
    if decision.strategy == HINT:
        return [Text(f"{list(move.cell)} is open from the start", "bold")]
    if decision.strategy == YOU:
        head = Text(f"{number}  you {_PAST[move.action]} {list(move.cell)}", "bold")
        return [head.append_text(_effect(step, after))]
    head = Text(f"{number}  {move}", "bold").append(f"  {plain(decision.strategy)}", "not bold")
    head.append_text(risk_text(decision)).append_text(_effect(step, after))
    words = Text(prose(decision.reason.words))
    return [head, words, *considered_lines(decision), *pass_lines(decision.passed)]


def last_move_lines(session: Session) -> list[Text]:
    """Return the last move in full; empty at the start."""
    if not session.undoable:
        return []
    return step_lines(session.counts.moves, session.steps[-1], session.position)


def end_lines(session: Session) -> list[Text]:
    """Return the outcome of a game, who made its moves, and the number of guesses; empty before its
    end."""
    record = session.record
    if record.outcome not in ("won", "lost"):
        return []
    moves, agents = session.undoable, session.by_agents
    if session.assisted:
        ended = f"{record.outcome.capitalize()} with help"
        words = f": {agents} of {plural(moves, 'move')} by {plain(session.helpers)}"
    else:
        who = plain(session.helpers) if agents else "You" if YOU in record.decisions else ""
        ended = f"{who} {record.outcome}" if who else record.outcome.capitalize()
        words = f" after {plural(moves, 'move')}"
    if YOU not in record.decisions:  # the risks of the user's own moves are not known
        words += f", {plural(record.guesses, 'guess')}"
    if agents:
        chosen = (f"{plain(name)} {n}" for name, n in record.decisions.items() if name != HINT)
        words += f" ({', '.join(chosen)})"
    head = Text(ended, OUTCOME_STYLES[record.outcome])
    return [head.append(words, "not bold default")]


#: What the first cell may be, as the page says it.
FIRST_WORDS: dict[First, str] = {
    "any": "may be a mine",
    "safe": "is never a mine",
    "opening": "opens a region",
}


def title(session: Session) -> str:
    """Return a description of the game: its board, rule, seed and player."""
    world, grid = session.world, session.position.grid
    size = f"{grid.width}x{grid.height}x{world.deal.mines}"
    gold = [f"{world.deal.gold} gold"] if world.deal.gold and world.rules.gold_known else []
    name = [plain(world.name)] if world.name else []
    luck = f"seed {session.seed}" + (f", deal {session.number}" if session.number else "")
    first = f"first cell {FIRST_WORDS[world.rules.first]}"
    return SEPARATOR.join([*name, size, *gold, luck, plain(str(session.player)), first])


def status(session: Session, seconds: float | None = None) -> str:
    """Return the state of a game: moves, mines without a flag, time, lives, gold and guesses."""
    rules, counts = session.world.rules, session.counts
    ahead = f" of {counts.moves + session.redoable}" if session.redoable else ""
    left = plural(counts.daggers - counts.daggers_found, "mine")
    parts = [f"move {counts.moves}{ahead}", f"{left} left"]
    if seconds is not None:
        parts.append(f"{int(seconds) // 60}:{int(seconds) % 60:02d}")
    if rules.lives > 1 or counts.gold or session.world.deal.gold:
        parts.append(plural(counts.lives, "life"))
    if session.world.deal.gold or counts.gold_in_all:
        of = "" if counts.gold_in_all is None else f"/{counts.gold_in_all}"
        parts.append(f"gold {counts.gold}{of}")
    if not counts.yours:  # the risks of the user's own moves are not known
        parts.append(plural(counts.guesses, "guess"))
    others = len(session.siblings)
    return SEPARATOR.join([*parts, *([f"{others + 1} moves tried here"] if others else [])])


def risk_text(decision: Decision) -> Text:
    """Return the risk of a guess, and the time that it took if noticeable."""
    text = Text()
    risk = decision.mine_probability
    if decision.guess:
        text.append("  unknown risk" if risk is None else f"  risk {percent(risk)}", GUESS)
    if decision.seconds >= 0.1:
        text.append(f"  {decision.seconds:.1f} s", f"not bold {FADED}")
    return text


def considered_lines(decision: Decision) -> list[Text]:
    """Return the cells that a decision compared with their figures, if there were several."""
    considered = decision.reason.considered
    if len(considered) < 2:
        return []
    shown = considered[:MAX_CONSIDERED]
    weighed = items(*(f"{list(cell)} {_figure(value)}" for cell, value in shown))
    more = len(considered) - MAX_CONSIDERED
    name = _FIGURES.get(decision.reason.kind, "candidates")
    return [Text(f"{name}: {weighed}" + (f"  and {more} more" if more > 0 else ""), FADED)]


def _figure(value: float) -> str:
    return percent(value) if 0.0 <= value <= 1.0 else f"{value:.4g}"


def pass_lines(passed: Sequence[Pass]) -> list[Text]:
    """Return the reasons for which strategies passed."""
    return [Text(prose(str(p)), FADED) for p in passed if p.words != OPENED]


def _effect(step: Step, after: Position) -> Text:
    """Return the effect of a move."""
    codes = [after[cell] for cell in step.opened]
    mines, gold = codes.count(MINE), codes.count(GOLD)
    lives = after.rules.lives > 1 or after.cells.count(GOLD) > 0
    parts = ["hit a mine" if mines == 1 else f"hit {mines} mines"] if mines else []
    parts += [f"found {gold} gold"] if gold else []
    if lives and (gold or mines):
        change = gold - mines
        parts.append(f"{change:+d} " + ("life" if abs(change) == 1 else "lives"))
    clues = sum(code < HIDDEN for code in codes)
    parts += [f"{plural(clues, 'cell')} opened"] if clues > 1 else []
    style = "bold red1" if mines else "bold gold1" if gold else f"not bold {FADED}"
    return Text("  " + SEPARATOR.join(parts), style) if parts else Text()
