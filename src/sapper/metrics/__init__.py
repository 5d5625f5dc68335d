"""The figures of players: 3BV, openings, islands, ZiNi, clicks by kind, and their quotients."""
