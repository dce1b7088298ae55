import { Injectable } from '@nestjs/common';
import { TestComponents } from '../../attribution/application/test-components.js';
import { RagTarget } from '../../domain/rag-target.js';
import { TestSession } from '../domain/test-session.js';
import { PlanQuestions } from './plan-questions.js';
import { RagTargets } from '../../targets/domain/test-target.js';

/** Prepares a run: its open target, its questions, and the tests of the components alone. */
@Injectable()
export class PrepareSession {
  constructor(
    private readonly targets: RagTargets,
    private readonly questions: PlanQuestions,
    private readonly components: TestComponents,
  ) {}

  /** @param learned receives the session after each step, so that a session that fails later has what is known by then */
  async prepare(
    running: TestSession,
    signal: AbortSignal,
    learned: (session: TestSession) => void,
  ): Promise<{ readonly target: RagTarget; readonly questions: Awaited<ReturnType<PlanQuestions['plan']>> }> {
    const target = await this.targets.open(running);
    const startState = await this.targets.describe(running.request, signal);
    const described = { ...running, startState: { ...startState, ...running.startState } };
    learned(described);
    const questions = await this.questions.plan(described, signal);
    const turns = questions.dialogues.reduce((sum, dialogue) => sum + dialogue.turns.length, 0);
    const planned = { ...described, planned: { queries: questions.singles.length, turns } };
    learned(planned);
    learned({ ...planned, componentTests: planned.componentTests ?? (await this.components.test(planned, signal)) });
    return { target, questions };
  }
}
