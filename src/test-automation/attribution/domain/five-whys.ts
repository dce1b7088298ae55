import { QuotedSource } from '../../../shared/domain/quoted-source.js';
import { FailureType, TestResult } from '../../domain/test-result.js';
import { CausedFailure } from './observed-cause.js';
import { clusterKey, FailedPart, RowCause, whyUnanswerable } from './row-cause.js';
import { foundText, holdsGold, NO_TRACE, placeInTrace, sourcesText } from './shown-answer.js';
import { goldText, Surroundings } from './surroundings.js';
import { decisionOf } from './trace-attribution.js';
import { unsaidWords } from './unmatched-words.js';

/** A step of the chain: the answer to the previous why, with its evidence. */
export interface Why {
  readonly why: string;
  readonly because: string;
  /** Result, trace or claim that shows it. */
  readonly evidence: string;
}

/** The last step of a chain, for one of its failures: with its own numbers. */
export interface ChainMember {
  readonly resultId: string;
  readonly because: string;
  readonly evidence: string;
}

/** The chain of failures with one cause, of a failure type with two or more failures (REQ-S-004). */
export interface FiveWhys {
  /** The type of the failure that the steps are about; others with the same cause may be of another type. */
  readonly failureType: FailureType;
  readonly resultIds: readonly string[];
  /** Exactly five. */
  readonly whys: readonly Why[];
  /** The last step for each of the failures, the first included; undefined in earlier releases. */
  readonly members?: readonly ChainMember[];
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

/** Words that a passage does not have are not why it was not taken, unless a run without them shows it. */
export const WORDS_NOT_TRIED = 'Which words of the question decided was not tried.';

function whatWasSaid(result: TestResult): Why {
  const failed = result.judgement.claims.find((c) => c.verdict === 'contradicted') ?? result.judgement.claims[0];
  const said = result.answer === null ? (result.error ?? 'nothing') : result.answer.slice(0, 160);
  return {
    why: `Why did “${result.query}” fail (${result.judgement.failureType ?? 'unknown'})?`,
    because: result.judgement.reasons[0] ?? `The answer was: ${said}`,
    evidence:
      failed === undefined ? result.resultId : `${result.resultId}: claim “${failed.claim}” is ${failed.verdict}`,
  };
}

/** The question of the third step. */
export const whyUnused = (result: TestResult): string =>
  holdsGold(result) ? 'Why was the wrong part taken?' : 'Why was the right passage not used?';

/** @param goldRank rank of the right passage; null if it was not found */
export function whyUnread(goldRank: number | null): string {
  if (goldRank === null) return 'Why was it not found?';
  return goldRank === 1 ? 'Why was it read wrongly?' : 'Why was it not ranked first, or read wrongly?';
}

const SEEN_FROM_OUTSIDE = 'What can be seen of it from outside?';

function whatSearchSaw(result: TestResult, around: Surroundings): Why {
  const searched = result.context?.understoodAs ?? result.query;
  const foreign = unsaidWords(searched, goldText(result.gold, around)).slice(0, 4).join(', ');
  return {
    // Whether a target without a trace found the passage is unknown.
    why: result.events.length === 0 ? SEEN_FROM_OUTSIDE : whyUnread(placeInTrace(result, around.chunks)),
    because:
      foreign === ''
        ? WORDS_NOT_TRIED
        : `Which words of the question decided was not tried; the right sentence does not say ${foreign}.`,
    evidence: `${result.resultId}: words of the question against the gold passage`,
  };
}

function whysOfAnswerable(result: TestResult, around: Surroundings): Why[] {
  const { events, resultId, traceId, sources } = result;
  return [
    whatWasSaid(result),
    {
      why: 'Why did the answer not say what the documents say?',
      because: sourcesText(result, around.chunks),
      evidence: `${resultId}: ${sources.length} sources`,
    },
    {
      why: whyUnused(result),
      because: `${foundText(result, around.chunks)}.`,
      evidence: events.length > 0 ? `trace ${traceId ?? ''} (hybrid_search, reranker)` : `${resultId}: no trace`,
    },
    whatSearchSaw(result, around),
  ];
}

/** If no document that the target may see answers, nothing could be found: the chain explains why an answer was given. */
function whysOfUnanswerable(result: TestResult): Why[] {
  const { resultId, sources, judgement, events, hidden } = result;
  const checked = judgement.claims.filter((claim) => claim.checkable);
  const isRefused = checked.some((claim) => claim.verdict !== 'supported');
  const evidence = `${resultId}: ${sources.length} sources`;
  const title = sources[0]?.title;
  const none = whyUnanswerable(hidden);
  return [
    whatWasSaid(result),
    {
      why: 'Why was an answer given?',
      because: title === undefined ? `It cites no source, and ${none}.` : `It cites ${title}, and ${none}.`,
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
    events.length > 0
      ? {
          why: 'Why did the search offer that passage?',
          because: 'A search offers the nearest passages, whether or not one of them answers.',
          evidence: decisionOf(events)?.chunkId ?? evidence,
        }
      : { why: SEEN_FROM_OUTSIDE, because: `${NO_TRACE}.`, evidence: `${resultId}: no trace` },
  ];
}

const evidenceOf = ({ component, change }: RowCause): string => `${component ?? 'target'}: ${change}`;

/** No step of a chain from the results alone has a counterfactual; the trace follows. */
const notEvaluated = (evidence: string): string => `${NOT_EVALUATED}: ${evidence}`;

function chainOf(type: FailureType, members: readonly CausedFailure[], around: Surroundings): FiveWhys[] {
  const [first] = members;
  if (first === undefined) return [];
  const { result, cause } = first;
  const steps = result.gold.answerable ? whysOfAnswerable(result, around) : whysOfUnanswerable(result);
  const last = {
    why: 'Why did nothing compensate for that?',
    because: cause.because,
    evidence: evidenceOf(cause),
  };
  return [
    {
      failureType: type,
      resultIds: members.map((member) => member.result.resultId),
      whys: [...steps, last].map((why) => ({ ...why, evidence: notEvaluated(why.evidence) })),
      members: members.map((member) => ({
        resultId: member.result.resultId,
        because: member.cause.because,
        evidence: notEvaluated(`trace ${member.result.traceId ?? ''}`),
      })),
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
export function chainsOf(
  failures: readonly CausedFailure[],
  around: Surroundings,
  covered: ReadonlySet<string> = new Set(),
): FiveWhys[] {
  return [...Map.groupBy(failures, ({ result }) => result.judgement.failureType)].flatMap(([type, members]) => {
    if (type === null || members.length < OFTEN) return [];
    const open = members.filter(({ result }) => !covered.has(result.resultId));
    return [...Map.groupBy(open, ({ cause }) => clusterKey(cause)).values()].flatMap((group) =>
      chainOf(type, group, around),
    );
  });
}
