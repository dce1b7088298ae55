"""Makes the static embedding `data/models/static-embedding/ko-en.bin.gz`.

    python -m venv venv && venv/bin/pip install -r .config/static-embedding/requirements.txt
    venv/bin/python .config/static-embedding/make.py --cache vectors.db --texts PATH... --parallel FILE... --related FILE...
        --wordlist FILE

Without options it is fitted to the repository's own samples and lexicon alone; parallel.py and wordnet.py make the other files. No set
on which the product is measured may be among them. The steps: choose the vocabulary (vocabulary.py), ask the teacher
(teacher.py: the first time this takes most of an hour on one core), fit (fit.py), write (artifact.py). Every random choice has a
fixed seed: the same texts give the same file on the same machine.
"""

import argparse
import pickle
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np

import artifact
import fit
import texts as sources
import vocabulary
from segment import Segmenter, costs_of
from teacher import Teacher

ROOT = Path(__file__).resolve().parents[2]
SHORTEST_LISTED = 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", nargs="*", default=[], help="files and folders of texts, see texts.py")
    parser.add_argument("--more", nargs="*", default=[], help="the same, of which the teacher only embeds sentences: passages take it long")
    parser.add_argument("--lexicon", nargs="*", default=[ROOT / "data" / "lexicon"], help="folders of lines `a, b > c, d`")
    parser.add_argument("--parallel", nargs="*", default=[], help="files of lines {ko, en}: the same sentence in both languages")
    parser.add_argument("--related", nargs="*", default=[], help="files of lines {left, right}: expressions of the same sense")
    parser.add_argument("--samples", default=ROOT / "data" / "samples", help="the repository's own documents")
    parser.add_argument("--wordlist", help="plain list of English words: rare words outside it are left out")
    parser.add_argument("--cache", default="vectors.db", help="the teacher's vectors, made if missing")
    parser.add_argument("--engine", help="another build of the teacher's C engine")
    parser.add_argument("--out", default=ROOT / "data" / "models" / "static-embedding" / "ko-en.bin.gz")
    parser.add_argument("--keep", help="file for the vectors before they are rounded")
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--runs", type=int, default=3, help="fits whose mean is taken")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=0.006)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--pull", type=float, default=1e-6)
    parser.add_argument("--drop", type=float, default=0.1, help="share of the entries left out of a text in each step")
    parser.add_argument("--floor", type=float, default=1e-7, help="gradients far below this move a row little")
    parser.add_argument("--temperature", type=float, default=0.1)
    parser.add_argument("--most", type=int, default=6000, help="sentences and passages of one source, each")
    parser.add_argument("--taught", type=int, default=3000, help="translations of one file, and related pairs, whose vectors the teacher gives")
    for name, factor in (("lexicon", 0.25), ("questions", 0.2), ("translations", 0.3), ("related", 0.3), ("cloze", 0.1)):
        parser.add_argument(f"--{name}-factor", type=float, default=factor)
    return parser.parse_args()


def log(*words):
    print(*words, file=sys.stderr, flush=True)


