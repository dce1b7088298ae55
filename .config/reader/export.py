"""Writes a checkpoint for the runtime. python export.py CHECKPOINT OUT
OUT/words.bin (4-bit words as in e5, positions float16), lower.onnx, upper.onnx (int8), vocab.json, reader.json; with --float also *.f32.onnx."""
import argparse, hashlib, json, os
import numpy as np, onnx, torch
from onnx import helper as h, numpy_helper as nh, TensorProto as T
import e5
from text import Tokenizer
from model import Reader, LOW


class Graph:
    def __init__(self):
        self.nodes, self.inits, self.n = [], [], 0

    def const(self, a, name=None):
        self.n += 1
        name = name or f'c{self.n}'
        self.inits.append(nh.from_array(np.asarray(a, order='C'), name))
        return name

    def op(self, kind, *ins, out=None, domain='', **attr):
        self.n += 1
        out = out or f'{kind.lower()}{self.n}'
        self.nodes.append(h.make_node(kind, list(ins), [out], name=f'{kind}_{self.n}', domain=domain, **attr))
        return out

    def linear(self, x, w, b, out=None):
        return self.op('Add', self.op('MatMul', x, self.const(w.T.astype(np.float32))), self.const(b.astype(np.float32)), out=out)

    def ln(self, x, w, b):
        return self.op('LayerNormalization', x, self.const(w), self.const(b), axis=-1, epsilon=1e-12)

    def gelu(self, x):
        return self.op('Gelu', x, domain='com.microsoft')

    def layer(self, x, w, mask, heads, H):
        """x [B, T, H], mask [B, 1, 1, T]."""
        w = dict(w)
        d = H // heads
        w['qkv.w'], w['qkv.b'] = w['qkv.w'].copy(), w['qkv.b'].copy()
        w['qkv.w'][:H] *= d ** -.5
        w['qkv.b'][:H] *= d ** -.5
        z = self.linear(x, w['qkv.w'], w['qkv.b'])
        shape = self.const(np.array([0, 0, 3, heads, d], np.int64))
        z = self.op('Transpose', self.op('Reshape', z, shape), perm=[2, 0, 3, 1, 4])
        g = lambda k: self.op('Gather', z, self.const(np.array(k, np.int64)), axis=0)
        q, k, v = g(0), g(1), g(2)
        s = self.op('Softmax', self.op('Add', self.op('MatMul', q, self.op('Transpose', k, perm=[0, 1, 3, 2])), mask), axis=-1)
        c = self.op('Reshape', self.op('Transpose', self.op('MatMul', s, v), perm=[0, 2, 1, 3]), self.const(np.array([0, 0, H], np.int64)))
        x = self.ln(self.op('Add', x, self.linear(c, w['ao.w'], w['ao.b'])), w['aln.w'], w['aln.b'])
        y = self.linear(self.gelu(self.linear(x, w['fi.w'], w['fi.b'])), w['fo.w'], w['fo.b'])
        return self.ln(self.op('Add', x, y), w['oln.w'], w['oln.b'])

    def cos(self, a, b):
        m = lambda x, y: self.op('ReduceSum', self.op('Mul', x, y), self.const(np.array([-1], np.int64)), keepdims=0)
        return self.op('Div', m(a, b), self.op('Sqrt', self.op('Mul', m(a, a), m(b, b))))

    def model(self, name, ins, outs):
        v = lambda n, t, s: h.make_tensor_value_info(n, t, s)
        g = h.make_graph(self.nodes, name, [v(*i) for i in ins], [v(*o) for o in outs], self.inits)
        return h.make_model(g, opset_imports=[h.make_opsetid('', 17), h.make_opsetid('com.microsoft', 1)], ir_version=8)


def lower_graph(low=LOW):
    f = e5.File()
    g = Graph()
    x = g.ln('x', f.tensor('emb.ln.w'), f.tensor('emb.ln.b'))
    for i in range(low):
        x = g.layer(x, f.layer(i), 'mask', f.NH, f.H)
    g.op('Identity', x, out='states')
    return g.model('lower', [('x', T.FLOAT, ['B', 'T', f.H]), ('mask', T.FLOAT, ['B', 1, 1, 'T'])], [('states', T.FLOAT, ['B', 'T', f.H])])


