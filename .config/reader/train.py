"""Trains the reader. python train.py --until 00:00 | --steps N  [--resume CHECKPOINT]   (see README)"""
import argparse, copy, datetime, json, os, random, time
import torch, torch.nn.functional as F
import data, rank
from text import Tokenizer
from model import Lower, Reader, match
from states import States
from evaluate import Test, show

a = argparse.ArgumentParser()
a.add_argument('--until', help='clock time HH:MM at which the schedule ends')
a.add_argument('--steps', type=int, help='steps of the schedule, in place of a time (repeatable)')
a.add_argument('--resume')
a.add_argument('--out', default='../../.cache/reader/checkpoints')
a.add_argument('--cache', default='../../.cache/reader/states')
a.add_argument('--rate', type=float, default=2e-4)
a.add_argument('--head-rate', type=float, default=1e-3)
a.add_argument('--groups', type=int, default=5, help='questions a step')
a.add_argument('--share', type=float, default=.85, help='of passages that are shown with some of their units only')
a.add_argument('--follows', type=int, default=1, help='follow-ups a step')
a.add_argument('--claims', type=int, default=6, help='pairs of a right and a wrong claim a step')
a.add_argument('--save', type=float, default=5, help='minutes between checkpoints')
a.add_argument('--test', type=float, default=14, help='minutes between measurements')
a.add_argument('--test-every', type=int, default=5)
a.add_argument('--seed', type=int, default=1)
a.add_argument('--before', action='store_true', help='measure before the first step')
a.add_argument('--threads', type=int, default=2)
a = a.parse_args()
torch.set_num_threads(a.threads)
torch.manual_seed(a.seed)
os.makedirs(a.out, exist_ok=True)
log = open(os.path.join(a.out, 'log.jsonl'), 'a')


def end_time(s):
    """Seconds since the epoch of the next HH:MM, which has to lie within half a day: a time that has passed would mean tomorrow."""
    now = datetime.datetime.now()
    h, m = map(int, s.split(':'))
    t = now.replace(hour=h, minute=m, second=0)
    t = t if t > now else t + datetime.timedelta(days=1)
    if t - now > datetime.timedelta(hours=12):
        raise SystemExit(f'--until {s} has passed')
    return t.timestamp()


start, stop = time.time(), end_time(a.until) if a.until else None
tok = Tokenizer()
train, test = data.read(tok)
train, pages = data.shape(train)
print(len(train), 'passages to train,', pages, 'of them of two,', len(test), 'aside', flush=True)
lower, model = Lower(tok), Reader()
store = States(lower, a.cache)
maker = data.Maker(tok, train, a.seed)
rank.hard(maker, store, model.layers, a.cache + '/vectors.pkl')
tests = Test(tok, test, store, model.layers, a.cache + '/vectors-test.pkl', a.test_every)
ema = copy.deepcopy(model)
groups = [{'params': [p for n, p in model.named_parameters() if n.startswith('layers')], 'peak': a.rate, 'weight_decay': .01},
          {'params': [p for n, p in model.named_parameters() if not n.startswith('layers') and n not in ('answer_scale', 'unit_scale')], 'peak': a.head_rate, 'weight_decay': .01},
          {'params': [model.answer_scale, model.unit_scale], 'peak': 5e-3, 'weight_decay': 0.}]
opt = torch.optim.AdamW(groups, lr=0., betas=(.9, .98))
step, spent = 0, 0.
if a.resume:
    c = torch.load(a.resume, weights_only=False)
    model.load_state_dict(c['model']); ema.load_state_dict(c['ema']); opt.load_state_dict(c['opt'])
    step, spent = c['step'], c['spent']
    maker.rng.seed(a.seed * 1000 + step)
    for g, peak in zip(opt.param_groups, (a.rate, a.head_rate, 5e-3)):
        g['peak'] = peak


class Cycle:
    """Every item once in an order of chance, then again."""
    def __init__(self, items, rng):
        self.items, self.rng, self.todo = list(items), rng, []

    def next(self):
        if not self.todo:
            self.todo = self.items[:]
            self.rng.shuffle(self.todo)
        return self.todo.pop()


Q, C, FU = (Cycle(x, maker.rng) for x in (maker.questions, maker.questions, maker.follows))


def batch():
    """Rows of a step, which of them tell whether a question stands alone, and claims."""
    rows, alone = [], []
    for _ in range(a.groups):
        rows += maker.question(*Q.next())
    for _ in range(a.follows):
        r, label = maker.follow(*FU.next()) if maker.rng.random() < .7 else maker.again()
        alone.append((len(rows), label))
        rows += r
    return rows, alone, [r for _ in range(a.claims) for r in maker.claim(*C.next())]


