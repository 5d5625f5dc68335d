"""Configure hypothesis: shared machines stall, so a slow example is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "mio",
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("mio")
