"""``lives``: risks of daggers under the signs of gold, weighed against the chance of gold itself.

Counting gives exact risks, but without the signs of gold. Here layouts are drawn from the count,
and each weighs as much as the signs are likely in it if every cell without daggers around it holds
gold with the same small chance. Opening gold adds a life. If the number of daggers still to be
opened is Poisson distributed with mean w, a further life saves a game with l lives w/l times as
often as the loss of one loses it: so gold is worth w/l daggers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from math import inf

from sapper.errors import RecipeError
from sapper.estimate import percent
from sapper.game import Chance, Move, Position
from sapper.game.codes import GOLD, HIDDEN, MINE
from sapper.inference.counting import MAX_COUNT_STEPS, Belief
from sapper.inference.gold import Sign, signs
from sapper.players.csp import TIE, quietest
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import Counting

PRIOR = 1 / 32  #: the chance of gold on a cell without daggers around it, before any sign


class Lives(Counting):
    """Opens proved cells first, then the cell with the best balance of daggers and gold.

    ``worth`` is how many lost lives one more life is worth to a player with a single one, and
    ``layouts`` the number of layouts drawn for a guess.
    """

    name = "lives"

    def __init__(self, *, worth: float = 0.5, layouts: int = 300) -> None:
        super().__init__()
        if worth < 0 or layouts < 1:
            raise RecipeError("strategy 'lives': worth is a number from 0, layouts from 1")
        self._worth, self._layouts = worth, layouts

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        hidden = [i for i, code in enumerate(position.cells) if code == HIDDEN and risk[i] < 1.0]
        if not hidden:
            return Pass(self.name, "every hidden cell is flagged or certainly a dagger")
        belief = Belief(position, seconds=inf, steps=MAX_COUNT_STEPS)
        drawn = [belief.sample(chance) for _ in range(self._layouts)]
        dagger, gold = with_gold(position, drawn)
        if any(sign.low > 0 for sign in signs(position)):
            risk = [dagger.get(i, r) for i, r in enumerate(risk)]
        worth = self._worth / max(1, position.lives_left)
        value = {i: worth * gold[i] - risk[i] for i in hidden}
        order = sorted(hidden, key=lambda i: (-value[i], i))
        best = [i for i in order if value[i] >= value[order[0]] - TIE]
        index = chance.choice(quietest(position, risk, best))
        words = (
            f"{percent(risk[index])} risk of a dagger and {percent(gold[index])} chance of gold,"
            f" the best balance of {len(hidden)} cells"
        )
        considered = tuple((position.grid.cell(i), risk[i]) for i in order[:5])
        # A share of drawn layouts proves nothing, so a guess is never certain.
        risk_of_it = min(max(risk[index], TIE), 1.0 - TIE)
        reason = Reason("lives", words, considered=considered)
        return Decision(Move("open", position.grid.cell(index)), self.name, reason, risk_of_it)


def with_gold(
    position: Position, layouts: Sequence[frozenset[int]]
) -> tuple[dict[int, float], dict[int, float]]:
    """Return the chances of a mine and of gold on every hidden cell, given the signs of gold.

    ``layouts`` are drawn at random among those that the clues and the number of mines allow, as
    indices of mines. If no layout agrees with the signs, all count the same.
    """
    told = signs(position)
    barren = {i for sign in told if sign.high == 0 for i in sign.cells}
    open_mines = {i for i, code in enumerate(position.cells) if code == MINE}
    near, hidden = position.grid.neighbour_indices, position.hidden_indices
    room = [
        [i for i in hidden if all_mines.isdisjoint((i, *near(i)))]
        for all_mines in (mines | open_mines for mines in layouts)
    ]
    density = PRIOR
    if position.gold is not None:
        left = position.gold - position.cells.count(GOLD)
        density = min(0.5, left * len(layouts) / max(1, sum(map(len, room))))
    placed = cache(partial(_placed, density=density))  # many layouts leave gold the same cells
    weights = []
    shares = []
    for free in room:
        golden = [i for i in free if i not in barren]
        share, weight = dict.fromkeys(golden, density), (1.0 - density) ** (len(free) - len(golden))
        for part, cells in _parts([sign for sign in told if sign.high > 0]):
            fits, shares_of_part = placed(tuple(i for i in golden if i in cells), part)
            weight *= fits
            share.update(shares_of_part)
        weights.append(weight)
        shares.append(share)
    if not any(weights):
        weights = [1.0] * len(layouts)
    total = sum(weights)
    mine, gold = dict.fromkeys(hidden, 0.0), dict.fromkeys(hidden, 0.0)
    for mines, weight, share in zip(layouts, weights, shares, strict=True):
        for i in mines:
            mine[i] += weight / total
        for i, chance in share.items():
            gold[i] += chance * weight / total
    return mine, gold


def _parts(told: Sequence[Sign]) -> list[tuple[tuple[Sign, ...], frozenset[int]]]:
    """Return the signs in groups that share no cells, each with its cells."""
    parts: list[tuple[tuple[Sign, ...], frozenset[int]]] = []
    for sign in told:
        joined: tuple[Sign, ...] = (sign,)
        cells = sign.cells
        for part, others in [each for each in parts if each[1] & sign.cells]:
            parts.remove((part, others))
            joined, cells = joined + part, cells | others
        parts.append((joined, cells))
    return parts


def _placed(
    cells: tuple[int, ...], told: tuple[Sign, ...], *, density: float
) -> tuple[float, dict[int, float]]:
    """Return how likely the signs are if each of the cells holds gold with this chance, and the
    chance of gold on each of them given the signs."""
    # Beyond the least number, gold matters only to signs with a largest one.
    most = [sign.low if sign.high >= len(sign.cells) else sign.high + 1 for sign in told]

    def likelihood(golden: int | None) -> float:
        counts = {(0,) * len(told): 1.0}
        for i in cells:
            after: dict[tuple[int, ...], float] = {}
            for state, weight in counts.items():
                signed = zip(state, told, most, strict=True)
                more = tuple([min(n + (i in sign.cells), limit) for n, sign, limit in signed])
                after[more] = after.get(more, 0.0) + weight * density
                if i != golden:
                    after[state] = after.get(state, 0.0) + weight * (1.0 - density)
            counts = after
        return sum(
            weight
            for state, weight in counts.items()
            if all(sign.low <= n <= sign.high for n, sign in zip(state, told, strict=True))
        )

    whole = likelihood(None)
    return whole, {i: likelihood(i) / whole if whole else 0.0 for i in cells}
