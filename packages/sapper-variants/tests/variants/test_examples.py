"""Every example in a docstring is true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

import sapper_variants

MODULES = [module.name for module in iter_modules(sapper_variants.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    module = import_module(f"sapper_variants.{name}")
    assert not doctest.testmod(module).failed
