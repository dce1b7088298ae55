import { Injectable } from '@nestjs/common';
import { JobRun, JobRunner } from '../../../shared/domain/job-runner.js';
import { SessionBudgets } from '../domain/session-budget.js';
import { OpenSessions } from './open-sessions.js';
import { PublishResults } from './publish-results.js';
import { SessionOwners } from './session-owners.js';
import { SessionUnits, unitIdOf } from './session-units.js';
import { UNIT_JOB } from './dispatch-units.js';

/** Units that one process asks concurrently; the session limits its own concurrent units. */
const AT_ONCE = 16;

/** Asks the units of sessions that any process runs. Answers of an earlier attempt come from the journal. */
@Injectable()
export class UnitWorker {
  constructor(
    jobs: JobRunner,
    private readonly sessions: OpenSessions,
    private readonly units: SessionUnits,
    private readonly owners: SessionOwners,
    private readonly sessionBudgets: SessionBudgets,
    private readonly published: PublishResults,
  ) {
    jobs.register(UNIT_JOB, { atOnce: AT_ONCE, run: (job) => this.run(job) });
  }

  private async run({ data, signal }: JobRun): Promise<void> {
    const { sessionId = '', owner = '', unit: unitId = '' } = data;
    signal.throwIfAborted();
    const session = await this.sessions.find(sessionId, owner);
    // The session has ended meanwhile.
    if (session?.status !== 'running') return;
    const { target, units } = await this.sessions.open(session);
    const unit = units.find((one) => unitIdOf(one) === unitId);
    if (unit === undefined) throw new Error(`The session ${sessionId} has no unit ${unitId}.`);
    if (await this.units.isDone(session, unit)) return;
    await this.owners.assertValid(session);
    const published: Promise<void>[] = [];
    await this.units.ask(session, unit, {
      target: await target,
      signal,
      sessionBudget: await this.sessionBudgets.open(session),
      onResult: (result) => void published.push(this.published.publish(session, result)),
    });
    await Promise.all(published);
  }
}
