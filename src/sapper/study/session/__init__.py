"""A game as a tree with a cursor: stepped, steered and taken back."""
