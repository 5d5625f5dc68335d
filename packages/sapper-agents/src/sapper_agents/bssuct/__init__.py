"""The player ``bssuct``: a belief-state model of Minesweeper, and planning in it."""
