import type { Synonyms } from '../../api/configuration.js';

/** A row of either table as it is typed; translations have the Korean words first. */
export interface SynonymRow {
  /** Of the row, for the rendering. */
  readonly id: number;
  /** `both`: a translation. */
  readonly lang: 'ko' | 'en' | 'both';
  /** Words, separated by commas; a translation has two lists. */
  readonly texts: readonly string[];
  /** The words as they were read, sent back while the text is the same: a word may contain a comma. */
  readonly saved?: { readonly texts: readonly string[]; readonly words: readonly (readonly string[])[] };
}

const textOf = (words: readonly string[]): string => words.join(', ');

function rowOf(id: number, lang: SynonymRow['lang'], words: readonly (readonly string[])[]): SynonymRow {
  const texts = words.map(textOf);
  return { id, lang, texts, saved: { texts, words } };
}

export function rowsOf({ groups, translations }: Synonyms): readonly SynonymRow[] {
  return [
    ...groups.map(({ lang, words }, i) => rowOf(i, lang === 'ko' ? 'ko' : 'en', [words])),
    ...translations.map(({ ko, en }, i) => rowOf(groups.length + i, 'both', [ko, en])),
  ];
}

/** The lists of words of a row. */
export function wordsOf({ texts, saved }: SynonymRow): readonly (readonly string[])[] {
  return texts.map((text, i) => {
    if (saved?.texts[i] === text) return saved.words[i] ?? [];
    return text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  });
}

export function synonymsOf(rows: readonly SynonymRow[]): Synonyms {
  return {
    groups: rows.flatMap((row) => (row.lang === 'both' ? [] : [{ lang: row.lang, words: wordsOf(row)[0] ?? [] }])),
    translations: rows
      .filter(({ lang }) => lang === 'both')
      .map((row) => {
        const [ko = [], en = []] = wordsOf(row);
        return { ko, en };
      }),
  };
}

const keyOf = (row: SynonymRow): string => JSON.stringify([row.lang, wordsOf(row)]);

function without(rows: readonly SynonymRow[], others: readonly SynonymRow[]): readonly SynonymRow[] {
  const known = new Set(others.map(keyOf));
  return rows.filter((row) => !known.has(keyOf(row)));
}

/** Rows that one list has and the other lacks. */
export const rowChanges = (before: readonly SynonymRow[], after: readonly SynonymRow[]) => ({
  added: without(after, before),
  removed: without(before, after),
});

/** The changes from `before` to `mine`, made on the rows of another version. */
export function rebased(
  before: readonly SynonymRow[],
  mine: readonly SynonymRow[],
  theirs: readonly SynonymRow[],
): readonly SynonymRow[] {
  const { added, removed } = rowChanges(before, mine);
  return [...without(added, theirs), ...without(theirs, removed)].map((row, id) => ({ ...row, id }));
}

/** Whether any word of the row contains the text. */
export function rowHas({ texts }: SynonymRow, text: string): boolean {
  const wanted = text.trim().toLowerCase().normalize('NFC');
  return texts.some((words) => words.toLowerCase().normalize('NFC').includes(wanted));
}
