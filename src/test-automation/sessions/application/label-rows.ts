import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../../shared/domain/domain-error.js';
import {
  chosenForReview,
  JudgedRow,
  ReviewAgreement,
  ReviewLabel,
  ROWS_TO_REVIEW,
} from '../../judge/domain/session-review.js';
import { TestResult } from '../../domain/test-result.js';
import { agreementsFor, GivenLabel, isSameReviewer, LabelledRows, LabelStore, Reviewer } from '../domain/row-labels.js';
import { SessionStore } from '../domain/session-store.js';
import { ownerSeenBy, SessionViewer } from '../domain/test-session.js';
import { ShowSessions } from './show-sessions.js';

/** A row for a reviewer. Its verdict must not be shown. */
export interface RowToLabel {
  readonly result: TestResult;
  /** The earlier turns of its dialogue, without which a follow-up cannot be understood. */
  readonly earlier: readonly TestResult[];
  readonly label: ReviewLabel | null;
}

/** The rows of a session as one reviewer sees them. */
export interface SessionLabels {
  readonly rows: readonly RowToLabel[];
  /** Number of rows whose documents the reviewer may not see; they need no label. */
  readonly withheld: number;
  readonly isComplete: boolean;
  /** Null until the labels of this reviewer are complete: nobody is influenced by others. */
  readonly agreements: readonly ReviewAgreement[] | null;
}

/** Lets people label rows of an ended session without seeing the verdict of the judge or the labels of others. */
@Injectable()
export class LabelRows {
  constructor(
    private readonly sessions: SessionStore,
    private readonly labels: LabelStore,
    private readonly show: ShowSessions,
  ) {}

  /**
   * @throws NotFoundError for an id that is unknown, or another caller's
   * @throws ConflictError for a session that has not ended
   */
  async read(sessionId: string, reviewer: string, viewer: SessionViewer): Promise<SessionLabels> {
    const { judged, rows, withheld } = await this.rowsFor(sessionId, viewer, { withEarlier: true });
    const all = await this.labels.all(sessionId);
    const me: Reviewer = { caller: viewer.id, name: reviewer };
    const nothing: LabelledRows = { reviewer: me, labels: new Map(), isComplete: false };
    const own = all.find((one) => isSameReviewer(one.reviewer, me)) ?? nothing;
    const isComplete = rows.length > 0 && rows.every(({ result }) => own.labels.has(result.resultId));
    return {
      rows: rows.map((row) => ({ ...row, label: own.labels.get(row.result.resultId) ?? null })),
      withheld,
      isComplete,
      agreements: isComplete ? agreementsFor(own, all, judged) : null,
    };
  }

  /**
   * Stores a label, or changes it.
   * @returns whether each row of this reviewer has a label now
   * @throws NotFoundError for a row that this reviewer has not been given
   * @throws ConflictError for a session that has not ended, or has too many reviewers
   */
  async label(sessionId: string, given: GivenLabel, reviewer: string, viewer: SessionViewer): Promise<boolean> {
    const { rows } = await this.rowsFor(sessionId, viewer, { withEarlier: false });
    const ids = rows.map(({ result }) => result.resultId);
    if (!ids.includes(given.resultId)) throw new NotFoundError('row to label', given.resultId);
    return this.labels.save(sessionId, { caller: viewer.id, name: reviewer }, given, ids);
  }

  /** The same rows for every reviewer, without those that this one may not see. */
  private async rowsFor(
    sessionId: string,
    viewer: SessionViewer,
    { withEarlier }: { readonly withEarlier: boolean },
  ): Promise<{
    readonly judged: readonly JudgedRow[];
    readonly rows: readonly Omit<RowToLabel, 'label'>[];
    readonly withheld: number;
  }> {
    const stored = await this.sessions.find(sessionId, ownerSeenBy(viewer));
    if (stored === undefined) throw new NotFoundError('test session', sessionId);
    const { session } = stored;
    if (session.status === 'queued' || session.status === 'running')
      throw new ConflictError('The session has not ended; label its rows when it has.');
    const summaries = await this.sessions.resultSummaries(sessionId);
    const judged = summaries.map((summary) => ({ ...summary, verdict: summary.judgement.verdict }));
    const chosen = chosenForReview(sessionId, judged, ROWS_TO_REVIEW);
    const needed = withEarlier
      ? summaries.filter((one) => chosen.some((row) => row.resultId === one.resultId || isEarlierTurn(one, row)))
      : chosen;
    const results = await this.sessions.resultsOf(
      sessionId,
      needed.map(({ resultId }) => resultId),
    );
    const hasDialogues = chosen.some(({ scenarioId }) => scenarioId !== null);
    const plan = hasDialogues ? await this.sessions.plan(sessionId) : undefined;
    const shown = await this.show.results(session, results, plan?.questions, viewer.filter);
    const byId = new Map(shown.map((result) => [result.resultId, result]));
    const found = chosen.flatMap(({ resultId }) => byId.get(resultId) ?? []);
    const visible = found.filter(({ isWithheld }) => isWithheld !== true);
    return {
      judged,
      rows: visible.map((result) => ({
        result,
        earlier: shown.filter((one) => isEarlierTurn(one, result)).sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0)),
      })),
      withheld: found.length - visible.length,
    };
  }
}

type Turn = Pick<TestResult, 'scenarioId' | 'turn'>;

const isEarlierTurn = (one: Turn, { scenarioId, turn }: Turn): boolean =>
  scenarioId !== null && one.scenarioId === scenarioId && one.turn !== null && turn !== null && one.turn < turn;
