import { Injectable, Logger } from '@nestjs/common';
import { OwnerEndedError } from '../../../shared/domain/current-rights.js';
import { TryLaterError } from '../../../shared/domain/domain-error.js';
import { isHandedOver, JobRun } from '../../../shared/domain/job-runner.js';
import { JudgeMeasure } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { OpenBudget } from './open-budget.js';
import { PrepareSession } from './prepare-session.js';
import { RecordSession } from './record-session.js';
import { RunUnits } from './run-units.js';

/** The job of the session, unless it runs in the foreground. */
export type SessionJob = Pick<JobRun, 'progress' | 'isLastTry'>;

/** Runs a session to its end, or resumes it: answers come from the journal, so that nothing is asked twice. */
@Injectable()
export class RunSession {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: SessionStore,
    private readonly record: RecordSession,
    private readonly prepareSession: PrepareSession,
    private readonly units: RunUnits,
    private readonly judges: JudgeMeasure,
    private readonly budgets: OpenBudget,
  ) {}

  /**
   * @returns the session as it ended
   * @param job whose units any process may ask; undefined runs it in the foreground
   * @throws only if the session will be resumed, by another process or once the store is available again: then its state is not changed
   */
  async run(queued: TestSession, signal: AbortSignal, job?: SessionJob): Promise<TestSession> {
    let session: TestSession = {
      ...queued,
      status: 'running',
      startedAt: queued.startedAt ?? this.record.now(),
      error: null,
    };
    try {
      await this.units.assertOwner(session);
      session = await this.record.enter(session, 'preparing');
      const { target, questions } = await this.prepareSession.prepare(session, signal, (known) => (session = known));
      session = await this.record.enter(session, 'asking');
      const earlier = await this.store.results(session.sessionId);
      const progress = this.record.progressOf(session, earlier);
      const sessionBudget = await this.budgets.open(session, earlier, questions.costUsd ?? 0);
      const onResult = (result: TestResult) => progress.add(result);
      const run = { session, target, signal, sessionBudget, onResult, progress: job?.progress };
      await this.units.run(run, await this.units.open(session, questions));
      const open = await this.units.open(session, questions);
      if (open.length > 0 && (await this.budgets.isSpent(session, sessionBudget)))
        return await this.record.end(
          { ...session, error: 'The budget was used up; what was not asked is missing.' },
          'failed',
        );
      await this.units.assertOwner(session);
      session = await this.record.enter(session, 'checking_judge');
      const judgeCards = await this.judges.measureJudge(session, signal);
      return await this.record.end({ ...session, judgeCards }, 'completed', signal);
    } catch (error) {
      if (isHandedOver(signal) || (error instanceof TryLaterError && job?.isLastTry === false)) throw error;
      const ownerEnded = await this.ownerEnded(session, [error, signal.reason]);
      if (ownerEnded !== undefined)
        return await this.record.end({ ...session, error: ownerEnded.message }, 'cancelled');
      if (signal.aborted) return await this.record.end(session, 'cancelled');
      this.logger.warn({ err: error, session_id: session.sessionId }, 'a test session failed');
      return await this.record.end({ ...session, error: reasonOf(error) }, 'failed');
    }
  }

  /** A unit that another process failed for this reason fails here in the same way. */
  private async ownerEnded(session: TestSession, causes: readonly unknown[]): Promise<OwnerEndedError | undefined> {
    const known = causes.find((cause) => cause instanceof OwnerEndedError);
    if (known !== undefined) return known;
    try {
      await this.units.assertOwner(session);
      return undefined;
    } catch (error) {
      return error instanceof OwnerEndedError ? error : undefined;
    }
  }
}

function reasonOf(error: unknown): string {
  const isReportable = error instanceof Error && ['TargetError', 'NothingToAskError'].includes(error.name);
  return isReportable ? error.message : 'The session failed; the server log has the cause under this session_id.';
}
