"""Logic programs as data and as text: terms, clauses, reading, writing, unification."""
