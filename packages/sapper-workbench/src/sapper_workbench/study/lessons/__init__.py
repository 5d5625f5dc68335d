"""Lessons for people: texts, boards to try, exercises from real games, and their judgement."""
