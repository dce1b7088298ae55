"""Reads the data files and makes the training items: groups of passages for a question, near misses, follow-ups, claims."""
import glob, json, os, random, re
from typing import NamedTuple
import text
from text import encode_passage, encode_question

HOLD = ('ko-c', 'en-b')                               # they measure the reader
FIT = ('new-p', 'new-r')                              # the decision to answer is fitted on what the reader says of them
FOLDERS = os.environ.get('READER_DATA', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'data', '*.jsonl')).split(':')
YESNO = re.compile(r"^(?:yes|no|not|it is|it's|네|예|아니|아뇨|맞|그렇|안 |가능|불가|됩니다|돼요)", re.I)


class Passage:
    def __init__(self, tok, r, file, origin=None):
        self.id, self.file, self.lang, self.domain, self.pair, self.raw = r['id'], file, r['lang'], r['domain'].lower(), r.get('pair'), r
        self.tok, self.origin = tok, origin or {r['id']}                # records whose text it holds
        self.field = (self.domain.split()[0], self.lang)
        self.heading = text.heading(r.get('title'), r.get('section'))
        rng = random.Random(self.id)
        self.shown = '' if rng.random() < .12 else self.heading         # some passages come without their heading
        self.spans = text.units(r['passage'])
        self.texts = [r['passage'][a:b] for a, b in self.spans]
        self.full = self.encode(self.texts)

    def encode(self, texts):
        return encode_passage(self.tok, self.shown, texts)

    def labels(self, answer):
        """For each unit whether it is part of the answer: it lies in a piece for the better half, or holds a whole piece."""
        p, out = self.raw['passage'], [0] * len(self.spans)
        for piece in answer:
            at = p.find(piece)
            if at < 0:
                continue
            end = at + len(piece)
            for i, (a, b) in enumerate(self.spans):
                over = min(b, end) - max(a, at)
                if over > 0 and (over >= .5 * (b - a) or over >= .9 * len(piece)):
                    out[i] = 1
        return out

    def holds(self, answer):
        """Whether every piece of the answer lies in units that were not cut away."""
        lab = self.labels(answer)
        return any(lab) and all(a in self.raw['passage'] for a in answer) and all(self.full[1][k + 1][1] < len(self.full[0]) - 1 or k + 1 == len(lab) and len(self.full[0]) < text.MAXP for k, v in enumerate(lab) if v)


def read(tok, hold=HOLD):
    train, test = [], []
    for pattern in FOLDERS:
        for f in sorted(glob.glob(pattern)):
            name = os.path.basename(f)[:-6]
            for line in open(f, encoding='utf-8'):
                try:
                    p = Passage(tok, json.loads(line), name)
                except (ValueError, KeyError):
                    continue                                            # a file that is still being written
                if name not in FIT:
                    (test if name in hold else train).append(p)
    return train, test


def part(p, name, body, questions, **more):
    """A passage made of others; it keeps the questions whose answers it shows."""
    out = Passage(p.tok, {**{k: p.raw[k] for k in ('lang', 'domain')}, 'id': name, 'title': p.raw.get('title'), 'section': p.raw.get('section'), 'passage': body, 'questions': [], **more}, p.file, p.origin)
    out.raw['questions'] = [x for x in questions if out.holds(x['answer'])]
    return out


def shape(passages, share=.2, seed=5):
    """Cuts passages that are too long in two, and adds pages made of two neighbours of one field."""
    rng, out, fields = random.Random(seed), [], {}
    for p in passages:
        if len(p.full[0]) < text.MAXP:
            out.append(p)
            fields.setdefault((p.file, *p.field), []).append(p)
            continue
        k = len(p.spans) // 2
        for n, (a, b) in enumerate(((0, k), (k, len(p.spans)))):
            if b > a:
                h = part(p, f'{p.id}/{n}', p.raw['passage'][p.spans[a][0]:p.spans[b - 1][1]], p.raw['questions'], near=p.raw.get('near', []))
                out.append(h)
    whole = len(out)
    for ps in fields.values():
        for a, b in zip(ps, ps[1:]):
            if rng.random() < share * 1.6 and len(a.full[0]) + len(b.full[0]) < 390:
                if rng.random() < .5:
                    a, b = b, a
                h = part(a, f'{a.id}+{b.id}', a.raw['passage'] + f'\n\n## {b.raw.get("section") or b.raw.get("title") or ""}\n' + b.raw['passage'], a.raw['questions'] + b.raw['questions'])
                h.origin = a.origin | b.origin
                out.append(h)
    return [p for p in out if p.raw['questions']], len(out) - whole


