"""Make the figure of the paper: ./uvw run --extra plot python paper/figure.py"""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("agg")

from matplotlib import pyplot

import sapper
from sapper.reviews.review import review
from sapper_lab import plots

HERE = Path(__file__).parent
SEED = 12  #: of the game that the figure shows
PLAYOUTS = 200


def main() -> None:
    """Write the figure beside this file."""
    record = sapper.play("swift", level="intermediate", seed=SEED)
    positions = list(record.positions())
    guess = next(n for n, step in enumerate(record.steps) if n > 20 and step.decision.guess)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2), width_ratios=(1.1, 1))
    plots.risk_map(sapper.analyse(positions[guess]), left)
    plots.chances(review(record, playouts=PLAYOUTS), right)
    figure.tight_layout()
    figure.savefig(HERE / "game.png", dpi=130, metadata={"Software": None})


if __name__ == "__main__":
    main()
