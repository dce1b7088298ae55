import type { Result } from '../api/sessions.js';
import { pairResults } from './paired-results.js';

function result(id: string, verdict: string, more: Partial<Result> = {}): Result {
  return {
    result_id: `r-${id}`,
    question_id: id,
    persona_id: 'freshman',
    query: `Question ${id}?`,
    difficulty: 'easy',
    kind: 'fact',
    intents: { surface: '', hidden: '', behavioral: '' },
    gold: { document_id: null, section: null, quote: null, required_facts: [], answerable: true },
    answer: 'Ten books.',
    sources: [],
    abstained: false,
    verdict,
    score: null,
    dimensions: null,
    fact_checks: [],
    failure_type: null,
    attempts: [],
    attribution: [],
    scenario_id: null,
    turn: null,
    context: null,
    trace_id: null,
    took_ms: 1,
    reasons: null,
    error: null,
    ...more,
  };
}

describe('results of two sessions', () => {
  const keys = (base: readonly Result[], candidate: readonly Result[]) =>
    Object.fromEntries(
      Object.entries(pairResults(base, candidate)).map(([change, pairs]) => [change, pairs.map(({ key }) => key)]),
    );

  it('are paired by what changed; what is not evaluated neither passes nor fails', () => {
    const base = [
      result('a', 'success'),
      result('b', 'failure'),
      result('c', 'partial'),
      result('d', 'success'),
      result('e', 'success'),
    ];
    const candidate = [
      result('a', 'failure'),
      result('b', 'success'),
      result('c', 'partial', { answer: 'Five books.' }),
      result('d', 'success'),
      result('e', 'not_evaluated', { answer: null }),
    ];
    expect(keys(base, candidate)).toEqual({
      regressions: ['a/0'],
      gains: ['b/0'],
      other: ['c/0', 'e/0'],
      same: ['d/0'],
    });
  });

  it('are of the same question in the same turn with the same words', () => {
    const base = [result('a', 'success', { turn: 2 }), result('b', 'success')];
    const candidate = [result('a', 'failure', { turn: 3 }), result('b', 'failure', { query: 'Another?' })];
    expect(Object.values(keys(base, candidate)).flat()).toEqual([]);
  });

  it('have the greatest changes of the score first', () => {
    const scored = (id: string, verdict: string, score: number) => result(id, verdict, { score });
    const base = [scored('a', 'success', 4), scored('b', 'success', 5)];
    const candidate = [scored('a', 'failure', 3), scored('b', 'failure', 1)];
    expect(keys(base, candidate)['regressions']).toEqual(['b/0', 'a/0']);
  });
});
