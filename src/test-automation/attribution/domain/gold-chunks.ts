import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { SourcePassage } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';

/** Shorter common quotes share a formula, not a passage. */
const SHARED = 20;

/** Chunks that are known to contain the gold passages, by document and quote. */
export type GoldChunks = ReadonlyMap<string, ReadonlySet<string>>;

function holdsGold(text: string | null, gold: string): boolean {
  const [own, wanted] = [foldedWithoutSpaces(text ?? ''), foldedWithoutSpaces(gold)];
  if (own === '' || wanted === '') return false;
  return own.includes(wanted.slice(0, SHARED)) || (own.length >= SHARED && wanted.includes(own));
}

/** The passages of a gold whose facts are in several ones, each as a gold of its own facts; none where one passage has all. */
export const partsOf = (gold: TestResult['gold']): TestResult['gold'][] =>
  (gold.parts ?? []).map(({ section, quote, facts }) => ({ ...gold, section, quote, requiredFacts: facts }));

export const goldKey = ({ documentId, quote }: TestResult['gold']): string => `${documentId ?? ''}\n${quote ?? ''}`;

/**
 * Chunks that contain the gold passage, by evidence of the session: sources that quote it, and claims and searches of the judge that found
 * it. Traces name chunks only, so another passage of the same document cannot be distinguished from the right one without this evidence.
 * @returns by document and quote, for all results with the same gold
 */
export function goldChunksOf(results: readonly TestResult[]): GoldChunks {
  const known = new Map<string, Set<string>>();
  for (const { gold: whole, sources, judgement } of results)
    for (const gold of [whole, ...partsOf(whole)]) {
      const { documentId, quote } = gold;
      if (documentId === null || quote === null) continue;
      const own = known.get(goldKey(gold)) ?? new Set<string>();
      for (const { documentId: id, chunkId, quote: said } of [...sources, ...judgement.claims])
        if (id === documentId && chunkId !== null && holdsGold(said, quote)) own.add(chunkId);
      known.set(goldKey(gold), own);
    }
  return known;
}

/** The chunks of a document that contain a quote: those with the whole of it, or else those with a part. */
export function chunksWith(passages: readonly SourcePassage[], quote: string): ReadonlySet<string> {
  const wanted = foldedWithoutSpaces(quote);
  const whole = passages.filter(({ text }) => wanted !== '' && foldedWithoutSpaces(text).includes(wanted));
  const held = whole.length > 0 ? whole : passages.filter(({ text }) => holdsGold(text, quote));
  return new Set(held.map(({ chunkId }) => chunkId));
}

/** The chunks of a gold passage; undefined if none is known. */
export function knownChunks({ gold }: Pick<TestResult, 'gold'>, chunks: GoldChunks): ReadonlySet<string> | undefined {
  const own = gold.documentId === null || gold.quote === null ? undefined : chunks.get(goldKey(gold));
  return own === undefined || own.size === 0 ? undefined : own;
}

/** One-based rank of the right passage in a list; null if it is not there, or if none of its chunks is known: its document is not a passage. */
export function placeOfGold(
  list: readonly string[],
  result: Pick<TestResult, 'gold'>,
  chunks: GoldChunks,
): number | null {
  const own = knownChunks(result, chunks);
  const at = own === undefined ? -1 : list.findIndex((id) => own.has(id));
  return at < 0 ? null : at + 1;
}
