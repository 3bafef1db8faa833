"""The version of what reckons: results of another are never used again."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

RECKONING = (
    ("engine", ("base", "cards", "ending", "lines", "options", "partitions", "printed", "score", "win")),
    ("replay.archive", ("ends",)),
    ("replay.bulk", ("work",)),
)
"""The modules by which an end comes to its results, by package: a test holds them against what scoring imports."""


@cache
def engine_version() -> str:
    """16 hexadecimal digits that change whenever scoring may: of the bytes of every module that takes part in it.

    What presets say is no part of it: a rule set's hash is of all its values.
    """
    digest = sha256()
    for package, names in RECKONING:
        for name in names:
            source = files(package).joinpath(f"{name}.py").read_bytes()
            digest.update(f"{package}.{name} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]
