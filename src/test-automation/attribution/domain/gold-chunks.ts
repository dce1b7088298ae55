import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { rankOf } from './trace-attribution.js';
import { TestResult } from '../../domain/test-result.js';

/** Shorter common quotes share a formula, not a passage. */
const SHARED = 20;

function holdsGold(text: string | null, gold: string): boolean {
  const [own, wanted] = [foldedWithoutSpaces(text ?? ''), foldedWithoutSpaces(gold)];
  if (own === '' || wanted === '') return false;
  return own.includes(wanted.slice(0, SHARED)) || (own.length >= SHARED && wanted.includes(own));
}

/**
 * Chunks that contain the gold passage, by evidence of the session: sources that quote it, and claims and searches of the judge that found
 * it. Traces name chunks only, so another passage of the same document cannot be distinguished from the right one without this evidence.
 * @returns by document and quote, for all results with the same gold
 */
export function goldChunksOf(results: readonly TestResult[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const { gold, sources, judgement } of results) {
    const { documentId, quote } = gold;
    if (documentId === null || quote === null) continue;
    const own = known.get(keyOf(documentId, quote)) ?? new Set<string>();
    for (const { documentId: id, chunkId, quote: said } of [...sources, ...judgement.claims])
      if (id === documentId && chunkId !== null && holdsGold(said, quote)) own.add(chunkId);
    known.set(keyOf(documentId, quote), own);
  }
  return known;
}

const keyOf = (documentId: string, quote: string): string => `${documentId}\n${quote}`;

/** The chunks of a gold passage; undefined if none is known. */
function knownChunks(
  { documentId, quote }: TestResult['gold'],
  chunks: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> | undefined {
  const own = documentId === null || quote === null ? undefined : chunks.get(keyOf(documentId, quote));
  return own === undefined || own.size === 0 ? undefined : own;
}

/** Rank of the right passage in a list, and whether the passage itself is identified or only its document. */
export interface GoldPlace {
  readonly rank: number | null;
  readonly isPassage: boolean;
}

export function placeOfGold(
  list: readonly string[],
  { gold }: TestResult,
  chunks: ReadonlyMap<string, ReadonlySet<string>>,
): GoldPlace {
  const { documentId } = gold;
  if (documentId === null) return { rank: null, isPassage: false };
  const own = knownChunks(gold, chunks);
  if (own === undefined) return { rank: rankOf(list, documentId), isPassage: false };
  const at = list.findIndex((id) => own.has(id));
  return { rank: at < 0 ? null : at + 1, isPassage: true };
}

/** Whether a chunk contains the gold passage; undefined if no chunk of it is known. */
export function isGoldChunk(
  chunkId: string,
  { gold }: TestResult,
  chunks: ReadonlyMap<string, ReadonlySet<string>>,
): boolean | undefined {
  return knownChunks(gold, chunks)?.has(chunkId);
}

/** Whether the other list has every passage of the document that this list has. */
export function isWhollyIn(list: readonly string[], other: readonly string[], documentId: string): boolean {
  const own = list.filter((id) => id === documentId || id.startsWith(`${documentId}#`));
  return own.length > 0 && own.every((id) => other.includes(id));
}
