import { QuotedSource } from '../../../shared/domain/quoted-source.js';
import { groupedBy } from '../../domain/grouped-by.js';
import { FailureType, TestResult } from '../../domain/test-result.js';
import { goldChunksOf, isGoldChunk } from './gold-chunks.js';
import { foundText, GoldChunks, holdsGold, NO_TRACE, placeInTrace, sourcesText, wasMovedDown } from './shown-answer.js';
import { FailedPart } from './suspicion.js';
import { abstainedText, AnswerDecision, answeredText, decisionOf, withheldBy } from './trace-attribution.js';
import { unmatchedWords, wordsWith } from './unmatched-words.js';

/** A step of the chain: the answer to the previous why, with its evidence. */
export interface Why {
  readonly why: string;
  readonly because: string;
  /** Result, trace or claim that shows it. */
  readonly evidence: string;
}

/** The chain of failures with one cause, of a failure type with two or more failures (REQ-S-004). */
export interface FiveWhys {
  /** The type of the failure that the steps are about; others with the same cause may be of another type. */
  readonly failureType: FailureType;
  readonly resultIds: readonly string[];
  /** Exactly five. */
  readonly whys: readonly Why[];
  /** The root cause; null if the target does not expose its components. */
  readonly component: FailedPart | null;
  readonly change: string;
  /** Documents that the words come from; undefined in earlier releases. */
  readonly sources?: readonly QuotedSource[];
}

/** Prefix of the evidence of a step without a counterfactual. */
export const NOT_EVALUATED = 'not_evaluated';

/** A failure type with this many failures is not an accident. */
const OFTEN = 2;

/** For a question without words that only it has. A verb, or a word that may be one, is not counted. */
export const ALL_NAMED = 'No noun or name of the question is known to be missing from the passage.';

interface Evidence {
  readonly result: TestResult;
  readonly chunks: GoldChunks;
  readonly sourceHoldsGold: boolean;
  readonly goldRank: number | null;
  readonly foreign: readonly string[];
}

function evidenceOf(result: TestResult, chunks: GoldChunks): Evidence {
  const { quote } = result.gold;
  return {
    result,
    chunks,
    sourceHoldsGold: holdsGold(result),
    goldRank: placeInTrace(result, chunks).rank,
    foreign: unmatchedWords(result.query, quote ?? ''),
  };
}

function whatWasSaid({ result }: Evidence): Why {
  const failed = result.judgement.claims.find((c) => c.verdict === 'contradicted') ?? result.judgement.claims[0];
  const said = result.answer === null ? (result.error ?? 'nothing') : result.answer.slice(0, 160);
  return {
    why: `Why did “${result.query}” fail (${result.judgement.failureType ?? 'unknown'})?`,
    because: result.judgement.reasons[0] ?? `The answer was: ${said}`,
    evidence:
      failed === undefined ? result.resultId : `${result.resultId}: claim “${failed.claim}” is ${failed.verdict}`,
  };
}

function whetherItWasUsed(e: Evidence): Why {
  return {
    why: 'Why did the answer not say what the documents say?',
    because: sourcesText(e.result),
    evidence: `${e.result.resultId}: ${e.result.sources.length} sources`,
  };
}

function whetherItWasFound(e: Evidence): Why {
  const { events, resultId, traceId } = e.result;
  return {
    why: e.sourceHoldsGold ? 'Why was the wrong part taken?' : 'Why was the right passage not used?',
    because: `${foundText(e.result, e.chunks)}.`,
    evidence: events.length > 0 ? `trace ${traceId ?? ''} (hybrid_search, reranker)` : `${resultId}: no trace`,
  };
}

/** @param goldRank rank of the right passage; null if it was not found */
export function whyUnread(goldRank: number | null): string {
  if (goldRank === null) return 'Why was it not found?';
  return goldRank === 1 ? 'Why was it read wrongly?' : 'Why was it not ranked first, or read wrongly?';
}

const SEEN_FROM_OUTSIDE = 'What can be seen of it from outside?';

