import { Injectable } from '@nestjs/common';
import { CompleteSession } from '../domain/session-artifacts.js';
import { SessionComparison } from '../domain/session-comparison.js';
import { operator } from '../domain/test-session.js';
import { ReadSession } from './read-session.js';
import { RunSession } from './run-session.js';
import { StartSession } from './start-session.js';
import { SessionOrder } from '../../domain/session-request.js';

/** A session that was run in the foreground. */
export interface EndedSession {
  readonly complete: CompleteSession;
  readonly comparison: SessionComparison | undefined;
}

/** Runs a session in the foreground, for the command line. */
@Injectable()
export class RunToCompletion {
  constructor(
    private readonly startSession: StartSession,
    private readonly runSession: RunSession,
    private readonly readSession: ReadSession,
  ) {}

  /**
   * @param compare id of an earlier session
   * @param accepted called with the id before the first question
   * @throws NotFoundError for an unknown session to compare with, before anything is asked
   */
  async run(
    order: SessionOrder,
    place: { readonly owner: string; readonly compare: string | undefined; readonly signal: AbortSignal },
    accepted: (sessionId: string) => void,
  ): Promise<EndedSession> {
    const { owner, compare, signal } = place;
    const viewer = operator(owner);
    if (compare !== undefined) await this.readSession.read(compare, viewer);
    const session = await this.startSession.accept(order, owner);
    accepted(session.sessionId);
    await this.runSession.run(session, signal);
    const comparison =
      compare === undefined ? undefined : await this.readSession.compare(compare, session.sessionId, viewer);
    return { complete: await this.readSession.complete(session.sessionId, viewer), comparison };
  }
}

/** Conditions that fail a session: a gate, a regression beyond chance, or any single question that its baseline passed. */
export type FailOn = 'gates' | 'regression' | 'lost';

/**
 * 0 passed, 1 failed on one of `failOn`, 2 could not be measured, also if only one gate could not be measured.
 * @param failOn default: a gate, and a regression if there is a baseline
 */
export function exitCodeOf(
  { complete, comparison }: EndedSession,
  failOn: readonly FailOn[] = ['gates', 'regression'],
): 0 | 1 | 2 {
  const { session, outcome } = complete;
  const { queries, notEvaluated } = outcome.summary;
  if (queries === 0 || notEvaluated === queries) return 2;
  if (session.status === 'cancelled' || session.status === 'interrupted') return 2;
  const isBelow = session.status === 'failed' || outcome.gates.some((gate) => gate.passed === false);
  const fails = new Set(failOn);
  if (session.status === 'failed' || (isBelow && fails.has('gates'))) return 1;
  if (comparison?.regressed === true && fails.has('regression')) return 1;
  if (fails.has('lost') && (comparison?.regressions.length ?? 0) > 0) return 1;
  // Without a shared question nothing was compared.
  if (!fails.has('gates')) return comparison === undefined || comparison.pairedQueries === 0 ? 2 : 0;
  return outcome.gates.every((gate) => gate.passed === true) ? 0 : 2;
}
