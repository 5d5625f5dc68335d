"""Draws the pictures of the documentation from the program's answers.

Run ``./uvw run python docs/pictures.py`` to write them; a test fails if one is out of date.
"""

from __future__ import annotations

import math
import re
import textwrap
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import sapper
from limited_belief import Case
from sapper.arena.match import turns
from sapper.errors import plural
from sapper.game.drawing import GAP, LINE, SMALL, Piece, below, beside, board, card, words
from sapper.notation import find_world
from sapper.players.champion import PLAYOUTS
from sapper.players.effort import AppliedRule, CellSet, Splits
from sapper_agents.bssuct.belief_model import BeliefModel, Outlook, myopic
from sapper_agents.bssuct.bssuct import SETTINGS
from sapper_agents.planning import Budget, Search, playout

DOCS = Path(__file__).parent
SEED = 1  #: a beginner game that needs no guess, used in the first lesson
CORNER = sapper.Position.parse("4x2x2\nHHHH\n1221")  #: the 1221 pattern of every lesson
GUESS = sapper.Position.parse("4x4x4\n1HHH\nHHHH\nHHHH\nHHHH")
SIMULATIONS = 2000
GOLDEN = "easy-20-0"  #: a world of Daggers & Gold, dealt from seed 20
BOARD = 26  #: the width of the name of a board in the picture of bounds, in letters
SCALE = 3  #: pixels for one percent
LETTERS = 58  #: the maximum length of a line of text


def boxed(piece: Piece, *, best: bool = False) -> Piece:
    """Put a frame around a piece, a thick one for the best."""
    width, height = piece.width + GAP, piece.height + 10
    kind = "box best" if best else "box"
    frame = f'<rect class="{kind}" x="1" y="1" width="{width:g}" height="{height:g}" rx="5"/>'
    return Piece(width + 2, height + 2, frame + piece.at(GAP / 2 + 1, 6))


def tree(root: Piece, branches: Sequence[Piece], gap: float = GAP) -> Piece:
    """Connect a node to its branches below, each of which is a node or a tree."""
    row = beside(*branches, gap=gap)
    width, drop = max(root.width, row.width), 30
    left, top = (width - row.width) / 2, root.height + drop
    lines, x = [], left
    for branch in branches:
        ends = f"{x + branch.width / 2:g} {top:g}"
        bend = f"{width / 2:g} {top - drop / 2:g} {x + branch.width / 2:g} {top - drop / 2:g}"
        lines.append(f'<path class="edge" d="M{width / 2:g} {root.height:g}C{bend} {ends}"/>')
        x += branch.width + gap
    svg = "".join(lines) + root.at((width - root.width) / 2, 0) + row.at(left, top)
    return Piece(width, top + row.height, svg)


def decided(recipe: str, position: sapper.Position) -> sapper.Decision:
    """Return a player's decision in a position."""
    decision = sapper.player(recipe).begin(sapper.Chance(1))(position)
    assert isinstance(decision, sapper.Decision)
    return decision


def reasoned(position: sapper.Position, decision: sapper.Decision, title: str) -> str:
    """Draw a move with the clues that prove it, and the reason as text."""
    reason = decision.reason
    lines = textwrap.wrap(reason.words, LETTERS)
    picture = below(
        board(position, clues=reason.clues, safe=[decision.move.cell], mines=reason.mines),
        below(words(f"{decision.move}: {decision.strategy}", kind="bold"), words(*lines), gap=2),
    )
    return card(picture, title)


def hint() -> str:
    """Draw the first move of the first lesson that is proved."""
    level = sapper.LEVELS["beginner"]
    deal = sapper.Deal.seeded(level.grid, level.mines, SEED)
    first = next(turns("csp", sapper.Rules(), deal)).after
    return reasoned(first, decided("csp", first), "A safe cell and the clues that prove it")


def gold() -> str:
    """Draw the first gold in a small world that agent 3 finds from several signs."""
    world = find_world(GOLDEN)
    for turn in turns("logic3", world.rules, world.deal, sapper.Chance(1)):
        if turn.step.decision.strategy == "gold-sat":
            return reasoned(turn.before, turn.step.decision, "Gold found by the marks beside it")
    raise SystemExit(f"{GOLDEN} no longer has such a move: choose another world")


def learned_rule() -> str:
    """Draw the paper's rule S-3 deciding a cell, with one board for each set in the rule."""
    decision = decided("mio", CORNER)
    effort = decision.effort
    assert isinstance(effort, AppliedRule)
    boards = [
        below(
            board(CORNER, SMALL, within=value.cells),
            words(f"{name}: {plural(value.mines, 'mine')}"),
            gap=6,
        )
        for name, value in sorted(effort.bindings)
        if isinstance(value, CellSet) and value.mines is not None
    ]
    clause = textwrap.wrap(effort.rule, LETTERS, break_on_hyphens=False)
    picture = below(
        board(CORNER, clues=decision.reason.clues, safe=[decision.move.cell]),
        words(f"{effort.name}: {list(decision.move.cell)} is safe", kind="bold"),
        words(*clause, kind="code few"),
        beside(*boards, gap=26),
    )
    return card(picture, f"The learned rule {effort.name} at work on a small board")


