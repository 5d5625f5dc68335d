"""Exact perfect play on small boards: ``search`` computes it, ``table`` stores results."""
