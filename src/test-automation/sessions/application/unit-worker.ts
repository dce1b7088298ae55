import { Injectable, Logger } from '@nestjs/common';
import { JobRun, JobRunner } from '../../../shared/domain/job-runner.js';
import { RagTarget } from '../../domain/rag-target.js';
import { RagTargets } from '../../targets/domain/rag-targets.js';
import { noteOf, SessionProgress } from '../domain/session-progress.js';
import { SessionPurses } from '../domain/session-budget.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { SessionOwners } from './session-owners.js';
import { SessionUnit, SessionUnits, unitIdOf } from './session-units.js';
import { UNIT_JOB } from './dispatch-units.js';

/** Units that one process asks beside each other; how many of a session are asked at a time is up to the session. */
const AT_ONCE = 16;

/** Who is asked, who is told, and of what money. */
@Injectable()
export class UnitSurroundings {
  constructor(
    readonly targets: RagTargets,
    readonly progress: SessionProgress,
    readonly purses: SessionPurses,
    readonly owners: SessionOwners,
  ) {}
}

/** What is the same for all units of a session. */
interface KnownSession {
  readonly sessionId: string;
  readonly units: readonly SessionUnit[];
  readonly target: Promise<RagTarget>;
}

/** Asks the units of sessions that any process runs. What an earlier try has answered is taken from the journal. */
@Injectable()
export class UnitWorker {
  /** Most units that follow each other are of one session; its target is one, so that it is left alone by all when it asks to be. */
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
    // It has ended meanwhile.
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
      purse: await this.surroundings.purses.open(session),
      onResult: (result) => void told.push(this.tell(session, result)),
    });
    await Promise.all(told);
  }

  /** Never rejects: what is recorded stays so when it could not be told. */
  private async tell({ sessionId, planned }: TestSession, result: TestResult): Promise<void> {
    const { progress } = this.surroundings;
    await progress.publish(sessionId, { type: 'result', result: noteOf(result) });
    try {
      const { done, success } = await this.store.progress(sessionId);
      await progress.publish(sessionId, { type: 'progress', done, total: planned.queries + planned.turns, success });
    } catch (error) {
      this.logger.warn({ err: error, session_id: sessionId }, 'how far a test session is could not be told');
    }
  }

  private async known(session: TestSession): Promise<KnownSession> {
    const { sessionId } = session;
    if (this.newest?.sessionId === sessionId) return this.newest;
    const plan = await this.store.plan(sessionId);
    const units = plan === undefined ? [] : this.units.all(plan.questions);
    // Several units may begin at the same time: the first of them opens the target.
    if (this.newest?.sessionId === sessionId) return this.newest;
    const known = { sessionId, units, target: this.surroundings.targets.open(session) };
    this.newest = known;
    // A target that could not be opened is opened again by the next unit.
    known.target.catch(() => {
      if (this.newest === known) this.newest = undefined;
    });
    return known;
  }
}
