"""Background knowledge: an engine for queries, built-in predicates, compiled relations."""
