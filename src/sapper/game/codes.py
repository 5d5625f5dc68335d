"""What a byte of a position says about its cell: a clue below 250, or one of these."""

HIDDEN = 250
FLAGGED = 251
MINE = 252  #: an open mine, survived while lives last
BLOCKED = 253
GOLD = 254  #: open gold: it shows no clue, and no neighbour of it is a mine

#: For ``bytes.translate``: flags taken off; open gold taken for the clue 0 that it is.
UNFLAGGED = bytes.maketrans(bytes([FLAGGED]), bytes([HIDDEN]))
UNGILDED = bytes.maketrans(bytes([GOLD]), bytes([0]))
