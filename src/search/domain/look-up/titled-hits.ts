import { alternating, documentsOf, fewBooks, found, Hit, MAX_BOOKS, MAX_BY_NAME } from './hit.js';
import { contentWords } from './question-words.js';
import { Reading, titleIn } from './question-reading.js';
import { shortName } from './short-names.js';

/** The title of an article in a named rule book, the rule book alone, or a title that few have. */
export function titledHits(reading: Reading): Hit[] {
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
    return found(places, 'title', isExact ? certainty : 'likely');
  });
  if (lists.some((list) => list.length > 0)) return alternating(lists);
  if (books.length > 0 || !similar) return [];
  const documents = new Set([...wanted.keys].flatMap((key) => [...catalogue.withTitle(key)]));
  const places = selection.titled(selection.all(documents), wanted, false).found;
  return fewBooks(places, MAX_BOOKS) ? found(places, 'title', 'likely') : [];
}
