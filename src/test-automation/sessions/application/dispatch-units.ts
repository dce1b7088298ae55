import { Injectable } from '@nestjs/common';
import { isHandedOver, JobRunner } from '../../../shared/domain/job-runner.js';
import { TargetError } from '../../domain/rag-target.js';
import { TestSession } from '../domain/test-session.js';
import { SessionUnit, unitIdOf } from './session-units.js';

/** Kind of the job that asks one unit. */
export const UNIT_JOB = 'test-session-unit';

const keyOf = ({ sessionId }: TestSession, unit: SessionUnit) => `unit:${sessionId}:${unitIdOf(unit)}`;

/** Distributes the units of a session as jobs, which any process may run. */
@Injectable()
export class DispatchUnits {
  constructor(private readonly jobs: JobRunner) {}

  /** Whether there may be other processes. */
  get isOn(): boolean {
    return this.jobs.isShared;
  }

  /**
   * Resumes units that are already in progress first, as after the death of the process that ran the session. They count towards the limit
   * of concurrent units.
   */
  async underWayFirst(session: TestSession, open: readonly SessionUnit[]): Promise<SessionUnit[]> {
    const underWay = await this.jobs.unfinished(open.map((unit) => keyOf(session, unit)));
    const isFirst = (unit: SessionUnit) => underWay.has(keyOf(session, unit));
    return [...open.filter(isFirst), ...open.filter((unit) => !isFirst(unit))];
  }

  /**
   * Waits until the unit has been asked.
   * @throws TargetError if its job was dead-lettered or cancelled. Throws the reason of the signal once that fires; then nobody asks the
   *   unit unless another process resumes the session.
   */
  async ask(session: TestSession, unit: SessionUnit, signal: AbortSignal): Promise<void> {
    const { sessionId, owner } = session;
    const key = keyOf(session, unit);
    const jobId = await this.jobs.start(UNIT_JOB, { key, data: { sessionId, owner, unit: unitIdOf(unit) } });
    try {
      const end = await this.jobs.ended(jobId, signal);
      if (end === 'failed')
        throw new TargetError('A question could not be asked in several attempts; the server log has the cause.');
      if (end === 'cancelled') throw new TargetError('the session was stopped');
    } catch (error) {
      if (signal.aborted && !isHandedOver(signal)) await this.jobs.cancel(key);
      throw error;
    }
  }
}
