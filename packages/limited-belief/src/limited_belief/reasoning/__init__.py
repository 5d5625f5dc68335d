"""Reasoning: knowledge over names, beliefs by case splits, actions, and plausibility."""