def first_of(scores, ids):
    """Mean cross entropy of the lists of equal id, of which the first is right."""
    lists = {}
    for k, g in enumerate(ids):
        if g >= 0:
            lists.setdefault(g, []).append(k)
    lists = [v for v in lists.values() if len(v) > 1]
    if not lists:
        return scores.new_zeros(())
    n = max(map(len, lists))
    at = torch.tensor([v + [-1] * (n - len(v)) for v in lists])
    s = scores[at].masked_fill(at < 0, -1e4)
    return F.cross_entropy(s, torch.zeros(len(lists), dtype=torch.long))


def loss_of(rows, alone, claims):
    every = rows + claims
    spans, ulab, uw, places, matches = [], [], [], [], []
    for k, r in enumerate(every):
        place, sp, keep = maker.trim(r, a.share)
        places.append(torch.tensor(place))
        spans.append(sp)
        matches.append(match(r.q, [r.passage[0][t] for t in place]))
        for u in keep:
            ulab.append(float(r.units[u - 1]) if r.units and u > 0 else 0.)
            uw.append((1. if r.units is not None else .3) if k < len(rows) else 0.)
    states = [s[i] for s, i in zip(store.get([r.passage[0] for r in every]), places)]
    n = len(rows)
    ans, piece, claim, al = model(store.get([r.q for r in every]), states, spans, [0] * n + [1] * len(claims), matches)
    ans, claim = ans[:n], claim[n:]
    y, w = torch.tensor([r.label for r in rows]), torch.tensor([r.weight for r in rows])
    w = w * torch.where(y == 1, 1.6, 1.)
    l_bin = (F.binary_cross_entropy_with_logits(ans, y, reduction='none') * w).sum() / w.sum()
    l_list = first_of(ans, [r.group for r in rows])
    l_near = first_of(ans, [r.column for r in rows])
    ul, wt = torch.tensor(ulab), torch.tensor(uw)
    wt = wt * torch.where(ul == 1, 2., 1.)
    l_unit = (F.binary_cross_entropy_with_logits(piece, ul, reduction='none') * wt).sum() / wt.sum()
    l_claim = F.cross_entropy(claim, torch.tensor([r.label for r in claims]))
    support = claim[:, 0] - claim[:, 1:].logsumexp(1)
    l_pair = first_of(support, [r.column for r in claims])
    l_alone = F.binary_cross_entropy_with_logits(al[[k for k, _ in alone]], torch.tensor([v for _, v in alone]))
    parts = dict(bin=l_bin, list=l_list, near=l_near, unit=l_unit, claim=l_claim, pair=l_pair, alone=l_alone)
    return l_list + l_bin + .5 * l_near + l_unit + .5 * l_claim + .5 * l_pair + .1 * l_alone, {k: float(v.detach()) for k, v in parts.items()}


def save(name):
    path = os.path.join(a.out, name)
    torch.save({'model': model.state_dict(), 'ema': ema.state_dict(), 'opt': opt.state_dict(), 'step': step, 'spent': spent + time.time() - begun, 'args': vars(a)}, path + '.part')
    os.replace(path + '.part', path)


def measure(tag):
    out = tests.run(ema)
    print(tag)
    show(out, ['all', 'ko-c', 'en-b', 'ko-c everyday', 'en-b everyday', 'ko-c cross', 'en-b cross'])
    log.write(json.dumps({'step': step, 'minutes': (spent + time.time() - begun) / 60, 'test': {k: out[k] for k in ('all', 'ko-c', 'en-b')}}) + '\n')
    log.flush()


begun = time.time()
print('start', time.time() - start, 's', flush=True)
if a.before:
    measure('before')
begun = last_save = last_test = time.time()
total = stop - begun + spent if stop else None
run, pairs = {}, 0
while True:
    frac = step / a.steps if a.steps else (spent + time.time() - begun) / total
    if frac >= 1:
        break
    for g in opt.param_groups:
        g['lr'] = g['peak'] * min(1, (step + 1) / 60) * max(.03, 1 - frac)
    b = batch()
    loss, parts = loss_of(*b)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 2.)
    opt.step()
    step += 1
    pairs += len(b[0]) + len(b[2])
    d = min(.995, step / (step + 10))
    with torch.no_grad():
        for x, y in zip(ema.parameters(), model.parameters()):
            x.lerp_(y, 1 - d)
    for k, v in parts.items():
        run[k] = run.get(k, v) * .95 + v * .05
    if step in (1, 5, 10) or step % 25 == 0:
        t = time.time() - begun
        print(step, datetime.datetime.now().strftime('%H:%M:%S'), '%.2f of the way, %.1f pairs a second,' % (frac, pairs / t), 'passes %.2f' % (step * a.groups / len(maker.questions)), {k: round(v, 3) for k, v in run.items()}, flush=True)
        log.write(json.dumps({'step': step, 'minutes': (spent + t) / 60, 'pairs': pairs, **run}) + '\n')
        log.flush()
    if time.time() - last_save > a.save * 60:
        save('last.pt')
        last_save = time.time()
    if time.time() - last_test > a.test * 60:
        measure(f'step {step}')
        save(f'step{step}.pt')
        last_test = time.time()
store.flush()
save('final.pt')
measure(f'end, step {step}')
