import { alternating, documentsOf, fewBooks, found, Hit, MAX_BOOKS, MAX_BY_NAME } from './hit.js';
import { provisionKey } from './provision.js';
import { contentWords } from './question-words.js';
import { Reading, titleIn } from './question-reading.js';
import { shortName } from './short-names.js';

/** Maximum number of articles of one title that are an answer. */
const MOST_ALIKE = 3;

/** `휴가 규정에서 신청에 관한 조항` requests the provision of this title, as a number would; in the first text that has it. */
function withAskedTitle(hits: readonly Hit[]): Hit[] {
  const keys: string[] = [];
  return hits.map((hit) => {
    const [own] = hit.place.own;
    if (own === undefined || hit.document !== hits[0]?.document) return hit;
    const key = `${provisionKey(own)} ${hit.place.group}`;
    if (!keys.includes(key)) keys.push(key);
    const order = keys.indexOf(key);
    return order < MOST_ALIKE ? { ...hit, asked: [{ order, part: {} }] } : hit;
  });
}

/** Matches the title of an article in a named rule book, the rule book alone, or a title that few have. */
export function matchByTitle(reading: Reading): Hit[] {
  const { selection, mentions, rest, asksForProvision: similar, catalogue } = reading;
  const short = mentions.length === 0 ? shortName(reading.text, reading.knowledge) : undefined;
  const books = mentions.length === 0 ? (short?.books ?? []) : mentions.map(({ book }) => book);
  const words = short === undefined ? rest : contentWords(short.rest);
  const certainty = short === undefined ? 'exact' : 'likely';
  if (books.length > 0 && words.length === 0) {
    return documentsOf(books).flatMap((all) => found(selection.all(all).slice(0, MAX_BY_NAME), 'name', certainty));
  }
  const wanted = short === undefined ? reading.wanted : titleIn(short.rest);
  const lists = documentsOf(books).map((documents) => {
    const { found: places, isExact } = selection.titled(selection.all(documents), wanted, similar);
    const hits = found(places, 'title', isExact ? certainty : 'likely');
    return similar && isExact ? withAskedTitle(hits) : hits;
  });
  if (lists.some((list) => list.length > 0)) return alternating(lists);
  if (books.length > 0 || !similar) return [];
  const documents = new Set([...wanted.keys].flatMap((key) => [...catalogue.withTitle(key)]));
  const places = selection.titled(selection.all(documents), wanted, false).found;
  return fewBooks(places, MAX_BOOKS) ? found(places, 'title', 'likely') : [];
}
