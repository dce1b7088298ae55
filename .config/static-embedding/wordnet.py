"""Pairs of expressions that mean the same, out of WordNet: `wordnet.py FOLDER > pairs.jsonl`.

FOLDER holds WordNet 3.0's database (Debian's package wordnet-base; free for any use, Princeton University). Lines {left, right}: an
expression with what its gloss says ("give the axe" with "terminate the employment of"), the gloss's example with the gloss, and, for its
first sense, the expression with its synonyms. Taken are the senses that people use: those that occur in texts with marked senses, without
names, animals, plants, substances, parts of the body and places; of phrases (get rid of) the first sense in any case.
"""

import json
import re
import sys
from pathlib import Path

KINDS = ("noun", "verb", "adj", "adv")
# Numbers of WordNet's lexicographer files, see lexnames(5WN).
LEFT_OUT = {"05", "08", "15", "17", "20", "27"}
SENSES = 3
LEAST_SEEN = {"v": 1, "n": 2, "a": 3, "r": 4}
LONGEST_GLOSS = 160


def used_senses(folder):
    """(kind, offset of the sense's synset, expression, number of the sense) of senses that somebody has seen in a text."""
    seen = {}
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").split("\n"):
        if line:
            key, number, times = line.split(" ")
            expression, rest = key.split("%", 1)
            part = "nvara"[int(rest[0]) - 1]
            if int(times) >= LEAST_SEEN[part]:
                seen.setdefault((expression, part), set()).add(int(number))
    for kind in KINDS:
        for line in (folder / f"index.{kind}").read_text(encoding="utf-8").split("\n"):
            if not line or line.startswith(" "):
                continue
            parts = line.split()
            expression, part = parts[0], parts[1]
            offsets = parts[-int(parts[2]) :]
            for number in seen.get((expression, part), set()) | ({1} if "_" in expression and part == "v" else set()):
                if number <= min(SENSES, len(offsets)):
                    yield kind, offsets[number - 1], expression, number


def synsets(folder, kind):
    """offset -> (lexicographer file, expressions, gloss, whether it is a name)"""
    found = {}
    for line in (folder / f"data.{kind}").read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith(" "):
            head, gloss = line.split(" | ", 1)
            parts = head.split()
            count = int(parts[3], 16)
            words = [re.sub(r"\(\w+\)$", "", word) for word in parts[4 : 4 + 2 * count : 2]]
            found[parts[0]] = parts[1], words, gloss.strip(), "@i" in parts
    return found


def pairs(folder):
    chosen = {}
    for kind, offset, expression, number in used_senses(folder):
        chosen.setdefault((kind, offset), []).append((expression.replace("_", " "), number))
    tables = {kind: synsets(folder, kind) for kind in KINDS}
    for (kind, offset), expressions in sorted(chosen.items()):
        area, words, gloss, is_name = tables[kind][offset]
        if area in LEFT_OUT or is_name:
            continue
        meaning = re.split(r";\s*\"|\"", gloss)[0].strip(" ;")[:LONGEST_GLOSS]
        others = [word.replace("_", " ") for word in words if word.islower()]
        yield from ((one, meaning) for one, _ in expressions)
        yield from ((one, other) for one, number in expressions for other in others if number == 1 and one != other)
        yield from ((example, meaning) for example in re.findall(r'"([^"]{12,})"', gloss)[:2])


if __name__ == "__main__":
    for left, right in dict.fromkeys(pairs(Path(sys.argv[1]))):
        if len(right) > 2:
            print(json.dumps({"left": left, "right": right}))
