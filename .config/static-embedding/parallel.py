"""Korean and English side by side, out of documentation and translations that come in both languages.

    parallel.py pages KOREAN_FOLDER ENGLISH_FOLDER   the same pages (.html, .page) in both languages
    parallel.py catalogues FILE...                   gettext catalogues (.mo) from English to Korean
    parallel.py documents FOLDER...                  the pages as documents, `# ` before each heading

Pairs are printed as lines {ko, en}, documents as lines {text}. Pages of two languages are joined paragraph by paragraph: by the ids of the
paragraphs where they have ids (LibreOffice's help), by their order where both pages have the same sequence of elements. What is printed
is only fitted to; no text of it gets into the artifact.
"""

import gettext
import html
import json
import re
import sys
from pathlib import Path

from texts import is_korean

SHORTEST, LONGEST = 4, 400
BLOCK = re.compile(r"<(p|h\d|title|dt|li|desc)\b([^>]*)>(.*?)</\1>", re.S)
ID = re.compile(r'id="((?:par|hd)_[^"]+)"')
# What a program fills in or draws: %s, {0}, ${name}, the underscore or ampersand of a shortcut, (_F).
FILLED = re.compile(r"%\d*\$?[-\d.]*l?[a-z]|\$?\{[^}]*\}|\([_&][A-Z]\)|[_&](?=\w)", re.I)


def plain(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]+>", " ", text))).strip()


def blocks(file):
    """(element, id or nothing, text) of each paragraph or heading."""
    text = file.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r"<(script|style|pre|screen|code|info)\b.*?</\1>|<!--.*?-->", " ", text, flags=re.S)
    for element, attributes, inner in BLOCK.findall(text):
        found = ID.search(attributes)
        yield element, found and found[1], plain(inner)


def page_pairs(korean_folder, english_folder):
    for english in pages(english_folder):
        name = english.relative_to(english_folder).as_posix()
        korean = next((file for form in ("", ".ko") if (file := korean_folder / _named(name, form)).exists()), None)
        if korean is None:
            continue
        left, right = list(blocks(korean)), list(blocks(english))
        if any(key for _, key, _ in right):
            texts = {key: text for _, key, text in left if key}
            yield from ((texts[key], text) for _, key, text in right if key in texts)
        elif [element for element, _, _ in left] == [element for element, _, _ in right]:
            yield from ((one, other) for (_, _, one), (_, _, other) in zip(left, right))


def _named(name, form):
    return re.sub(r"(\.en)?\.(html|page)$", rf"{form}.\2", name)


def pages(folder):
    return sorted(file for file in folder.rglob("*") if file.suffix in (".html", ".page") and not file.is_symlink())


def catalogue_pairs(file):
    with open(file, "rb") as opened:
        # The standard library reads the file; its table of messages has no public name.
        messages = gettext.GNUTranslations(opened)._catalog
    for english, korean in messages.items():
        if isinstance(english, str) and english and isinstance(korean, str):
            context_free = english.split("\x04")[-1]
            yield plain(FILLED.sub(" ", korean)), plain(FILLED.sub(" ", context_free))


def is_pair(korean, english):
    """Paragraphs that nobody has translated are English on both sides; single words say too little of their sense."""
    lengths = SHORTEST <= len(korean) <= LONGEST and 2 * SHORTEST <= len(english) <= LONGEST and " " in english
    return lengths and is_korean(korean) and bool(re.search("[가-힣]", korean)) and not re.search("[가-힣]", english)


def documents(folder):
    for file in pages(folder):
        lines = [f"# {text}" if re.match(r"h\d|title|dt", element) else text for element, _, text in blocks(file) if text]
        if len(lines) > 2:
            yield "\n".join(dict.fromkeys(lines))


def main(kind, *given):
    paths = [Path(path) for path in given]
    if kind == "documents":
        rows = [{"text": text} for text in dict.fromkeys(text for folder in paths for text in documents(folder))]
    else:
        found = page_pairs(*paths) if kind == "pages" else (pair for file in paths for pair in catalogue_pairs(file))
        rows = [{"ko": one, "en": other} for one, other in sorted({pair for pair in found if is_pair(*pair)})]
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
