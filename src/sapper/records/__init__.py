"""Records: everything that happened in one game, as a value and as text."""
