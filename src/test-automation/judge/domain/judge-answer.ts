import { CheckedClaim, ClaimVerdict, FactContext, isFailedClaim } from '../../domain/claim-checker.js';
import { completenessOf, conditionShare, withExceptions } from './conditions.js';
import { citedAround, isOfTopic, relevanceOf, topicalOverlap } from './answer-fit.js';
import { FAILED_CAP, Graded, judgeEvasion, judgeUnanswerable, NOTHING, REPEATED } from './graded.js';
import { actionability, helpPoints } from './practical-help.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { isOpenGold, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { matchSources, namesProvision, quotesClaim, SourceMatch } from './source-match.js';
import { readableAnswer } from './readable-answer.js';
import { ownPhraseIn, replyKind, PhraseLists, ReplyKind } from './reply-kind.js';
import { repeatsQuestion } from './said-of-what.js';
import { limitedReason } from './scores.js';
import { FailureType, Judgement, ScoreDimensions, Verdict } from '../../domain/test-result.js';

/** All input of a verdict except question and answer. */
export interface JudgingAids {
  readonly phrases: PhraseLists;
  /** Whether a text states a fact. */
  readonly states: (text: string, fact: string, asked?: FactContext) => ClaimVerdict;
}

export const SUCCESS_FROM = 4;
export const PARTIAL_FROM = 3;
/** An answer without any of the required facts does not answer. */
export const NO_FACT_CAP = 2.5;
/** An answer without some of them is incomplete, whatever else it states. */
export const INCOMPLETE_CAP = 3.9;

/** Points of an answer without required facts that is right, by accuracy, completeness, relevance and citation. */
const ENOUGH_POINTS = 3;

/** The required facts of the question, with their state in the answer. */
interface FactReading {
  readonly stated: number;
  readonly wanted: number;
  readonly lacking: readonly string[];
  readonly contradicted: readonly string[];
  readonly forbidden: readonly string[];
}

function readFacts(question: Question, text: string, { states }: JudgingAids): FactReading {
  const { requiredFacts, forbiddenFacts } = question.gold;
  const asked = { question: question.text, quote: question.gold.quote };
  const verdicts = requiredFacts.map((fact) => ({ fact, verdict: states(text, fact, asked) }));
  const stated = verdicts.filter((v) => v.verdict === 'supported').length;
  // A provision quoted whole contains its other numbers too. They are wrong only if the right one is missing, or if the question is about
  // one edition, whose answer must not be that of another.
  const isStrict = stated < requiredFacts.length || question.kind === 'edition';
  return {
    stated,
    wanted: requiredFacts.length,
    lacking: verdicts.filter((v) => v.verdict !== 'supported').map((v) => v.fact),
    contradicted: verdicts.filter((v) => v.verdict === 'contradicted').map((v) => v.fact),
    forbidden: isStrict ? forbiddenFacts.filter((fact) => states(text, fact) === 'supported') : [],
  };
}

/** Required facts that an answer does not state. */
export function missingFacts({ gold, text: question }: Question, text: string, { states }: JudgingAids): string[] {
  return gold.requiredFacts.filter((fact) => states(text, fact, { question, quote: gold.quote }) !== 'supported');
}

function citationPoints(match: SourceMatch, answer: TargetAnswer, question: Question): number {
  if (match.quotesGold) return 1;
  if (match.namesGoldDocument || match.supportsClaim) return 0.75;
  if (!match.any && namesProvision(answer.text, question.gold)) return 0.75;
  return 0;
}

const saysWrong = (claims: readonly CheckedClaim[], facts: FactReading): boolean =>
  claims.some(isFailedClaim) || facts.contradicted.length > 0 || facts.forbidden.length > 0;

const round = (score: number) => Math.round(score * 1000) / 1000;

