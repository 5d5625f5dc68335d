"""Games and matches: plays deals to their end, and compares players on identical deals."""
