"""One JSON document of many deals, written deal by deal: the whole is never in memory."""

import sys
from collections.abc import Iterable
from typing import Any

from cli.render.screen import json_text


class JsonStream:
    """A document on standard output: ``format``, ``deals`` as they are added, then ``faults`` and ``exit_status``."""

    def __init__(self, format: str) -> None:
        self._between = "\n"
        _write(f'{{\n  "format": {json_text(format)},\n  "deals": [')

    def add(self, deal: Any) -> None:
        """Write one deal."""
        _write(self._between + _indented(deal, 4))
        self._between = ",\n"

    def close(self, faults: Iterable[Any], exit_status: int) -> None:
        """Write what comes after the deals. Strings of JSON hold no line break, so every one begins a line."""
        end = "]" if self._between == "\n" else "\n  ]"
        _write(f'{end},\n  "faults": {_indented(list(faults), 2).lstrip()},\n  "exit_status": {exit_status}\n}}\n')
        if sys.stdout is not None:
            sys.stdout.flush()


def _indented(value: Any, by: int) -> str:
    margin = " " * by
    return margin + json_text(value).replace("\n", f"\n{margin}")


def _write(text: str) -> None:
    if sys.stdout is not None:
        sys.stdout.write(text)
