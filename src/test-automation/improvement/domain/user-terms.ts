import { ConfigurationView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';
import { asNoun, isDictionaryForm, saysWord } from '../../../text/korean/spoken-verbs.js';
import { escaped } from '../../../text/folded-text.js';

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : typeof value === 'string' ? [value] : [];

function wordsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return strings(value);
  return strings(Object.entries(value).find(([key]) => key === 'words')?.[1]);
}

/** The synonym groups that a patch makes or widens, complete. */
export function changedGroups(patch: Patch, { synonyms }: ConfigurationView): string[][] {
  return patch.flatMap((operation) => {
    const { path, value } = operation;
    const place = typeof path === 'string' ? /^\/synonyms\/groups\/(\d+|-)/u.exec(path)?.[1] : undefined;
    if (place === undefined || value === undefined) return [];
    const known = place === '-' ? [] : (synonyms[Number(place)]?.words ?? []);
    return [[...new Set([...known, ...wordsOf(value)])]];
  });
}

/** The user's words in the groups, by each word that the documents may have instead. */
export function saidFor(
  question: string,
  groups: readonly (readonly string[])[],
): { readonly written: string; readonly said: string }[] {
  const text = question.toLowerCase();
  return groups.flatMap((group) => {
    const said = group.find((word) => saysWord(text, word));
    if (said === undefined) return [];
    // A verb in the place of a noun: `위원 뽑기`.
    const named = isDictionaryForm(said) ? asNoun(said) : said;
    // `근무성적평정` before `평정`, which is its end.
    const others = group.filter((word) => word !== said).sort((a, b) => b.length - a.length);
    return others.map((written) => ({ written, said: named }));
  });
}

const HANGUL_STRETCH = { least: 2, most: 6 } as const;
const MOST_WORDS = 3;

/** Stretches of letters of a Korean message, and sequences of words of an English one; also at its start or end. */
export function stretchesOf(text: string): Set<string> {
  const found = new Set<string>();
  const message = text.normalize('NFC').trim();
  for (const word of message.match(/[가-힣]+(?: [가-힣]+)?/gu) ?? [])
    for (let length: number = HANGUL_STRETCH.least; length <= HANGUL_STRETCH.most; length++)
      for (let at = 0; at + length <= word.length; at++) {
        const stretch = word.slice(at, at + length);
        if (stretch.trim() === stretch) found.add(escaped(stretch).replace(' ', ' ?'));
      }
  const words = message.toLowerCase().match(/[a-z']+/gu) ?? [];
  for (let count = 1; count <= MOST_WORDS; count++)
    for (let at = 0; at + count <= words.length; at++) {
      const run = words.slice(at, at + count).join(String.raw`\s+`);
      found.add(String.raw`\b${run}\b`);
      if (at === 0) found.add(String.raw`^${run}\b`);
    }
  if (/[?？]\s*$/u.test(message)) found.add(String.raw`[?？]\s*$`);
  return found;
}
