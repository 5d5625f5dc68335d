"""Confidence intervals and tests on plain figures."""