def upper_graph(state, heads=12):
    """q [1, Q, H], p [B, P, H], match_q [B, Q], match_p [B, P] (0, 1, 2), mask [B, 1, 1, Q+P], pool [B, K, Q+P] (rows: question, passage, units), absent [B, U], task [1]."""
    w = {k: v.float().numpy() for k, v in state.items()}
    g = Graph()
    H = w['side'].shape[0]
    seen = g.const(np.concatenate([np.zeros((1, H), np.float32), w['match']]))
    q = g.op('Add', g.op('Add', 'q', g.op('Gather', g.const(w['task']), 'task', axis=0)), g.op('Gather', seen, 'match_q', axis=0))
    p = g.op('Add', g.op('Add', 'p', g.const(w['side'])), g.op('Gather', seen, 'match_p', axis=0))
    x = g.op('Concat', q, p, axis=1)
    for i in range(LOW, e5.File().NL):
        x = g.layer(x, {k: w[f'layers.{i - LOW}.' + k.replace('.', '_')] for k in ('qkv.w', 'qkv.b', 'ao.w', 'ao.b', 'aln.w', 'aln.b', 'fi.w', 'fi.b', 'fo.w', 'fo.b', 'oln.w', 'oln.b')}, 'mask', heads, H)
    one = g.const(np.array([1], np.int64))
    at = lambda x, a, b: g.op('Slice', x, g.const(np.array([a], np.int64)), g.const(np.array([b], np.int64)), one)
    squeeze = lambda x, d: g.op('Squeeze', x, g.const(np.array([d], np.int64)))
    lin = lambda x, k: g.linear(x, w[k + '.weight'], w[k + '.bias'])
    pooled = g.op('MatMul', 'pool', x)
    first, mq3, mp, u = squeeze(at(x, 0, 1), 1), at(pooled, 0, 1), squeeze(at(pooled, 1, 2), 1), at(pooled, 2, 1 << 30)
    mq = squeeze(mq3, 1)
    uq = g.op('Mul', u, mq3)
    su, sa = w['unit_scale'], w['answer_scale']
    piece = squeeze(g.linear(g.gelu(lin(g.op('Concat', u, uq, axis=-1), 'unit_hidden')), w['unit.weight'], w['unit.bias'] + su[1]), 2)
    norm = lambda x: g.op('Sqrt', g.op('Add', g.op('ReduceSum', g.op('Mul', x, x), g.const(np.array([-1], np.int64)), keepdims=0), g.const(np.float32(1e-12))))
    cu = g.op('Div', g.op('ReduceSum', uq, g.const(np.array([-1], np.int64)), keepdims=0), g.op('Mul', norm(u), norm(mq3)))
    piece = g.op('Add', piece, g.op('Mul', cu, g.const(np.float32(su[0]))))
    piece = g.op('Add', piece, 'absent')                               # 0, or -10000 for rows that are padding
    best = g.op('ReduceMax', piece, axes=[1], keepdims=0)
    a = squeeze(g.linear(g.op('Concat', first, mq, mp, axis=-1), w['answer.weight'], w['answer.bias'] + sa[1]), 1)
    a = g.op('Add', g.op('Add', a, g.op('Mul', g.cos(mq, mp), g.const(np.float32(sa[0])))), g.op('Mul', best, g.const(np.float32(sa[2]))))
    g.op('Identity', a, out='answers')
    g.op('Identity', piece, out='pieces')
    # claims: each token with what it is aligned with in the passage
    Q = g.op('Shape', 'q', start=1, end=2)
    cut = lambda x, a, b, d: g.op('Slice', x, a, b, g.const(np.array([d], np.int64)))
    zero, end = g.const(np.array([0], np.int64)), g.const(np.array([1 << 30], np.int64))
    xq, xp = cut(x, zero, Q, 1), cut(x, Q, end, 1)
    kq, kp = lin(xq, 'claim_key'), lin(xp, 'claim_key')
    s = g.op('Mul', g.op('MatMul', kq, g.op('Transpose', kp, perm=[0, 2, 1])), g.const(np.float32(w['claim_key.weight'].shape[0] ** -.5)))
    s = g.op('Softmax', g.op('Add', s, cut(squeeze('mask', 1), Q, end, 2)), axis=-1)
    o = g.op('MatMul', s, xp)
    c = g.gelu(lin(g.op('Concat', xq, o, g.op('Mul', xq, o), g.op('Abs', g.op('Sub', xq, o)), axis=-1), 'claim_hidden'))
    weight = g.op('Softmax', lin(c, 'claim_pool'), axis=1)
    mean = g.op('ReduceSum', g.op('Mul', weight, c), one, keepdims=0)
    g.linear(g.op('Concat', mean, g.op('ReduceMax', c, axes=[1], keepdims=0), axis=-1), w['claim.weight'], w['claim.bias'], out='claim')
    g.op('Identity', squeeze(lin(mq, 'alone'), 1), out='alone')
    return g.model('upper', [('q', T.FLOAT, [1, 'Q', H]), ('p', T.FLOAT, ['B', 'P', H]), ('match_q', T.INT64, ['B', 'Q']), ('match_p', T.INT64, ['B', 'P']), ('mask', T.FLOAT, ['B', 1, 1, 'S']),
                             ('pool', T.FLOAT, ['B', 'K', 'S']), ('absent', T.FLOAT, ['B', 'U']), ('task', T.INT64, [1])],
                   [('answers', T.FLOAT, ['B']), ('pieces', T.FLOAT, ['B', 'U']), ('claim', T.FLOAT, ['B', 3]), ('alone', T.FLOAT, ['B'])])