def split_tree() -> str:
    """Draw the split with which limited belief shows that a cell is safe."""
    decision = decided("limited", CORNER)
    assert isinstance(decision.effort, Splits)
    root = decision.effort.tree
    shown = board(CORNER, clues=decision.reason.clues, safe=[decision.move.cell])
    head = below(shown, words(f"split {root.term}: a mine, or safe?", kind="bold"), centred=True)
    return card(tree(head, [_case(case) for case in root.cases]), "A split tree of level 1")


def _case(case: Case) -> Piece:
    """Draw a case: its assumption, what follows from it, and how it ends."""
    end = (
        "contradiction: this is impossible" if case.contradiction else "satisfied: the claim holds"
    )
    lines = [words(f"if {', '.join(case.assumed)}", kind="bold")]
    if case.learned:
        lines.append(words(*(f"then {literal}" for literal in case.learned)))
    return boxed(below(*lines, words(end, kind="few"), gap=2), best=not case.contradiction)


def search_tree() -> str:
    """Draw the tree that ``bssuct`` grows for a guess: its candidates and their replies."""
    model = BeliefModel(GUESS.grid, GUESS.mines, GUESS.rules)
    state = model.outlook(GUESS, GUESS.hidden_indices)
    search = Search(model, state, playout(model, myopic), SETTINGS, model)
    search.run(Budget(SIMULATIONS), sapper.Chance(1))
    found = search.summary(decisions=2, least=2)
    best = max(found.candidates, key=lambda candidate: candidate.visits)
    branches = [
        tree(
            boxed(
                words(
                    f"open {list(GUESS.grid.cell(candidate.action))}",
                    f"{candidate.visits:,} visits",
                    f"wins {100 * candidate.mean:.1f}%",
                ),
                best=candidate is best,
            ),
            [_shown(answer.outcome, answer.draws) for answer in candidate.replies[:3]],
        )
        for candidate in found.candidates[:3]
    ]
    head = below(board(GUESS), words(f"{found.visits:,} simulations", kind="bold"), centred=True)
    return card(tree(head, branches, gap=26), "A search tree with its visits")


def _shown(state: Outlook, draws: int) -> Piece:
    """Draw the position after a reply, with every safe cell opened, and how often it occurred."""
    if not state.cells:
        return below(words("a mine"), words(f"{draws:,} ×", kind="few"), gap=2, centred=True)
    after = sapper.Position(GUESS.grid, GUESS.rules, GUESS.mines, state.cells)
    lines = [words(f"{draws:,} ×", kind="few")]
    if state.won:
        lines.insert(0, words("won"))
    return below(board(after, SMALL), *lines, gap=2, centred=True)


def bounds() -> str:
    """Draw the tables of bounds: what is won at least and at most, what is open, and the optimum
    where it is known, which is bold."""
    table = (DOCS / "works" / "bounds.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (.*?) \| (safe|opening) \| ([\d.]+) \| ([\d.*]+) \| ([\d.]+) \|", table, re.M
    )
    lines = [
        beside(
            words(f"{board}, {rule}".ljust(BOARD)),
            _span(float(low), float(high), float(value.strip("*")) if "*" in value else None),
        )
        for board, rule, low, value, high in rows
    ]
    key = words("0 to 100% of the games; filled: the bounds; line: the exact optimum", kind="few")
    return card(below(*lines, key, gap=6), "What the best possible player wins, by board")


def _span(low: float, high: float, exact: float | None) -> Piece:
    """Draw an interval of percentages in a frame from 0 to 100, with a line at an exact value."""
    start, width = low * SCALE, max(2.0, (high - low) * SCALE)
    line = "" if exact is None else f'<path class="best" d="M{exact * SCALE:.1f} 0v18"/>'
    return beside(
        Piece(
            100 * SCALE,
            LINE,
            f'<rect class="box" x="0" y="2" width="{100 * SCALE:g}" height="14" rx="2"/>'
            f'<rect class="set" x="{start:.1f}" y="2" width="{width:.1f}" height="14"/>{line}',
        ),
        words(f"{low:.1f} to {high:.1f}" + ("" if exact is None else f"; {exact:.2f}")),
    )


