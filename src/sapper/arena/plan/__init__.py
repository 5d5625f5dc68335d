"""What an experiment plays, as data: plans, their text form, contests, budgets."""
