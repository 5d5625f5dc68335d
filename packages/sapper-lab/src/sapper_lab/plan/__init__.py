"""Experiments as data: plans, their text form, contests and budgets."""
