"""A game as a tree of moves with a cursor that steps, undoes and visits variations."""
