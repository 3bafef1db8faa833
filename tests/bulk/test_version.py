"""The engine's version is of everything that scoring rests on, and of nothing else."""

import subprocess
import sys

from replay.bulk.version import RECKONING
from tests.support.command_line import ROOT

WORDS = {"engine.said"}
"""Imported by what scores, for what it says of itself."""


def test_the_version_is_of_every_module_that_scoring_imports() -> None:
    program = "import sys, engine.score; print(*(name for name in sys.modules if name.startswith('engine.')))"
    imported = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True)
    modules = {f"{package}.{name}" for package, names in RECKONING for name in names}
    assert {name for name in modules if name.startswith("engine.")} == set(imported.stdout.split()) - WORDS
