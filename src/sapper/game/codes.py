"""Cell codes: each byte of a position is the clue of an open cell, below 250, or one of these."""

HIDDEN = 250  #: hidden, without a flag
FLAGGED = 251  #: hidden, with a flag
MINE = 252  #: an open mine; the game continues while lives remain
BLOCKED = 253  #: not part of the game
GOLD = 254  #: open gold: it shows no clue, and none of its neighbours is a mine

#: Tables for ``bytes.translate``: the first removes flags, the second reads open gold as a clue 0.
UNFLAGGED = bytes.maketrans(bytes([FLAGGED]), bytes([HIDDEN]))
UNGILDED = bytes.maketrans(bytes([GOLD]), bytes([0]))
