"""How many readings wins have, over all cores: readings_of_wins.py ENDS.parquet, from `duzihu export --table ends`."""

import sys
from collections import Counter

import pyarrow.parquet as pq

from engine.score import score
from replay.archive.ends import unpack_end
from replay.bulk.pool import all_cores, in_order
from replay.bulk.work import ENDS, packed, unpacked
from replay.rulebook import rulebook


def readings(piece: bytes) -> Counter[int]:
    """Of a batch: a process gets bytes and gives back little."""
    rules = rulebook().presets["cardavia"]
    ends = unpacked(piece).column("end").to_pylist()
    return Counter(len(score(unpack_end(end, rules)).readings) for end in ends)


if __name__ == "__main__":
    batches = pq.ParquetFile(sys.argv[1]).iter_batches(10_000, columns=ENDS.names)
    counts: Counter[int] = Counter()
    for count in in_order(readings, map(packed, batches), processes=all_cores()):
        counts += count
    print(dict(sorted(counts.items())))
