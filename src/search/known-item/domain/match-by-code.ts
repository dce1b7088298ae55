import { found, Hit, MAX_BY_NAME } from './hit.js';
import { isInSupplement, withAsked } from './match-by-number.js';
import { ALIKE_UNITS } from './provision.js';
import type { Reading } from './question-reading.js';
import { codesIn } from './regulation-title.js';
import type { Selected } from './selection.js';
import { wantedTitle } from './title-likeness.js';

/** `RG-012`, `RG-012 제3조`, `RG-012-3`; undefined if the question names no known code, or contains other words. */
export function matchByCode(question: string, reading: Reading): Hit[] | undefined {
  for (const code of codesIn(question)) {
    const hits = ofBook(code, reading) ?? ofProvision(code, reading);
    if (hits === undefined) continue;
    return reading.references.reduce((marked, reference, i) => withAsked(marked, reference, i), found(hits, 'code'));
  }
  return undefined;
}

function ofBook(code: string, { catalogue, selection, references, rest }: Reading): Selected[] | undefined {
  const among = selection.all(catalogue.withCode(code));
  if (among.length === 0) return undefined;
  const numbered = references.flatMap((r, i) => selection.numbered(among, r, isInSupplement(references, i)));
  if (numbered.length > 0) return numbered;
  const parts = new Set(code.split('-'));
  const words = rest.filter((word) => !parts.has(word.toLowerCase()));
  if (words.length === 0) return among.slice(0, MAX_BY_NAME);
  const titled = selection.titled(among, wantedTitle(words), false).found;
  return titled.length > 0 ? titled : undefined;
}

/** The last part of a code may be the number of a provision. */
function ofProvision(code: string, { catalogue, selection }: Reading): Selected[] | undefined {
  const [, book = '', number = ''] = /^(.+)-(\d+[a-z]?)$/u.exec(code) ?? [];
  const inside = selection
    .all(catalogue.withCode(book))
    .filter(({ place }) => place.own.some((own) => own.number === number && ALIKE_UNITS.has(own.unit)));
  return inside.length > 0 ? inside : undefined;
}
