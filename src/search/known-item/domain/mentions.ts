import { foldedText, nameKeyOf, withoutFormWords } from './normalized-text-of.js';
import type { Mention, NameKnowledge } from './name-index.js';
import type { RuleBook } from './rule-book.js';
import type { Reference } from './reference.js';
import { institutionLength, isInstitution } from './regulation-type.js';
import { overlap } from '../../../text/text-span.js';

/** Replaces a reference in a masked question. */
export const MASK = '\u0001';
/** Between a name and its number: particles, brackets, words such as `중`. */
const ADJACENT = /^[\s\p{P}\u0001]*(?:(?:의|중|중에서|에서|상|내|에|은|는|of|in|from|the|under)[\s\p{P}\u0001]*)?$/iu;

/**
 * The question with its references masked, so that names end next to them. Forms without a number stay: they may belong
 * to a name.
 */
export function masked(
  text: string,
  references: readonly Reference[],
  from: 'start' | 'numberStart' = 'start',
): string {
  let result = text;
  for (const reference of references) {
    if (reference.provision.number === '' && reference.provision.unit !== 'addendum') continue;
    const start = reference[from];
    result = result.slice(0, start) + MASK.repeat(reference.end - start) + result.slice(reference.end);
  }
  return result;
}

/** Full names in a question. A name without its type, `휴학 제8조`, needs its number directly after it. */
export function mentionsIn(question: string, references: readonly Reference[], knowledge: NameKnowledge): Mention[] {
  const text = masked(question, references, 'numberStart');
  const folded = foldedText(text);
  const all = knowledge.names.mentions(folded, withoutFormWords(folded), knowledge.admits);
  return all.filter((mention) => {
    if (mention.nearness > 0 && !isOfInstitution(mention.book, lastWord(text.slice(0, mention.start)))) return false;
    if (mention.nearness < 2) return true;
    return references.some((r) => r.start >= mention.end && ADJACENT.test(text.slice(mention.end, r.start)));
  });
}

/**
 * References next to mentions: those inside a name are dropped, and a unit that ends a name, `Club Rules 4.2`, leaves
 * the number.
 */
export function besideMentions(references: readonly Reference[], mentions: readonly Mention[]): Reference[] {
  return references.flatMap((reference) => {
    const name = mentions.find((m) => overlap(reference, m));
    if (name === undefined) return [reference];
    if (name.end > reference.numberStart) return [];
    return [{ ...reference, start: name.end, provision: { unit: 'number', number: reference.provision.number } }];
  });
}

function lastWord(text: string): string {
  return nameKeyOf(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+\s*$/u.exec(text.slice(-24))?.[0] ?? '');
}

/**
 * `다른대학교 학칙` is not the 학칙 of this institution: an organisation before a name must be the one in the title, if there is
 * one.
 */
export function isOfInstitution(book: RuleBook, before: string): boolean {
  const own = book.key.slice(0, institutionLength(book.key));
  if (own === '' || !isInstitution(before) || /^(?:우리|본|이|저희|동)/u.test(before)) return true;
  return own.startsWith(before.replace(/(?:대학교|대학|학교|대)$/u, '')) || before.endsWith(own);
}
