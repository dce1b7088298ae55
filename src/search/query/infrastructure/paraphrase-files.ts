import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { configurationFolders, projectRoot } from '../../../shared/infrastructure/configuration-folders.js';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { NO_PARAPHRASES, Paraphrase, ParaphraseEntry, Paraphrases } from '../domain/paraphrases/paraphrase.js';
import { ParaphraseLexicon } from '../domain/paraphrases/paraphrase-lexicon.js';
import { parseLexicon } from '../domain/paraphrases/parse-lexicon.js';

/** Folders of a lexicon by language; in the bilingual one each entry connects one language with the other. */
const LANGUAGES = ['ko', 'en', 'ko-en'] as const;
const BILINGUAL = 'ko-en';

/** Where the program's own lexicon is. */
export function shippedLexicon(): string {
  return path.join(projectRoot(), 'data', 'lexicon');
}

/**
 * The folders whose entries are read together: `lexicon` in each folder of the configuration, the organisation's first,
 * then the program's own lexicon.
 * @param dataDir DATA_DIR
 * @param isEnabled LEXICON_ENABLED
 */
export function lexiconFolders(dataDir: string, isEnabled = true): readonly string[] {
  if (!isEnabled) return [];
  return [...configurationFolders(dataDir).map((folder) => path.join(folder, 'lexicon')), shippedLexicon()];
}

function fault(file: string, detail: string): DomainError {
  return new DomainError('invalid', 'bad-lexicon', `${file}${detail}`);
}

/** Editors that save Korean in another encoding than UTF-8 would leave entries that match no question. */
function textOf(file: string): string {
  const bytes = readFileSync(file);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return utf8.decode(bytes);
  } catch {
    const lines = bytes.toString('utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('\ufffd')) + 1;
    throw fault(file, `, line ${line}: it is not UTF-8. Save the file as UTF-8.`);
  }
}

/** Entries of all `.txt` files of one language's folder, in the order of their names. */
function entriesOf(folder: string, language: (typeof LANGUAGES)[number]): ParaphraseEntry[] {
  const own = path.join(folder, language);
  if (!existsSync(own)) return [];
  const files = readdirSync(own).filter((name) => name.endsWith('.txt'));
  return files.sort().flatMap((name) => {
    const file = path.join(own, name);
    return parseLexicon(textOf(file), file, language === BILINGUAL);
  });
}

/**
 * The lexicon of some folders, each with `ko`, `en` and `ko-en`; a missing folder adds nothing.
 * @throws DomainError (422) with the file and line that cannot be parsed
 */
export function readParaphrases(folders: readonly string[]): Paraphrases {
  const entries = folders.flatMap((folder) => LANGUAGES.flatMap((language) => entriesOf(folder, language)));
  return entries.length === 0 ? NO_PARAPHRASES : new ParaphraseLexicon(entries, new EnglishLexicon());
}

/** The same lexicon, read at its first use. */
export class LateParaphrases extends Paraphrases {
  private read: Paraphrases | undefined;

  constructor(private readonly folders: readonly string[]) {
    super();
  }

  in(question: string): readonly Paraphrase[] {
    this.read ??= readParaphrases(this.folders);
    return this.read.in(question);
  }
}
