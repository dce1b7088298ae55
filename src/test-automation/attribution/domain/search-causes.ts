import { WholeWords } from '../../../text/tokens/whole-words.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { ComponentEvent } from '../../domain/rag-target.js';
import { TestResult } from '../../domain/test-result.js';
import { placeOfGold } from './gold-chunks.js';
import { notSearched } from './misreadings.js';
import { cause, LOOK_AT_ORDER, RowCause } from './row-cause.js';
import { documentOf, Surroundings } from './surroundings.js';
import { decisionOf, eventOf, isOff, memberOf, retrievedLists, textsIn } from './trace-attribution.js';

/** The writer of the answer sees a right passage among the best N. */
export const IN_SIGHT = 3;
/** A document that this many questions are about and none retrieves is filtered out, not badly worded. */
const HIDDEN_FROM = 2;
/** Components that retrieve passages; the likelier one first. */
const RETRIEVING = [
  'reranker',
  'hybrid_search',
  'query_analyzer',
  'dynamic_query_expansion',
  'corrective_rag',
] as const;

function synonymsIn(events: readonly ComponentEvent[]): readonly unknown[] {
  const list: unknown = memberOf(eventOf(events, 'query_analyzer')?.output, 'synonyms');
  return Array.isArray(list) ? list : [];
}

/** The last syllables of a word may be an ending. */
function holds(text: string, word: string): boolean {
  const stem = word.length > 3 ? word.slice(0, -1) : word;
  return foldedWithoutSpaces(text).includes(foldedWithoutSpaces(stem));
}

/** A word of the question was replaced by another, whose documents were retrieved. */
export function bySynonyms(
  { events, gold, query }: TestResult,
  { textOf, areSynonymsRuledOut }: Surroundings,
): RowCause | undefined {
  const { quote, documentId } = gold;
  if (areSynonymsRuledOut === true || quote === null || documentId === null) return undefined;
  const own = textOf.get(documentId) ?? quote;
  const likeliest = decisionOf(events)?.chunkId ?? null;
  // What the word brought up did not decide where the right document is likeliest.
  if (likeliest !== null && documentOf(likeliest) === documentId) return undefined;
  const decisive = [...retrievedLists(events).last.slice(0, IN_SIGHT + 1), ...(likeliest === null ? [] : [likeliest])];
  const rivals = decisive.map(documentOf).filter((id) => id !== documentId);
  for (const synonym of synonymsIn(events)) {
    const word = memberOf(synonym, 'word');
    const also = textsIn(synonym, 'also');
    // `복전` is in no regulation; the word that replaced it should be.
    if (typeof word !== 'string' || also.some((other) => holds(own, other))) continue;
    const rival = rivals.find((id) => {
      const text = textOf.get(id) ?? '';
      return !holds(text, word) && also.some((other) => holds(text, other));
    });
    if (rival === undefined) continue;
    const taken = also.find((other) => holds(textOf.get(rival) ?? '', other)) ?? '';
    const said = new WholeWords([query]).in(query).find((one) => one.includes(word)) ?? word;
    return cause(
      'query_analyzer',
      'synonym',
      `“${said}” was taken for “${taken}”, which brought up ${rival}.`,
      'Look at the synonyms of that word.',
    );
  }
  return undefined;
}

/** The target has a narrower filter than the session, or never finds a document that several questions ask about in its own words. */
function byFilter({ events, gold, query }: TestResult, around: Surroundings): RowCause | undefined {
  const { documentId, quote } = gold;
  if (documentId === null || around.seen.has(documentId)) return undefined;
  const allowed = memberOf(eventOf(events, 'hybrid_search')?.input, 'allowed_categories');
  const own = around.scope?.allowed ?? null;
  const change = 'Give the target the category of the document.';
  if (Array.isArray(allowed) && (own === null || own.some((key) => !allowed.includes(key))))
    return cause(
      'filter',
      'narrow',
      `The target searched only ${allowed.join(', ')}, which excludes ${documentId}.`,
      change,
    );
  const asked = around.askedAbout.get(documentId) ?? 0;
  const words = query.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const shared = words.filter((word) => holds(quote ?? '', word)).length;
  if (asked < HIDDEN_FROM || shared === 0) return undefined;
  return cause(
    'filter',
    'never_found',
    `None of ${asked} questions about ${documentId} retrieved it, though they share its words.`,
    change,
  );
}

/** The right passage was not retrieved. */
export function bySearch(result: TestResult, around: Surroundings): RowCause {
  const { fused, last } = retrievedLists(result.events);
  const before = placeOfGold(fused, result, around.chunks);
  // What the fusion puts after the number that is kept is not lost by reranking.
  if (before !== null && before <= last.length)
    return cause(
      'reranker',
      'lost',
      `The fusion had the right passage at place ${before}, and reranking left it out.`,
      LOOK_AT_ORDER,
    );
  const found = notSearched(result) ?? bySynonyms(result, around) ?? byFilter(result, around);
  if (found !== undefined) return found;
  const off = RETRIEVING.find((component) => isOff(eventOf(result.events, component)));
  if (off !== undefined)
    return cause(off, 'off', 'It is off, and the right passage was not retrieved.', 'Switch it on.');
  return cause(
    'hybrid_search',
    'not_found',
    `The right passage was not found among the ${last.length} retrieved passages.`,
    'Look at the weights of words and vectors.',
  );
}
