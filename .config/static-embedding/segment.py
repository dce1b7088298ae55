"""Cuts texts into entries of the vocabulary, exactly as `src/search/embedding/domain/static-embedding/` does at run time.

A text is folded (NFKC, lower case), then split into runs of Hangul and runs of Latin letters. Each run is cut into the
entries whose costs (less the logarithms of frequencies) add up to the least: the unigram model of Kudo (2018), by dynamic programming.
`#` before an entry means that it continues a run; Hangul entries of two syllables or more match anywhere in a run.
"""

import re
import unicodedata

RUN = re.compile(r"[가-힣]+|[a-z]+")
LONGEST_RUN = 32


def fold(text):
    text = unicodedata.normalize("NFKC", text).lower()
    return re.sub(r"(?<=[a-z])['’](?=[a-z])", "", re.sub(r"(?<=[a-z])['’]s(?![a-z])", "", text))


def runs(text):
    return [run[:LONGEST_RUN] for run in RUN.findall(fold(text))]


def is_hangul(run):
    return run[0] >= "가"


COST_STEP = 12
UNKNOWN = 360


def costs_of(scores):
    """Logarithms of frequencies as whole numbers of one byte: both programs add them up without rounding."""
    return {entry: min(255, max(0, round(-score * COST_STEP))) for entry, score in scores.items()}


class Segmenter:
    def __init__(self, costs):
        """costs: entry -> cost of using it, see costs_of."""
        self.costs = costs
        self.longest = max(len(entry) for entry in costs)
        self._known = {}

    def cut(self, run):
        """The entries of one run; characters that no entry holds are left out."""
        known = self._known.get(run)
        if known is None:
            known = self._known[run] = self._cut(run)
        return known

    def entries(self, text):
        return [entry for run in runs(text) for entry in self.cut(run)]

    def _cut(self, run):
        hangul = is_hangul(run)
        best, back = [0] + [None] * len(run), [None] * (len(run) + 1)
        for end in range(1, len(run) + 1):
            for start in range(max(0, end - self.longest), end):
                entry = entry_at(run, start, end, hangul)
                cost = self.costs.get(entry)
                if cost is None:
                    if end - start > 1:
                        continue
                    cost, entry = UNKNOWN, None
                total = best[start] + cost
                if best[end] is None or total < best[end]:
                    best[end], back[end] = total, (start, entry)
        found, end = [], len(run)
        while end > 0:
            end, entry = back[end]
            if entry is not None:
                found.append(entry)
        return found[::-1]


def entry_at(run, start, end, hangul):
    return run[start:end] if start == 0 or (hangul and end - start > 1) else "#" + run[start:end]