function dimensionsOf(
  question: Question,
  answer: TargetAnswer,
  found: { readonly claims: readonly CheckedClaim[]; readonly facts: FactReading; readonly match: SourceMatch },
): ScoreDimensions {
  const { claims, facts, match } = found;
  const isWrong = saysWrong(claims, facts);
  const supported = claims.filter((claim) => claim.verdict === 'supported').length;
  const statesNone = facts.wanted > 0 && facts.stated === 0;
  const isOpen = isOpenGold(question.gold);
  // If the right answer is unknown, the supported claims count as right.
  const isAnswered = isOpen ? !isWrong && supported > 0 : match.quotesGold;
  const offered = question.gold.provision ?? citedAround(question, answer.sources);
  const gold = withExceptions(question.gold.quote ?? '', offered);
  const completeness =
    facts.wanted === 0
      ? Number(isAnswered)
      : completenessOf(facts.stated / facts.wanted, conditionShare(gold, answer.text, question.text));
  const points = {
    // Supported claims about another topic are not the right answer.
    accuracy: isWrong || claims.length === 0 || statesNone ? 0 : supported / claims.length,
    completeness: round(completeness),
    relevance:
      completeness > 0
        ? relevanceOf(question, { gold, offered }, claims)
        : match.quotesGold
          ? 1
          : match.namesGoldDocument
            ? 0.5
            : 0,
    citation: isOpen && match.supportsClaim ? 1 : citationPoints(match, answer, question),
  };
  const help = helpPoints(offered, answer.text, points);
  return { ...points, practicality: round(help.practicality), actionability: round(help.actionability) };
}

const total = (d: ScoreDimensions) =>
  d.accuracy + d.completeness + d.relevance + d.citation + d.practicality + d.actionability;

/** The verdict of a score of 0..5. */
export const verdictOf = (score: number): Verdict =>
  score >= SUCCESS_FROM ? 'success' : score >= PARTIAL_FROM ? 'partial' : 'failure';

/** Total points, 0..5. */
export const scoreOf = (dimensions: ScoreDimensions): number => round(total(dimensions));

function toJudgement(graded: Graded, claims: readonly CheckedClaim[]): Judgement {
  const score = round(Math.max(graded.least ?? 0, Math.min(graded.cap, total(graded.dimensions))));
  const verdict = verdictOf(score);
  return {
    verdict,
    score,
    dimensions: graded.dimensions,
    claims,
    failureType: verdict === 'success' ? null : (graded.failure ?? 'INCOMPLETE'),
    ...(graded.lacks === undefined || graded.lacks.length === 0 ? {} : { lacks: graded.lacks }),
    intents: graded.intents,
    reasons: [...graded.reasons, ...limitedReason(graded.dimensions, score)],
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
    ...facts.contradicted.map((fact) => `Contradicts the fact: ${fact}`),
    ...facts.forbidden.map((fact) => `States what is wrong here: ${fact}`),
    `${facts.stated} of ${facts.wanted} required facts are stated.`,
    ...(citation === 0 ? ['No source supports it.'] : []),
  ];
}

/** A claim, and the items of a list that was written on one line (`This means: - You cannot … - It can …`). */
const statementsOf = (claim: string): readonly string[] => {
  const items = claim.split(/\s[-*•·]\s/u);
  return items.length === 1 ? items : [claim, ...items];
};

/**
 * A provision about another topic may contain the same number: it does not answer the question. A long answer about several things has its
 * topic where it states a fact.
 */
function saysItOfSomethingElse(
  { text, gold }: Question,
  { text: said, sources }: TargetAnswer,
  { claims, match }: { readonly claims: readonly CheckedClaim[]; readonly match: SourceMatch },
  { states }: JudgingAids,
): boolean {
  if (!match.any || match.namesGoldDocument || gold.requiredFacts.length === 0) return false;
  const topic = [text, gold.quote ?? ''];
  // A quote may name its topic in the title of its document alone: `You cannot use it …`.
  if (topicalOverlap([said, ...sources.map(({ title }) => title)].join('\n'), topic)) return false;
  const asked = { question: text, quote: gold.quote };
  return !claims.some(({ claim, verdict, documentId }) => {
    const titles = sources.filter((source) => quotesClaim(source, claim)).map(({ title }) => title);
    return statementsOf(claim).some((statement) => {
      const facts = gold.requiredFacts.filter((fact) => states(statement, fact, asked) === 'supported');
      if (verdict !== 'supported' || facts.length === 0) return false;
      if (documentId === gold.documentId) return true;
      return titles.length > 0 && isOfTopic([statement, ...titles].join('\n'), topic, facts);
    });
  });
}

