"""The player ``limited``: the logic of limited belief as a strategy."""
