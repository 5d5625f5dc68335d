"""Upper and lower bounds on the win rate of the best possible player."""
