import { alternating, documentsOf, fewBooks, found, Hit, MAX_BOOKS } from './hit.js';
import { booksOf } from './rule-book-resolution.js';
import { ALIKE_UNITS, likeness, Unit } from './provision.js';
import type { Reading } from './question-reading.js';
import type { Reference } from './reference.js';
import { isWanted, wantedTitle } from './title-likeness.js';

/** Whether a reference to an article is one of a supplement: `부칙 제2조`. */
export function isInSupplement(references: readonly Reference[], i: number): boolean {
  const own = references[i]?.provision.unit;
  for (let before = i - 1; before >= 0 && own === 'article'; before--) {
    const unit = references[before]?.provision.unit;
    if (unit === 'addendum') return true;
    if (unit !== 'article') return false;
  }
  return false;
}

/**
 * Passages of the provisions that a question numbers; undefined if it numbers none; [] if the requested ones are not
 * here.
 */
export function matchByNumber(reading: Reading): Hit[] | undefined {
  const { references } = reading;
  const lists = references.map((reference, i) => {
    const isPrefix = reference.provision.unit === 'addendum' && isInSupplement(references, i + 1);
    const hits = isPrefix ? [] : placesOf(reference, isInSupplement(references, i), reading);
    return withAsked(hits, reference, i);
  });
  const merged = alternating(nested(references, lists, reading));
  if (merged.length > 0) return merged;
  return references.some(({ isSure, provision }) => isSure && provision.number !== '') ? [] : undefined;
}

/** Divisions contain articles; a division as a whole is not an answer. */
const DIVISIONS: ReadonlySet<Unit> = new Set<Unit>(['chapter', 'part']);

/** Marks the passages of the provision itself, in the first text that has it. */
export function withAsked(hits: readonly Hit[], reference: Reference, order: number): Hit[] {
  const { provision, paragraph, item, subItem } = reference;
  const isOwn = ({ place }: Hit): boolean => place.own.some((own) => likeness(provision, own) > 0);
  const first = hits.find(isOwn);
  if (first === undefined || provision.number === '' || DIVISIONS.has(provision.unit)) return [...hits];
  const asked = [{ order, part: { paragraph, item, subItem } }];
  return hits.map((hit) => {
    const isSame = hit.document === first.document && hit.place.group === first.place.group;
    return isSame && isOwn(hit) ? { ...hit, asked } : hit;
  });
}

/** `Article IV, Section 2`, `제3장 제8조`: of two adjacent numbers the inner one is requested. */
function nested(
  references: readonly Reference[],
  lists: readonly (readonly Hit[])[],
  reading: Reading,
): readonly (readonly Hit[])[] {
  const result = [...lists];
  for (let i = 0; i + 1 < references.length; i++) {
    const [a, b] = [references[i], references[i + 1]];
    if (a === undefined || b === undefined || a.provision.unit === b.provision.unit) continue;
    if (!SIDE_BY_SIDE.test(reading.text.slice(a.end, b.start))) continue;
    const inside = [...insideOf(result[i + 1], a), ...insideOf(result[i], b)];
    const both = inside.length > 0 ? inside : pointed(a, b, reading);
    if (both.length === 0) continue;
    result[i] = [];
    result[i + 1] = both;
  }
  return result;
}

/** `Article 3, Section 2` and `Section 2 of Article 3` in books that number it 3.2. */
function pointed(a: Reference, b: Reference, reading: Reading): Hit[] {
  if (!ALIKE_UNITS.has(a.provision.unit) || !ALIKE_UNITS.has(b.provision.unit)) return [];
  const [outer, inner] = b.provision.unit === 'article' ? [b, a] : [a, b];
  const number = `${outer.provision.number}.${inner.provision.number}`;
  return placesOf({ ...a, end: b.end, provision: { unit: 'number', number } }, false, reading);
}

const SIDE_BY_SIDE = /^[\s,.의]{0,40}(?:of|in|under)?(?:\s{1,20}the)?\s{0,40}$/iu;

function insideOf(list: readonly Hit[] = [], outer: Reference): Hit[] {
  return list.filter(({ place }) => place.within.some((part) => likeness(outer.provision, part) === 2));
}

function placesOf(reference: Reference, inSupplement: boolean, reading: Reading): Hit[] {
  const { selection, mentions, knowledge, text } = reading;
  const named = booksOf(text, reference, mentions, knowledge);
  if (named === 'foreign') return [];
  if (named === 'unnamed') return reference.isSure ? unnamed(reference, reading) : [];
  const isWritten = named.every((book) => mentions.some((m) => m.book === book));
  const places = documentsOf(named).flatMap((documents) => {
    const among = selection.all(documents);
    const all = selection.numbered(among, reference, inSupplement);
    const isWhole = reference.provision.number === '' && reading.rest.length > 0;
    const titled = isWhole ? selection.titled(all, reading.wanted, true).found : [];
    return titled.length > 0 ? titled : all;
  });
  return found(places, 'number', isWritten ? 'exact' : 'likely');
}

/** A number without a name: `제8조(휴학의 신청)`, or where only one rule book has it. */
function unnamed(reference: Reference, { selection, catalogue, rest, wanted: inRest }: Reading): Hit[] {
  const { provision, title } = reference;
  if (provision.number === '') return [];
  const wanted = title === undefined ? inRest : wantedTitle([title]);
  if (title !== undefined || rest.length > 0) {
    const documents = new Set([...wanted.keys].flatMap((key) => [...catalogue.withTitle(key)]));
    const places = selection.numbered(selection.all(documents), reference, false);
    const titled = places.filter(({ place }) => isWanted(wanted, place.titleKey));
    if (titled.length > 0) return fewBooks(titled, MAX_BOOKS) ? found(titled, 'number', 'likely') : [];
  }
  const everywhere = selection.numbered(selection.everywhere(provision), reference, false);
  return found(everywhere, 'number', 'likely').map((hit) => ({ ...hit, isUnnamed: true }));
}
