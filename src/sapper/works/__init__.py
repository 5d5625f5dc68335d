"""The four source works as experiments: what they measure, and the figures they published."""
