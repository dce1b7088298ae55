import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { TargetSource } from '../../domain/rag-target.js';
import { TestResult } from '../../domain/test-result.js';
import { GoldPlace, placeOfGold } from './gold-chunks.js';
import { abstainedText, retrievedLists, withheldBy } from './trace-attribution.js';

/** Number of letters of a passage that identify it. */
const LONG_ENOUGH = 20;
/** Number of letters of a quote that are more than a common phrase. */
const LEAST_PART = 8;

export const NO_TRACE = 'The target does not expose its components, so whether it retrieved the passage is unknown';

/** The part of a result that shows what its answer rests on. */
export type ShownAnswer = Pick<TestResult, 'gold' | 'abstained' | 'events'> & {
  readonly sources: readonly Pick<TargetSource, 'documentId' | 'title' | 'quote'>[];
};

/** What an answer has to do with the right passage, as the second step of a chain. */
export function sourcesText({ sources, gold, abstained, events }: ShownAnswer): string {
  const { documentId, section, quote } = gold;
  const place = `${documentId ?? 'no document'}${section === null ? '' : ` ${section}`}`;
  const withheld = withheldBy({ abstained, events });
  if (withheld !== undefined) return `It ${abstainedText(withheld)}; the right passage is ${place}.`;
  const own = sources.filter((source) => source.documentId === documentId);
  const passage = foldedWithoutSpaces(quote ?? '');
  const cited = own.map((source) => foldedWithoutSpaces(source.quote));
  if (cited.some((said) => said.includes(passage.slice(0, LONG_ENOUGH))))
    return `The right passage (${place}) was a source; the answer took something else from it.`;
  if (sources.length === 0) return `It cites no source at all; the right passage is ${place}.`;
  if (cited.some((said) => said.length >= LEAST_PART && passage.includes(said)))
    return `It cites a part of the right passage (${place}), and not all that was asked for.`;
  // A source shows sentences, not the whole of its article: it may be another sentence of the right one.
  if (own.length > 0) return `It cites other sentences of the right document than the right passage (${place}).`;
  return `It cites ${sources[0]?.title ?? 'another document'}, not ${place}.`;
}

/** Whether a source of an answer quotes the right passage. */
export function holdsGold({ sources, gold: { documentId, quote } }: Pick<ShownAnswer, 'sources' | 'gold'>): boolean {
  const begin = foldedWithoutSpaces(quote ?? '').slice(0, LONG_ENOUGH);
  return sources.some((s) => s.documentId === documentId && foldedWithoutSpaces(s.quote).includes(begin));
}

/** Chunks that are known to contain the gold passages, by `goldChunksOf`. */
export type GoldChunks = ReadonlyMap<string, ReadonlySet<string>>;

/** The place of the right passage in the search of an answer, as its trace has it. */
export const placeInTrace = (result: TestResult, chunks: GoldChunks): GoldPlace =>
  placeOfGold(retrievedLists(result.events).last, result, chunks);

/** Where the trace of an answer has the right passage; without the full stop. */
export function foundText(result: TestResult, chunks: GoldChunks): string {
  if (result.events.length === 0) return NO_TRACE;
  const { rank, isPassage } = placeInTrace(result, chunks);
  if (rank === null)
    return isPassage ? 'The right passage was not retrieved' : 'No passage of the right document was retrieved';
  return isPassage
    ? `The right passage was retrieved, at place ${rank}`
    : `A passage of the right document was retrieved, at place ${rank}`;
}

/** Whether reranking moved the right passage down, by the trace. */
export function wasMovedDown(result: TestResult, chunks: GoldChunks): boolean {
  const { fused } = retrievedLists(result.events);
  const [before, after] = [placeOfGold(fused, result, chunks).rank, placeInTrace(result, chunks).rank];
  return before !== null && after !== null && after > before;
}
