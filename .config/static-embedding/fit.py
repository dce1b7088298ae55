"""Fits one vector per entry, so that the sum of a text's vectors points where the teacher's vector of the text points.

The length of an entry's vector is its weight, so a text's vector is a plain sum, brought to length 1. Start: the teacher's
vectors of the entries alone, less their mean, on principal components, weighted a / (a + p) (Arora, Liang and Ma 2017, SIF;
distillation of static vectors: Reimers and others' and Model2Vec's). Then two losses, by Adam over mini-batches:
  distance   1 - cosine between the sum and the teacher's vector of the text
  contrast   InfoNCE over pairs that belong together (question and passage, everyday and formal expression, Korean and English),
             against the other members of the batch (van den Oord and others 2018)
and a pull of every entry to its start, which keeps entries near it that the texts seldom show.
"""

import sys

import numpy as np
import scipy.sparse as sparse

SIF = 1e-3


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9)


def principal_axes(vectors, dimensions):
    """Axes (columns) of the largest variance of vectors that have their mean taken away."""
    values, axes = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors.astype(np.float64) / len(vectors))
    order = np.argsort(-values)[:dimensions]
    return axes[:, order].astype(np.float32), float(values[order].sum() / values.sum())


def counts_matrix(segmenter, index, texts):
    """Texts x entries. A repeated entry counts with the root of its number."""
    rows, columns, data = [], [], []
    for row, text in enumerate(texts):
        found = {}
        for entry in segmenter.entries(text):
            found[index[entry]] = found.get(index[entry], 0) + 1
        for column, count in found.items():
            rows.append(row)
            columns.append(column)
            data.append(count**0.5)
    return sparse.csr_matrix((np.array(data, np.float32), (rows, columns)), (len(texts), len(index)))


def start_vectors(entry_vectors, scores):
    """Centred unit vectors of the entries, with the SIF weight as length."""
    share = np.exp(scores)
    weight = SIF / (SIF + share)
    return (unit(entry_vectors) * weight[:, None]).astype(np.float32)


def averaged(start, settings, texts, targets, pairs):
    """The mean of several fits that differ in their random choices ("model soup", Wortsman and others 2022): steadier than one."""
    total = np.zeros_like(start)
    for seed in range(settings["runs"]):
        total += Fit(start, settings, seed).run(texts, targets, pairs)
    return total / settings["runs"]


class Fit:
    def __init__(self, start, settings, seed):
        self.start = start
        self.rows = start.copy()
        self.settings = settings
        self.random = np.random.default_rng(seed)
        self.first = np.zeros_like(start)
        self.second = np.zeros(len(start))
        self.times = np.zeros(len(start))
        self.steps = 0

    def run(self, texts, targets, pairs):
        """texts: matrix; targets: unit rows; pairs: [(left matrix, right matrix, pairs in a batch, factor of the loss)]."""
        settings = self.settings
        size = min(settings["batch"], texts.shape[0])
        total = settings["epochs"] * (texts.shape[0] // size)
        for epoch in range(settings["epochs"]):
            order = self.random.permutation(texts.shape[0])
            losses = []
            for at in range(0, len(order) - size + 1, size):
                chosen = order[at : at + size]
                parts = [texts[chosen]]
                for left, right, count, _ in pairs:
                    picked = self.random.choice(left.shape[0], min(count, left.shape[0]), replace=False)
                    parts += [left[picked], right[picked]]
                stacked = sparse.vstack(parts, format="csr")
                # Only the entries of these texts take part: the dense results are what costs.
                used, columns = np.unique(stacked.indices, return_inverse=True)
                stacked = sparse.csr_matrix((stacked.data, columns.reshape(-1), stacked.indptr), (stacked.shape[0], len(used)))
                # Some words missing: no text may hang on one of them.
                stacked.data = stacked.data * (self.random.random(stacked.nnz) >= settings["drop"])
                direction, length = _direction(stacked @ self.rows[used])
                back = np.zeros_like(direction)
                back[:size] = -targets[chosen] / size
                loss, contrast, row = float(1 - (direction[:size] * targets[chosen]).sum(1).mean()), 0.0, size
                for (_, _, _, factor), left in zip(pairs, parts[1::2]):
                    n = left.shape[0]
                    one, other = slice(row, row + n), slice(row + n, row + 2 * n)
                    back[one], back[other], value = self._contrast(direction[one], direction[other], factor)
                    contrast += value
                    row += 2 * n
                losses.append((loss, contrast))
                gradient = stacked.T @ _through(back, direction, length)
                self._step(used, gradient, settings["rate"] * (1 - self.steps / total * 0.9))
            means = np.mean(losses, axis=0)
            print(f"epoch {epoch}: distance {means[0]:.4f}, contrast {means[1]:.3f}", file=sys.stderr, flush=True)
        return self.rows

    def _contrast(self, a, b, factor):
        """Gradients at both sides and the loss. Equal texts are no negatives of each other."""
        logits = a @ b.T / self.settings["temperature"]
        same = (a @ a.T > 0.98) | (b @ b.T > 0.98)
        np.fill_diagonal(same, False)
        logits[same] = -30.0
        forward, backward = _softmax(logits), _softmax(logits.T).T
        loss = -np.log(np.maximum(np.diag(forward), 1e-9)).mean() / 2 - np.log(np.maximum(np.diag(backward), 1e-9)).mean() / 2
        difference = (forward + backward) / 2
        difference[np.diag_indices(len(a))] -= 1
        difference[same] = 0
        difference *= factor / (len(a) * self.settings["temperature"])
        return difference @ b, difference.T @ a, float(loss)

    def _step(self, used, gradient, rate):
        """Adam (Kingma and Ba 2015) over the entries that took part, with one second moment a row: it keeps the row's direction."""
        self.steps += 1
        rows = self.rows[used]
        gradient += self.settings["pull"] * (rows - self.start[used])
        times = self.times[used] = self.times[used] + 1
        first = self.first[used] = 0.9 * self.first[used] + 0.1 * gradient
        squares = np.einsum("ij,ij->i", gradient, gradient) / gradient.shape[1]
        second = self.second[used] = 0.98 * self.second[used] + 0.02 * squares
        scale = rate / (1 - 0.9**times) / (np.sqrt(second / (1 - 0.98**times)) + self.settings["floor"])
        self.rows[used] = rows - scale[:, None].astype(np.float32) * first


def _direction(sums):
    length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
    return sums / length, length


def _through(gradient, direction, length):
    return (gradient - (gradient * direction).sum(1, keepdims=True) * direction) / length


def _softmax(logits):
    values = np.exp(logits - logits.max(1, keepdims=True))
    return values / values.sum(1, keepdims=True)
