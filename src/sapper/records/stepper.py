"""A game to step through as a piece of HTML: a slider, the board, and what was done and why.

Only the cells that change are drawn for each step, one above the other, so an expert game has a few
hundred kilobytes. Nothing is loaded from elsewhere. Without scripts the last position is shown.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise

from sapper.game.drawing import SMALL, Piece, board, inline
from sapper.records.game import PlayedGame

MOST_CELLS = 150  #: boards with more are drawn with small cells
FULL = 24  #: the side of a cell of the others, in pixels

#: Shows the layers up to the slider's value, and the words of that step alone.
SCRIPT = (
    "const n=+this.value,b=this.closest('.sapper-steps');"
    "b.querySelectorAll('[data-step]').forEach(e=>{e.style.display="
    "(e.tagName==='P'?+e.dataset.step===n:+e.dataset.step<=n)?'':'none'})"
)


def stepper(game: PlayedGame) -> str:
    """Return the game as a piece of HTML. Raises ``IllegalMoveError`` for an impossible step."""
    positions = list(game.positions())
    side = SMALL if game.deal.grid.size > MOST_CELLS else FULL
    start = board(positions[0], side)
    layers = [start.svg]
    for number, (before, after) in enumerate(pairwise(positions), start=1):
        cells = zip(before.cells, after.cells, strict=True)
        changed = {after.grid.cell(i) for i, (old, new) in enumerate(cells) if old != new}
        drawn = board(after, side, only=changed)
        layers.append(f'<g data-step="{number}">{drawn.svg}</g>')
    last = len(game.steps)
    words = [f'<p data-step="0" style="display:none">{escape(str(game).splitlines()[0])}</p>']
    for number, step in enumerate(game.steps, start=1):
        hidden = "" if number == last else ' style="display:none"'
        text = escape(f"{number} of {last}: {step}")
        words.append(f'<p data-step="{number}"{hidden}>{text}</p>')
    slider = (
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="move"'
        f' style="width:min(100%,24rem)" oninput="{SCRIPT}">'
    )
    title = str(game).replace("\n", ": ")
    svg = inline(Piece(start.width, start.height, "".join(layers)), title)
    return f'<div class="sapper-steps">{svg}<div>{slider}</div>{"".join(words)}</div>'
