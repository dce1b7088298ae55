import { WholeWords } from '../../../text/tokens/whole-words.js';
import { isFailedClaim } from '../../domain/claim-checker.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { isWhollyIn, placeOfGold } from './gold-chunks.js';
import { ComponentEvent } from '../../domain/rag-target.js';
import { matchSources } from '../../judge/domain/source-match.js';
import { TestResult } from '../../domain/test-result.js';
import { documentOf, Surroundings } from './surroundings.js';
import {
  abstainedText,
  answeredText,
  decisionOf,
  eventOf,
  memberOf,
  RagComponent,
  rankOf,
  retrievedLists,
  withheldBy,
} from './trace-attribution.js';

/** The eight components, the other parts that can make an answer wrong, and the judge that may call a right one wrong. */
export type FailedPart = RagComponent | 'filter' | 'answer_decision' | 'answer_writer' | 'judge';

/** The part that a failure comes from, by its trace. */
export interface Suspicion {
  readonly component: FailedPart | null;
  /** Failures with the same finding are counted together: the evidence of the first one holds for all, except for its numbers. */
  readonly kind: string;
  readonly because: string;
}

/** The place of the right passage, or of its document if its chunk is not known. */
interface RightPlace {
  readonly rank: number;
  readonly isPassage: boolean;
}

/** The writer of the answer sees a right passage among the best N. */
const IN_SIGHT = 3;
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

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

const texts = (list: readonly unknown[]): string[] => list.filter((one) => typeof one === 'string');

function isOff(event: ComponentEvent | undefined): boolean {
  return event !== undefined && !event.fired && event.effect.startsWith('switched off');
}

/** The last syllables of a word may be an ending. */
function holds(text: string, word: string): boolean {
  const stem = word.length > 3 ? word.slice(0, -1) : word;
  return foldedWithoutSpaces(text).includes(foldedWithoutSpaces(stem));
}

/** The writer stated something that its passages do not state: a claim that is not a quote, or a claim that the fact check removed. */
function byWriter({ judgement, abstained, sources, events }: TestResult): Suspicion | undefined {
  const leftOut = texts(listIn(eventOf(events, 'fact_check')?.output, 'left_out'));
  if (leftOut.length > 0)
    return {
      component: 'answer_writer',
      kind: 'taken_out',
      because: `the fact check took out what no passage says: “${leftOut[0] ?? ''}”`,
    };
  const invented = judgement.claims.find(
    (claim) => isFailedClaim(claim) && !sources.some((s) => holdsWhole(s.quote, claim.claim)),
  );
  if (abstained || invented === undefined) return undefined;
  return {
    component: 'answer_writer',
    kind: 'invented',
    because: `“${invented.claim}” is ${invented.verdict}, and no source says it`,
  };
}

const holdsWhole = (quote: string, claim: string): boolean =>
  foldedWithoutSpaces(quote).includes(
    foldedWithoutSpaces(claim)
      .replace(/\[\d+\]/gu, '')
      .replace(/[.。]$/u, ''),
  );

/** A word of the question was replaced by another, whose documents were retrieved. */
function bySynonyms({ events, gold, query }: TestResult, { textOf }: Surroundings): Suspicion | undefined {
  const { quote, documentId } = gold;
  if (quote === null || documentId === null) return undefined;
  const own = textOf.get(documentId) ?? quote;
  const rivals = retrievedLists(events)
    .last.slice(0, IN_SIGHT + 1)
    .map(documentOf)
    .filter((id) => id !== documentId);
  for (const synonym of listIn(eventOf(events, 'query_analyzer')?.output, 'synonyms')) {
    const word = memberOf(synonym, 'word');
    const also = texts(listIn(synonym, 'also'));
    // `복전` is in no regulation; the word that replaced it should be.
    if (typeof word !== 'string' || also.some((other) => holds(own, other))) continue;
    const rival = rivals.find((id) => {
      const text = textOf.get(id) ?? '';
      return !holds(text, word) && also.some((other) => holds(text, other));
    });
    if (rival === undefined) continue;
    const taken = also.find((other) => holds(textOf.get(rival) ?? '', other)) ?? '';
    const said = new WholeWords([query]).in(query).find((one) => one.includes(word)) ?? word;
    return {
      component: 'query_analyzer',
      kind: 'synonym',
      because: `“${said}” was taken for “${taken}”, which brought up ${rival}`,
    };
  }
  return undefined;
}

/** The target has a narrower filter than the session, or never finds a document that several questions ask about in its own words. */
function byFilter({ events, gold, query }: TestResult, around: Surroundings): Suspicion | undefined {
  const { documentId, quote } = gold;
  if (documentId === null || around.seen.has(documentId)) return undefined;
  const allowed = memberOf(eventOf(events, 'hybrid_search')?.input, 'allowed_categories');
  const own = around.scope?.allowed ?? null;
  if (Array.isArray(allowed) && (own === null || own.some((key) => !allowed.includes(key))))
    return {
      component: 'filter',
      kind: 'narrow',
      because: `the target searched only ${allowed.join(', ')}, which excludes ${documentId}`,
    };
  const asked = around.askedAbout.get(documentId) ?? 0;
  const words = query.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const shared = words.filter((word) => holds(quote ?? '', word)).length;
  if (asked < HIDDEN_FROM || shared === 0) return undefined;
  return {
    component: 'filter',
    kind: 'never_found',
    because: `none of ${asked} questions about ${documentId} retrieved it, though they share its words`,
  };
}

