import {
  JudgedRow,
  ReviewAgreement,
  reviewAgreements,
  ReviewLabel,
  ReviewLabels,
} from '../../judge/domain/session-review.js';

/** Maximum number of reviewers of a session, by caller and name. */
export const MAX_REVIEWERS = 20;

/** Somebody who labels rows: the caller, and a name, since several people may use one key. */
export interface Reviewer {
  readonly caller: string;
  readonly name: string;
}

export interface GivenLabel {
  readonly resultId: string;
  readonly label: ReviewLabel;
}

/** All labels of one reviewer of a session. */
export interface LabelledRows {
  readonly reviewer: Reviewer;
  readonly labels: ReviewLabels;
  /** Whether every row that the reviewer could see has had a label. */
  readonly isComplete: boolean;
}

/** Labels of the rows of sessions. They are deleted with their session. */
export abstract class LabelStore {
  /**
   * Adds a label, or replaces the one of the same row.
   * @param rows ids of all rows of this reviewer: the labels are complete when each of them has one
   * @returns whether they are complete now
   * @throws ConflictError for a reviewer above the maximum of a session
   */
  abstract save(sessionId: string, reviewer: Reviewer, given: GivenLabel, rows: readonly string[]): Promise<boolean>;
  /** By caller and name. */
  abstract all(sessionId: string): Promise<readonly LabelledRows[]>;
}

export const isSameReviewer = (a: Reviewer, b: Reviewer): boolean => a.caller === b.caller && a.name === b.name;

/**
 * Agreement of a reviewer with the others and with the judge, and of the others. Labels that are not complete are left out: their reviewers
 * still work, and a part of a sample is another sample. Of two reviewers with one name the later is `name 2`.
 * @param rows the judged rows of the session
 */
export function agreementsFor(
  own: LabelledRows,
  all: readonly LabelledRows[],
  rows: readonly JudgedRow[],
): ReviewAgreement[] {
  const others = all.filter(({ reviewer, isComplete }) => isComplete && !isSameReviewer(reviewer, own.reviewer));
  const byName = new Map<string, ReviewLabels>();
  for (const { reviewer, labels } of [own, ...others]) {
    let name = reviewer.name;
    for (let n = 2; byName.has(name); n++) name = `${reviewer.name} ${n}`;
    byName.set(name, labels);
  }
  return reviewAgreements(rows, byName);
}
