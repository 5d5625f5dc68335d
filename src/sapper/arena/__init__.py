"""Games and matches: play a deal to its end, compare players on identical deals."""
