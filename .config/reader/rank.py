"""Ranks passages for each question by plain e5 (all layers) and by BM25, for hard negatives."""
import collections, math, os, pickle, re, unicodedata
import numpy as np, torch
from model import through


def vectors(store, upper, seqs, path):
    """Unit vectors of sequences by plain e5, kept in a file."""
    known = pickle.load(open(path, 'rb')) if os.path.exists(path) else {}
    todo = sorted({s for s in seqs if store.key(s) not in known}, key=len)
    for a in range(0, len(todo), 64):
        part = todo[a:a + 64]
        for s, v in zip(part, through(upper, store.get(part), upper[0].qkv_b.new_zeros(512, store.H))):
            known[store.key(s)] = torch.nn.functional.normalize(v.float().mean(0), dim=0).half()
        if a // 64 % 40 == 0:
            print('vectors', a, len(todo), flush=True)
    store.flush()
    if todo:
        pickle.dump(known, open(path, 'wb'))
    return torch.stack([known[store.key(s)] for s in seqs]).float()


def terms(s):
    """Words without their endings, numbers, pairs of Korean syllables."""
    s = unicodedata.normalize('NFKC', s).lower()
    out = [re.sub(r'(ing|ed|es|s)$', '', w) if len(w) > 4 else w for w in re.findall(r'[a-z]+|\d+', s)]
    for run in re.findall('[가-힣]+', s):
        out += [run[i:i + 2] for i in range(len(run) - 1)] or [run]
    return out


class BM25:
    def __init__(self, texts):
        tf = [collections.Counter(terms(t)) for t in texts]
        size = np.array([sum(t.values()) for t in tf], np.float32)
        long = .9 * (.6 + .4 * size / size.mean())
        post = collections.defaultdict(list)
        for i, t in enumerate(tf):
            for w, n in t.items():
                post[w].append((i, n))
        self.n, self.post = len(tf), {}
        for w, v in post.items():
            i, n = np.array(v).T
            self.post[w] = i, (math.log(1 + (self.n - len(v) + .5) / (len(v) + .5)) * n / (n + long[i])).astype(np.float32)

    def scores(self, q):
        s = np.zeros(self.n, np.float32)
        for w in set(terms(q)):
            if w in self.post:
                i, v = self.post[w]
                s[i] += v
        return s


def hard(maker, store, upper, path, top=20):
    """For each question the passages that e5 puts first, then those that BM25 puts first, none with its own text."""
    P = vectors(store, upper, [p.full[0] for p in maker.P], path)
    Q = vectors(store, upper, [maker.q(maker.P[i].raw['questions'][j]['q']) for i, j in maker.questions], path)
    words = BM25([p.heading + '\n' + p.raw['passage'] for p in maker.P])
    place = []
    for row, (i, j) in zip(Q @ P.T, maker.questions):
        place.append(int((row > row[i]).sum()))
        mine = maker.P[i].origin
        lexical = torch.from_numpy(words.scores(maker.P[i].raw['questions'][j]['q']))
        lists = []
        for s in (row, lexical):
            o = [c for c in s.topk(min(top + 6, len(s))).indices.tolist() if not mine & maker.P[c].origin and (s is row or s[c] > 0)]
            lists.append(o[:top])
        maker.hard[(i, j)], maker.lexical[(i, j)] = lists
    place = np.array(place)
    print('e5 alone: own passage first %.3f, in ten %.3f of %d' % ((place == 0).mean(), (place < 10).mean(), len(P)), flush=True)
