"""Recursive programs: clauses whose bodies call the target again."""
