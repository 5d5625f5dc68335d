"""Players' figures: 3BV, openings, islands, ZiNi, clicks by kind, and what follows from them."""
