"""Reads the texts the embedding is fitted to: sentences, passages and questions, and the pairs of a lexicon.

Form of the files: `.md` and `.txt` are plain text; each line of `.jsonl` and `.jsonl.gz` is an object of which the fields
`question`, `query`, `text`, `content`, `claim` and `evidence[].text` are read. A file named like `queries`, `natural` or `questions` holds questions.
"""

import gzip
import json
import random
import re
from pathlib import Path

SENTENCE_END = re.compile(r"(?<=[.?!])\s+|\n+")
SHORTEST, LONGEST = 12, 320
PASSAGE = 500


def read_rows(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8")
    with opened as file:
        # Only "\n" ends a line: some texts hold U+2028.
        return [json.loads(line) for line in file.read().split("\n") if line.strip()]


def files_of(paths):
    for given in paths:
        path = Path(given)
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in found if file.name.endswith((".md", ".txt", ".jsonl", ".jsonl.gz")) and file.name != "README.md")


def read_source(path):
    """Returns (questions, documents) of one file or folder."""
    questions, documents = [], []
    for file in files_of([path]):
        if file.suffix in (".md", ".txt"):
            documents.append(re.sub(r"^---\n.*?\n---\n", "", file.read_text(encoding="utf-8"), flags=re.S))
            continue
        asks = re.search(r"quer|natural|question", file.name)
        for row in read_rows(file):
            if row.get("question") or row.get("query"):
                questions.append(row.get("question") or row["query"])
            if row.get("content"):
                documents.append(row["content"])
            if row.get("claim"):
                documents.append(row["claim"])
            for evidence in row.get("evidence") or []:
                documents.append(evidence["text"])
            if row.get("text"):
                (questions if asks else documents).append(row["text"])
    return questions, documents


def sentences(documents):
    for document in documents:
        for sentence in SENTENCE_END.split(document):
            sentence = re.sub(r"[|#*`_\s]+", " ", sentence).strip()
            if SHORTEST <= len(sentence) <= LONGEST:
                yield sentence


def passages(documents):
    """Runs of sentences of about PASSAGE characters."""
    for document in documents:
        current = ""
        for sentence in SENTENCE_END.split(document):
            if current and len(current) + len(sentence) > PASSAGE:
                yield current
                current = ""
            current = f"{current} {sentence[:PASSAGE]}".strip()
        if len(current) > PASSAGE // 3:
            yield current


def sample(items, limit, seed):
    """Up to `limit` different items, drawn with a fixed seed, in a fixed order."""
    items = list(dict.fromkeys(items))
    if len(items) > limit:
        items = sorted(random.Random(seed).sample(items, limit))
    return items


def read_lexicon(paths):
    """Pairs of expressions that mean the same or belong together, out of lines `a, b > c, d`, `a = b`, `a ~ b`."""
    pairs = []
    for file in files_of(paths):
        for line in file.read_text(encoding="utf-8").split("\n"):
            line = line.strip()
            sides = re.split(r"\s[>=~]\s", line)
            if line.startswith("#") or len(sides) != 2:
                continue
            left, right = ([part.strip() for part in side.split(",") if part.strip()] for side in sides)
            pairs += [(one, other) for one in left for other in right]
    return pairs


def is_korean(text):
    """Whether at least a third of the letters is Hangul."""
    hangul = len(re.findall("[가-힣]", text))
    return hangul * 3 >= hangul + len(re.findall("[A-Za-z]", text))


def cloze(documents, seed):
    """Pairs of a sentence and the rest of its passage (the inverse cloze task of Lee, Chang and Toutanova 2019)."""
    random_source = random.Random(seed)
    for passage in passages(documents):
        parts = [part for part in SENTENCE_END.split(passage) if len(part) >= SHORTEST]
        if len(parts) >= 3:
            taken = random_source.randrange(len(parts))
            yield parts[taken], " ".join(parts[:taken] + parts[taken + 1 :])


def read_cases(paths):
    """Pairs of a question and its answer."""
    rows = (row for file in files_of(paths) if ".jsonl" in file.name for row in read_rows(file))
    return [(row["query"], row["content"]) for row in rows if row.get("query") and row.get("content")]


def headings(documents, seed):
    """Pairs of a heading and the text under it: what a passage is about, in a few words."""
    random_source = random.Random(seed)
    for document in documents:
        parts = re.split(r"(?m)^#+\s+(.+)$", document)
        for heading, text in zip(parts[1::2], parts[2::2]):
            heading, found = re.sub(r"[#*`_]+", "", heading).strip(), list(passages([text]))
            if len(heading) >= 4 and found:
                yield heading, random_source.choice(found)


def read_pairs(paths, one, other):
    """Pairs out of lines {one, other}."""
    return [(row[one], row[other]) for file in files_of(paths) for row in read_rows(file)]
