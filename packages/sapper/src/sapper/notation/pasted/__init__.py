"""Boards in the forms in which people have them."""
