"""The rule learner at work."""