function whatSearchSaw(e: Evidence): Why {
  const foreign = wordsWith(e.result.query, e.foreign).slice(0, 4).join(', ');
  return {
    // Whether a target without a trace found the passage is unknown.
    why: e.result.events.length === 0 ? SEEN_FROM_OUTSIDE : whyUnread(e.goldRank),
    because:
      foreign === '' ? ALL_NAMED : `The question says ${foreign}, which the passage does not say in those words.`,
    evidence: `${e.result.resultId}: words of the question against the gold passage`,
  };
}

interface Cause {
  /** Failures of one type with the same key have one chain. */
  readonly key: string;
  readonly component: FailedPart | null;
  readonly because: string;
  readonly change: string;
}

const UNSEEN: Cause = {
  key: 'unseen',
  component: null,
  because: 'Only the answers of the target can be seen.',
  change: 'Have the target show its sources and its trace, or repair its answers where it runs.',
};

/** What to do about a decision to answer or to abstain. */
export const LOOK_AT_DECISION =
  'Look at the evidence of the decision (answer_decision in the trace), or at its threshold (ANSWER_RISK).';
export const CHECK_ANSWER = 'Check the answer against the question before it is given.';

/** The cause of an abstention although the passage was retrieved. The probability may be that of a sentence of another passage. */
export function withheldCause(
  decision: AnswerDecision,
  result: TestResult,
  chunks: GoldChunks,
): Pick<Cause, 'key' | 'because' | 'change'> {
  const isOfGold = decision.chunkId === null ? undefined : isGoldChunk(decision.chunkId, result, chunks);
  const because = `It ${abstainedText(decision)}`;
  if (isOfGold === false)
    return {
      key: 'withheld_elsewhere',
      because: `${because}, by a sentence of another passage (${decision.chunkId ?? ''}); the right one was retrieved.`,
      change: 'Look at how the sentence is chosen (likeliest of answer_decision in the trace).',
    };
  const thing = placeInTrace(result, chunks).isPassage ? 'the right passage' : 'a passage of the right document';
  return { key: 'withheld', because: `${because}, though ${thing} was retrieved.`, change: LOOK_AT_DECISION };
}

function unfound(foreign: string | undefined): Cause {
  return foreign === undefined
    ? {
        key: 'unfound',
        component: 'hybrid_search',
        because: 'The search preferred other passages.',
        change: 'Look at the weights of words and vectors.',
      }
    : {
        key: `foreign:${foreign}`,
        component: 'query_analyzer',
        because: `No synonym joins ${foreign} to the passage's own words.`,
        change: `Add a synonym group for “${foreign}”.`,
      };
}

function causeOf(e: Evidence): Cause {
  const { failureType } = e.result.judgement;
  if (e.result.events.length === 0) return UNSEEN;
  if (failureType === 'LOST_CONTEXT')
    return {
      key: 'context',
      component: 'query_analyzer',
      because: 'The follow-up was not completed with what the turns before had said (context).',
      change: 'Extend the rules that complete a follow-up from its conversation context.',
    };
  if (e.goldRank === null && !e.sourceHoldsGold) return unfound(e.foreign[0]);
  const withheld = withheldBy(e.result);
  if (withheld !== undefined) return { component: 'answer_decision', ...withheldCause(withheld, e.result, e.chunks) };
  if (!e.sourceHoldsGold && wasMovedDown(e.result, e.chunks))
    return {
      key: 'moved',
      component: 'reranker',
      because: `Reranking moved it down, to place ${e.goldRank ?? 0}.`,
      change: 'Look at the weight of relevance in the final order.',
    };
  return {
    key: e.sourceHoldsGold ? 'half_read' : 'not_taken',
    component: 'answer_writer',
    because: e.sourceHoldsGold
      ? 'The passage was there, and what was taken from it does not answer all that was asked.'
      : 'The passage was retrieved, and the answer was not taken from it.',
    change: CHECK_ANSWER,
  };
}

