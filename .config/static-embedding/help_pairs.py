"""Sentences in Korean and English out of a program's help: `help_pairs.py KOREAN_FOLDER ENGLISH_FOLDER > pairs.jsonl`.

Both folders hold the same HTML pages, whose paragraphs have the same ids: those of LibreOffice's help do (Debian's packages
libreoffice-help-ko and libreoffice-help-en-us, MPL 2.0). The pairs are only fitted to; nothing of the text gets into the artifact.
"""

import html
import json
import re
import sys
from pathlib import Path

from texts import is_korean, sample

MOST = 7000
PARAGRAPH = re.compile(r'<(?:p|h\d)[^>]* id="((?:par|hd)_[^"]+)"[^>]*>(.*?)</(?:p|h\d)>', re.S)


def paragraphs(file):
    found = PARAGRAPH.findall(file.read_text(encoding="utf-8"))
    return {name: re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]+>", " ", text))).strip() for name, text in found}


def pairs(korean_folder, english_folder):
    for file in sorted(korean_folder.rglob("*.html")):
        other = english_folder / file.relative_to(korean_folder)
        if not other.exists():
            continue
        korean, english = paragraphs(file), paragraphs(other)
        for name in korean.keys() & english.keys():
            one, two = korean[name], english[name]
            # Paragraphs that nobody has translated are English on both sides.
            if is_korean(one) and re.search("[가-힣]", one) and not re.search("[가-힣]", two) and 4 <= len(one) <= 300 and len(two) <= 400:
                yield one, two


if __name__ == "__main__":
    for one, two in sample(sorted(set(pairs(Path(sys.argv[1]), Path(sys.argv[2])))), MOST, 4):
        print(json.dumps({"ko": one, "en": two}, ensure_ascii=False))
