"""Compare a strategy of your own with swift, and keep the games in a store of results."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import sapper

sapper.use_strategies(str(Path(__file__).with_name("quiet.py")))
games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
players = ("corner > single-point > quiet(slack=0.2)", "swift")

print(sapper.match(players, "beginner8", games=games, seed=1))

with TemporaryDirectory() as folder:
    plan = sapper.Plan("quiet or swift", players, ("beginner8",), games=games, seed=1)
    print(sapper.experiment(plan, Path(folder) / "results.db"))
