"""The figures that players compare: 3BV, openings, islands, ZiNi, clicks by kind, and quotients of
these."""