def digits(rng, s):
    """Another number of the same look."""
    for _ in range(20):
        v = int(s)
        t = str(max(0, v + rng.choice([-3, -2, -1, 1, 2, 3, 5, 10]))) if v < 30 and rng.random() < .6 else ''.join(rng.choice('0123456789') if rng.random() < .5 else c for c in s)
        if t[:1] == '0' != s[:1] and len(t) > 1:
            continue
        if t != s and len(t) == len(s):
            return t
    return str(int(s) + 1)


NUMBER = re.compile(r'(?<![\d.,:A-Za-z-])\d{1,4}(?![\d,:.]\d|\d)')
FLIP = [('may not', 'may'), ('must not', 'must'), ('cannot', 'can'), ("can't", 'can'), ('is not', 'is'), ('are not', 'are'), ("isn't", 'is'), ("aren't", 'are'), ('will not', 'will'), ("won't", 'will'),
        ('need not', 'must'), ('do not have to', 'have to'), ("don't have to", 'have to'), ('only if', 'unless'), ('before', 'after'), ('at least', 'at most'), ('more than', 'less than'), ('or more', 'or less'),
        ('allowed', 'forbidden'), ('included', 'excluded'), ('with', 'without'), ('earlier than', 'later than'), ('up to', 'at least'), ('always', 'never'), ('does not need', 'needs'), ('required', 'not required'),
        ('할 수 없', '할 수 있'), ('수 없', '수 있'), ('하지 않아도 된', '해야 한'), ('하지 않아도 됩', '해야 합'), ('하지 않아도 돼', '해야 해'), ('하지 아니하여도 된', '하여야 한'), ('하지 않습니다', '합니다'), ('되지 않습니다', '됩니다'),
        ('되지 않는다', '된다'), ('하지 않는다', '한다'), ('하지 아니한다', '한다'), ('되지 아니한다', '된다'), ('불가능', '가능'), ('이상', '이하'), ('초과', '미만'), ('전에', '후에'), ('이전', '이후'), ('포함', '제외'), ('없습니다', '있습니다'),
        ('없어요', '있어요'), ('없다', '있다'), ('안 됩니다', '됩니다'), ('안 돼요', '돼요'), ('안 된다', '된다'), ('지 않아요', '어요'), ('필요 없', '필요하'), ('까지', '부터'), ('금지', '허용'), ('무료', '유료'), ('면제', '부과'), ('지 않아도 됩니다', '야 합니다'),
        ('지 않아도 돼요', '야 해요'), ('가능', '불가능'), ('합니다', '하지 않습니다'), ('한다', '하지 않는다'), ('해요', '하지 않아요')]


def flip(rng, s):
    """The sentence with its negation, modality or comparator turned; None where no rule fits."""
    hits = []
    for a, b in FLIP:
        for x, y in ((a, b), (b, a)):
            if x[0].isascii():
                for m in re.finditer(r'(?<!not )(?<!\w)' + re.escape(x) + r'(?!\w)(?! not)', s):
                    hits.append((m.start(), m.end(), y))
            else:
                i = s.find(x)
                if i >= 0:
                    hits.append((i, i + len(x), y))
    if not hits:
        return None
    a, b, y = rng.choice(hits)
    return s[:a] + y + s[b:]


class Row(NamedTuple):
    """A question or claim beside a passage."""
    q: tuple
    passage: tuple                       # pieces and spans, of which some units are left out when they are shown
    label: float                         # whether it answers; the class of a claim
    weight: float = 1.
    units: list | None = None            # label of each unit; None where nothing is known but that none answers
    group: int = -1                      # rows of one question, of which the first answers
    column: int = -1                     # rows of one passage, of which the first is answered; claims on one evidence, of which the first is right
    must: frozenset = frozenset()        # units that stay
    drop: frozenset = frozenset()        # units that are left out
    only: bool = False                   # shows nothing but the heading and the units that stay


