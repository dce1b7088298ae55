"""Writes a checkpoint for the own WASM runtime. python export_bin.py CHECKPOINT|start OUT/reader.bin
Words and lower layers as the 4-bit blocks of e5 (no loss), upper layers 7 bit with a scale a column (1..127, 64 is nought), heads float32."""
import json, os, sys
import numpy as np, torch
import e5
from text import Tokenizer
from model import Reader, LOW

MAT = {'qkv': 3, 'ao': 1, 'fi': 4, 'fo': 1}


def q7(w):
    """[n, k] to 7 bit: the scale of a row is the best of some, by squared error."""
    top = np.abs(w).max(1, keepdims=True)
    best, out = np.full((len(w), 1), np.inf), None
    scale = top / 63
    for f in (1, .95, .9, .85):
        s = np.maximum(top * f / 63, 1e-12)
        q = np.clip(np.round(w / s), -63, 63)
        err = ((q * s - w) ** 2).sum(1, keepdims=True)
        take = err < best
        out = q if out is None else np.where(take, q, out)
        scale = np.where(take, s, scale)
        best = np.minimum(best, err)
    return (out + 64).astype(np.uint8), scale[:, 0].astype(np.float32)


def main(checkpoint, out):
    if checkpoint == 'start':
        state, meta = Reader().state_dict(), {'step': 0}
    else:
        c = torch.load(checkpoint, weights_only=False)
        state, meta = c['ema'], {'step': c['step'], 'args': c['args']}
    f, tok = e5.File(), Tokenizer()
    sections = {}
    blobs = []
    at = 0

    def put(name, a):
        nonlocal at
        b = np.ascontiguousarray(a).tobytes()
        b += b'\0' * (-len(b) % 16)
        sections[name] = [at, list(np.shape(a)), str(np.asarray(a).dtype)]
        blobs.append(b)
        at += len(b)

    put('words', f.blocks('emb.word', f.VOC)[np.array(tok.source)].reshape(len(tok.source), -1))
    put('positions', (f.tensor('emb.pos').reshape(-1, f.H) + f.tensor('emb.type')[:f.H]).astype(np.float16))
    put('ln.w', f.tensor('emb.ln.w'))
    put('ln.b', f.tensor('emb.ln.b'))
    for i in range(LOW):
        b = lambda n, rows: f.blocks(f'l{i}.{n}', rows)
        put(f'{i}.qkv.q4', np.concatenate([b('q.w', f.H), b('k.w', f.H), b('v.w', f.H)]).reshape(3 * f.H, -1))
        put(f'{i}.ao.q4', b('ao.w', f.H).reshape(f.H, -1))
        put(f'{i}.fi.q4', b('fi.w', f.FF).reshape(f.FF, -1))
        put(f'{i}.fo.q4', b('fo.w', f.H).reshape(f.H, -1))
        w = f.layer(i)
        for k in ('qkv.b', 'ao.b', 'fi.b', 'fo.b', 'aln.w', 'aln.b', 'oln.w', 'oln.b'):
            put(f'{i}.{k}', w[k])
    s = {k: v.float().numpy() for k, v in state.items()}
    for i in range(f.NL - LOW):
        for k in MAT:
            q, scale = q7(s[f'layers.{i}.{k}_w'])
            put(f'{i + LOW}.{k}.q7', q)
            put(f'{i + LOW}.{k}.s', scale)
        for k in ('qkv.b', 'ao.b', 'fi.b', 'fo.b', 'aln.w', 'aln.b', 'oln.w', 'oln.b'):
            put(f'{i + LOW}.{k}', s[f'layers.{i}.' + k.replace('.', '_')])
    for k, v in s.items():
        if not k.startswith('layers'):
            put(k, v)
    head = json.dumps({'H': f.H, 'layers': f.NL, 'low': LOW, 'heads': f.NH, 'ff': f.FF, **meta, 'sections': sections}).encode()
    head += b' ' * (-(len(head) + 8) % 16)
    with open(out, 'wb') as o:
        o.write(b'RDR1' + np.uint32(len(head)).tobytes() + head)
        for b in blobs:
            o.write(b)
    folder = os.path.dirname(out)
    json.dump({'pieces': tok.pieces, 'scores': tok.scores}, open(os.path.join(folder, 'vocab.json'), 'w', encoding='utf-8'), ensure_ascii=False, separators=(',', ':'))
    print(os.path.getsize(out), os.path.getsize(os.path.join(folder, 'vocab.json')))


main(*sys.argv[1:3])
