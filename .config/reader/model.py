"""The reader: lower layers of e5-small apart for question and passage (frozen), upper layers joint, four outputs."""
import numpy as np, torch, torch.nn.functional as F
from torch import nn
import e5

LOW = 8


class Layer(nn.Module):
    def __init__(self, w, heads):
        super().__init__()
        self.heads = heads
        for k, v in w.items():
            self.register_parameter(k.replace('.', '_'), nn.Parameter(torch.tensor(v)))

    def forward(self, x, blocks, cast):
        """x [N, H]: the padded rows of all blocks one after the other; blocks: (rows, length, mask) of each."""
        g = lambda k: getattr(self, k).to(cast)
        lin = lambda x, k: F.linear(x, g(k + '_w'), g(k + '_b'))
        H = x.shape[1]
        out = []
        for z, (B, T, mask) in zip(lin(x, 'qkv').split([B * T for B, T, _ in blocks]), blocks):
            q, k, v = z.view(B, T, 3, self.heads, H // self.heads).permute(2, 0, 3, 1, 4)
            a = torch.matmul(q * (H // self.heads) ** -.5, k.transpose(-1, -2)) + mask
            out.append(torch.matmul(a.softmax(-1), v).transpose(1, 2).reshape(B * T, H))
        x = F.layer_norm(x + lin(torch.cat(out), 'ao'), (H,), g('aln_w'), g('aln_b'), 1e-12)
        return F.layer_norm(x + lin(F.gelu(lin(x, 'fi')), 'fo'), (H,), g('oln_w'), g('oln_b'), 1e-12)


def blocks_of(lengths, cast, least=8, waste=.06):
    """Cuts rows, sorted by length, into blocks that are padded to their longest: [(first, last, longest)], and the blocks of `Layer`."""
    cuts, a = [], 0
    while a < len(lengths):
        b = a + 1
        while b < len(lengths) and (b - a < least or 1 - sum(lengths[a:b + 1]) / (lengths[b] * (b + 1 - a)) < waste):
            b += 1
        cuts.append((a, b, lengths[b - 1]))
        a = b
    blocks = []
    for a, b, T in cuts:
        pad = torch.arange(T)[None] >= torch.tensor(lengths[a:b])[:, None]
        blocks.append((b - a, T, torch.zeros(b - a, 1, 1, T, dtype=cast).masked_fill(pad[:, None, None], -1e4)))
    return cuts, blocks


def lay(parts, lengths, cuts, zeros):
    """The parts of each row (tensors [n, H]) and nought up to the length of its block, in one tensor."""
    return torch.cat([t for a, b, T in cuts for r in range(a, b) for t in (*parts[r], zeros[:T - lengths[r]])])


class Lower(nn.Module):
    """Words and the lower layers, never trained: `states` gives float16 states for lists of piece ids."""

    def __init__(self, tok, layers=LOW):
        super().__init__()
        f = e5.File()
        self.word = torch.tensor(f.tensor('emb.word', f.VOC, only=np.array(tok.source)))
        self.pos, self.type = torch.tensor(f.tensor('emb.pos')).view(-1, f.H), torch.tensor(f.tensor('emb.type'))[:f.H]
        self.ln = torch.tensor(f.tensor('emb.ln.w')), torch.tensor(f.tensor('emb.ln.b'))
        self.layers = nn.ModuleList(Layer(f.layer(i), f.NH) for i in range(layers))
        self.zeros = torch.zeros(512, f.H)
        self.H = f.H

    def embed(self, ids):
        return F.layer_norm(self.word[torch.tensor(ids)] + self.pos[:len(ids)] + self.type, (self.H,), *self.ln, 1e-12)

    @torch.no_grad()
    def states(self, ids, cast=torch.bfloat16):
        return through(self.layers, [self.embed(s) for s in ids], self.zeros, cast)


@torch.no_grad()
def through(layers, rows, zeros, cast=torch.bfloat16):
    """float16 states of rows [n, H] after some layers."""
    order = sorted(range(len(rows)), key=lambda k: len(rows[k]))
    lengths = [len(rows[k]) for k in order]
    cuts, blocks = blocks_of(lengths, cast)
    x = lay([(rows[k],) for k in order], lengths, cuts, zeros.to(rows[0].dtype)).to(cast)
    for y in layers:
        x = y(x, blocks, cast)
    out, at = [None] * len(rows), 0
    for a, b, T in cuts:
        for r in range(a, b):
            out[order[r]] = x[at:at + lengths[r]].to(torch.float16)
            at += T
    return out


def match(q, p):
    """For each piece of q and of p whether the other side has it (1), and together with its neighbour (2)."""
    pairs = lambda s: {(a, b) for a, b in zip(s, s[1:])}

    def one(s, other):
        has, two = set(other), pairs(other)
        pad = (-1, *s, -1)
        return [0 if x < 4 or x not in has else 2 if (pad[i], x) in two or (x, pad[i + 2]) in two else 1 for i, x in enumerate(s)]
    return one(q, p), one(p, q)


class Reader(nn.Module):
    """Upper layers over question and passage together.
    Outputs: answers (logit a pair), pieces (logit a unit), claim (3 logits: supported, contradicted, not said), alone (logit: the question stands alone)."""

    def __init__(self, low=LOW):
        super().__init__()
        f = e5.File()
        H = f.H
        self.layers = nn.ModuleList(Layer(f.layer(i), f.NH) for i in range(low, f.NL))
        self.task = nn.Parameter(torch.zeros(2, H))               # added to the states of a question, of a claim
        self.side = nn.Parameter(torch.zeros(H))                  # added to the passage's states
        self.match = nn.Parameter(torch.zeros(2, H))              # added where the other side has the piece, has it with its neighbour
        self.answer = nn.Linear(3 * H, 1)
        self.answer_scale = nn.Parameter(torch.tensor([10., -8.5, .3]))   # of the cosine, constant, of the best unit
        self.unit_hidden = nn.Linear(2 * H, 128)
        self.unit = nn.Linear(128, 1)
        self.unit_scale = nn.Parameter(torch.tensor([10., -9.]))
        self.claim_key = nn.Linear(H, 128)
        self.claim_hidden = nn.Linear(4 * H, 192)
        self.claim_pool = nn.Linear(192, 1)
        self.claim = nn.Linear(2 * 192, 3)
        self.alone = nn.Linear(H, 1)
        for m in (self.answer, self.unit, self.claim_pool, self.claim, self.alone):
            nn.init.zeros_(m.weight)
            nn.init.zeros_(m.bias)
        self.register_buffer('zeros', torch.zeros(512, H, dtype=torch.float16), persistent=False)
        self.H = H

    def forward(self, q, p, spans, task, matches, cast=torch.bfloat16):
        """q, p: lists of float16 states [T, H]; spans: for each pair its units' (start, end) in p; task: 0 question, 1 claim; matches: `match` of each pair.
        Returns answers [B], pieces [units of all pairs], claim [B, 3] (nought where task is 0), alone [B]."""
        order = sorted(range(len(q)), key=lambda k: len(q[k]) + len(p[k]))
        nq = [len(q[k]) for k in order]
        lengths = [len(q[k]) + len(p[k]) for k in order]
        cuts, blocks = blocks_of(lengths, cast)
        x = lay([(q[k], p[k]) for k in order], lengths, cuts, self.zeros).to(cast)
        kind, seen = [], []
        for a, b, T in cuts:
            for r in range(a, b):
                k, rest = order[r], T - lengths[r]
                kind += [task[k]] * nq[r] + [2] * (lengths[r] - nq[r]) + [5] * rest
                seen += matches[k][0] + matches[k][1] + [0] * rest
        marks = (F.one_hot(torch.tensor(kind), 6)[:, :5] + F.pad(F.one_hot(torch.tensor(seen), 3)[:, 1:], (3, 0))).to(cast)
        x = x + marks @ torch.cat([self.task, self.side[None], self.match]).to(cast)
        for y in self.layers:
            x = y(x, blocks, cast)
        answers, alone, claims, pieces = [], [], [], [None] * len(q)
        for z, (a, b, T) in zip(x.split([B * T for B, T, _ in blocks]), cuts):
            rows = [order[r] for r in range(a, b)]
            z = z.view(b - a, T, self.H).float()
            ans, piece, al = self.outputs(z, nq[a:b], lengths[a:b], [spans[k] for k in rows])
            answers.append(ans)
            alone.append(al)
            for k, s in zip(rows, piece):
                pieces[k] = s
            c = [r for r, k in enumerate(rows) if task[k]]
            claim = z.new_zeros(b - a, 3)
            if c:
                claim = claim.index_put((torch.tensor(c),), self.claims(z[c], [nq[a + r] for r in c], [lengths[a + r] for r in c]))
            claims.append(claim)
        back = torch.tensor(sorted(range(len(order)), key=order.__getitem__))
        return torch.cat(answers)[back], torch.cat(pieces), torch.cat(claims)[back], torch.cat(alone)[back]

    def outputs(self, x, nq, lengths, spans):
        """Means over question, passage and units, by one matrix a pair; then the outputs of questions."""
        B, T, H = x.shape
        k = max(map(len, spans))
        pool = np.zeros((B, k + 2, T), np.float32)
        absent = np.full((B, k), -1e4, np.float32)
        for i, sp in enumerate(spans):
            n = nq[i]
            pool[i, 0, :n] = 1 / n
            pool[i, 1, n:lengths[i]] = 1 / (lengths[i] - n)
            absent[i, :len(sp)] = 0
            for j, (a, b) in enumerate(sp):
                pool[i, j + 2, n + a:n + b] = 1 / (b - a)
        pooled = torch.bmm(torch.from_numpy(pool), x)
        first, mq, mp, u = x[:, 0], pooled[:, 0], pooled[:, 1], pooled[:, 2:]
        uq = mq[:, None]
        piece = self.unit(F.gelu(self.unit_hidden(torch.cat([u, u * uq], -1))))[..., 0] + self.unit_scale[0] * F.cosine_similarity(u, uq, -1) + self.unit_scale[1]
        best = (piece + torch.from_numpy(absent)).amax(1)
        s = self.answer_scale
        answers = self.answer(torch.cat([first, mq, mp], -1))[:, 0] + s[0] * F.cosine_similarity(mq, mp, -1) + s[1] + s[2] * best
        return answers, [piece[i, :len(sp)] for i, sp in enumerate(spans)], self.alone(mq)[:, 0]

    def claims(self, x, nq, lengths):
        """Each token of the claim beside what it is aligned with in the passage; over the tokens a learnt mean and the greatest."""
        t, n, m = torch.arange(x.shape[1])[None], torch.tensor(nq)[:, None], torch.tensor(lengths)[:, None]
        Q = max(nq)
        own = (t >= n)[:, :Q]                                     # not of the claim
        far = (t < n) | (t >= m)                                  # not of the passage
        key = self.claim_key(x)
        s = torch.bmm(key[:, :Q], key.transpose(1, 2)) * 128 ** -.5
        other = torch.bmm(s.masked_fill(far[:, None], -1e4).softmax(-1), x)
        x = x[:, :Q]
        h = F.gelu(self.claim_hidden(torch.cat([x, other, x * other, (x - other).abs()], -1)))
        w = self.claim_pool(h)[..., 0].masked_fill(own, -1e4).softmax(-1)
        return self.claim(torch.cat([(w[..., None] * h).sum(1), h.masked_fill(own[..., None], -1e4).amax(1)], -1))
