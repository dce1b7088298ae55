import { FAILED_CAP } from '../graded.js';
import { INCOMPLETE_CAP, NO_FACT_CAP, scoreOf, verdictOf } from '../judge-answer.js';
import { folded } from '../literal.js';
import { isSameValue, valuesAndDates } from '../values.js';
import { NamedClause } from './read-scores.js';
import {
  FailureType,
  Judgement,
  ModelJudgement,
  ModelReading,
  ScoreDimensions,
  Verdict,
} from '../../../domain/test-result.js';

/** Readings that a verdict needs. */
export const READINGS = 2;

const scored = (reading: ModelReading): reading is ModelReading & { dimensions: ScoreDimensions; score: number } =>
  reading.dimensions !== null && reading.score !== null;

/** Objections of the rules that a model cannot overrule. A claim that is in no text is not a contradiction: a model may accept it. */
const isCapped = (rules: Judgement): boolean =>
  rules.claims.some(({ verdict }) => verdict === 'contradicted') ||
  rules.failureType === 'WRONG_FACT' ||
  rules.failureType === 'GENERIC_ANSWER' ||
  rules.failureType === 'FALSE_ABSTENTION';

/** Upper limit of a model's score after the objections of the rules. @param unproved whether a required fact is missing without proof */
function capOf(rules: Judgement, unproved: boolean): number {
  if (isCapped(rules)) return FAILED_CAP;
  if (unproved) return rules.failureType === 'IRRELEVANT' ? NO_FACT_CAP : INCOMPLETE_CAP;
  return rules.failureType === 'WRONG_CITATION' ? INCOMPLETE_CAP : 5;
}

function failureOf(rules: Judgement, dimensions: ScoreDimensions): FailureType {
  if (rules.failureType !== null) return rules.failureType;
  if (dimensions.relevance < 0.5) return 'IRRELEVANT';
  if (dimensions.accuracy < 0.5) return 'WRONG_FACT';
  if (dimensions.completeness < 1) return 'INCOMPLETE';
  return dimensions.citation < 0.5 ? 'NO_SOURCE' : 'CONFUSING';
}

/** Merges two readings of an answer: the stricter one counts, and a difference between them is recorded. */
function judgedBy(model: string, readings: readonly ModelReading[]): ModelJudgement {
  const read = readings.filter(scored);
  const [harder] = [...read].sort((a, b) => a.score - b.score);
  const isRead = read.length === READINGS && harder !== undefined;
  const verdicts: Verdict[] = read.map((reading) => verdictOf(reading.score));
  return {
    model,
    verdict: isRead ? verdictOf(harder.score) : 'not_evaluated',
    score: isRead ? harder.score : null,
    disagreement: isRead ? new Set(verdicts).size > 1 : null,
    readings,
  };
}

/**
 * Adds the verdict of a model to that of the rules, which is kept. A failed check and an evasion cap a model's verdict like the verdict of
 * the rules, and so do a wrong citation and a required fact that is missing without proof. With fewer than two readable readings the verdict is `not_evaluated`, whatever the rules found.
 * @param unproved required facts that the rules miss, and for which a reading names no clause of the answer
 */
export function withModel(
  rules: Judgement,
  model: string,
  readings: readonly ModelReading[],
  unproved: readonly string[] = [],
): Judgement {
  const judged = judgedBy(model, readings);
  const judges = {
    used: 'llm' as const,
    rules: { verdict: rules.verdict, score: rules.score, failureType: rules.failureType },
    model: judged,
  };
  const harder = readings.filter(scored).find((reading) => reading.score === judged.score);
  if (judged.score === null || harder === undefined) {
    const failed = readings.flatMap((reading) => reading.error ?? []);
    const reasons = [`The model did not judge: ${failed.join('; ')}`];
    return { ...rules, verdict: 'not_evaluated', score: null, dimensions: null, failureType: null, reasons, judges };
  }
  const dimensions = isCapped(rules) ? { ...harder.dimensions, accuracy: 0 } : harder.dimensions;
  const score = Math.min(capOf(rules, unproved.length > 0), scoreOf(dimensions));
  const verdict = verdictOf(score);
  const missing = unproved.map((fact) => `No reading names a clause of the answer that states: ${fact}`);
  const reasons = [...readings.filter(scored).map((r) => `${model}: ${r.reason}`), ...rules.reasons, ...missing];
  const failureType = verdict === 'success' ? null : failureOf(rules, dimensions);
  return { ...rules, verdict, score, dimensions, failureType, reasons, judges };
}

/** Cost of the readings of a judgement; null if unknown. */
export function judgingCost({ judges }: Judgement): number | null {
  const costs = (judges?.model?.readings ?? []).flatMap((reading) => reading.costUsd ?? []);
  return costs.length === 0 ? null : costs.reduce((a, b) => a + b, 0);
}

/** A shorter clause is in nearly every answer. */
const FEWEST_LETTERS = 2;

/** Whether the numbers of a clause are other ones than those of the fact. */
function hasOtherNumbers(fact: string, clause: string): boolean {
  const [wanted, said] = [valuesAndDates(fact), valuesAndDates(clause)];
  return wanted.length > 0 && said.length > 0 && !wanted.some((one) => said.some((other) => isSameValue(one, other)));
}

/**
 * Facts for which no reading has proof. A proof is a clause that is in the answer and has no other number than the fact: a model's word
 * alone does not state a fact.
 * @param named the clauses that a reading names
 */
export function unprovedFacts(facts: readonly string[], named: readonly NamedClause[], answer: string): string[] {
  const said = folded(answer).text;
  return facts.filter((fact) => {
    const wanted = folded(fact).text;
    return !named.some(({ fact: own, clause }) => {
      const text = folded(clause).text;
      const isInAnswer = text.length >= FEWEST_LETTERS && said.includes(text);
      return folded(own).text === wanted && isInAnswer && !hasOtherNumbers(fact, clause);
    });
  });
}
