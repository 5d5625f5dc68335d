"""How much better a player guesses than another, measured guess by guess."""