class Corpus:
    """All that the embedding is fitted to."""

    def __init__(self, args):
        self.questions, self.passages, self.cloze, self.documents = [], [], [], []
        self.answers = sources.read_cases([args.samples])
        for path in [args.samples, *args.texts, *args.more]:
            questions, documents = sources.read_source(path)
            documents = list(dict.fromkeys(documents))
            self.documents += documents
            self.questions += sources.sample(questions, 3000, 1)
            self.passages += sources.sample(sources.sentences(documents), args.most, 2)
            if path not in args.more:
                self.passages += sources.sample(sources.passages(documents), args.most // 4, 3)
            self.cloze += sources.sample(sources.cloze(documents, 5), args.most // 2, 6)
            self.answers += sources.sample(sources.headings(documents, 7), args.most // 2, 8)
            log(path, len(questions), "questions", len(documents), "documents")
        self.questions = list(dict.fromkeys(self.questions))
        self.passages = list(dict.fromkeys(self.passages))
        files = [sources.read_pairs([file], "ko", "en") for file in args.parallel]
        self.parallel = list(dict.fromkeys(pair for pairs in files for pair in pairs))
        self.related = sources.read_pairs(args.related, "left", "right")
        self.taught = [pair for pairs in files for pair in sources.sample(pairs, args.taught, 4)]
        self.meanings = sources.sample([text for pair in self.related for text in pair if " " in text], args.taught, 9)
        self.lexicon = [pair for pair in sources.read_lexicon(args.lexicon) if pair[0] != pair[1]]
        self.expressions = list(dict.fromkeys(side for pair in self.lexicon for side in pair))
        log(f"{len(self.questions)} questions, {len(self.passages)} passages and sentences, {len(self.parallel)} translations,")
        log(f"{len(self.expressions)} expressions in {len(self.lexicon)} pairs, {len(self.related)} related pairs,")
        log(f"{len(self.answers)} answers and headings, {len(self.cloze)} gaps")

    def all(self):
        pairs = self.parallel + self.related
        return self.documents + self.questions + 3 * self.expressions + [side for pair in pairs for side in pair]


def choose_vocabulary(corpus, args):
    counts = vocabulary.run_counts(corpus.all())
    own = vocabulary.run_counts(corpus.expressions + corpus.questions)
    listed = vocabulary.read_wordlist(args.wordlist) if args.wordlist else set(counts)
    english = Counter()
    for word, count in counts.items():
        if "a" <= word[0] <= "z" and (own[word] > 1 or (word in listed and (own[word] or count >= SHORTEST_LISTED)) or count >= 14):
            english[word] = count
    korean = vocabulary.korean_entries([text for text in _korean_texts(corpus) if re.search("[가-힣]", text)])
    chosen = vocabulary.choose(vocabulary.teacher_pieces(), korean, english, listed)
    chosen = vocabulary.with_letters(chosen, counts)
    _, found = vocabulary.score(chosen, counts)
    for entry in [entry for entry in chosen if len(entry) > 2 and re.match("#[a-z]", entry) and found[entry] < 1]:
        del chosen[entry]
    scores, found = vocabulary.score(chosen, counts)
    log(f"{len(scores)} entries, {sum('가' <= entry[-1] for entry in scores)} of them Korean")
    return scores, found


def _korean_texts(corpus):
    yield from sources.sentences(text for text in corpus.documents if sources.is_korean(text))
    yield from corpus.questions
    yield from 3 * corpus.expressions
    yield from (korean for korean, _ in corpus.parallel)


class Centre:
    """Takes away the mean of a kind of text in a language: what all vectors have in common tells nothing, and keeps languages apart."""

    def __init__(self):
        self.means = {}

    def __call__(self, vectors, texts, kind):
        korean = np.array([sources.is_korean(text) for text in texts])
        centred = vectors.copy()
        for language in (True, False):
            here = korean == language
            if here.any():
                mean = self.means.setdefault((kind, language), vectors[here].mean(0))
                centred[here] -= mean
        return fit.unit(centred)


def main():
    args = arguments()
    corpus = Corpus(args)
    scores, found = choose_vocabulary(corpus, args)
    entries = list(scores)
    index = {entry: row for row, entry in enumerate(entries)}
    costs = costs_of(scores)
    segmenter = Segmenter(costs)

    def matrix(texts):
        return fit.counts_matrix(segmenter, index, texts)

    teacher, centre = Teacher(args.cache, args.engine), Centre()
    koreans, englishes = [list(side) for side in zip(*corpus.taught)] or [[], []]
    groups = [
        (corpus.questions, centre(teacher.questions(corpus.questions), corpus.questions, "question")),
        (corpus.passages, centre(teacher.passages(corpus.passages), corpus.passages, "passage")),
        (corpus.expressions, centre(teacher.questions(corpus.expressions), corpus.expressions, "expression")),
        (corpus.meanings, centre(teacher.questions(corpus.meanings), corpus.meanings, "expression")),
        (koreans, centre(teacher.passages(koreans), koreans, "passage")),
        (englishes, centre(teacher.passages(englishes), englishes, "passage")),
    ]
    alone = centre(teacher.questions([entry.lstrip("#") for entry in entries]), entries, "entry")
    common = alone[[found[entry] > 2 for entry in entries]]
    targets = np.concatenate([vectors for _, vectors in groups])
    axes, kept = fit.principal_axes(np.concatenate([targets, common]), args.dimensions)
    log(f"{args.dimensions} principal components keep {kept:.3f} of the variance")
    all_texts = matrix([text for texts, _ in groups for text in texts])
    shown = np.asarray(all_texts.sum(1)).ravel() > 0
    pairs = [
        (corpus.lexicon, 512, args.lexicon_factor),
        (corpus.answers, 256, args.questions_factor),
        (corpus.parallel, 256, args.translations_factor),
        (corpus.related, 512, args.related_factor),
        (corpus.cloze, 256, args.cloze_factor),
    ]
    rows = fit.averaged(
        fit.start_vectors(alone @ axes, np.array([scores[entry] for entry in entries])),
        {name: getattr(args, name) for name in ("runs", "epochs", "rate", "batch", "pull", "temperature", "drop", "floor")},
        all_texts[shown],
        fit.unit(targets @ axes)[shown],
        [(matrix([a for a, _ in some]), matrix([b for _, b in some]), size, factor) for some, size, factor in pairs if some and factor],
    )
    costs = [costs[entry] for entry in entries]
    if args.keep:
        with open(args.keep, "wb") as file:
            pickle.dump({"entries": entries, "costs": costs, "R": rows}, file)
    values, scales = artifact.quantise(rows)
    Path(args.out).parent.mkdir(parents=True, exist_ok=True)
    print(args.out, artifact.write(args.out, entries, costs, values, scales), Path(args.out).stat().st_size, "bytes")


if __name__ == "__main__":
    main()
