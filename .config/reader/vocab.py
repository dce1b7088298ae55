"""Cuts the vocabulary of e5 to what Korean and English need and writes vocab.json.
python vocab.py SIZE FILES…: pieces are ranked by counts in the files (training data and any English and Korean text; read for counts only)."""
import collections, gzip, json, re, sys
from e5 import File
import text

size, files = int(sys.argv[1]), sys.argv[2:]
full, en = File(), set(File(__import__('e5').package_file('e5-small-enpt-q4.bin')).pieces)
tok = text.Tokenizer.__new__(text.Tokenizer)
special = ['<pad>', '<s>', '</s>', '<unk>']
P, S = full.pieces, full.scores
tok.load([''] * 4 + [p for p in P], [0.] * 4 + [float(s) for s in S])
for p in special:
    tok.table.pop(p, None)
count = collections.Counter()
for f in files:
    for line in (gzip.open(f, 'rt', errors='ignore') if f.endswith('.gz') else open(f, errors='ignore')):
        if len(line) < 20000:
            for i in tok.ids(line.replace('\\n', ' ').replace('"', ' ') if f.endswith('.jsonl') else line):
                count[i - 4] += 1
hangul, ascii_ = re.compile('[가-힣ㄱ-ㅎㅏ-ㅣ]'), re.compile('^[\x21-\x7e▁]+$')
symbol = re.compile('^▁?[^\W\d_]?[\u00a0-\u024f\u0370-\u03ff\u0400-\u044f\u2000-\u2bff\u3000-\u303f\uff00-\uffef]*$')
keep = []
for i, p in enumerate(P):
    bare = p.lstrip('▁')
    if p in special or p == '<mask>':
        continue
    if hangul.search(p) or count[i] >= 3 or len(bare) <= 1 and (ascii_.match(p) or re.match('^[\u00a0-\u024f\u0370-\u03ff\u2000-\u2bff\u3000-\u303f]?$', bare)):
        keep.append((0, i))
    elif ascii_.match(p) and p in en:
        keep.append((1 if count[i] else 2, i))
    elif re.match('^[\u4e00-\u9fff]$', bare):
        keep.append((1 if count[i] or i < 60000 else 3, i))
    elif symbol.match(p) and len(bare) <= 2:
        keep.append((2, i))
keep.sort()
print(collections.Counter(k for k, _ in keep), sum(count.values()), 'pieces read')
rows = sorted(i for _, i in keep[:size - 4])
out = {'pieces': special + [P[i] for i in rows], 'scores': [0.] * 4 + [round(float(S[i]), 4) for i in rows], 'source': [full.pad, full.bos, full.eos, full.unk] + rows}
json.dump(out, open('vocab.json', 'w', encoding='utf-8'), ensure_ascii=False)
kept = set(rows)
print(len(out['pieces']), 'of the counted pieces kept: %.5f' % (sum(c for i, c in count.items() if i in kept) / sum(count.values())))
