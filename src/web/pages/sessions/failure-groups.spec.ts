import type { Cause } from '../api/sessions.js';
import { failureGroups, failuresFirst } from './failure-groups.js';

const row = (id: string, type: string | null) => ({ result_id: id, failure_type: type, query: `${id}?` });
const cause = (component: string | null, ids: readonly string[]): Cause => ({
  component,
  seen_in: 'answers',
  failure_type: 'IRRELEVANT',
  result_ids: [...ids],
  because: 'because',
  because_ko: null,
});

describe('the failures of a session', () => {
  it('are grouped by cause, the largest group first, also where their rows are not loaded', () => {
    const groups = failureGroups(
      [cause('reranker', ['a']), cause('hyde', ['b', 'c'])],
      [row('a', 'IRRELEVANT'), row('b', 'IRRELEVANT')],
    );
    expect(groups.map(({ component, ids, rows }) => [component, ids.length, rows.length])).toEqual([
      ['hyde', 2, 1],
      ['reranker', 1, 1],
    ]);
  });

  it('are grouped by type where no cause is known, without passes and without a component that failed its own cases', () => {
    const rows = [row('a', null), row('b', 'ERROR'), row('c', 'INCOMPLETE'), row('d', 'ERROR')];
    const groups = failureGroups([cause('hyde', [])], rows);
    expect(groups.map(({ failureType, ids }) => [failureType, ids])).toEqual([
      ['ERROR', ['b', 'd']],
      ['INCOMPLETE', ['c']],
    ]);
  });

  it('come before what passed', () => {
    const verdicts = ['success', 'not_evaluated', 'failure', 'partial'].map((verdict) => ({ verdict }));
    expect(failuresFirst(verdicts).map(({ verdict }) => verdict)).toEqual([
      'failure',
      'partial',
      'not_evaluated',
      'success',
    ]);
  });
});
