import { isFailedClaim } from '../../domain/claim-checker.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { TestResult } from '../../domain/test-result.js';
import { knownChunks } from './gold-chunks.js';
import { lostContext, overCompleted } from './misreadings.js';
import { byPassage } from './passage-causes.js';
import { cause, CHECK_ANSWER, RowCause, whyUnanswerable } from './row-cause.js';
import { bySearch } from './search-causes.js';
import { holdsWhole, placeInTrace, withLostPassage } from './shown-answer.js';
import { Surroundings } from './surroundings.js';
import { answeredText, decisionOf, eventOf, textsIn } from './trace-attribution.js';

const UNSEEN: RowCause = {
  key: 'unseen',
  component: null,
  because: 'Only the answers of the target can be seen.',
  change: 'Have the target show its sources and its trace, or repair its answers where it runs.',
};

/** The writer stated something that its passages do not state: a claim that is not a quote, or a claim that the fact check removed. */
function byWriter({ judgement, abstained, sources, events }: TestResult): RowCause | undefined {
  const [leftOut] = textsIn(eventOf(events, 'fact_check')?.output, 'left_out');
  if (leftOut !== undefined)
    return cause(
      'answer_writer',
      'taken_out',
      `The fact check took out what no passage says: “${leftOut}”.`,
      CHECK_ANSWER,
    );
  const invented = judgement.claims.find(
    (claim) => isFailedClaim(claim) && !sources.some((s) => holdsWhole(s.quote, claim.claim)),
  );
  if (abstained || invented === undefined) return undefined;
  const { claim } = invented;
  return cause(
    'answer_writer',
    'invented',
    invented.verdict === 'contradicted'
      ? `The answer says “${claim}”, which is contradicted and in no source.`
      : `The answer says “${claim}”, which is found nowhere and in no source.`,
    CHECK_ANSWER,
  );
}

/** The answer is the gold passage itself: then the judge disagrees with the gold, and the answer is right. */
function byJudge({ gold, answer, judgement }: TestResult): RowCause | undefined {
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
    ? cause(
        'judge',
        'verbatim',
        'The answer has the right passage word for word: the judge disagrees with the gold.',
        'Read the row, and correct the gold or the judge.',
      )
    : undefined;
}

/** The target gave an answer to a question that no document it may see answers. */
function byAnswer({ events, hidden }: TestResult): RowCause {
  const decision = decisionOf(events);
  const key = hidden === undefined ? 'unanswerable' : 'hidden';
  const why = whyUnanswerable(hidden);
  return decision === undefined
    ? cause(
        'self_rag',
        key,
        `A passage that shares words with the question was taken for one that answers it; ${why}.`,
        'Look at the grades of self_rag in the trace.',
      )
    : cause(
        'answer_decision',
        key,
        `It ${answeredText(decision)}; ${why}.`,
        'Look at the threshold from which on a passage is taken for an answer.',
      );
}

/** Whether the answer was decided by, or taken from, the right passage. */
function isOfGold({ events, sources }: TestResult, own: ReadonlySet<string> | undefined): boolean {
  const likeliest = decisionOf(events)?.chunkId ?? null;
  if (own === undefined) return false;
  return likeliest === null ? sources.some(({ chunkId }) => own.has(chunkId ?? '')) : own.has(likeliest);
}

/** What runs have shown not to be the cause of a failure. */
export interface RuledOut {
  /** The earlier turns are not what the answer lacked. */
  readonly context?: boolean;
  /** Without the synonyms of its words the answer is wrong too. */
  readonly synonyms?: boolean;
}

/**
 * The cause of a failed question or turn, by its trace and by the other answers of the session. It is the only place that decides it.
 */
export function observedCause(whole: TestResult, given: Surroundings, ruledOut: RuledOut = {}): RowCause {
  const { context: isContextKept = false, synonyms: isWordKept = false } = ruledOut;
  const around = isWordKept ? { ...given, areSynonymsRuledOut: true } : given;
  const judge = byJudge(whole);
  const result = withLostPassage(whole, around.chunks);
  const { events, gold } = result;
  if (judge !== undefined) return judge;
  if (events.length === 0) return UNSEEN;
  if (!gold.answerable || gold.documentId === null) return byWriter(result) ?? byAnswer(result);
  const lost = (turn: TestResult) => (isContextKept ? undefined : lostContext(turn, around));
  const misread = isOfGold(result, knownChunks(result, around.chunks))
    ? undefined
    : ((isContextKept ? undefined : overCompleted(result, around)) ?? lost(result));
  const found =
    misread ?? (result.judgement.failureType === 'LOST_CONTEXT' ? lost(result) : undefined) ?? byWriter(result);
  if (found !== undefined) return found;
  const rank = placeInTrace(result, around.chunks);
  return rank === null ? bySearch(result, around) : byPassage(result, around, rank);
}

/** A failed question or turn with its cause. */
export interface CausedFailure {
  readonly result: TestResult;
  readonly cause: RowCause;
}

/** The failures of a session, each with its cause by its trace. */
export const observedFailures = (results: readonly TestResult[], around: Surroundings): CausedFailure[] =>
  results
    .filter(({ judgement }) => judgement.failureType !== null)
    .map((result) => ({ result: withLostPassage(result, around.chunks), cause: observedCause(result, around) }));
