import { Injectable } from '@nestjs/common';
import { isHandedOver, JobRunner } from '../../../shared/domain/job-runner.js';
import { TargetError } from '../../domain/rag-target.js';
import { TestSession } from '../domain/test-session.js';
import { SessionUnit, unitIdOf } from './session-units.js';

/** Kind of the job that asks one unit. */
export const UNIT_JOB = 'test-session-unit';

const keyOf = ({ sessionId }: TestSession, unit: SessionUnit) => `unit:${sessionId}:${unitIdOf(unit)}`;

/** Has the units of a session asked by whichever process takes them: each is a job. */
@Injectable()
export class DispatchUnits {
  constructor(private readonly jobs: JobRunner) {}

  /** Whether there may be other processes. */
  get isOn(): boolean {
    return this.jobs.isShared;
  }

  /**
   * Puts those first that are under way already, as when the process died that had the session: they take their places among the
   * units that may be asked at the same time.
   */
  async underWayFirst(session: TestSession, open: readonly SessionUnit[]): Promise<SessionUnit[]> {
    const underWay = await this.jobs.unfinished(open.map((unit) => keyOf(session, unit)));
    const isFirst = (unit: SessionUnit) => underWay.has(keyOf(session, unit));
    return [...open.filter(isFirst), ...open.filter((unit) => !isFirst(unit))];
  }

  /**
   * Waits until somebody has asked it.
   * @throws TargetError when it was given up, or withdrawn; the signal's reason when that fires, after which nobody asks it any more
   *   unless another process goes on with the session
   */
  async ask(session: TestSession, unit: SessionUnit, signal: AbortSignal): Promise<void> {
    const { sessionId, owner } = session;
    const key = keyOf(session, unit);
    const jobId = await this.jobs.start(UNIT_JOB, { key, data: { sessionId, owner, unit: unitIdOf(unit) } });
    try {
      const end = await this.jobs.ended(jobId, signal);
      if (end === 'failed')
        throw new TargetError('A question could not be asked in several tries; the server log has the cause.');
      if (end === 'cancelled') throw new TargetError('the session was stopped');
    } catch (error) {
      if (signal.aborted && !isHandedOver(signal)) await this.jobs.cancel(key);
      throw error;
    }
  }
}
