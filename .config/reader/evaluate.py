"""Measures a checkpoint on the files aside. python evaluate.py CHECKPOINT [--every N] [--json OUT]"""
import argparse, collections, json, random, time
import torch
import data, rank
from text import Tokenizer, encode_passage
from model import Lower, Reader, match
from states import States


def auroc(p, n):
    p, n = torch.tensor(p), torch.tensor(n)
    return float(((p[:, None] > n).float() + .5 * (p[:, None] == n).float()).mean()) if len(p) and len(n) else float('nan')


class Test:
    def __init__(self, tok, passages, store, upper, path, every=1):
        self.store, self.every = store, every
        m = self.m = data.Maker(tok, passages, seed=7)
        s, gold = [], []
        for f in data.HOLD:                                            # ranked inside each file, so that a group is of one language
            sub = data.Maker(tok, [p for p in passages if p.file == f])
            if not sub.P:
                continue
            rank.hard(sub, store, upper, path)
            where = {id(p): i for i, p in enumerate(m.P)}
            for (i, j), top in sub.hard.items():
                m.hard[(where[id(sub.P[i])], j)] = [where[id(sub.P[c])] for c in top]
        rng = random.Random(3)
        self.groups, self.nears, self.claims = [], [], []
        for n, (i, j) in enumerate(m.questions):
            p = m.P[i]
            negatives = list(m.hard[(i, j)][:5])
            same = [c for c in m.by_domain[(p.domain.split()[0], p.lang)] if c != i and c not in negatives]
            negatives += rng.sample(same, min(2, len(same)))
            while len(negatives) < 9:
                c = rng.randrange(len(m.P))
                if c != i and c not in negatives and m.P[c].file == p.file:
                    negatives.append(c)
            x = p.raw['questions'][j]
            if n % every == 0:
                self.groups.append((i, j, m.q(x['q']), p.labels(x['answer']), negatives))
                for t, (text, label) in enumerate(((x['short'], 0), (x['wrong'], 2 if x['fault'] == 'not_said' else 1))):
                    ev = encode_passage(tok, p.shown, x['answer'])
                    for kind, e in (('answer', ev), ('passage', p.full)):
                        self.claims.append((i, j, m.q(text, x['q']), e, label, kind, x['fault']))
        for n, (i, j) in enumerate(m.nears):
            if n % every == 0:
                x = m.P[i].raw['near'][j]
                self.nears.append((i, m.q(x['q'] if isinstance(x, dict) else x)))

    @torch.no_grad()
    def score(self, model, pairs, task=0, batch=64):
        """pairs (q, (ids, spans)) -> answers, unit logits (None where cut away), claim logits."""
        out = [None] * len(pairs)
        order = sorted(range(len(pairs)), key=lambda k: len(pairs[k][0]) + len(pairs[k][1][0]))
        for a in range(0, len(order), batch):
            part = order[a:a + batch]
            q, p, spans, seen = self.store.get([pairs[k][0] for k in part]), self.store.get([pairs[k][1][0] for k in part]), [], []
            for k in part:
                keep = [u for u, (x, y) in enumerate(pairs[k][1][1]) if y > x]
                spans.append([pairs[k][1][1][u] for u in keep])
                seen.append(keep)
            ans, piece, claim, alone = model(q, p, spans, [task] * len(part), [match(pairs[k][0], pairs[k][1][0]) for k in part])
            at = 0
            for r, k in enumerate(part):
                u = [None] * len(pairs[k][1][1])
                for z in seen[r]:
                    u[z] = float(piece[at])
                    at += 1
                out[k] = (float(ans[r]), u, claim[r].tolist())
        return out

    def run(self, model):
        model.eval()
        m, t0 = self.m, time.time()
        flat = [(q, m.P[c].full) for i, j, q, lab, neg in self.groups for c in [i] + neg]
        s = self.score(model, flat)
        nears = self.score(model, [(q, m.P[i].full) for i, q in self.nears])
        claims = self.score(model, [(q, e) for _, _, q, e, *_ in self.claims], 1)
        R = collections.defaultdict(lambda: collections.defaultdict(list))
        keys = lambda p, q=None: ['all', p.file, 'field ' + p.file[:2] + ' ' + p.domain] + ([] if q is None else [p.file + (' everyday' if q['kind'] in ('everyday', 'story') else ' other'), p.file + (' same' if q['lang'] == p.lang else ' cross'), 'kind ' + q['kind']])
        for g, (i, j, q, lab, neg) in enumerate(self.groups):
            v = s[g * 10:g * 10 + 10]
            a = [x[0] for x in v]
            p = m.P[i]
            u = [x for x in v[0][1][1:]]
            got = [k for k, x in enumerate(u) if x is not None and x > 0] or [max((x, k) for k, x in enumerate(u) if x is not None)[1]]
            want = [k for k, x in enumerate(lab) if x]
            hit = len(set(got) & set(want))
            for key in keys(p, p.raw['questions'][j]):
                r = R[key]
                r['pos'].append(a[0])
                r['neg'] += a[1:]
                r['first'].append(float(a[0] >= max(a)))
                r['three'].append(float(sum(x > a[0] for x in a) < 3))
                r['hit'].append(hit); r['got'].append(len(got)); r['want'].append(len(want))
                r['exact'].append(float(got == want))
                r['top'].append(float(max((x, k) for k, x in enumerate(u) if x is not None)[1] in want))
        for (i, q), x in zip(self.nears, nears):
            for key in keys(m.P[i]):
                R[key]['near'].append(x[0])
        for (i, j, q, e, label, kind, fault), x in zip(self.claims, claims):
            c = max(range(3), key=lambda k: x[2][k])
            sup = x[2][0] - max(x[2][1:])
            for key in keys(m.P[i], m.P[i].raw['questions'][j]) + (['fault ' + fault] if label else []):
                R[key]['claim ' + kind].append(float((c == 0) == (label == 0)))
                R[key]['claim3'].append(float(c == label))
                R[key]['sup' if label == 0 else 'unsup'].append(sup)
        out = {}
        for key, r in list(R.items()):
            avg = lambda k: round(sum(r[k]) / len(r[k]), 3) if r[k] else None
            near = r['near'] or (R[key.split(' ')[0]]['near'] if key.split(' ')[0] in R else R['all']['near'])
            f1 = 2 * sum(r['hit']) / max(1, sum(r['got']) + sum(r['want']))
            out[key] = dict(n=len(r['pos']), right_near=round(auroc(r['pos'], near), 3), right_other=round(auroc(r['pos'], r['neg']), 3), first=avg('first'), three=avg('three'), piece_f1=round(f1, 3),
                            piece_exact=avg('exact'), piece_top=avg('top'), claim_answer=avg('claim answer'), claim_passage=avg('claim passage'), claim3=avg('claim3'), claim_auroc=round(auroc(r['sup'], r['unsup']), 3))
        out['seconds'] = round(time.time() - t0)
        model.train()
        return out


def show(out, keys=None):
    head = ['n', 'right_near', 'right_other', 'first', 'three', 'piece_f1', 'piece_exact', 'piece_top', 'claim_answer', 'claim_passage', 'claim3', 'claim_auroc']
    print('%-28s' % '' + ' '.join('%13s' % h for h in head))
    for k in keys or out:
        if isinstance(out.get(k), dict):
            print('%-28s' % k + ' '.join('%13s' % out[k][h] for h in head), flush=True)


if __name__ == '__main__':
    a = argparse.ArgumentParser()
    a.add_argument('checkpoint', nargs='?')
    a.add_argument('--every', type=int, default=1)
    a.add_argument('--cache', default='../../.cache/reader/states')
    a.add_argument('--json')
    a = a.parse_args()
    torch.set_num_threads(2)
    tok = Tokenizer()
    base = Reader()
    store = States(Lower(tok), a.cache, read_only=True)
    test = Test(tok, data.read(tok)[1], store, base.layers, a.cache + '/vectors-test.pkl', a.every)
    if a.checkpoint:
        base.load_state_dict(torch.load(a.checkpoint, weights_only=False)['ema'])
    out = test.run(base)
    show(out)
    if a.json:
        json.dump(out, open(a.json, 'w'), indent=1)
