"""Records: everything that happened in a game, as a value and as text."""
