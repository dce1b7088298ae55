import { ReviewLabel } from '../../judge/domain/session-review.js';
import { agreementsFor, LabelledRows } from './row-labels.js';

const labelled = (caller: string, name: string, given: readonly ReviewLabel[], isComplete = true): LabelledRows => ({
  reviewer: { caller, name },
  labels: new Map(given.map((label, i) => [`r${i}`, label])),
  isComplete,
});
const ROWS = ['success', 'failure', 'not_evaluated'].map((verdict, i) => ({ resultId: `r${i}`, verdict }));
const OWN = labelled('key_1', 'ann', ['success', 'failure', 'partial']);

describe('the agreement that a reviewer sees', () => {
  it('is with the others whose labels are complete and with the judge, own pairs first', () => {
    const ben = labelled('key_1', 'ben', ['success', 'success', 'partial']);
    const unfinished = labelled('key_2', 'cho', ['success'], false);
    const found = agreementsFor(OWN, [ben, OWN, unfinished], ROWS);
    expect(found.map(({ first, second, labels }) => [first, second, labels.rows])).toEqual([
      ['ann', 'ben', 3],
      ['ann', 'judge', 2],
      ['ben', 'judge', 2],
    ]);
    expect(found[1]?.labels).toMatchObject({ observed: 1, kappa: 1, ci95: null });
  });

  it('numbers people of the same name', () => {
    const found = agreementsFor(
      OWN,
      [OWN, labelled('key_2', 'ann', ['success']), labelled('key_3', 'ann', ['success'])],
      ROWS,
    );
    expect(found.slice(0, 2).map(({ second }) => second)).toEqual(['ann 2', 'ann 3']);
  });
});
