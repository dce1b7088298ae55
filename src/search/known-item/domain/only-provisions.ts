import type { Hit, NamedPassages } from './hit.js';
import { ALIKE_UNITS, Unit } from './provision.js';
import { contentWords } from './question-words.js';
import type { Reading } from './question-reading.js';
import { isWanted } from './title-likeness.js';

/** Maximum number of words of an abbreviated rule book name. */
const MOST_NAME_WORDS = 6;

/** Whether a question requests only provisions by number: `휴가 지침 제5조`, `제5조 제2항이 뭐예요?` */
export function asksOnlyFor(reading: Reading, hits: readonly Hit[]): NamedPassages['only'] {
  const { references, rest, wanted } = reading;
  const isTitled =
    references.length === 0 && hits.some(({ asked, reason }) => reason === 'title' && asked !== undefined);
  if (isTitled) return 'provisions';
  const first = references[0];
  const numbered = references.filter(({ provision }) => provision.number !== '');
  if (first === undefined || numbered.length === 0) return undefined;
  const own = hits.filter(({ asked }) => asked !== undefined);
  // `제8조 휴학의 신청`: the words are the title of the requested article.
  const isTitle = own.length > 0 && own.every(({ place }) => isWanted(wanted, place.titleKey));
  if (rest.length > 0 && !isTitle && !isAbbreviation(reading, own)) return undefined;
  if (own.length > 0) return 'provisions';
  return isMissing(reading, hits) ? 'missing' : undefined;
}

const isAlike = (a: Unit, b: Unit): boolean => a === b || (ALIKE_UNITS.has(a) && ALIKE_UNITS.has(b));

/** The words before the number are another name, by which its rule book was found. */
function isAbbreviation({ references, mentions, unnamed }: Reading, own: readonly Hit[]): boolean {
  const at = references[0]?.start ?? 0;
  const before = contentWords(unnamed.slice(0, at));
  const behind = contentWords(unnamed.slice(at));
  const isFound = own.length > 0 && mentions.length === 0 && own.every(({ isUnnamed }) => isUnnamed !== true);
  return isFound && behind.length === 0 && before.length <= MOST_NAME_WORDS;
}

/** The rule book is here and uses such numbers, but has none of those requested. */
function isMissing({ references, mentions, selection }: Reading, hits: readonly Hit[]): boolean {
  if (hits.length > 0 || mentions.length === 0) return false;
  const units = references.map(({ provision }) => provision.unit);
  return mentions.every(({ book }) =>
    selection
      .all(book.documents)
      .some(({ place }) => place.own.some((own) => units.some((unit) => isAlike(unit, own.unit)))),
  );
}
