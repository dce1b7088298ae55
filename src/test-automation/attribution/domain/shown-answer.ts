import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { shownText } from '../../../text/shown-text.js';
import { isFailedClaim } from '../../domain/claim-checker.js';
import { TestResult } from '../../domain/test-result.js';
import { GoldChunks, knownChunks, partsOf, placeOfGold } from './gold-chunks.js';
import { abstainedText, retrievedLists, withheldBy } from './trace-attribution.js';

/** Number of letters of a quote that are more than a common phrase. */
const LEAST_PART = 8;

export const NO_TRACE = 'The target does not expose its components, so whether it retrieved the passage is unknown';

/** Whether a quote contains a statement, regardless of its source marks. */
export const holdsWhole = (quote: string, statement: string): boolean =>
  foldedWithoutSpaces(quote).includes(
    foldedWithoutSpaces(statement)
      .replace(/\[\d+\]/gu, '')
      .replace(/[.。]$/u, ''),
  );

/** Whether a source of an answer quotes the whole of the right passage. */
export function holdsGold({ sources, gold: { documentId, quote } }: Pick<TestResult, 'sources' | 'gold'>): boolean {
  return (quote ?? '') !== '' && sources.some((s) => s.documentId === documentId && holdsWhole(s.quote, quote ?? ''));
}

/** Whether a source quotes the right sentence, and the answer shows `…` instead of it. */
export function leavesGoldOut(result: Pick<TestResult, 'answer' | 'sources' | 'gold'>): boolean {
  const { answer, gold } = result;
  if (answer?.includes('…') !== true || !holdsGold(result)) return false;
  return ![gold.quote ?? '', shownText(gold.quote ?? '')].some((text) => holdsWhole(answer, text));
}

const quotedFacts = ({ requiredFacts }: TestResult['gold']): string =>
  requiredFacts.map((fact) => `“${fact}”`).join(', ');

/** Of several right passages each is named by its facts. */
const factsOf = (gold: TestResult['gold']): string => (gold.parts === undefined ? '' : `: ${quotedFacts(gold)}`);

/** What an answer has to do with the right passage, as the second step of a chain. */
export function sourcesText(result: TestResult, chunks: GoldChunks): string {
  const { sources, gold, judgement } = result;
  const { documentId, section, quote } = gold;
  const place = `${documentId ?? 'no document'}${section === null ? '' : ` ${section}`}${factsOf(gold)}`;
  const withheld = withheldBy(result);
  if (withheld !== undefined) return `It ${abstainedText(withheld)}; the right passage is ${place}.`;
  if (leavesGoldOut(result)) return `It cites the right passage (${place}), and leaves its sentence out (“…”).`;
  if (holdsGold(result))
    return judgement.claims.some(isFailedClaim)
      ? `It quotes the right passage (${place}), and adds something else.`
      : `It quotes the right passage (${place}).`;
  if (sources.length === 0) return `It cites no source at all; the right passage is ${place}.`;
  const own = sources.filter((source) => source.documentId === documentId);
  const passage = foldedWithoutSpaces(quote ?? '');
  const cited = own.map((source) => foldedWithoutSpaces(source.quote));
  if (cited.some((said) => said.length >= LEAST_PART && passage.includes(said)))
    return `It cites a part of the right passage (${place}), and not all that was asked for.`;
  const known = knownChunks(result, chunks);
  if (own.some(({ chunkId }) => chunkId !== null && known?.has(chunkId) === true))
    return `It cites the right passage (${place}), and another sentence of it than the right one.`;
  // A source shows sentences, not the whole of its article: it may be another sentence of the right one.
  const [first] = sources;
  if (own.length > 0 && first?.documentId !== documentId)
    return `It cites ${first?.title ?? 'another document'} first, and other sentences of the right document than the right passage (${place}).`;
  if (own.length > 0) return `It cites other sentences of the right document than the right passage (${place}).`;
  return `It cites ${sources[0]?.title ?? 'another document'}, not ${place}.`;
}

/** The place of the right passage in the search of an answer, as its trace has it. */
export const placeInTrace = (result: TestResult, chunks: GoldChunks): number | null =>
  placeOfGold(retrievedLists(result.events).last, result, chunks);

/** The passages of the facts that an answer lacks. */
function lackingParts({ gold, judgement: { lacks = [] } }: TestResult): TestResult['gold'][] {
  return partsOf(gold).filter(({ requiredFacts }) => requiredFacts.some((fact) => lacks.includes(fact)));
}

/**
 * A result with the one right passage that its answer lost: of the passages of the facts that it lacks, the one that its search has last, or
 * does not have. The other passages say nothing about that one. Unchanged where one passage has all facts.
 */
export function withLostPassage(result: TestResult, chunks: GoldChunks): TestResult {
  const { last } = retrievedLists(result.events);
  const placeOf = (gold: TestResult['gold']) => placeOfGold(last, { gold }, chunks) ?? last.length + 1;
  const [lost] = lackingParts(result).sort((a, b) => placeOf(b) - placeOf(a));
  return lost === undefined ? result : { ...result, gold: lost };
}

/** Where the search has the passages of the other facts that an answer lacks. */
function othersFound(result: TestResult, chunks: GoldChunks): string {
  const others = lackingParts(result).filter(({ quote }) => quote !== result.gold.quote);
  return others
    .map((gold) => {
      const place = placeInTrace({ ...result, gold }, chunks);
      return place === null
        ? `The passage of ${quotedFacts(gold)} was not found either. `
        : `The passage of ${quotedFacts(gold)} was retrieved, at place ${place}. `;
    })
    .join('');
}

/** Where the trace of an answer has the right passage; without the full stop. */
export function foundText(result: TestResult, chunks: GoldChunks): string {
  if (result.events.length === 0) return NO_TRACE;
  const place = placeInTrace(result, chunks);
  const others = othersFound(result, chunks);
  return place === null
    ? `${others}The right passage was not found among the ${retrievedLists(result.events).last.length} retrieved passages`
    : `${others}The right passage was retrieved, at place ${place}`;
}
