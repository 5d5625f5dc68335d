"""Strategies of the logical agents in worlds with gold."""
