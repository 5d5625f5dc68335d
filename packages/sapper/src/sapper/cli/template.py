"""A strategy for sapper."""

import sapper
from sapper import Chance, Decision, Move, Pass, Position, Reason


class Quiet:
    """Of the nearly safest cells, opens the one with the fewest hidden neighbours."""

    name = "quiet"

    def __init__(self, slack: float = 0.1) -> None:
        self.slack = slack

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        analysis = sapper.analyse(position)
        if not analysis.counted:
            return Pass(self.name, "counting is too hard here")
        hidden = set(position.hidden)
        risk = analysis.risk
        near = [cell for cell in risk if risk[cell] <= min(risk.values()) * (1 + self.slack)]
        around = {cell: len(hidden.intersection(position.neighbours(cell))) for cell in near}
        cell = min(near, key=lambda other: around[other])
        words = f"{around[cell]} hidden around it, the fewest of {len(near)} cells"
        return Decision(Move("open", cell), self.name, Reason("quiet", words), risk[cell])
