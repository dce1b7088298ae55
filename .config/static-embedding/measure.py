"""Where the passage that answers a question is ranked: by BM25, by the static embedding, by the teacher, and by both together.

    measure.py --docs FILE --questions FILE [--foreign FILE] [--artifact FILE] [--teacher CACHE]

docs: lines {id, title, text}; questions: lines {question, kind, answerable, gold: [{doc, quote}], alt_gold}; foreign: questions that
no document answers. Use documents that the embedding was not fitted to. A gold passage is a chunk of the gold document that holds the
quote, white space apart. Prints for each ranking the share of questions with a gold passage in the first ten (kind `everyday`, all)
and the mean reciprocal rank; then how often an answerable question's best cosine is above that of one without an answer (AUROC).
"""

import argparse
import gzip
import hashlib
import re
import struct
from collections import Counter
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

import fit
import texts as sources
from segment import Segmenter, fold
from teacher import Teacher

CHUNK = 600
K1, B = 0.9, 0.4
NEW_PART = re.compile(r"제\s*\d+\s*조|#+ ")
FORM_WORDS = set(
    "a am an and any are as at be been by can could did do does for from get had has have how i if in is it its me my no not of on or our "
    "should so that the their there they this to was we what when where which who why will with would you your".split()
)
ENDINGS = ("ations", "ation", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly")


def load(path):
    """The artifact's entries, costs and vectors."""
    data = gzip.decompress(Path(path).read_bytes())
    body = data[40:]
    assert data[:4] == b"TSEM" and hashlib.sha256(body).digest() == data[8:40], "damaged file"
    width, count, size = struct.unpack_from("<3I", body)
    entries = body[12 : 12 + size].decode().split("\n")[:-1]
    at = 12 + size
    scales = np.frombuffer(body, "<f4", count, at + count)
    values = np.frombuffer(body, np.int8, width * count, at + 5 * count).reshape(width, count).T
    return entries, list(body[at : at + count]), values * scales[:, None]


def chunks(text):
    current = ""
    for line in filter(None, map(str.strip, text.split("\n"))):
        for part in re.findall(rf".{{1,{CHUNK}}}(?:(?<=[.。다])\s|$)|.{{1,{2 * CHUNK}}}", line):
            if current and (len(current) + len(part) > CHUNK or (NEW_PART.match(part) and len(current) > CHUNK / 2)):
                yield current
                current = ""
            current = f"{current}\n{part.strip()}".strip()
    if current:
        yield current


def terms(text):
    found = []
    for run in re.findall(r"[가-힣]+|[a-z]+|[0-9]+", fold(text)):
        if run[0] >= "가":
            found += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
        elif run not in FORM_WORDS:
            ending = next((end for end in ENDINGS if run.endswith(end) and len(run) - len(end) > 2), "")
            found.append(run[: len(run) - len(ending)])
    return found


def bm25(passages, questions):
    """Hangul bigrams and lightly stemmed words; Robertson and Zaragoza 2009."""
    counts = [Counter(terms(passage)) for passage in passages]
    lengths = np.array([sum(count.values()) for count in counts], float)
    index, rows, columns, data = {}, [], [], []
    for row, count in enumerate(counts):
        for term, times in count.items():
            rows.append(row)
            columns.append(index.setdefault(term, len(index)))
            data.append(times * (K1 + 1) / (times + K1 * (1 - B + B * lengths[row] / lengths.mean())))
    weights = sparse.csc_matrix((data, (rows, columns)), (len(passages), len(index)))
    frequency = np.diff(weights.indptr)
    idf = np.log(1 + (len(passages) - frequency + 0.5) / (frequency + 0.5))
    asked = [[index[term] for term in set(terms(question)) if term in index] for question in questions]
    return np.array([weights[:, some] @ idf[some] if some else np.zeros(len(passages)) for some in asked])


def standard(scores):
    return (scores - scores.mean(1, keepdims=True)) / (scores.std(1, keepdims=True) + 1e-9)


def auroc(right, wrong):
    return float(np.mean([(a > b) + 0.5 * (a == b) for a in right for b in wrong]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", required=True)
    parser.add_argument("--questions", required=True)
    parser.add_argument("--foreign")
    parser.add_argument("--artifact", default=Path(__file__).parents[2] / "data" / "models" / "static-embedding" / "ko-en.bin.gz")
    parser.add_argument("--teacher", help="cache of the teacher's vectors; measures the teacher too")
    parser.add_argument("--engine")
    args = parser.parse_args()

    parts = [(row["id"], f"{row['title']}\n{chunk}") for row in sources.read_rows(Path(args.docs)) for chunk in chunks(row["text"])]
    passages = [text for _, text in parts]
    plain = [(of, re.sub(r"\s", "", text).lower()) for of, text in parts]
    asked, golds = [], []
    rows = sources.read_rows(Path(args.questions))
    for row in rows:
        quotes = [(gold["doc"], re.sub(r"\s", "", gold["quote"]).lower()) for gold in row.get("gold", []) + row.get("alt_gold", [])]
        gold = {i for i, (of, text) in enumerate(plain) if any(of == doc and quote in text for doc, quote in quotes)}
        if row.get("answerable") is not False and gold:
            asked.append(row)
            golds.append(gold)
    questions = [row["question"] for row in asked]
    everyday = np.array([row["kind"] == "everyday" for row in asked])
    near = [row["question"] for row in rows if row.get("answerable") is False]
    foreign = [row["question"] for row in sources.read_rows(Path(args.foreign))] if args.foreign else []
    print(f"{len(passages)} passages, {len(questions)} questions with a gold passage, {everyday.sum()} of them everyday")

    def line(name, scores):
        order = np.argsort(-scores, axis=1, kind="stable")
        ranks = np.array([min(int(np.where(row == i)[0][0]) for i in gold) + 1 for row, gold in zip(order, golds)])
        print(f"{name:18s} everyday {np.mean(ranks[everyday] <= 10):.3f}  all {np.mean(ranks <= 10):.3f}  MRR {np.mean(1 / ranks):.3f}")

    words = bm25(passages, questions)
    line("BM25", words)

    def vectors(name, of_questions, of_passages):
        stored = of_passages(passages)
        scores = of_questions(questions) @ stored.T
        line(name, scores)
        line(f"{name} + BM25", standard(scores) + standard(words))
        for kind, others in (("near misses", near), ("foreign", foreign)):
            if others:
                best = (of_questions(others) @ stored.T).max(1)
                print(f"{name:18s} AUROC against {len(others)} {kind} {auroc(scores.max(1), best):.3f}")

    entries, costs, table = load(args.artifact)
    segmenter, index = Segmenter(dict(zip(entries, costs))), {entry: row for row, entry in enumerate(entries)}

    def static(some):
        return fit.unit(fit.counts_matrix(segmenter, index, some) @ table)

    vectors("static", static, static)
    if args.teacher:
        teacher = Teacher(args.teacher, args.engine)
        vectors("teacher", teacher.questions, teacher.passages)


if __name__ == "__main__":
    main()
