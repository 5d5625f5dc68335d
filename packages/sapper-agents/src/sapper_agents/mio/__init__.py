"""The player ``mio``: rules of Minesweeper, learned, proved and applied to positions."""
