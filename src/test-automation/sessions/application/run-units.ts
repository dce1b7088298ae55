import { Injectable } from '@nestjs/common';
import { JobProgress } from '../../../shared/domain/job-runner.js';
import { SessionQuestions } from '../../questions/domain/question-maker.js';
import { TargetError } from '../../domain/rag-target.js';
import { TestSession } from '../domain/test-session.js';
import { SessionOwners } from './session-owners.js';
import { SessionUnit, SessionUnits, UnitRun } from './session-units.js';
import { DispatchUnits } from './dispatch-units.js';

/** How the units of one run of a session are asked. */
export interface AllUnitsRun extends UnitRun {
  readonly session: TestSession;
  /** Called for each unit; undefined in the foreground, where this process asks everything itself. */
  readonly progress: JobProgress | undefined;
}

/**
 * Asks single questions and dialogues concurrently, up to the limit of the session: in this process, or in all processes that take jobs.
 */
@Injectable()
export class RunUnits {
  constructor(
    private readonly units: SessionUnits,
    private readonly spread: DispatchUnits,
    private readonly owners: SessionOwners,
  ) {}

  /** @throws OwnerEndedError if the session is no longer permitted */
  assertOwner(session: TestSession): Promise<void> {
    return this.owners.assertValid(session);
  }

  /** Units that an earlier run left open. */
  open(session: TestSession, questions: SessionQuestions): Promise<SessionUnit[]> {
    return this.units.open(session, questions);
  }

  async run(run: AllUnitsRun, open: readonly SessionUnit[]): Promise<void> {
    const { session, signal, sessionBudget } = run;
    const isSpread = run.progress !== undefined && this.spread.isOn;
    const queue = isSpread ? await this.spread.underWayFirst(session, open) : [...open];
    let done = 0;
    const lane = async (): Promise<void> => {
      for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
        if (signal.aborted) throw new TargetError('the session was stopped');
        await this.owners.assertValid(session);
        if (await sessionBudget.isExhaustedFor('answer')) return;
        await (isSpread ? this.spread.ask(session, unit, signal) : this.units.ask(session, unit, run));
        run.progress?.(++done, open.length);
      }
    };
    const lanes = Array.from({ length: Math.min(session.request.concurrency, queue.length) }, () => lane());
    // All have to stop before the session ends, so that no late unit writes into a finished session.
    const ends = await Promise.allSettled(lanes);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}
