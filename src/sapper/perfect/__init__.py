"""Exact perfect play on small boards: ``search`` computes it, ``table`` has results."""
