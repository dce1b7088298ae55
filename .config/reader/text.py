"""Words: the cut vocabulary, its unigram tokenizer, and the split of a passage into units. `reader-text.mjs` is the same in JavaScript."""
import json, os, re, unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
PAD, BOS, EOS, UNK = 0, 1, 2, 3                       # row 0 of the cut vocabulary is padding
MAXP, MAXQ = 320, 96                                  # pieces of a passage, of a question or claim
DROP = re.compile('[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]')
SPACE = re.compile("[\\s\u0085\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]+")


class Tokenizer:
    def __init__(self, path=os.path.join(HERE, 'vocab.json')):
        v = json.load(open(path, encoding='utf-8'))
        self.pieces, self.scores = v['pieces'], v['scores']
        self.source = v['source']                     # row of each piece in multilingual-e5-small
        self.load(self.pieces, self.scores)

    def load(self, pieces, scores):
        self.table = {p: (i, s) for i, (p, s) in enumerate(zip(pieces, scores)) if i > UNK}
        self.longest = max(map(len, self.table))
        self.unknown = min(scores) - 10
        self.seen = {}

    @staticmethod
    def clean(s):
        return SPACE.sub(' ', DROP.sub('', unicodedata.normalize('NFKC', s))).strip(' ')

    def word(self, w):
        got = self.seen.get(w)
        if got is not None:
            return got
        c = ('▁' + w)
        n = len(c)
        best, back, piece = [0.0] + [-1e30] * n, [0] * (n + 1), [UNK] * (n + 1)
        for i in range(n):
            b = best[i]
            if b <= -1e29:
                continue
            for e in range(i + 1, min(n, i + self.longest) + 1):
                hit = self.table.get(c[i:e])
                if hit and b + hit[1] > best[e]:
                    best[e], back[e], piece[e] = b + hit[1], i, hit[0]
            if b + self.unknown > best[i + 1]:
                best[i + 1], back[i + 1], piece[i + 1] = b + self.unknown, i, UNK
        out = []
        while n:
            out.append(piece[n])
            n = back[n]
        out = tuple(reversed(out))
        if len(self.seen) < 500000:
            self.seen[w] = out
        return out

    def ids(self, s):
        s = self.clean(s)
        return [i for w in s.split(' ') for i in self.word(w)] if s else []


ABBREV = re.compile(r'(?:^|[\s(])(?:No|Nos|Mr|Mrs|Ms|Dr|St|vs|approx|Art|Sec|Tel|tel|ext|e\.g|i\.e|etc|cf|max|min|[A-Za-z]|\d{1,3}|[가-힣])\.$')
END = re.compile(r'[.!?。]["\'”’」)\]]*(?=\s)')
RULE = re.compile(r'^[\s|:+=_*-]+$')


def units(passage):
    """Spans (start, end) of sentences, list items and rows, in order; rules of tables are left out."""
    out, at = [], 0
    for line in passage.split('\n'):
        a, b = at, at + len(line)
        at = b + 1
        if not line.strip() or RULE.match(line):
            continue
        if line.lstrip().startswith('|'):
            out.append((a, b))
            continue
        start = a
        for m in END.finditer(line):
            cut = a + m.end()
            head = passage[start:cut]
            if len(head.strip()) < 8 or ABBREV.search(head):
                continue
            out.append((start, cut))
            start = cut
        if passage[start:b].strip():
            if out and out[-1][0] >= a and len(passage[start:b].strip()) < 4:
                out[-1] = (out[-1][0], b)
            else:
                out.append((start, b))
    tight = []
    for a, b in out:
        while a < b and passage[a].isspace():
            a += 1
        while b > a and passage[b - 1].isspace():
            b -= 1
        tight.append((a, b))
    return tight


def encode_passage(tok, heading, texts, prefix='passage: ', limit=MAXP):
    """Piece ids and, for the heading (unit 0) and each text, its span of tokens; texts that no longer fit have none."""
    ids = [BOS] + tok.ids(prefix)
    spans = []
    for t in [heading] + list(texts):
        w = tok.ids(t) if t else []
        if len(ids) + len(w) > limit - 1:
            w = w[:limit - 1 - len(ids)]
        spans.append((len(ids), len(ids) + len(w)))
        ids += w
    return tuple(ids + [EOS]), tuple(spans)


def encode_question(tok, text, before=None, limit=MAXQ):
    """A question, or a claim (`before`: the question that it answers), or a follow-up (`before`: the turn before)."""
    head = [BOS] + tok.ids('query: ')
    w = tok.ids(text)[:limit - len(head) - 1]
    if before:
        room = limit - len(head) - 1 - len(w)
        arrow = tok.ids('→')
        w = (tok.ids(before)[:max(0, room - len(arrow))] + arrow)[:room] + w
    return tuple(head + w + [EOS])


def heading(title, section):
    return ' — '.join(x for x in (title, section) if x)
