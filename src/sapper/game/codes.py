"""Cell codes: each byte of a position is a clue below 250 or one of these."""

HIDDEN = 250
FLAGGED = 251
MINE = 252  #: an open mine; the game goes on while lives are left
BLOCKED = 253
GOLD = 254  #: open gold: it shows no clue, and none of its neighbours is a mine

#: Tables for ``bytes.translate``: the first removes flags, the second reads open gold as a clue 0.
UNFLAGGED = bytes.maketrans(bytes([FLAGGED]), bytes([HIDDEN]))
UNGILDED = bytes.maketrans(bytes([GOLD]), bytes([0]))
