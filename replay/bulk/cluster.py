"""The same work on many machines, with Ray Data: read, ``rescored`` batch by batch, written (docs/bulk.md).

Which machine does what, what is tried again when one is lost, and what is where meanwhile is Ray's; so is the memory
that it all takes. Every machine needs this program, in the same version.
"""

import logging
import os
import socket
from typing import Any

import pyarrow as pa

from engine.options import RuleSet
from engine.said import said
from replay.archive.store import missing_extra
from replay.bulk.parquet import PIECE, Place, as_ends, ends_in, first_line, results_in, see_that_free, succeeded
from replay.bulk.version import engine_version
from replay.bulk.work import ENDS, check_ends, rescored
from replay.faults import Fault, UnreadableError

LOCAL = "local"
"""In place of an address: a Ray of its own, on this machine, for as long as the work takes."""
ANSWER = 10.0
"""Seconds in which a cluster answers, if there is one."""


def rescore_on_ray(of: Place, out: Place, rules: RuleSet, address: str) -> int:
    """Ends of one place, results to another, on the cluster at an address; how many.

    Both places must be reached from every machine. Raises ``UnreadableError`` where Ray is not installed, does not
    answer or gives up, and for what cannot be read.
    """
    ray = _ray()
    due = ends_in(of).count_rows()
    see_that_free(out, of)
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, address)
    try:
        _run(ray, of, out, rules)
    finally:
        if ours:
            ray.shutdown()
    done = results_in(out) if due else 0
    succeeded(out, done, due)
    return done


def _ray() -> Any:
    """Ray, which is told to send nothing home and to keep to its log files: faults are said here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise missing_extra("cluster", error) from None
    for name in ("ray", "ray.data"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return ray


def _connect(ray: Any, address: str) -> None:
    try:
        _see_that_somebody_listens(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL, include_dashboard=False)
    except (RuntimeError, ValueError, OSError, OverflowError) as error:
        message = said("no Ray answers: {why}", why=first_line(error))
        raise UnreadableError([Fault("no-cluster", message, "--ray", token=address)]) from None


def _see_that_somebody_listens(address: str) -> None:
    """Raise ``OSError`` where nobody does: Ray would try for minutes. What is no ``HOST:PORT`` is left to it."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isascii() and port.isdigit():
        with socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER):
            pass


def _run(ray: Any, of: Place, out: Place, rules: RuleSet) -> None:
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.raise_original_map_exception = True  # a fault, not the text of its traceback
    settings = {"rules": rules, "engine": engine_version(), "name": of.name}
    try:
        (
            ray.data.read_parquet(of.path, filesystem=of.system)
            .select_columns(ENDS.names)
            .map_batches(rescored_there, batch_format="pyarrow", batch_size=PIECE, fn_kwargs=settings)
            .write_parquet(out.path, filesystem=out.system)
        )
    except ray.exceptions.RayError as error:
        raise _ended(error) from None


def _ended(error: BaseException) -> UnreadableError:
    """Why Ray gave up: what a worker said of the ends, if that is it."""
    cause: BaseException | None = error
    while cause is not None:
        if type(cause) is UnreadableError:  # Ray's own error may be a class made of both
            return cause
        cause = getattr(cause, "cause", None) or cause.__cause__
    return UnreadableError([Fault("cluster-ended", said("Ray gave up: {why}", why=_last_line(error)), "--ray")])


def _last_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]


def rescored_there(table: pa.Table, rules: RuleSet, engine: str, name: str) -> pa.Table:
    """``rescored`` on a machine of the cluster, if that has the engine that is asked for."""
    if engine_version() != engine:
        message = said("a machine of the cluster has another version of the engine")
        mend = said("install the same version of duzihu on every machine")
        raise UnreadableError([Fault("other-engine", message, "--ray", token=engine_version(), mend=mend)])
    ends = as_ends(table, name)
    check_ends(ends)
    return pa.Table.from_batches([rescored(ends, rules)])