/** The right passage was not retrieved. */
function bySearch(result: TestResult, around: Surroundings): Suspicion {
  const { events, gold } = result;
  const { fused } = retrievedLists(events);
  const before = rankOf(fused, gold.documentId ?? '');
  if (before !== null)
    return {
      component: 'reranker',
      kind: 'lost',
      because: `the fusion had the right document at place ${before}; reranking lost it`,
    };
  const off = RETRIEVING.find((component) => isOff(eventOf(events, component)));
  return (
    bySynonyms(result, around) ??
    byFilter(result, around) ??
    (off === undefined
      ? undefined
      : { component: off, kind: 'off', because: `it is off, and the right document was not retrieved` }) ?? {
      component: 'hybrid_search',
      kind: 'not_found',
      because: 'no passage of the right document was retrieved',
    }
  );
}

/** The right passage was retrieved, and the answer is still wrong. */
function byOrder(result: TestResult, around: Surroundings, { rank, isPassage }: RightPlace): Suspicion {
  const { events, gold, sources } = result;
  const documentId = gold.documentId ?? '';
  const { fused, dropped, last } = retrievedLists(events);
  // Next to passages of a wrong word the right passage looks irrelevant and falls: the word is the first cause.
  const misled = bySynonyms(result, around);
  if (misled !== undefined) return misled;
  // Places of one thing: the passage if its chunk is known, or else the first passage of its document.
  const thing = isPassage ? 'passage' : 'document';
  const before = placeOfGold(fused, result, around.chunks).rank;
  if (rank > IN_SIGHT && before !== null && rank > before)
    return {
      component: 'reranker',
      kind: `moved_${thing}`,
      because: `it moved the right ${thing} from place ${before} to ${rank}`,
    };
  const withheld = withheldBy(result);
  if (withheld !== undefined)
    return {
      component: 'answer_decision',
      kind: `withheld_${thing}`,
      because: `the right ${thing} was at place ${rank}`,
    };
  const lost = placeOfGold(dropped, result, around.chunks);
  if (lost.isPassage && lost.rank !== null)
    return { component: 'self_rag', kind: 'dropped', because: 'the right passage was graded as irrelevant' };
  if (!lost.isPassage && isWhollyIn(last, dropped, documentId))
    return {
      component: 'self_rag',
      kind: 'dropped_all',
      because: 'all passages of the right document were graded as irrelevant',
    };
  if (rank > IN_SIGHT && isOff(eventOf(events, 'reranker')))
    return { component: 'reranker', kind: 'off', because: `it is off, and the right ${thing} is at place ${rank}` };
  const writer = { component: 'answer_writer' as const };
  if (matchSources(sources, gold, []).namesGoldDocument)
    return {
      ...writer,
      kind: 'elsewhere',
      because: 'the right document is a source, and the answer took something else from it',
    };
  return sources.length === 0
    ? {
        ...writer,
        kind: `untaken_${thing}`,
        because: `the right ${thing} is at place ${rank}, and no passage was taken for an answer`,
      }
    : {
        ...writer,
        kind: `passed_over_${thing}`,
        because: `the right ${thing} is at place ${rank}, and the answer was taken from other documents`,
      };
}

/** The answer is the gold passage itself: then the judge disagrees with the gold, and the answer is right. */
function byJudge({ gold, answer, judgement }: TestResult): Suspicion | undefined {
  const { quote, answerable, requiredFacts } = gold;
  if (!answerable || quote === null || answer === null || judgement.failureType === 'LOST_CONTEXT') return undefined;
  const said = foldedWithoutSpaces(answer);
  const isVerbatim = said.includes(foldedWithoutSpaces(quote).replace(/[.。]$/u, ''));
  const isWhole = requiredFacts.every((fact) => said.includes(foldedWithoutSpaces(fact)));
  // Additional statements may still be wrong.
  const isBeside = judgement.claims.some(
    (claim) => isFailedClaim(claim) && !foldedWithoutSpaces(quote).includes(foldedWithoutSpaces(claim.claim)),
  );
  return isVerbatim && isWhole && !isBeside
    ? {
        component: 'judge',
        kind: 'verbatim',
        because: 'the answer has the right passage word for word: the judge disagrees with the gold',
      }
    : undefined;
}

/** No document answers the question, and the target gave an answer. */
function byAnswer({ events }: TestResult): Suspicion {
  const because = 'passages that do not answer were taken for an answer';
  const decision = decisionOf(events);
  return decision === undefined
    ? { component: 'self_rag', kind: 'unanswerable', because }
    : { component: 'answer_decision', kind: 'unanswerable', because: `${answeredText(decision)}: ${because}` };
}

function partOf(result: TestResult, around: Surroundings): Suspicion {
  const { events, gold, judgement } = result;
  const judge = byJudge(result);
  if (judge !== undefined) return judge;
  if (events.length === 0)
    return { component: null, kind: 'unseen', because: 'the target does not expose its components' };
  const { rank, isPassage } = placeOfGold(retrievedLists(events).last, result, around.chunks);
  if (judgement.failureType === 'LOST_CONTEXT' && rank === null)
    return {
      component: 'query_analyzer',
      kind: 'context',
      because: 'the follow-up was not completed by the earlier turns',
    };
  const writer = byWriter(result);
  if (writer !== undefined) return writer;
  if (!gold.answerable || gold.documentId === null) return byAnswer(result);
  return rank === null ? bySearch(result, around) : byOrder(result, around, { rank, isPassage });
}

/** An abstention is a decision, whatever led to it: its numbers are said first. */
function withDecision(result: TestResult, suspicion: Suspicion): Suspicion {
  const withheld = withheldBy(result);
  if (withheld === undefined || suspicion.component === null) return suspicion;
  return { ...suspicion, because: `${abstainedText(withheld)}: ${suspicion.because}` };
}

/** The part that a failure comes from. */
export const suspicionOf = (result: TestResult, around: Surroundings): Suspicion =>
  withDecision(result, partOf(result, around));
