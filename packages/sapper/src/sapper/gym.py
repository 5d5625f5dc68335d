"""The package sapper_gym, which ``import sapper.gym`` imports as well."""

import sys

from sapper.errors import import_beside

sys.modules[__name__] = import_beside("sapper_gym", "sapper.gym")
