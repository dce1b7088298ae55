import { agreementLines, reviewAgreements, ReviewedRow, ReviewLabel, rowsToReview } from './session-review.js';

const row = (i: number, verdict: string): ReviewedRow => ({
  resultId: `r${i}`,
  question: `question ${i}`,
  answer: `answer ${i}`,
  goldQuote: null,
  answerable: true,
  verdict,
});
const ROWS = Array.from({ length: 30 }, (_, i) => row(i, i < 20 ? 'success' : i < 28 ? 'failure' : 'not_evaluated'));
const labels = (of: (i: number) => ReviewLabel) =>
  new Map(Array.from({ length: 28 }, (_, i) => [`r${i}`, of(i)] as const));

describe('rows for a review', () => {
  it('are half passed ones, the same for each reviewer, and show no verdict', () => {
    const rows = rowsToReview('s1', ROWS, 12);
    expect(rowsToReview('s1', ROWS, 12)).toEqual(rows);
    expect(rows.filter(({ resultId }) => Number(resultId.slice(1)) < 20)).toHaveLength(6);
    expect(JSON.stringify(rows)).not.toMatch(/verdict|success|failure/u);
    expect(rowsToReview('s2', ROWS, 12)).not.toEqual(rows);
  });

  it('are filled up with the available ones, and contain no unevaluated ones', () => {
    expect(rowsToReview('s1', ROWS, 100)).toHaveLength(28);
    expect(rowsToReview('s1', ROWS, 24).filter(({ resultId }) => Number(resultId.slice(1)) >= 20)).toHaveLength(
      8 + 4 - 4,
    );
  });
});

describe('the agreement of a review', () => {
  const ann = labels((i) => (i < 20 ? 'success' : 'failure'));
  const ben = labels((i) => (i < 18 ? 'success' : i < 20 ? 'partial' : 'failure'));

  it('is reported for each pair of reviewers and for each reviewer with the judge', () => {
    const found = reviewAgreements(
      ROWS,
      new Map([
        ['ann', ann],
        ['ben', ben],
      ]),
    );
    expect(found.map(({ first, second }) => `${first}/${second}`)).toEqual(['ann/ben', 'ann/judge', 'ben/judge']);
    expect(found[1]?.labels).toMatchObject({ rows: 28, kappa: 1 });
    expect(found[0]?.passed.observed).toBeCloseTo(26 / 28, 10);
    expect(agreementLines(found)[0]).toMatch(/^ann and ben: three labels: 92\.9 % of 28 rows alike; kappa 0\.\d\d \[/u);
  });

  it('is undefined for reviewers without a row in common', () => {
    expect(
      reviewAgreements(
        [],
        new Map([
          ['ann', ann],
          ['ben', new Map()],
        ]),
      ),
    ).toEqual([]);
  });
});
