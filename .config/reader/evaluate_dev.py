"""Measures a checkpoint on the natural questions of the development sets (never trained on): passages by BM25, first eight.
python evaluate_dev.py CHECKPOINT [--questions N] [--top K]"""
import argparse, collections, gzip, json, random, re, unicodedata
import numpy as np
import torch
import text
from text import Tokenizer, encode_passage
from model import Lower, Reader
from rank import BM25
from states import States
from evaluate import Test, auroc

a = argparse.ArgumentParser()
a.add_argument('checkpoint')
a.add_argument('--questions', type=int, default=60)
a.add_argument('--top', type=int, default=8)
a.add_argument('--root', default='../../../shared/data/dev')
a = a.parse_args()
torch.set_num_threads(2)
tok = Tokenizer()
model = Reader()
store = States(Lower(tok), '../../.cache/reader/states-dev')
if a.checkpoint != 'start':
    model.load_state_dict(torch.load(a.checkpoint, weights_only=False)['ema'])
model.eval()
fold = lambda s: re.sub(r"[\s‘’“”'\"`*_|]", '', re.sub(r'(\d),(?=\d{3})', r'\1', unicodedata.normalize('NFKC', s).lower()))


def chunks(doc):
    """Pieces of at most about 280 tokens, at lines, with their heading."""
    section, cur, size, out = '', [], 0, []

    def close():
        nonlocal cur, size
        if cur and any(len(x.strip()) > 20 for x in cur):
            out.append((doc['id'], doc['title'], section, '\n'.join(cur)))
        cur, size = [], 0
    for line in doc['text'].split('\n'):
        h = re.match(r'#+\s+(.*)', line)
        n = len(tok.ids(line))
        if h or size + n > 280:
            close()
        if h:
            section = h.group(1)
            continue
        while n > 280:
            cut = len(line) * 270 // n
            cur = [line[:cut]]
            close()
            line = line[cut:]
            n = len(tok.ids(line))
        cur.append(line)
        size += n
    close()
    return out


for name, docs, files in (('regulations', 'regulations_dev/docs.jsonl.gz', ['natural_a.jsonl', 'natural_b.jsonl', 'natural_cross_a.jsonl']), ('handbook', 'handbook_en/docs.jsonl.gz', ['natural_a.jsonl', 'natural_b.jsonl'])):
    folder = f'{a.root}/{docs.split("/")[0]}'
    C = [c for l in gzip.open(f'{a.root}/{docs}', 'rt', encoding='utf-8') for c in chunks(json.loads(l))]
    words = BM25([f'{t} {s} {x}' for _, t, s, x in C])

    def search(q):
        s = words.scores(q)
        return [i for i in np.argsort(-s, kind='stable')[:a.top].tolist() if s[i] > 0]
    rows = []
    for f in files:
        r = [json.loads(l) for l in open(f'{folder}/{f}', encoding='utf-8')]
        for x in r:
            x['set'] = 'cross' if 'cross' in f else 'near' if not x['answerable'] else 'own'
        rows += r
    rng = random.Random(2)
    pick = []
    for kind, n in (('own', a.questions), ('near', 40), ('cross', 30)):
        s = [r for r in rows if r['set'] == kind]
        pick += rng.sample(s, min(n, len(s)))
    off = [json.loads(l) for l in open(f'{a.root}/offdomain_a.jsonl', encoding='utf-8')]
    off = [dict(x, set='off', gold=[]) for x in off if x['lang'] == ('ko' if name == 'regulations' else 'en')]
    pick += off[:20]
    enc = {}

    def passage(i):
        if i not in enc:
            _, t, s, x = C[i]
            u = text.units(x)
            enc[i] = encode_passage(tok, text.heading(t, s), [x[p:q] for p, q in u])
        return enc[i]
    pairs, where = [], []
    test = Test.__new__(Test)
    test.store = store
    for k, r in enumerate(pick):
        q = text.encode_question(tok, r['question'])
        for i in search(r['question']):
            pairs.append((q, passage(i)))
            where.append((k, i))
    with torch.no_grad():
        score = test.score(model, pairs)
    store.flush()
    best = collections.defaultdict(list)
    by = collections.defaultdict(list)
    for (k, i), s in zip(where, score):
        by[k].append((i, s[0]))
    res = collections.defaultdict(list)
    for k, r in enumerate(pick):
        hits = by[k]
        if not hits:
            res[r['set'] + ' max'].append(-20.)
            continue
        gold = [(g['doc'], fold(g['quote'])) for g in (r.get('gold') or []) + (r.get('alt_gold') or [])]
        ok = [any((C[i][0] == d or C[i][0].startswith(d + '/')) and (w in fold(C[i][3]) or fold(C[i][3])[:60] in w and len(C[i][3]) > 30) for d, w in gold) for i, _ in hits]
        if r['set'] in ('own', 'cross'):
            res[r['set'] + ' in'].append(float(any(ok)))
            if any(ok):
                top = max(range(len(hits)), key=lambda j: hits[j][1])
                res[r['set'] + ' first by BM25'].append(float(ok[0]))
                res[r['set'] + ' first by reader'].append(float(ok[top]))
                res[r['set'] + ' max'].append(max(s for _, s in hits))
        else:
            res[r['set'] + ' max'].append(max(s for _, s in hits))
    avg = lambda k: '%.3f of %d' % (sum(res[k]) / max(1, len(res[k])), len(res[k]))
    print(name, len(C), 'chunks;', {k: avg(k) for k in res if not k.endswith('max')}, 'AUROC own against near %.3f, off-domain %.3f' % (auroc(res['own max'], res['near max']), auroc(res['own max'], res['off max'])), flush=True)
