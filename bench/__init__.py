"""Benchmarks: ``python -m bench`` measures the figures that sapper publishes. See README.md."""
