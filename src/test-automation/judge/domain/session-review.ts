import { Agreement, cohensKappa } from './cohens-kappa.js';
import { SeededRandom } from '../../domain/seeded-random.js';

/** Labels that people and the judge give an answer. */
export const REVIEW_LABELS = ['success', 'partial', 'failure'] as const;
export type ReviewLabel = (typeof REVIEW_LABELS)[number];

/** A name under which somebody labels rows; `judge` is the name of the judge. */
export const REVIEWER_NAME = /^(?!judge$)[\p{L}\p{N}_-]{1,40}$/u;

/** Number of rows of a review, unless another is requested. */
export const ROWS_TO_REVIEW = 40;

export const isReviewLabel = (text: unknown): text is ReviewLabel => REVIEW_LABELS.some((label) => label === text);

/** The fields of a row that a review needs. */
export interface ReviewedRow {
  readonly resultId: string;
  readonly question: string;
  readonly answer: string;
  readonly goldQuote: string | null;
  readonly answerable: boolean;
  readonly verdict: string;
}

/** The fields for a reviewer: without the verdict, and without fields that reveal it. */
export type BlindRow = Omit<ReviewedRow, 'verdict'>;

/** Labels of one reviewer by result. */
export type ReviewLabels = ReadonlyMap<string, ReviewLabel>;

/** A row whose verdict counts in a review. */
export type JudgedRow = Pick<ReviewedRow, 'resultId' | 'verdict'>;

/**
 * Rows for a review: half of them passed by the judge, as far as available, in an order that does not reveal the verdict. The same session
 * and number give the same rows to every reviewer.
 * @param most maximum number of rows
 */
export function chosenForReview<T extends JudgedRow>(sessionId: string, rows: readonly T[], most: number): T[] {
  const random = new SeededRandom(`review/${sessionId}`);
  const judged = rows.filter(({ verdict }) => isReviewLabel(verdict));
  const passed = random.shuffled(judged.filter(({ verdict }) => verdict === 'success'));
  const others = random.shuffled(judged.filter(({ verdict }) => verdict !== 'success'));
  const half = Math.floor(most / 2);
  const fromOthers = others.slice(0, Math.max(half, most - passed.length));
  const chosen = [...fromOthers, ...passed.slice(0, most - fromOthers.length)];
  return random.shuffled(chosen);
}

/** The chosen rows without their verdict. */
export function rowsToReview(sessionId: string, rows: readonly ReviewedRow[], most: number): BlindRow[] {
  return chosenForReview(sessionId, rows, most).map(({ resultId, question, answer, goldQuote, answerable }) => ({
    resultId,
    question,
    answer,
    goldQuote,
    answerable,
  }));
}

/** Agreement of two who labelled rows of a session; undefined if they have no row in common. */
export interface ReviewAgreement {
  readonly first: string;
  readonly second: string;
  /** By the three labels. */
  readonly labels: Agreement;
  /** By whether an answer passes, as gates count. */
  readonly passed: Agreement;
}

const isPassed = (label: string): string => (label === 'success' ? 'passed' : 'not passed');

function agreementOf(
  [first, mine]: readonly [string, ReviewLabels],
  [second, theirs]: readonly [string, ReviewLabels],
): ReviewAgreement[] {
  const pairs = [...mine].flatMap(([id, label]): [string, string][] => {
    const other = theirs.get(id);
    return other === undefined ? [] : [[label, other]];
  });
  if (pairs.length === 0) return [];
  const passed = pairs.map(([a, b]): [string, string] => [isPassed(a), isPassed(b)]);
  return [{ first, second, labels: cohensKappa(pairs), passed: cohensKappa(passed) }];
}

/** Agreement of each pair of reviewers and of each reviewer with the judge; the judge comes last. */
export function reviewAgreements(
  rows: readonly JudgedRow[],
  reviews: ReadonlyMap<string, ReviewLabels>,
): ReviewAgreement[] {
  const judge: ReviewLabels = new Map(
    rows.flatMap(({ resultId, verdict }): [string, ReviewLabel][] =>
      isReviewLabel(verdict) ? [[resultId, verdict]] : [],
    ),
  );
  const all: (readonly [string, ReviewLabels])[] = [...reviews, ['judge', judge]];
  return all.flatMap((one, i) => all.slice(i + 1).flatMap((other) => agreementOf(one, other)));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function kappaText({ rows, observed, kappa, ci95 }: Agreement): string {
  const agreed = `${percent(observed)} of ${rows} rows alike`;
  if (kappa === null) return `${agreed}; kappa not available, since both have one label for all`;
  if (ci95 === null) return `${agreed}; kappa ${kappa.toFixed(2)}, interval not available`;
  return `${agreed}; kappa ${kappa.toFixed(2)} [${ci95[0].toFixed(2)}, ${ci95[1].toFixed(2)}]`;
}

/** One line for each pair and reading, with the 95 % interval in brackets. */
export function agreementLines(agreements: readonly ReviewAgreement[]): string[] {
  return agreements.flatMap(({ first, second, labels, passed }) => [
    `${first} and ${second}: three labels: ${kappaText(labels)}`,
    `${first} and ${second}: passed or not: ${kappaText(passed)}`,
  ]);
}
