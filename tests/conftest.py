"""Settings for all tests: hypothesis draws the same examples on every run and on every machine."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "explore", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
