"""Writes the artifact that `src/search/embedding/infrastructure/static-embedding-file.ts` reads. gzip over, little-endian:

  uint32 magic "TSEM", uint32 version, 32 bytes SHA-256 of all that follows
  uint32 dimensions, uint32 entries, uint32 bytes of the texts
  the entries as UTF-8, each ended by "\\n"
  uint8 cost of each entry (see segment.py), float32 scale of each entry
  int8 values, dimension by dimension: a dimension's values are alike, so that gzip makes them smaller
"""

import gzip
import hashlib
import struct

import numpy as np

MAGIC, VERSION = b"TSEM", 1


# Finer steps than 63 a side change no ranking, and a bit less a value is a tenth of the packed file.
LARGEST = 63


def quantise(rows):
    """Values from -LARGEST to LARGEST and a scale a row, in single precision."""
    scales = (np.abs(rows).max(1) / LARGEST).astype(np.float32)
    values = np.rint(rows / np.maximum(scales, 1e-20)[:, None]).astype(np.int8)
    return values, scales


def write(path, entries, costs, values, scales):
    texts = "".join(entry + "\n" for entry in entries).encode()
    body = struct.pack("<3I", values.shape[1], len(entries), len(texts)) + texts
    body += bytes(costs) + scales.astype("<f4").tobytes() + np.ascontiguousarray(values.T).tobytes()
    data = MAGIC + struct.pack("<I", VERSION) + hashlib.sha256(body).digest() + body
    with open(path, "wb") as file:
        # No time and no name in the head: the same content is the same file.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=9, mtime=0) as packed:
            packed.write(data)
    return hashlib.sha256(body).hexdigest()[:12]