/** If no document answers, nothing could be found: the chain explains why an answer was given. */
function whysOfUnanswerable(e: Evidence): { readonly whys: readonly Why[]; readonly cause: Cause } {
  const { resultId, sources, judgement, events } = e.result;
  const checked = judgement.claims.filter((claim) => claim.checkable);
  const isRefused = checked.some((claim) => claim.verdict !== 'supported');
  const hasTrace = events.length > 0;
  const decision = decisionOf(events);
  const cause: Cause = hasTrace
    ? {
        key: 'unanswerable',
        component: decision === undefined ? 'self_rag' : 'answer_decision',
        because:
          decision === undefined
            ? 'A passage that shares words with the question was taken for one that answers it.'
            : `It ${answeredText(decision)}.`,
        change: 'Look at the threshold from which on a passage is taken for an answer.',
      }
    : { ...UNSEEN, key: 'unanswerable' };
  const evidence = `${resultId}: ${sources.length} sources`;
  const title = sources[0]?.title;
  return {
    cause,
    whys: [
      whatWasSaid(e),
      {
        why: 'Why was an answer given?',
        because:
          title === undefined
            ? 'It cites no source, and no document answers the question.'
            : `It cites ${title}, and no document answers the question.`,
        evidence,
      },
      {
        why: 'Why did the check of its claims not stop it?',
        because: isRefused
          ? 'A claim failed its check, and the answer was given all the same.'
          : checked.length === 0
            ? 'It makes no claim that can be checked.'
            : 'Its claims are in the documents; no claim shows that it answers something else.',
        evidence,
      },
      hasTrace
        ? {
            why: 'Why did the search offer that passage?',
            because: 'A search offers the nearest passages, whether or not one of them answers.',
            evidence,
          }
        : { why: SEEN_FROM_OUTSIDE, because: `${NO_TRACE}.`, evidence: `${resultId}: no trace` },
    ],
  };
}

/** No step of a chain from the results alone has a counterfactual; the trace follows. */
const notEvaluated = (whys: readonly Why[]): Why[] =>
  whys.map((why) => ({ ...why, evidence: `${NOT_EVALUATED}: ${why.evidence}` }));

/** The failure with its chain of four steps and its cause. */
interface Explained {
  readonly result: TestResult;
  readonly whys: readonly Why[];
  readonly cause: Cause;
}

function explained(result: TestResult, chunks: GoldChunks): Explained {
  const e = evidenceOf(result, chunks);
  if (!result.gold.answerable) return { result, ...whysOfUnanswerable(e) };
  return {
    result,
    whys: [whatWasSaid(e), whetherItWasUsed(e), whetherItWasFound(e), whatSearchSaw(e)],
    cause: causeOf(e),
  };
}

function chainOf(type: FailureType, members: readonly Explained[]): FiveWhys[] {
  const [first] = members;
  if (first === undefined) return [];
  const { whys, cause } = first;
  return [
    {
      failureType: type,
      resultIds: members.map(({ result }) => result.resultId),
      whys: notEvaluated([
        ...whys,
        {
          why: 'Why did nothing compensate for that?',
          because: cause.because,
          evidence: `${cause.component ?? 'target'}: ${cause.change}`,
        },
      ]),
      component: cause.component,
      change: cause.change,
    },
  ];
}

/**
 * Chains for the failure types with two or more failures, one for each cause; each step cites the trace, the sources or the claims of its
 * first result.
 * @param covered ids of results that have a chain already: a failure has one cause
 */
export function analyseFailures(results: readonly TestResult[], covered: ReadonlySet<string> = new Set()): FiveWhys[] {
  const chunks = goldChunksOf(results);
  return [...groupedBy(results, (r) => r.judgement.failureType)].flatMap(([type, members]) => {
    if (type === null || members.length < OFTEN) return [];
    const open = members.filter(({ resultId }) => !covered.has(resultId)).map((result) => explained(result, chunks));
    return [...groupedBy(open, ({ cause }) => cause.key).values()].flatMap((group) => chainOf(type, group));
  });
}
