"""Records: complete games, as values and as text."""
