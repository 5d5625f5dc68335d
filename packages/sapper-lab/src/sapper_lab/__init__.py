"""Experiments: plans whose games a store keeps, reports, and bounds on perfect play."""
