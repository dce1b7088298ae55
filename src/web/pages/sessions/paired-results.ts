import type { Result } from '../api/sessions.js';

/** A question that both sessions asked, with both results. */
export interface Pair {
  readonly key: string;
  readonly base: Result;
  readonly candidate: Result;
}

/** `other`: another verdict or another answer, without passing only in one of the sessions. */
export type Change = 'regressions' | 'gains' | 'other' | 'same';

const keyOf = ({ question_id: id, turn }: Result) => `${id}/${turn ?? 0}`;
const isSuccess = ({ verdict }: Result) => verdict === 'success';
const isEvaluated = ({ verdict }: Result) => verdict !== 'not_evaluated';

function changeOf({ base, candidate }: Pair): Change {
  if (isEvaluated(base) && isEvaluated(candidate) && isSuccess(base) !== isSuccess(candidate))
    return isSuccess(base) ? 'regressions' : 'gains';
  return base.verdict === candidate.verdict && base.answer === candidate.answer ? 'same' : 'other';
}

const scoreChange = ({ base, candidate }: Pair) => (candidate.score ?? 0) - (base.score ?? 0);

/** Pairs the results of two sessions by question and turn, the greatest changes of score first. */
export function pairResults(base: readonly Result[], candidate: readonly Result[]): Readonly<Record<Change, Pair[]>> {
  const after = new Map(candidate.map((result) => [keyOf(result), result]));
  const found: Record<Change, Pair[]> = { regressions: [], gains: [], other: [], same: [] };
  for (const result of base) {
    const other = after.get(keyOf(result));
    if (other === undefined || other.query !== result.query) continue;
    const pair = { key: keyOf(result), base: result, candidate: other };
    found[changeOf(pair)].push(pair);
  }
  for (const pairs of Object.values(found)) pairs.sort((a, b) => Math.abs(scoreChange(b)) - Math.abs(scoreChange(a)));
  return found;
}
