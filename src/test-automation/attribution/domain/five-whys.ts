import { QuotedSource } from '../../../shared/domain/quoted-source.js';
import { FailedPart } from './failure-causes.js';
import { WholeWords } from '../../../text/tokens/whole-words.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { groupedBy } from '../../domain/grouped-by.js';
import { Gold } from '../../domain/question.js';
import { TargetSource } from '../../domain/rag-target.js';
import { FailureType, TestResult } from '../../domain/test-result.js';
import { ComponentObservation, observeComponents, RagComponent } from './trace-attribution.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

/** A step of the chain: the answer to the previous why, with its evidence. */
export interface Why {
  readonly why: string;
  readonly because: string;
  /** Result, trace or claim that shows it. */
  readonly evidence: string;
}

/** The chain of a failure type with two or more failures (REQ-S-004). */
export interface FiveWhys {
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

/** Number of letters of a passage that identify it. */
const LONG_ENOUGH = 20;
/** Number of letters of a quote that are more than a common phrase. */
const LEAST_PART = 8;

/** A failure type with this many failures is not an accident. */
const OFTEN = 2;

/** Nouns and names of the question, whole, that the gold passage has in no form: lexical search cannot match them. */
export function unmatchedWords(question: string, gold: string): string[] {
  const passage = foldedWithoutSpaces(gold);
  const words = new WholeWords([question, gold]);
  const held = words.in(gold);
  const isHeld = (term: string): boolean =>
    passage.includes(term) ||
    held.some((other) => (hasSyllable(term) && term.startsWith(other)) || isSameStem(term, other));
  return words.in(question).filter((term) => !isHeld(term));
}

/** English forms of one word share a prefix; Korean terms are compared whole. */
const isSameStem = (a: string, b: string): boolean => {
  if (hasSyllable(a)) return false;
  const least = Math.max(4, Math.min(a.length, b.length) - 2);
  return a.length >= 4 && b.length >= 4 && a.slice(0, least) === b.slice(0, least);
};

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];

/** The words of a question that contain the terms, as they are written there. A term that joins several words is in none. */
export function wordsWith(question: string, terms: readonly string[]): string[] {
  const words = wordsOf(question);
  const found = terms.map((term) => words.find((word) => foldedWithoutSpaces(word).includes(term)));
  return [...new Set(found.filter((word) => word !== undefined))];
}

/** The words of a question, as they are written there, that the gold passage has in no form. */
export const unsaidWords = (question: string, gold: string): string[] =>
  wordsWith(question, unmatchedWords(question, gold));

/** For a question without words that only it has. A verb, or a word that may be one, is not counted. */
export const ALL_NAMED =
  'No noun or name of the question is known to be missing from the passage: its ranking or its reading failed.';

/** What the sources of an answer have to do with the right passage, as the second step of a chain. */
export function sourcesText(
  sources: readonly Pick<TargetSource, 'documentId' | 'title' | 'quote'>[],
  { documentId, section, quote }: Gold,
): string {
  const place = `${documentId ?? 'no document'}${section === null ? '' : ` ${section}`}`;
  const own = sources.filter((source) => source.documentId === documentId);
  const passage = foldedWithoutSpaces(quote ?? '');
  const cited = own.map((source) => foldedWithoutSpaces(source.quote));
  if (cited.some((said) => said.includes(passage.slice(0, LONG_ENOUGH))))
    return `The right passage (${place}) was a source; the answer took something else from it.`;
  if (sources.length === 0) return `It cites no source at all; the right passage is ${place}.`;
  if (cited.some((said) => said.length >= LEAST_PART && passage.includes(said)))
    return `It cites a part of the right passage (${place}), and not all that was asked for.`;
  if (own.length > 0) return `It cites another passage of the right document, not ${place}.`;
  return `It cites ${sources[0]?.title ?? 'another document'}, not ${place}.`;
}

interface Evidence {
  readonly result: TestResult;
  readonly observed: readonly ComponentObservation[];
  readonly sourceHoldsGold: boolean;
  readonly goldRank: number | null;
  readonly foreign: readonly string[];
}

function evidenceOf(result: TestResult): Evidence {
  const observed = observeComponents(result.events, result.gold);
  const { documentId, quote } = result.gold;
  const search = observed.find((o) => o.component === 'hybrid_search');
  const reranker = observed.find((o) => o.component === 'reranker');
  return {
    result,
    observed,
    sourceHoldsGold: result.sources.some(
      (s) =>
        s.documentId === documentId &&
        (quote === null || foldedWithoutSpaces(s.quote).includes(foldedWithoutSpaces(quote).slice(0, 20))),
    ),
    goldRank: reranker?.goldRank?.after ?? search?.goldRank?.after ?? null,
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
    because: sourcesText(e.result.sources, e.result.gold),
    evidence: `${e.result.resultId}: ${e.result.sources.length} sources`,
  };
}

function whetherItWasFound(e: Evidence): Why {
  const hasTrace = e.result.events.length > 0;
  const because = !hasTrace
    ? 'The target does not expose its components, so whether it retrieved the passage is unknown.'
    : e.goldRank === null
      ? 'No passage of the right document was retrieved.'
      : `A passage of the right document was retrieved, at place ${e.goldRank}.`;
  return {
    why: e.sourceHoldsGold ? 'Why was the wrong part taken?' : 'Why was the right passage not used?',
    because,
    evidence: hasTrace ? `trace ${e.result.traceId ?? ''} (hybrid_search, reranker)` : `${e.result.resultId}: no trace`,
  };
}

