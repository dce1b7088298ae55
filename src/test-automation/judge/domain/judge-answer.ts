import { CheckedClaim, ClaimVerdict, FactContext, isFailedClaim } from '../../domain/claim-checker.js';
import { phraseIn, PhraseLists } from './phrase-lists.js';
import { actionability, namesNextStep, practicality } from './practical-help.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { isOpenGold, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { matchSources, namesProvision, SourceMatch } from './source-match.js';
import { readableAnswer } from './readable-answer.js';
import { replyKind } from './reply-kind.js';
import { topicalOverlap } from './topical-overlap.js';
import { FailureType, IntentReading, Judgement, ScoreDimensions, Verdict } from '../../domain/test-result.js';

/** Everything a verdict rests on besides question and answer. */
export interface JudgingAids {
  readonly phrases: PhraseLists;
  /** Whether a text states a fact. */
  readonly states: (text: string, fact: string, asked?: FactContext) => ClaimVerdict;
}

export const SUCCESS_FROM = 4;
export const PARTIAL_FROM = 3;
/** A failed check, and a phrase that evades, cap the total here. */
export const FAILED_CAP = 2;
/** An answer without any of the facts that were asked for does not answer. */
const NO_FACT_CAP = 2.5;
/** One without some of them is incomplete, whatever else it has. */
const INCOMPLETE_CAP = 3.9;

/** The facts that the question wants, as the answer has them. */
interface FactReading {
  readonly stated: number;
  readonly wanted: number;
  readonly contradicted: readonly string[];
  readonly forbidden: readonly string[];
}

function readFacts(question: Question, text: string, { states }: JudgingAids): FactReading {
  const { requiredFacts, forbiddenFacts } = question.gold;
  const asked = { question: question.text, quote: question.gold.quote };
  const verdicts = requiredFacts.map((fact) => ({ fact, verdict: states(text, fact, asked) }));
  const stated = verdicts.filter((v) => v.verdict === 'supported').length;
  // A provision quoted whole holds its other numbers too: they are wrong only where the right one is missing, or where the
  // question is about one edition, whose answer must not be that of another.
  const isStrict = stated < requiredFacts.length || question.kind === 'edition';
  return {
    stated,
    wanted: requiredFacts.length,
    contradicted: verdicts.filter((v) => v.verdict === 'contradicted').map((v) => v.fact),
    forbidden: isStrict ? forbiddenFacts.filter((fact) => states(text, fact) === 'supported') : [],
  };
}

function citationPoints(match: SourceMatch, answer: TargetAnswer, question: Question): number {
  if (match.quotesGold) return 1;
  if (match.namesGoldDocument || match.supportsClaim) return 0.75;
  if (!match.any && namesProvision(answer.text, question.gold)) return 0.75;
  return 0;
}

const saysWrong = (claims: readonly CheckedClaim[], facts: FactReading): boolean =>
  claims.some(isFailedClaim) || facts.contradicted.length > 0 || facts.forbidden.length > 0;

function dimensionsOf(
  question: Question,
  answer: TargetAnswer,
  found: { readonly claims: readonly CheckedClaim[]; readonly facts: FactReading; readonly match: SourceMatch },
): ScoreDimensions {
  const { claims, facts, match } = found;
  const isWrong = saysWrong(claims, facts);
  const supported = claims.filter((claim) => claim.verdict === 'supported').length;
  const isOpen = isOpenGold(question.gold);
  // Where nobody knows the right answer, what the documents support is taken for it.
  const isAnswered = isOpen ? !isWrong && supported > 0 : match.quotesGold;
  const completeness = facts.wanted === 0 ? Number(isAnswered) : facts.stated / facts.wanted;
  const goldText = question.gold.quote ?? '';
  return {
    accuracy: isWrong || claims.length === 0 ? 0 : supported / claims.length,
    completeness,
    relevance: completeness > 0 || match.quotesGold ? 1 : match.namesGoldDocument ? 0.5 : 0,
    citation: isOpen && match.supportsClaim ? 1 : citationPoints(match, answer, question),
    practicality: 0.5 * practicality(goldText, answer.text),
    actionability: 0.5 * actionability(goldText, answer.text),
  };
}

const NOTHING: ScoreDimensions = {
  accuracy: 0,
  completeness: 0,
  relevance: 0,
  citation: 0,
  practicality: 0,
  actionability: 0,
};

