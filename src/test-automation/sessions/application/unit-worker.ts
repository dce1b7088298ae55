import { Injectable, Logger } from '@nestjs/common';
import { JobRun, JobRunner } from '../../../shared/domain/job-runner.js';
import { RagTarget } from '../../domain/rag-target.js';
import { RagTargets } from '../../targets/domain/rag-targets.js';
import { noteOf, SessionProgress } from '../domain/session-progress.js';
import { SessionBudgets } from '../domain/session-budget.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { SessionOwners } from './session-owners.js';
import { SessionUnit, SessionUnits, unitIdOf } from './session-units.js';
import { UNIT_JOB } from './dispatch-units.js';

/** Units that one process asks concurrently; the session limits its own concurrent units. */
const AT_ONCE = 16;

/** The target, the watchers and the budget. */
@Injectable()
export class UnitSurroundings {
  constructor(
    readonly targets: RagTargets,
    readonly progress: SessionProgress,
    readonly sessionBudgets: SessionBudgets,
    readonly owners: SessionOwners,
  ) {}
}

/** Dependencies that all units of a session share. */
interface KnownSession {
  readonly sessionId: string;
  readonly units: readonly SessionUnit[];
  readonly target: Promise<RagTarget>;
}

/** Asks the units of sessions that any process runs. Answers of an earlier attempt come from the journal. */
@Injectable()
export class UnitWorker {
  /** Consecutive units are mostly of one session, so its target is cached. All units then share the target's pause. */
  private newest: KnownSession | undefined;
  private readonly logger = new Logger('test-automation');

  constructor(
    jobs: JobRunner,
    private readonly store: SessionStore,
    private readonly units: SessionUnits,
    private readonly surroundings: UnitSurroundings,
  ) {
    jobs.register(UNIT_JOB, { atOnce: AT_ONCE, run: (job) => this.run(job) });
  }

  private async run({ data, signal }: JobRun): Promise<void> {
    const { sessionId = '', owner = '', unit: unitId = '' } = data;
    signal.throwIfAborted();
    const session = (await this.store.find(sessionId, owner))?.session;
    // The session has ended meanwhile.
    if (session?.status !== 'running') return;
    const { target, units } = await this.known(session);
    const unit = units.find((one) => unitIdOf(one) === unitId);
    if (unit === undefined) throw new Error(`The session ${sessionId} has no unit ${unitId}.`);
    if (await this.units.isDone(session, unit)) return;
    await this.surroundings.owners.assertValid(session);
    const told: Promise<void>[] = [];
    await this.units.ask(session, unit, {
      target: await target,
      signal,
      sessionBudget: await this.surroundings.sessionBudgets.open(session),
      onResult: (result) => void told.push(this.tell(session, result)),
    });
    await Promise.all(told);
  }

  /** Never rejects: stored results stay valid if publishing fails. */
  private async tell({ sessionId, planned }: TestSession, result: TestResult): Promise<void> {
    const { progress } = this.surroundings;
    await progress.publish(sessionId, { type: 'result', result: noteOf(result) });
    try {
      const { done, success } = await this.store.progress(sessionId);
      await progress.publish(sessionId, { type: 'progress', done, total: planned.queries + planned.turns, success });
    } catch (error) {
      this.logger.warn({ err: error, session_id: sessionId }, 'failed to publish test session progress');
    }
  }

  private async known(session: TestSession): Promise<KnownSession> {
    const { sessionId } = session;
    if (this.newest?.sessionId === sessionId) return this.newest;
    const plan = await this.store.plan(sessionId);
    const units = plan === undefined ? [] : this.units.all(plan.questions);
    // Several units may start at the same time: the first of them opens the target.
    if (this.newest?.sessionId === sessionId) return this.newest;
    const known = { sessionId, units, target: this.surroundings.targets.open(session) };
    this.newest = known;
    // If the target could not be opened, the next unit opens it again.
    known.target.catch(() => {
      if (this.newest === known) this.newest = undefined;
    });
    return known;
  }
}