/** @param goldRank rank of the right passage; null if it was not found */
export function whyUnread(goldRank: number | null): string {
  if (goldRank === null) return 'Why was it not found?';
  return goldRank === 1 ? 'Why was it read wrongly?' : 'Why was it not ranked first, or read wrongly?';
}

function whatSearchSaw(e: Evidence): Why {
  const foreign = wordsWith(e.result.query, e.foreign).slice(0, 4).join(', ');
  return {
    why: whyUnread(e.goldRank),
    because:
      foreign === '' ? ALL_NAMED : `The question says ${foreign}, which the passage does not say in those words.`,
    evidence: `${e.result.resultId}: words of the question against the gold passage`,
  };
}

interface Cause {
  readonly component: RagComponent | null;
  readonly because: string;
  readonly change: string;
}

function causeOf(e: Evidence): Cause {
  const { failureType } = e.result.judgement;
  if (e.result.events.length === 0)
    return {
      component: null,
      because: 'Only the answers of the target can be seen.',
      change: 'Have the target show its sources and its trace, or repair its answers where it runs.',
    };
  if (failureType === 'LOST_CONTEXT')
    return {
      component: 'query_analyzer',
      because: 'The follow-up was not completed with what the turns before had said (context).',
      change: 'Extend the rules that complete a follow-up from its conversation context.',
    };
  if (e.goldRank === null && e.foreign.length > 0)
    return {
      component: 'query_analyzer',
      because: `No synonym joins ${e.foreign[0] ?? ''} to the passage's own words.`,
      change: `Add a synonym group for “${e.foreign[0] ?? ''}”.`,
    };
  if (e.goldRank === null)
    return {
      component: 'hybrid_search',
      because: 'The words are there, and other passages have them more often.',
      change: 'Look at the weights of words and vectors.',
    };
  if (!e.sourceHoldsGold && e.goldRank > 1)
    return {
      component: 'reranker',
      because: `The passage was found at place ${e.goldRank} and lost against others.`,
      change: 'Look at the weight of relevance in the final order.',
    };
  return {
    component: 'fact_check',
    because: 'The passage was there, and what was taken from it does not answer all that was asked.',
    change: 'Check the answer against the question before it is given.',
  };
}

/** If no document answers, nothing could be found: the chain explains why an answer was given. */
function whysOfUnanswerable(e: Evidence): { readonly whys: readonly Why[]; readonly cause: Cause } {
  const { resultId, sources, judgement } = e.result;
  const isRefused = judgement.claims.some((claim) => claim.checkable && claim.verdict !== 'supported');
  const cause: Cause = {
    component: e.result.events.length === 0 ? null : 'self_rag',
    because: 'A passage that shares words with the question was taken for one that answers it.',
    change: 'Look at the threshold from which on a passage is taken for an answer.',
  };
  return {
    cause,
    whys: [
      whatWasSaid(e),
      {
        why: 'Why was an answer given?',
        because: `It cites ${sources[0]?.title ?? 'no source'}, and no document answers the question.`,
        evidence: `${resultId}: ${sources.length} sources`,
      },
      {
        why: 'Why did the check of its claims not stop it?',
        because: isRefused
          ? 'A claim failed its check, and the answer was given all the same.'
          : 'Its claims are in the documents; no claim shows that it answers something else.',
        evidence: `${resultId}: ${sources.length} sources`,
      },
      {
        why: 'Why did the search offer that passage?',
        because: 'A search offers the nearest passages, whether or not one of them answers.',
        evidence: `${resultId}: ${sources.length} sources`,
      },
    ],
  };
}

/** No step of a chain from the results alone has a counterfactual; the trace follows. */
const notEvaluated = (whys: readonly Why[]): Why[] =>
  whys.map((why) => ({ ...why, evidence: `${NOT_EVALUATED}: ${why.evidence}` }));

function chain(type: FailureType, results: readonly TestResult[]): FiveWhys {
  // The failure with the most evidence represents the others.
  const [first] = [...results].sort((a, b) => b.events.length - a.events.length);
  if (first === undefined) throw new RangeError('There is no failure to ask about.');
  const evidence = evidenceOf(first);
  const absent = first.gold.answerable ? undefined : whysOfUnanswerable(evidence);
  const cause = absent?.cause ?? causeOf(evidence);
  return {
    failureType: type,
    resultIds: results.map((r) => r.resultId),
    whys: notEvaluated([
      ...(absent?.whys ?? [
        whatWasSaid(evidence),
        whetherItWasUsed(evidence),
        whetherItWasFound(evidence),
        whatSearchSaw(evidence),
      ]),
      {
        why: 'Why did nothing compensate for that?',
        because: cause.because,
        evidence: `${cause.component ?? 'target'}: ${cause.change}`,
      },
    ]),
    component: cause.component,
    change: cause.change,
  };
}

/** A chain for each failure type with two or more failures; each step cites the trace, the sources or the claims of a result. */
export function analyseFailures(results: readonly TestResult[]): FiveWhys[] {
  const failures = results.filter((r) => r.judgement.failureType !== null);
  return [...groupedBy(failures, (r) => r.judgement.failureType)]
    .filter(([, members]) => members.length >= OFTEN)
    .flatMap(([type, members]) => (type === null ? [] : [chain(type, members)]));
}