const total = (d: ScoreDimensions) =>
  d.accuracy + d.completeness + d.relevance + d.citation + d.practicality + d.actionability;

/** The verdict that a score of 0..5 has. */
export const verdictOf = (score: number): Verdict =>
  score >= SUCCESS_FROM ? 'success' : score >= PARTIAL_FROM ? 'partial' : 'failure';

const round = (score: number) => Math.round(score * 1000) / 1000;

/** Points together, 0..5. */
export const scoreOf = (dimensions: ScoreDimensions): number => round(total(dimensions));

interface Graded {
  readonly dimensions: ScoreDimensions;
  readonly cap: number;
  /** Points that it has at least: claims that nobody can verify take no success from the right facts. */
  readonly least?: number;
  readonly failure: FailureType | null;
  readonly reasons: readonly string[];
  readonly intents: IntentReading;
}

function toJudgement(graded: Graded, claims: readonly CheckedClaim[]): Judgement {
  const score = round(Math.max(graded.least ?? 0, Math.min(graded.cap, total(graded.dimensions))));
  const verdict = verdictOf(score);
  return {
    verdict,
    score,
    dimensions: graded.dimensions,
    claims,
    failureType: verdict === 'success' ? null : (graded.failure ?? 'INCOMPLETE'),
    intents: graded.intents,
    reasons: graded.reasons,
  };
}

/** What a person who asked what no document answers should be told: that, and not more. */
function judgeUnanswerable(answer: TargetAnswer, abstained: boolean, claims: readonly CheckedClaim[]): Graded {
  if (abstained) {
    const help = namesNextStep(answer.text) ? 0.5 : 0;
    return {
      dimensions: { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: help, actionability: help },
      cap: 5,
      failure: null,
      reasons: ['The documents do not answer, and the answer says so.'],
      intents: { surface: true, hidden: null, behavioral: null },
    };
  }
  const isInvented = claims.some(isFailedClaim);
  return {
    dimensions: { ...NOTHING, citation: 0 },
    cap: FAILED_CAP,
    failure: isInvented ? 'HALLUCINATION' : 'IRRELEVANT',
    reasons: ['The documents do not answer this question, but an answer was given.'],
    intents: { surface: false, hidden: null, behavioral: null },
  };
}

function failureOf(
  found: { readonly claims: readonly CheckedClaim[]; readonly facts: FactReading; readonly match: SourceMatch },
  dimensions: ScoreDimensions,
): FailureType | null {
  const { claims, facts, match } = found;
  const isContradicted = claims.some((claim) => claim.verdict === 'contradicted');
  if (isContradicted || facts.contradicted.length > 0 || facts.forbidden.length > 0)
    return facts.stated > 0 && facts.forbidden.length > 0 ? 'CONFUSING' : 'WRONG_FACT';
  if (claims.some(isFailedClaim)) return 'HALLUCINATION';
  if (dimensions.completeness === 0) return dimensions.relevance === 1 ? 'INCOMPLETE' : 'IRRELEVANT';
  if (facts.stated < facts.wanted) return 'INCOMPLETE';
  if (dimensions.citation > 0) return null;
  return match.any ? 'WRONG_CITATION' : 'NO_SOURCE';
}

function reasonsOf(
  claims: readonly CheckedClaim[],
  facts: FactReading,
  { citation }: ScoreDimensions,
): readonly string[] {
  return [
    ...claims
      .filter(isFailedClaim)
      .map((c) => `${c.verdict === 'contradicted' ? 'Contradicted' : 'Not found'}: ${c.claim}`),
    ...facts.contradicted.map((fact) => `Says otherwise than: ${fact}`),
    ...facts.forbidden.map((fact) => `States what is wrong here: ${fact}`),
    `${facts.stated} of ${facts.wanted} required facts are stated.`,
    ...(citation === 0 ? ['No source supports it.'] : []),
  ];
}

/** A provision about something else may hold the same number: what it says of that answers nothing. */
function saysItOfSomethingElse({ text, gold }: Question, answer: TargetAnswer, match: SourceMatch): boolean {
  if (!match.any || match.namesGoldDocument || gold.requiredFacts.length === 0) return false;
  return !topicalOverlap(answer.text, [text, gold.quote ?? '']);
}