class Maker:
    """Makes items by program; every random choice comes from one generator."""

    def __init__(self, tok, passages, seed=1):
        self.tok, self.P, self.rng, self.n = tok, passages, random.Random(seed), 0
        self.by_domain, self.by_pair = {}, {}
        for i, p in enumerate(passages):
            self.by_domain.setdefault(p.field, []).append(i)
            if p.pair:
                self.by_pair.setdefault(p.pair, []).append(i)
        self.questions = [(i, j) for i, p in enumerate(passages) for j in range(len(p.raw['questions']))]
        self.nears = [(i, j) for i, p in enumerate(passages) for j in range(len(p.raw.get('near', [])))]
        self.follows = [(i, j) for i, p in enumerate(passages) for j in range(len(p.raw.get('followups', [])) + (1 if p.raw.get('topic_change') else 0))]
        self.hard, self.lexical = {}, {}                              # (passage, question) -> passages by e5, by BM25; set by rank.hard

    def q(self, s, before=None):
        return encode_question(self.tok, s, before)

    def new(self):
        self.n += 1
        return self.n

    def other(self, i, key=None, n=1):
        """Passages that do not answer: the look-alike, n of those that e5 and BM25 put first, one of the same field or any."""
        rng, p = self.rng, self.P[i]
        out = self.by_pair.get(p.pair, [])[:2] if p.pair else []
        for top in (self.hard.get(key), self.lexical.get(key)):
            if top:
                out = out + rng.sample(top, min(n, len(top)))
        out = out + [rng.choice(self.by_domain[p.field]) if rng.random() < .7 else rng.randrange(len(self.P))]
        return [c for c in dict.fromkeys(out) if not self.P[c].origin & p.origin]

    def trim(self, row, share):
        """Places of the tokens, spans and numbers of the units that are shown: with the chance `share` only some units, 40 to 120 tokens; unit 0 is the heading.
        The lower states are those of the whole passage, so that this costs nothing and passages without their answer look like any other."""
        rng, (ids, spans) = self.rng, row.passage
        units = [u for u, (a, b) in enumerate(spans) if b > a and u - 1 not in row.drop]
        keep = {u for u in units if u == 0 or u - 1 in row.must}
        if row.only:
            units = sorted(keep)
        elif row.drop or rng.random() < share:
            budget = rng.randint(40, 120)
            size = sum(spans[u][1] - spans[u][0] for u in keep)
            rest = [u for u in units if u not in keep]
            rng.shuffle(rest)
            for u in rest:
                n = spans[u][1] - spans[u][0]
                if size + n <= budget or len(keep) < 2:
                    keep.add(u)
                    size += n
            units = sorted(keep)
        at = min(a for a, b in spans)
        place, out = list(range(at)), []
        for u in units:
            a, b = spans[u]
            place += range(a, b)
            out.append((at, at + b - a))
            at += b - a
        return place + [len(ids) - 1], out, units

    def question(self, i, j):
        """Rows of a question, and of one that its passage does not answer."""
        p = self.P[i]
        x = p.raw['questions'][j]
        rows = self.group(i, self.q(x['q']), p.labels(x['answer']), (i, j))
        near = p.raw.get('near')
        if near:
            y = self.rng.choice(near)
            q = self.q(y['q'] if isinstance(y, dict) else y)
            rows.append(Row(q, p.full, 0., 1., [0] * len(p.texts), column=rows[0].column, must=rows[0].must))
            if self.rng.random() < .2:
                c = self.rng.choice(self.by_domain[p.field])
                if not self.P[c].origin & p.origin:
                    rows.append(Row(q, self.P[c].full, 0., .4))
        return rows

    def group(self, i, q, lab, key, negatives=1):
        rng, p, g, c = self.rng, self.P[i], self.new(), self.new()
        gold = frozenset(k for k, v in enumerate(lab) if v)
        rows = [Row(q, p.full, 1., 1., lab, g, c, gold)]
        r = rng.random()
        if gold and len(lab) >= len(gold) + 2 and r < .6:             # the same passage without (a part of) its answer
            if len(gold) >= 2 and r < .2:
                out = frozenset([rng.choice(sorted(gold))])
                rows.append(Row(q, p.full, .5, .5, lab, must=gold - out, drop=out))
            else:
                rows.append(Row(q, p.full, 0., .8, [0] * len(lab), g, drop=gold))
        return rows + [Row(q, self.P[o].full, 0., .4, None, g) for o in self.other(i, key, negatives)]

    def follow(self, i, j):
        """Rows and whether the question stands alone."""
        p = self.P[i]
        f = p.raw.get('followups', [])
        x = f[j] if j < len(f) else p.raw['topic_change']
        after = p.raw['questions'][x['after']]['q'] if isinstance(x.get('after'), int) and x['after'] < len(p.raw['questions']) else ''
        q, lab = self.q(x['q'], after), p.labels(x['answer'])
        if not any(lab):
            return [Row(q, p.full, 0., 1., lab)], float(j >= len(f))
        return self.group(i, q, lab, None), float(j >= len(f))

    def again(self):
        """A whole question after another turn: it stands alone."""
        i, j = self.rng.choice(self.questions)
        p = self.P[i]
        k = self.rng.randrange(len(p.raw['questions']))
        x = p.raw['questions'][j]
        lab = p.labels(x['answer'])
        before = p.raw['questions'][k]['q'] if k != j else self.P[self.rng.randrange(len(self.P))].raw['questions'][0]['q']
        return [Row(self.q(x['q'], before), p.full, 1., .5, lab, must=frozenset(k for k, v in enumerate(lab) if v))], 1.

    def claim(self, i, j):
        """A right claim and one that is not, beside the same evidence; classes: 0 supported, 1 contradicted, 2 not said."""
        rng, p = self.rng, self.P[i]
        x = p.raw['questions'][j]
        answer, kind = x['answer'], rng.random()
        second = 'right2' in x and 'wrong2' in x and rng.random() < .5
        right, wrong, fault = (x['right2'], x['wrong2'], x.get('fault2')) if second else (x['short'], x['wrong'], x['fault'])
        pair, changed = None, None
        if .66 < kind < .76:                                          # a planted value, in the claim or in the text
            joined = '\n'.join(answer)
            whole = lambda n: r'(?<![\d.,:])' + n + r'(?![\d,:.]\d|\d)'
            both = [n for n in NUMBER.findall(right) if re.search(whole(n), joined)]
            if both:
                n = rng.choice(both)
                d = digits(rng, n)
                if rng.random() < .5 and d not in joined:
                    pair = right, (re.sub(whole(n), d, right), 1)
                elif d not in right:
                    pair, changed = (right, (right, 1)), [re.sub(whole(n), d, a) for a in answer]
        elif .76 < kind < .86:                                        # negation, modality, comparator turned
            s = right if rng.random() < .6 else rng.choice(answer)
            t = flip(rng, s)
            if t:
                pair = s, (t, 1)
        elif .86 < kind < .92 and len(p.raw['questions']) > 1:        # said elsewhere, not in this text
            y = rng.choice(p.raw['questions'])
            if not any(a in b or b in a for a in y['answer'] for b in answer):
                pair = right, (y['short'], 2)
        elif .92 < kind < .96:
            o = self.P[rng.choice(self.by_domain[p.field])]
            if not o.origin & p.origin:
                pair = right, (o.raw['questions'][0]['short'], 2)
        said = kind > .86 and pair
        right, (wrong, label) = pair or (right, (wrong, 2 if fault == 'not_said' else 1))
        must = frozenset(k for k, v in enumerate(p.labels(answer)) if v)
        way = rng.random()
        if changed or way < .3:
            shown = dict(passage=encode_passage(self.tok, p.shown, answer))
        elif way < .65 or said:
            shown = dict(passage=p.full, must=must, only=True)
        else:
            shown = dict(passage=p.full, must=must)
        before = x['q'] if not said and (YESNO.match(right) or YESNO.match(wrong) or rng.random() < .5) else None
        c = self.new()
        rows = [Row(self.q(right, before), label=0, column=c, **shown), Row(self.q(wrong, before), label=label, column=c, **shown)]
        if changed:
            rows[1] = rows[1]._replace(passage=encode_passage(self.tok, p.shown, changed))
        return rows
