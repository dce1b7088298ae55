"""Compares an export with the checkpoint and writes examples for other programs. python agreement.py CHECKPOINT FOLDER [--random]
--random: outputs with weights of chance, since those of a checkpoint that was hardly trained are nought and would hide faults."""
import argparse, json
import numpy as np, onnxruntime as ort, torch
import data, export
from text import Tokenizer
from model import Lower, Reader, match


def feed(q, p, spans, task, matches):
    """Inputs of upper.onnx for one pair."""
    Q, P = len(q), len(p)
    pool = np.zeros((1, 2 + len(spans), Q + P), np.float32)
    pool[0, 0, :Q], pool[0, 1, Q:] = 1 / Q, 1 / P
    for k, (a, b) in enumerate(spans):
        pool[0, k + 2, Q + a:Q + b] = 1 / (b - a)
    return dict(q=q[None], p=p[None], match_q=np.array([matches[0]]), match_p=np.array([matches[1]]), mask=np.zeros((1, 1, 1, Q + P), np.float32), pool=pool, absent=np.zeros((1, len(spans)), np.float32), task=np.array([task]))


if __name__ == '__main__':
    a = argparse.ArgumentParser()
    a.add_argument('checkpoint')
    a.add_argument('folder')
    a.add_argument('--random', action='store_true')
    a = a.parse_args()
    tok = Tokenizer()
    lower, model = Lower(tok), Reader()
    model.load_state_dict(torch.load(a.checkpoint, weights_only=False)['ema'])
    if a.random:
        torch.manual_seed(0)
        for n, p in model.named_parameters():
            if not n.startswith('layers') and not n.endswith('scale'):
                torch.nn.init.normal_(p.data, 0, .05)
        torch.save({'ema': model.state_dict(), 'step': 0, 'args': {'random': True}}, a.folder + '/random.pt')
        export.write(a.folder + '/random.pt', a.folder, keep=True)
    run = {n: ort.InferenceSession(f'{a.folder}/{n}.onnx') for n in ('lower', 'upper')}
    exact = {n: ort.InferenceSession(f'{a.folder}/{n}.f32.onnx') for n in ('lower', 'upper')} if a.random else None
    passages = data.read(tok)[0][:10]
    worst, out = {}, []
    for k in range(20):
        p = passages[k % 10]
        x = p.raw['questions'][k % len(p.raw['questions'])]
        task = int(k >= 14)
        words = x['short'] if task else x['q']
        q, (ids, spans) = data.encode_question(tok, words, x['q'] if task else None), p.full
        keep = [u for u, (s, e) in enumerate(spans) if e > s]
        shown, both = [spans[u] for u in keep], match(q, ids)

        def outputs(sessions):
            st = []
            for s in (q, ids):
                e = (lower.word[torch.tensor(s)] + lower.pos[:len(s)] + lower.type).numpy()[None]
                st.append(sessions['lower'].run(None, {'x': e, 'mask': np.zeros((1, 1, 1, len(s)), np.float32)})[0][0])
            return [z[0].tolist() for z in sessions['upper'].run(None, feed(*st, shown, task, both))]
        got = dict(zip(('answers', 'pieces', 'claim', 'alone'), outputs(run)))
        with torch.no_grad():
            st = lower.states([q, ids], torch.float32)
            t = model([st[0]], [st[1]], [shown], [task], [both], torch.float32)
        want = dict(answers=float(t[0][0]), pieces=t[1].tolist(), claim=t[2][0].tolist(), alone=float(t[3][0]))
        pairs = [('int8', got)] + ([('float', dict(zip(want, outputs(exact))))] if exact else [])
        for how, g in pairs:
            for name in want:
                if name != 'claim' or task:
                    worst[how, name] = max(worst.get((how, name), 0), float(np.abs(np.array(g[name]) - np.array(want[name])).max()))
        out.append(dict(task=task, question=words, before=x['q'] if task else None, heading=p.shown, units=p.texts, question_ids=q, passage_ids=ids, spans=shown, units_shown=keep, match_question=both[0], match_passage=both[1], onnx=got, torch=want))
    json.dump(out, open(a.folder + '/agreement.json', 'w', encoding='utf-8'), ensure_ascii=False)
    print('greatest difference from torch:', {' '.join(k): round(v, 4) for k, v in worst.items()})
