import { Injectable } from '@nestjs/common';
import { JobRun, JobRunner } from '../../shared/domain/job-runner.js';
import { SessionQuestions } from '../domain/question-maker.js';
import { RagTargets } from '../domain/rag-targets.js';
import { noteOf, SessionProgress } from '../domain/session-progress.js';
import { SessionPurse } from '../domain/session-purse.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';
import { SessionUnits, unitIdOf } from './session-units.js';
import { UNIT_JOB } from './spread-units.js';

/** Units that one process asks beside each other; how many of a session are asked at a time is up to the session. */
const AT_ONCE = 16;

/** Who is asked, and who is told. */
@Injectable()
export class UnitSurroundings {
  constructor(
    readonly targets: RagTargets,
    readonly progress: SessionProgress,
  ) {}
}

/** Asks the units of sessions that any process runs. What an earlier try has answered is taken from the journal. */
@Injectable()
export class TakeUnits {
  /** What the session before asked: most units that follow each other are of one session. */
  private plan: { readonly sessionId: string; readonly questions: Promise<SessionQuestions | undefined> } | undefined;

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
    const questions = await this.questionsOf(sessionId);
    const unit = questions === undefined ? undefined : this.units.all(questions).find((u) => unitIdOf(u) === unitId);
    if (unit === undefined) throw new Error(`The session ${sessionId} has no unit ${unitId}.`);
    if (await this.units.isDone(session, unit)) return;
    const told: Promise<void>[] = [];
    await this.units.ask(session, unit, {
      target: this.surroundings.targets.open(session),
      signal,
      // Sessions with a budget are not spread.
      purse: new SessionPurse(undefined),
      onResult: (result) => void told.push(this.tell(session, result)),
    });
    await Promise.all(told);
  }

  private async tell({ sessionId, planned }: TestSession, result: TestResult): Promise<void> {
    const { progress } = this.surroundings;
    await progress.publish(sessionId, { type: 'result', result: noteOf(result) });
    const { done, success } = await this.store.progress(sessionId);
    await progress.publish(sessionId, { type: 'progress', done, total: planned.queries + planned.turns, success });
  }

  private questionsOf(sessionId: string): Promise<SessionQuestions | undefined> {
    if (this.plan?.sessionId !== sessionId) {
      const questions = this.store.plan(sessionId).then((found) => found?.questions);
      this.plan = { sessionId, questions };
      // What could not be read is read again.
      questions.catch(() => (this.plan = undefined));
    }
    return this.plan.questions;
  }
}
