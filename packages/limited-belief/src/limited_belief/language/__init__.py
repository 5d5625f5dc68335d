"""The language: formulas, statements, and their text forms."""
