"""The library alone: verbs that need an extra say in one sentence what to install."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from tests.cli.runs import run, sentence
from tests.sources import ROOT

PROJECT = tomllib.loads((ROOT / "packages/sapper/pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
#: Modules of the packages that extras install.
MODULES = {
    "agents": ("sapper_agents", "limited_belief", "mio"),
    "cluster": ("dask", "distributed"),
    "formats": ("sapper_formats",),
    "gym": ("sapper_gym", "gymnasium"),
    "lab": ("sapper_lab",),
    "mcp": ("sapper_mcp", "mcp"),
    "papers": ("sapper_papers",),
    "parquet": ("pyarrow",),
    "plot": ("matplotlib",),
    "replays": ("sapper_formats", "ms_toollib"),
    "variants": ("sapper_variants",),
    "workbench": ("sapper_workbench", "starlette", "textual", "uvicorn"),
}


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("serve", "--port", "0"), "workbench"),
        (("puzzle",), "workbench"),
        (("optimum", "3x3x2"), "lab"),
        (("match", "csp", "--games", "2", "--store", "results.db"), "lab"),
        (("mcp",), "mcp"),
        (("report", "results.db", "--output", "page.html"), "plot"),
        (("learn", "x", "--json"), "agents"),
        (("believe", "rich-father", "--why"), "agents"),
        (("play", "limited"), "agents"),
    ],
)
def test_a_missing_extra_is_one_sentence(
    command: tuple[str, ...], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in MODULES[extra]:
        monkeypatch.setitem(sys.modules, module, None)
    assert f"the packages of the extra '{extra}': pip install 'sapper[{extra}]'" in sentence(
        *command
    )
    assert run(command[0], "--help").exit_code == 0


def test_the_library_needs_no_extra() -> None:
    """Every verb has its help, and the others work, without a single package of an extra."""
    hidden = {module for modules in MODULES.values() for module in modules}
    program = f"""
import sys
sys.modules.update(dict.fromkeys({sorted(hidden)!r}))
import sapper
from sapper.cli import VERBS
from tests.cli.runs import run
for verb in VERBS:
    assert run(verb, "--help").exit_code == 0, verb
position = "4x3x2\\nHHHH\\n1221\\n0000"
assert run("analyse", stdin=position).exit_code == 0
assert run("match", "--player", "csp", "--level", "beginner", "--games", "5").exit_code == 0
assert sapper.play("swift", level="beginner").steps
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_environments_name_the_extra_that_is_missing() -> None:
    program = """
import sys
sys.modules["sapper_gym"] = None
import sapper
try:
    import sapper.gym
except sapper.SapperError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == (
        "sapper.gym needs the packages of the extra 'gym': pip install 'sapper[gym]'\n"
    ), done.stderr


def test_what_an_interpreted_kernel_imports_is_always_installed() -> None:
    assert any(needed.startswith("cython") for needed in PROJECT["dependencies"])


def test_the_extra_all_names_every_other() -> None:
    extras = PROJECT["optional-dependencies"]
    (everything,) = extras.pop("all")
    assert everything == f"sapper[{','.join(sorted(extras))}]"
    assert sorted(extras) == sorted(MODULES)


def test_the_conda_recipe_needs_what_the_library_needs() -> None:
    recipe = (ROOT / "packaging/conda/meta.yaml").read_text(encoding="utf-8")
    (run_section,) = re.findall(r"^  run:\n((?:    .*\n)+)", recipe, re.M)
    listed = re.findall(r"^    - (.+)$", run_section, re.M)
    assert sorted(listed) == sorted(
        ["python", *(one.replace(">=", " >=") for one in PROJECT["dependencies"])]
    )


def test_the_version_is_in_one_place_and_in_the_files_about_the_software() -> None:
    version = PROJECT["version"]
    for name, form in (
        ("CITATION.cff", rf"^version: {re.escape(version)}$"),
        (".zenodo.json", rf'"version": "{re.escape(version)}"'),
        ("codemeta.json", rf'"version": "{re.escape(version)}"'),
        ("packaging/conda/meta.yaml", rf'set version = "{re.escape(version)}"'),
    ):
        assert re.search(form, (ROOT / name).read_text(encoding="utf-8"), re.M), name
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^## \[{re.escape(version)}\] - (unreleased|\d{{4}}-\d\d-\d\d)$", changes, re.M
    )
    dates = [
        set(re.findall(r"\d{4}-\d\d-\d\d", (ROOT / name).read_text(encoding="utf-8")))
        for name in ("CITATION.cff", ".zenodo.json", "codemeta.json")
    ]
    assert set.intersection(*dates)  # they agree on the day
