"""Top-down searches through the clauses below a most specific clause."""
