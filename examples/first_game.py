"""Play a game with the help of a player, save it, review it, and compare two players."""

from pathlib import Path
from tempfile import TemporaryDirectory

import sapper

game = sapper.Game("beginner", seed=7, first="opening")
game.open((4, 4))
print(game)

analysis = sapper.analyse(game.position)
print("safe:", *analysis.safe)
print("mines:", *analysis.certain_mines)
print(sapper.explain(game.position, analysis.safe[0]))

for cell in analysis.safe:
    if game.position[cell] == sapper.HIDDEN:  # a 0 opens its neighbours
        game.open(cell)

player = sapper.Player("swift")
while not game.over:
    decision = player.choose(game.position)
    if isinstance(decision, sapper.Pass):
        break
    print(decision)
    game.take(decision, str(player))
print(game.outcome, "after", len(game.moves), "moves")

with TemporaryDirectory() as folder:
    file = Path(folder) / "game.sapper"
    game.save(file)
    print(sapper.review(sapper.load(file)))

print(sapper.match(["swift", "single-point"], "beginner", games=200))
