"""An offline benchmark of guesses: sets of positions with the values of their best candidates."""
