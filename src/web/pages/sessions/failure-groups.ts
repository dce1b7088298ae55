import type { Cause, Result } from '../api/sessions.js';

type Row = Pick<Result, 'result_id' | 'failure_type' | 'query'>;

/** Failures with one cause. */
export interface FailureGroup<R extends Row = Row> {
  readonly key: string;
  /** Null if it is not known. */
  readonly component: string | null;
  readonly failureType: string;
  /** What the first of them shows; null without a cause. */
  readonly because: string | null;
  readonly becauseKo: string | null;
  readonly ids: readonly string[];
  /** The failures among the loaded results. */
  readonly rows: readonly R[];
}

/**
 * Failures by cause, the largest group first, then those without a known cause by type: a session that was stopped has no causes yet.
 */
export function failureGroups<R extends Row>(causes: readonly Cause[], results: readonly R[]): FailureGroup<R>[] {
  const known = causes
    .filter(({ result_ids: ids }) => ids.length > 0)
    .map(({ component, failure_type: failureType, because, because_ko: becauseKo, result_ids: ids }, i) => ({
      key: `${i}`,
      ...{ component, failureType, because, becauseKo, ids },
      rows: results.filter(({ result_id: id }) => ids.includes(id)),
    }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
  const explained = new Set(known.flatMap(({ ids }) => ids));
  const others = results.filter(({ result_id: id, failure_type: type }) => type !== null && !explained.has(id));
  const types = [...new Set(others.flatMap(({ failure_type: type }) => type ?? []))];
  const unexplained = types.map((failureType) => {
    const rows = others.filter(({ failure_type: type }) => type === failureType);
    const ids = rows.map(({ result_id: id }) => id);
    return { key: failureType, component: null, failureType, because: null, becauseKo: null, ids, rows };
  });
  return [...known, ...unexplained.toSorted((a, b) => b.ids.length - a.ids.length)];
}

const RANKS: readonly string[] = ['failure', 'partial', 'not_evaluated', 'success'];

/** Results, what failed first. */
export const failuresFirst = <R extends Pick<Result, 'verdict'>>(results: readonly R[]): R[] =>
  results.toSorted((a, b) => RANKS.indexOf(a.verdict) - RANKS.indexOf(b.verdict));
