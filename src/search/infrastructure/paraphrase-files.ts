import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EnglishLexicon } from '../../shared/infrastructure/english-lexicon.js';
import { projectRoot } from '../../shared/infrastructure/project-root.js';
import { NO_PARAPHRASES, ParaphraseEntry, Paraphrases } from '../domain/paraphrases/paraphrase.js';
import { ParaphraseLexicon } from '../domain/paraphrases/paraphrase-lexicon.js';
import { parseLexicon } from '../domain/paraphrases/parse-lexicon.js';

/** Folders of a lexicon by language; in that of both each entry joins one language with the other. */
const LANGUAGES = ['ko', 'en', 'ko-en'] as const;
const BILINGUAL = 'ko-en';

function entriesIn(folder: string): ParaphraseEntry[] {
  return LANGUAGES.flatMap((language) => {
    const own = path.join(folder, language);
    if (!existsSync(own)) return [];
    return readdirSync(own)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .flatMap((name) =>
        parseLexicon(readFileSync(path.join(own, name), 'utf8'), `${language}/${name}`, language === BILINGUAL),
      );
  });
}

/**
 * The lexicon of some folders, each with `ko`, `en` and `ko-en`; a folder that does not exist adds nothing.
 * @throws DomainError (422) naming the file and line that cannot be read
 */
export function readParaphrases(folders: readonly string[]): Paraphrases {
  const entries = folders.flatMap(entriesIn);
  return entries.length === 0 ? NO_PARAPHRASES : new ParaphraseLexicon(entries, new EnglishLexicon());
}

/** Where the program's own lexicon stands. */
export function shippedLexicon(): string {
  return path.join(projectRoot(), 'data', 'lexicon');
}