function judgeAnswerable(
  question: Question,
  answer: TargetAnswer,
  claims: readonly CheckedClaim[],
  aids: JudgingAids,
): Graded {
  const match = matchSources(answer.sources, question.gold, claims);
  const isElsewhere = saysItOfSomethingElse(question, answer, match);
  const read = readFacts(question, answer.text, aids);
  const facts = isElsewhere ? { ...read, stated: 0 } : read;
  const found = { claims, facts, match };
  const dimensions = dimensionsOf(question, answer, found);
  const isWrong = saysWrong(claims, facts);
  const evasion = phraseIn(answer.text, aids.phrases.evasive);
  const isMissing = facts.wanted > 0 && facts.stated < facts.wanted;
  // Citing is measured by itself: none costs points, a wrong one the success.
  const isMiscited = match.any && dimensions.citation === 0;
  const caps = [
    5,
    ...(isWrong || evasion !== undefined ? [FAILED_CAP] : []),
    ...(dimensions.completeness === 0 ? [NO_FACT_CAP] : []),
    ...(isMissing || isMiscited ? [INCOMPLETE_CAP] : []),
  ];
  const isRight = facts.wanted > 0 && !isMissing && !isWrong && !isMiscited && evasion === undefined;
  const failure = failureOf(found, dimensions);
  return {
    dimensions,
    cap: Math.min(...caps),
    least: isRight ? SUCCESS_FROM : 0,
    failure: evasion !== undefined && failure !== 'WRONG_FACT' ? 'GENERIC_ANSWER' : failure,
    reasons: [
      ...(evasion === undefined ? [] : [`Evades with “${evasion}” what the documents answer.`]),
      ...(isElsewhere && read.stated > 0 ? ['What it states, it says of something else.'] : []),
      ...reasonsOf(claims, facts, dimensions),
    ],
    intents: {
      surface: dimensions.relevance >= 0.5,
      hidden: facts.wanted === 0 ? null : facts.stated === facts.wanted,
      behavioral: dimensions.actionability > 0 && dimensions.completeness > 0,
    },
  };
}

/** It says that nothing is found, known or told; a fact that is stated makes an answer of it. */
function isSilent(question: Question, { text, sources }: TargetAnswer, aids: JudgingAids): boolean {
  // A provision that is quoted says something, also where it denies.
  const said = foldedWithoutSpaces(text);
  if (said !== '' && sources.some(({ quote }) => foldedWithoutSpaces(quote).includes(said))) return false;
  const { requiredFacts } = question.gold;
  const states = requiredFacts.length === 0 ? undefined : readFacts(question, text, aids).stated > 0;
  const kind = replyKind(readableAnswer(text), question.text, { ...aids.phrases, evasive: [] }, states);
  return kind === 'abstention' || kind === 'refusal';
}

/**
 * Grades an answer by the specification's dimensions and verdicts; the harder rule wins. Nothing is given for length, for the
 * number of sources or for words that sound right: every point rests on a fact, a claim's verdict or the gold passage.
 * @returns `not_evaluated` when the answer came without claims to hold against the documents
 */
export function judgeAnswer(
  question: Question,
  answer: TargetAnswer,
  claims: readonly CheckedClaim[],
  aids: JudgingAids,
): Judgement {
  const abstained = answer.abstained || isSilent(question, answer, aids);
  if (claims.length === 0) return notEvaluated('No claim of the answer was checked.');
  if (!question.gold.answerable) return toJudgement(judgeUnanswerable(answer, abstained, claims), claims);
  if (abstained && isOpenGold(question.gold)) return toJudgement(judgeUnanswerable(answer, abstained, claims), claims);
  if (!abstained) return toJudgement(judgeAnswerable(question, answer, claims, aids), claims);
  const graded: Graded = {
    dimensions: NOTHING,
    cap: FAILED_CAP,
    failure: 'FALSE_ABSTENTION',
    reasons: [`The documents answer (${question.gold.documentId ?? ''}), and the answer says that they do not.`],
    intents: { surface: false, hidden: false, behavioral: false },
  };
  return toJudgement(graded, claims);
}

export function notEvaluated(reason: string): Judgement {
  return {
    verdict: 'not_evaluated',
    score: null,
    dimensions: null,
    claims: [],
    failureType: null,
    intents: { surface: null, hidden: null, behavioral: null },
    reasons: [reason],
  };
}