def prices() -> str:
    """Draw the table of the curve: what each setting of ``champion`` wins more than ``swift``, with
    its interval, against its CPU time, by board."""
    table = (DOCS.parent / "papers" / "README.md").read_text(encoding="utf-8")
    figures = r"([+−][\d.]+) \(([+−][\d.]+) to ([+−][\d.]+)\) \| [\d.]+ \| ([\d.,]+) \|$"
    rows = re.findall(
        rf"^\| (\d+×\d+, \d+(?:, \w+)?) \| `(.*?)` \| [\d,]+ \| {figures}", table, re.M
    )
    points: dict[str, list[Price]] = {}
    for name, player, *gain, time in rows:
        low, middle, high = sorted(float(one.replace("−", "-")) for one in gain)
        shown = re.sub(r"\D", "", player) or PLAYOUTS
        price = Price(float(time.replace(",", "")), middle, (low, high), f"{int(shown):,}")
        points.setdefault(name, []).append(price)
    every = [price for prices in points.values() for price in prices]
    times = [math.log10(price.time) for price in every]
    across = Scale(min(times) - 0.1, max(times) + 0.1)
    gains = [0.0, *(10 * end for price in every for end in price.interval)]  # in tenths
    up = Scale(math.floor(min(gains)), math.ceil(max(gains)))
    panels = [
        below(words(name, kind="bold"), _panel(prices, across, up), gap=2)
        for name, prices in points.items()
    ]
    grid = [beside(*panels[k : k + 3], gap=26) for k in range(0, len(panels), 3)]
    key = words(
        "Across: CPU time per game in ms, logarithmic. Up: games won more than swift, in percentage"
        " points.",
        "Above each point: the playouts.",
        kind="few",
    )
    return card(below(*grid, key), "What champion wins more than swift, against its CPU time")


class Scale(NamedTuple):
    """An axis with a tick at each whole number, or at about five of them."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Return the position of a value, from 0 at the low end to 1 at the high end."""
        return (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> range:
        """The whole numbers with a tick."""
        step = math.ceil((self.high - self.low) / 6)
        return range(math.ceil(self.low / step) * step, math.floor(self.high) + 1, step)


class Price(NamedTuple):
    """A point of the curve: CPU time in ms, gain and its interval in points, and its label."""

    time: float
    gain: float
    interval: tuple[float, float]
    label: str


def _panel(prices: Sequence[Price], across: Scale, up: Scale) -> Piece:
    """Draw the points of one board in a frame with grid lines."""
    left, width, height = 38, 210, 120

    def x(time: float) -> float:
        return left + width * across.place(math.log10(time))

    def y(gain: float) -> float:
        return 8 + height * (1.0 - up.place(10 * gain))

    parts = [f'<rect class="box" x="{left}" y="8" width="{width}" height="{height}"/>']
    for tick in up.ticks:
        label = f"{tick / 10:+.1f}".replace("-", "−") if tick else "0"
        parts.append(f'<path class="cell" d="M{left} {y(tick / 10):.1f}h{width}"/>')
        parts.append(_label(label, left - 6, y(tick / 10) + 4, "end"))
    powers = [10**tick for tick in across.ticks]
    parts += [_label(f"{power:g}", x(power), height + 24, "middle") for power in powers]
    for price in prices:
        here, (low, high) = x(price.time), price.interval
        parts.append(f'<path class="best" d="M{here:.1f} {y(low):.1f}V{y(high):.1f}"/>')
        parts.append(f'<circle class="box best" cx="{here:.1f}" cy="{y(price.gain):.1f}" r="4"/>')
        parts.append(_label(price.label, here, y(high) - 5, "middle"))
    return Piece(left + width + 10, height + 28, "".join(parts))


def _label(text: str, x: float, y: float, anchor: str) -> str:
    return f'<text class="few" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


#: What the boxes of the picture of the packages say below the name.
ROLES = {
    "cli": "verbs, views",
    "engine": "other programs",
    "gym": "environments",
    "terminal": "boards",
    "arena": "matches",
    "reviews": "what moves are worth",
    "metrics": "3BV, clicks",
    "records": "one game, as text",
    "players": "strategies: decide or pass",
    "explanations": "proofs in steps",
    "notation": "text forms, files",
    "inference": "what a position implies",
    "game": "grids, deals, referee",
    "chance": "randomness",
    "worker": "processes",
    "json_input": "JSON from outside",
    "estimate": "playout means",
    "files": "input, data folders",
    "logs": "SAPPER_LOG",
    "arguments": "of functions",
    "solver": "SAT",
    "errors": "one sentence each",
    "version": "number",
}


def architecture() -> str:
    """Draw the packages in the layers of the import contract, and what flows through them."""
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        contract
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["sapper"]
    )
    rows = [
        beside(*map(_package, re.findall(r"\w+", layer)), gap=8) for layer in contract["layers"]
    ]
    flow = "deal → position → belief → strategy → decision → record → screen"
    rule = "A package imports packages of lower rows only."
    picture = below(words(flow, kind="bold"), *rows, words(rule, kind="few"), gap=8, centred=True)
    return card(picture, "The packages of sapper in their layers")


def _package(name: str) -> Piece:
    """Draw the box of a package; bold letters are wider than ``words`` assumes."""
    lines = [words(name.ljust(len(name) + 2), kind="bold")]
    if name in ROLES:
        lines.append(words(ROLES[name], kind="few"))
    return boxed(below(*lines, gap=0))


#: The files, each with the function that draws it.
PICTURES: dict[str, Callable[[], str]] = {
    "pictures/hint.svg": hint,
    "pictures/gold.svg": gold,
    "pictures/learned-rule.svg": learned_rule,
    "pictures/split-tree.svg": split_tree,
    "pictures/search-tree.svg": search_tree,
    "pictures/bounds.svg": bounds,
    "pictures/prices.svg": prices,
    "pictures/architecture.svg": architecture,
}

if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (DOCS / name).write_text(picture(), encoding="utf-8")
