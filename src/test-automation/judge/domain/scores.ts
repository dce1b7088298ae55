import { overlap } from '../../../text/text-span.js';
import { aboutShare, nearTopic } from './answer-fit.js';
import { completenessOf, conditionShare } from './conditions.js';
import { termsOf } from './meaning.js';
import { helpPoints, namesNextStep } from './practical-help.js';
import { FailureType, ScoreDimensions, Verdict } from '../../domain/test-result.js';
import { AnswerReading, JudgingCase } from './judging-case.js';

const round = (score: number): number => Math.round(score * 1000) / 1000;

/** An answer to a question without a known citation may still be right. */
const UNCITED = 0.5;
/** A claim in other words or the other language is about the question if its meaning is this near. */
const NEAR_QUESTION = 0.45;

function relevanceOf(
  { facts, claims, kind, goldText, offered }: AnswerReading,
  { question, answer, answerable, nearness, gold }: JudgingCase,
): number {
  if (kind !== 'answer') return answerable === false && (kind === 'abstention' || kind === 'refusal') ? 1 : 0;
  const isAnswered =
    facts.length === 0
      ? claims.some(({ verdict }) => verdict === 'supported')
      : facts.some(({ verdict }) => verdict === 'stated');
  const near = Math.max(0, Math.min(1, nearness(question, answer)));
  if (!isAnswered) return near / 2;
  const asked = termsOf(`${question} ${goldText} ${facts.flatMap(({ alternatives }) => alternatives).join(' ')}`);
  const topics = { asked, beside: termsOf(offered) };
  const own = new Set(gold.map(({ documentId }) => documentId));
  return aboutShare(
    claims.map(({ text, start, end, documentId }) => {
      const answers =
        facts.some(({ where }) => where !== undefined && overlap(where, { start, end })) ||
        nearness(question, text) >= NEAR_QUESTION;
      const isElsewhere = documentId !== null && own.size > 0 && !own.has(documentId);
      return { length: text.length, near: answers ? 1 : nearTopic(text, topics, isElsewhere) };
    }),
  );
}

/**
 * Points of an answer: accuracy by its claims, completeness by the required facts and the conditions of the passage, relevance by the
 * share of the answer that is about the question, citation by the cited location. Practicality and actionability are the shares of the
 * details (deadline, papers, office) and actions of the passages and their neighbours that the answer gives.
 */
export function pointsOf(reading: AnswerReading, judged: JudgingCase, verdict: Verdict): ScoreDimensions {
  const { facts, claims, citation, kind, goldText, offered } = reading;
  const isSilent = kind !== 'answer';
  const silentPoints = isSilent && verdict === 'success' ? 1 : 0;
  const failed =
    claims.some((claim) => claim.verdict === 'contradicted' || claim.adds) ||
    facts.some((fact) => fact.verdict === 'contradicted');
  const supported = claims.filter((claim) => claim.verdict === 'supported').length;
  const stated = facts.filter((fact) => fact.verdict === 'stated').length;
  const statesNone = facts.length > 0 && stated === 0;
  const accuracy = failed || statesNone ? 0 : claims.length === 0 ? Number(stated > 0) : supported / claims.length;
  const isHeld = supported > 0 && !failed;
  const conditions = conditionShare(goldText, judged.answer, judged.question);
  const points = {
    accuracy: isSilent ? silentPoints : round(accuracy),
    completeness: isSilent
      ? silentPoints
      : facts.length === 0
        ? round(completenessOf(Number(isHeld), conditions))
        : round(completenessOf(stated / facts.length, conditions)),
    relevance: round(relevanceOf(reading, judged)),
    citation: isSilent ? silentPoints : citation.right === true ? 1 : citation.right === false ? 0 : UNCITED,
  };
  // The help of an abstention is the next step.
  const next = silentPoints > 0 && namesNextStep(judged.answer) ? 0.5 : 0;
  const help = isSilent ? { practicality: next, actionability: next } : helpPoints(offered, judged.answer, points);
  return { ...points, practicality: round(help.practicality), actionability: round(help.actionability) };
}

const BANDS: Readonly<Record<Exclude<Verdict, 'not_evaluated'>, readonly [least: number, most: number]>> = {
  success: [4, 5],
  partial: [3, 3.9],
  failure: [0, 2.9],
};
const WRONG_MOST = 2;

const sumOf = (points: ScoreDimensions): number => {
  const { accuracy, completeness, relevance, citation, practicality, actionability } = points;
  return round(accuracy + completeness + relevance + citation + practicality + actionability);
};

/** Says that a score is not the sum of its points, since the verdict limits it. */
export function limitedReason(points: ScoreDimensions, score: number): readonly string[] {
  const sum = sumOf(points);
  if (sum === score) return [];
  return [`The points add up to ${sum}; the verdict ${sum < score ? 'lifts' : 'limits'} the score to ${score}.`];
}

/** The sum of the points within the limits of the verdict: rules decide the verdict, points rank answers with the same verdict. */
export function withinVerdict(points: ScoreDimensions, verdict: Verdict, failureType: FailureType | null): number {
  if (verdict === 'not_evaluated') return 0;
  const [least, most] = BANDS[verdict];
  const isWrong = failureType === 'WRONG_FACT' || failureType === 'HALLUCINATION' || failureType === 'FALSE_ABSTENTION';
  return round(Math.max(least, Math.min(isWrong ? WRONG_MOST : most, sumOf(points))));
}
