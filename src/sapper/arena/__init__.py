"""Games and matches: play a deal to its end, and compare players on identical deals."""