def int8(path_in, path_out, min_size=100000):
    from onnxruntime.quantization import quantize_dynamic, QuantType
    m = onnx.load(path_in)
    big = {i.name for i in m.graph.initializer if np.prod(i.dims) >= min_size}
    skip = [n.name for n in m.graph.node if n.op_type == 'MatMul' and n.input[1] not in big]
    quantize_dynamic(path_in, path_out, op_types_to_quantize=['MatMul'], per_channel=True, reduce_range=False, weight_type=QuantType.QInt8, nodes_to_exclude=skip, extra_options={'DefaultTensorType': T.FLOAT})


def words(tok, path):
    f = e5.File()
    rows = f.blocks('emb.word', f.VOC)[np.array(tok.source)]
    pos = f.tensor('emb.pos').reshape(-1, f.H) + f.tensor('emb.type')[:f.H]
    with open(path, 'wb') as o:
        o.write(np.array([len(rows), len(pos), f.H], np.int32).tobytes() + rows.tobytes() + pos.astype(np.float16).tobytes())


def write(checkpoint, out, keep=False):
    """All files of the runtime; `keep`: also the graphs in float."""
    os.makedirs(out, exist_ok=True)
    tok = Tokenizer()
    if checkpoint == 'start':
        state, meta = Reader().state_dict(), {'step': 0}
    else:
        c = torch.load(checkpoint, weights_only=False)
        state, meta = c['ema'], {'step': c['step'], 'args': c['args']}
    words(tok, out + '/words.bin')
    json.dump({'pieces': tok.pieces, 'scores': tok.scores}, open(out + '/vocab.json', 'w', encoding='utf-8'), ensure_ascii=False, separators=(',', ':'))
    for name, m in (('lower', lower_graph()), ('upper', upper_graph(state))):
        f32 = f'{out}/{name}.f32.onnx'
        onnx.checker.check_model(m, full_check=False)
        onnx.save(m, f32)
        int8(f32, f'{out}/{name}.onnx')
        if not keep:
            os.remove(f32)
    meta['sizes'] = {n: os.path.getsize(f'{out}/{n}') for n in ('words.bin', 'vocab.json', 'lower.onnx', 'upper.onnx')}
    meta['sha256'] = {n: hashlib.sha256(open(f'{out}/{n}', 'rb').read()).hexdigest() for n in meta['sizes']}
    json.dump(meta, open(out + '/reader.json', 'w'), indent=1)
    print(meta['sizes'], sum(meta['sizes'].values()))


if __name__ == '__main__':
    a = argparse.ArgumentParser()
    a.add_argument('checkpoint')
    a.add_argument('out')
    a.add_argument('--float', action='store_true')
    a = a.parse_args()
    write(a.checkpoint, a.out, a.float)
