"""Daggers & Gold: tours of agents through worlds."""
