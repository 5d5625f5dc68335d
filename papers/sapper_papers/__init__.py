"""The four source works as experiments: their measurements, and the published figures."""