function judgeAnswerable(
  question: Question,
  answer: TargetAnswer,
  claims: readonly CheckedClaim[],
  aids: JudgingAids,
): Graded {
  const match = matchSources(answer.sources, question.gold, claims);
  const isElsewhere = saysItOfSomethingElse(question, answer, { claims, match }, aids);
  const read = readFacts(question, answer.text, aids);
  const facts = isElsewhere ? { ...read, stated: 0, lacking: question.gold.requiredFacts } : read;
  const found = { claims, facts, match };
  const dimensions = dimensionsOf(question, answer, found);
  const isWrong = saysWrong(claims, facts);
  const evasion = ownPhraseIn(answer.text, aids.phrases.evasive, question.gold.provision ?? question.gold.quote);
  const isMissing = facts.wanted > 0 && facts.stated < facts.wanted;
  // Citations are measured separately: a missing one costs no points, a wrong one prevents success.
  const isMiscited = match.any && dimensions.citation === 0;
  const caps = [
    5,
    ...(isWrong || evasion !== undefined ? [FAILED_CAP] : []),
    ...(dimensions.completeness === 0 ? [NO_FACT_CAP] : []),
    ...(isMissing || isMiscited ? [INCOMPLETE_CAP] : []),
  ];
  // The verdict does not depend on practical help, which ranks right answers.
  const isEnough = facts.wanted > 0 || total({ ...dimensions, practicality: 0, actionability: 0 }) >= ENOUGH_POINTS;
  const isRight = isEnough && !isMissing && !isWrong && !isMiscited && evasion === undefined;
  const failure = failureOf(found, dimensions);
  return {
    dimensions,
    cap: Math.min(...caps),
    least: isRight ? SUCCESS_FROM : 0,
    lacks: facts.lacking,
    failure: evasion !== undefined && failure !== 'WRONG_FACT' ? 'GENERIC_ANSWER' : failure,
    reasons: [
      ...(evasion === undefined ? [] : [`Evades with “${evasion}” what the documents answer.`]),
      ...(isElsewhere && read.stated > 0 ? ['It states the facts about another topic.'] : []),
      ...reasonsOf(claims, facts, dimensions),
    ],
    intents: {
      surface: dimensions.relevance >= 0.5,
      hidden: facts.wanted === 0 ? null : facts.stated === facts.wanted,
      behavioral:
        actionability(citedAround(question, answer.sources), answer.text) !== 0 && dimensions.completeness > 0,
    },
  };
}

/** The kind of a reply, as in `POST /judge`; a stated fact makes it an answer. */
function kindOf(question: Question, { text, sources }: TargetAnswer, aids: JudgingAids): ReplyKind {
  // A quoted provision is a statement, also if it denies.
  const said = foldedWithoutSpaces(text);
  if (said !== '' && sources.some(({ quote }) => foldedWithoutSpaces(quote).includes(said))) return 'answer';
  const { requiredFacts } = question.gold;
  const states = requiredFacts.length === 0 ? undefined : readFacts(question, text, aids).stated > 0;
  return replyKind(readableAnswer(text), question.text, { ...aids.phrases, evasive: [] }, states);
}

/**
 * Grades an answer by the dimensions and verdicts of the specification; the stricter rule wins. Length, the number of sources and plausible
 * words give no points: every point has a fact, a claim's verdict or the gold passage as evidence.
 * @returns `not_evaluated` if the answer came without claims that could be compared with the documents
 */
export function judgeAnswer(
  question: Question,
  answer: TargetAnswer,
  claims: readonly CheckedClaim[],
  aids: JudgingAids,
): Judgement {
  const kind = kindOf(question, answer, aids);
  const abstained = answer.abstained || kind === 'abstention' || kind === 'refusal';
  if (claims.length === 0) return notEvaluated('No claim of the answer was checked.');
  if (!question.gold.answerable) return toJudgement(judgeUnanswerable(answer, abstained, claims), claims);
  if (abstained && isOpenGold(question.gold)) return toJudgement(judgeUnanswerable(answer, abstained, claims), claims);
  const isRepeated = repeatsQuestion(readableAnswer(answer.text), question.text);
  if (!abstained && (isRepeated || kind === 'evasion' || kind === 'clarifying'))
    return toJudgement({ ...(isRepeated ? REPEATED : judgeEvasion(kind)), lacks: question.gold.requiredFacts }, claims);
  if (!abstained) return toJudgement(judgeAnswerable(question, answer, claims, aids), claims);
  const graded: Graded = {
    dimensions: NOTHING,
    cap: FAILED_CAP,
    failure: 'FALSE_ABSTENTION',
    lacks: question.gold.requiredFacts,
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
