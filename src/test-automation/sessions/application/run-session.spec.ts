import { NoSpans } from '../../../shared/domain/spans.js';
import { restrictedTo, UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { SettableRights } from '../../../../test/support/fake-rights.js';
import { SessionOwners } from './session-owners.js';
import { targetUseCases } from '../../../../test/support/fake-targets.js';
import { Question } from '../../domain/question.js';
import { ReportedQuestions } from '../../questions/domain/question-maker.js';
import { Logger } from '@nestjs/common';
import {
  dialogueOf,
  FakeChecker,
  FakeComponentTester,
  FakeJudge,
  FakeTarget,
  FakeTargets,
  FixedQuestions,
  MemoryDatasets,
  MemorySessionStore,
  nothingExpected,
  noRubrics,
  NoTrial,
  NoAgents,
  NoDocuments,
  OnePersonaSet,
  questionOf,
  MemoryFindings,
  NothingAutomatic,
  ObservedInvestigation,
  RememberingArtifacts,
  nothingLocated,
} from '../../../../test/support/fake-session-parts.js';
import { JobsAtOnce } from '../../../../test/support/jobs-at-once.js';
import { Clock } from '../../../shared/domain/clock.js';
import { IdGenerator } from '../../../shared/domain/ids.js';
import { TargetError } from '../../domain/rag-target.js';
import { InMemoryBudgets } from '../domain/session-budget.js';
import { SessionEvent, SessionProgress } from '../domain/session-progress.js';
import { RunUnits } from './run-units.js';
import { AskQuestion } from './ask-question.js';
import { ControlSession } from './control-session.js';
import { FinishSession } from './finish-session.js';
import { RunDialogue } from './run-dialogue.js';
import { PlanQuestions } from './plan-questions.js';
import { RejudgeSession } from './rejudge-session.js';
import { RecordSession } from './record-session.js';
import { PrepareSession } from './prepare-session.js';
import { OpenBudget } from './open-budget.js';
import { PlanSession } from './plan-session.js';
import { RunSession } from './run-session.js';
import { RunningSessions } from './running-sessions.js';
import { SessionUnits } from './session-units.js';
import { DispatchUnits } from './dispatch-units.js';
import { TestComponents } from '../../attribution/application/test-components.js';
import { StartSession } from './start-session.js';
import { SessionOrder } from '../../domain/session-request.js';

class NothingReported extends ReportedQuestions {
  take(): Promise<readonly Question[]> {
    return Promise.resolve([]);
  }
}

class FixedClock extends Clock {
  now(): Date {
    return new Date('2026-03-01T09:00:00Z');
  }
}

class CountingIds extends IdGenerator {
  private count = 0;
  next(prefix: string): string {
    return `${prefix}_${++this.count}`;
  }
}

class Watching extends SessionProgress {
  readonly events: SessionEvent[] = [];
  publish(_sessionId: string, event: SessionEvent): Promise<void> {
    this.events.push(event);
    return Promise.resolve();
  }
}

const ORDER: SessionOrder = {
  name: undefined,
  seed: undefined,
  target: { kind: 'self', baseUrl: undefined, model: undefined, apiKeyEnv: undefined },
  personaSet: 'university',
  personas: undefined,
  queriesPerPersona: 3,
  difficulty: { easy: 0.3, medium: 0.4, hard: 0.3 },
  scenarios: 1,
  turns: 3,
  attribution: 'trace',
  concurrency: 2,
  resumeOf: undefined,
  budgetUsd: undefined,
  scope: null,
};

function parts() {
  const store = new MemorySessionStore();
  const datasets = new MemoryDatasets();
  const target = new FakeTarget();
  const judge = new FakeJudge();
  const artifacts = new RememberingArtifacts();
  const rights = new SettableRights();
  const jobs = new JobsAtOnce();
  const watching = new Watching();
  const maker = new FixedQuestions({
    singles: ['a', 'b', 'c'].map((id) => questionOf(id)),
    dialogues: [dialogueOf('s1', 4)],
    discarded: {},
  });
  const ask = new AskQuestion(store, new FakeChecker(), judge, nothingExpected, noRubrics, new NoSpans());
  const units = new SessionUnits(store, ask, new RunDialogue(ask, store, judge), judge);
  const finish = new FinishSession(
    store,
    artifacts,
    new ObservedInvestigation(),
    new MemoryFindings(),
    new NothingAutomatic(),
    nothingLocated,
  );
  const tester = new FakeComponentTester();
  const components = new TestComponents(tester, new NoDocuments(), new FixedClock());
  const run = new RunSession(
    store,
    new RecordSession(store, watching, finish, new FixedClock()),
    new PrepareSession(
      new FakeTargets(target),
      new PlanQuestions(store, new OnePersonaSet(), maker, new NothingReported(), datasets),
      components,
    ),
    new RunUnits(units, new DispatchUnits(jobs), new SessionOwners(rights)),
    new NoTrial(),
    new OpenBudget(store, new InMemoryBudgets()),
  );
  const running = new RunningSessions(jobs, store, run);
  const start = new StartSession(
    store,
    new PlanSession(store, new OnePersonaSet(), new NoAgents(), targetUseCases().choose, datasets, new FixedClock()),
    running,
    new FixedClock(),
    new CountingIds(),
  );
  const control = new ControlSession(store, running, new RejudgeSession(store, units, finish, new NoTrial()));
  return { store, target, judge, artifacts, jobs, watching, maker, tester, start, control, rights };
}

const viewerOf = (id: string) => ({ id, filter: UNRESTRICTED, isAdministrator: false });

describe('a test session', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it.each([
    ['was revoked or has expired', ({ ended }: SettableRights) => void ended.add('ann')],
    ['lost the scope for tests', ({ lost }: SettableRights) => void lost.add('test')],
    [
      'was narrowed to less than the session sees',
      (rights: SettableRights) => void (rights.filter = restrictedTo([['AI']])),
    ],
  ])('stops at its next unit when its key %s, and reports it', async (_what, end) => {
    const { start, jobs, store, target, rights } = parts();
    target.answer = (question) => {
      if (target.asked.length === 2) end(rights);
      return `truth: ${question.message}`;
    };
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    const { session } = (await store.find(sessionId, 'ann')) ?? {};
    expect(session).toMatchObject({ status: 'cancelled', error: expect.stringContaining("The key 'ann' was revoked") });
    expect(target.asked.length).toBeLessThan(7);
  });

  it('asks every question once and every turn in one conversation, and summarizes', async () => {
    const { start, jobs, store, target, artifacts } = parts();
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    const ended = store.sessions.get(sessionId);
    expect(ended?.session).toMatchObject({ status: 'completed', planned: { queries: 3, turns: 4 } });
    expect(ended?.outcome?.summary).toMatchObject({ queries: 3, success: 3, factCheckRate: 1, followupSuccessRate: 1 });
    expect(target.asked).toHaveLength(7);
    const turns = target.asked.filter((q) => q.message.includes('s1-'));
    expect(turns.map((q) => q.conversationId === undefined)).toEqual([true, false, false, false]);
    expect(new Set(turns.slice(1).map((q) => q.conversationId)).size).toBe(1);
    expect(turns.map((q) => q.history.length)).toEqual([0, 1, 2, 3]);
    expect(artifacts.written).toHaveLength(1);
  });

  it('asks again after a failed fact check, at most three times, with the same words', async () => {
    const { start, jobs, store, target } = parts();
    target.answer = (question, n) =>
      question.message.includes('a?') && n < 2
        ? `false ${n}`
        : question.message.includes('b?')
          ? `false ${n}`
          : 'truth';
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    const results = await store.results(sessionId);
    const a = results.find((r) => r.questionId === 'a');
    const b = results.find((r) => r.questionId === 'b');
    expect([a?.attempts.length, a?.judgement.verdict, a?.firstVerdict]).toEqual([3, 'success', 'failure']);
    expect([b?.attempts.length, b?.judgement.verdict]).toEqual([4, 'failure']);
    expect(target.asked.filter((q) => q.message.includes('a?')).map((q) => q.message)).toEqual(
      Array(3).fill('What about a?'),
    );
  });

  it('evaluates nothing if the target fails, and is failed if nothing else was evaluated', async () => {
    const { start, jobs, store, target } = parts();
    target.answer = () => new TargetError('connection refused');
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    const ended = store.sessions.get(sessionId);
    expect(ended?.session).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Nothing could be measured: .*: connection refused\.$/u),
    });
    expect(ended?.outcome?.summary).toMatchObject({ notEvaluated: 3, successRate: null, averageScore: null });
    expect((await store.results(sessionId))[0]?.error).toBe('connection refused');
  });

  it('tests the components once, also after a resume, and is below a gate if one of them fails', async () => {
    const { start, jobs, store, target, tester, control } = parts();
    tester.statuses = { reranker: 'failed', hyde: 'not_available' };
    target.answer = () => new TargetError('away');
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    target.answer = () => 'truth';
    await control.resume(sessionId, viewerOf('ann'));
    await jobs.idle();
    expect(tester.tested).toBe(1);
    const ended = store.sessions.get(sessionId);
    expect(ended?.session.componentTests).toHaveLength(8);
    const gate = ended?.outcome?.gates.find((g) => g.id === 'component_tests');
    expect(gate).toMatchObject({ passed: false, value: 6 / 7, detail: expect.stringContaining('reranker') });
  });

  it('stops when cancelled, keeps its answers, and resumes without asking anything twice', async () => {
    const { start, jobs, store, target, control, watching } = parts();
    let cancelled: Promise<unknown> | undefined;
    const session = await start.accept({ ...ORDER, concurrency: 1 }, 'ann');
    target.answer = () => {
      if (target.asked.length === 3) cancelled = control.cancel(session.sessionId, viewerOf('ann'));
      return 'truth';
    };
    await control.resume(session.sessionId, viewerOf('ann'));
    await jobs.idle();
    await cancelled;
    expect(store.sessions.get(session.sessionId)?.session.status).toBe('cancelled');
    const before = target.asked.length;
    expect(before).toBeLessThan(7);
    await control.resume(session.sessionId, viewerOf('ann'));
    await jobs.idle();
    expect(store.sessions.get(session.sessionId)?.session.status).toBe('completed');
    const messages = target.asked.map((q) => q.message);
    expect(messages).toHaveLength(7);
    expect(new Set(messages).size).toBe(7);
    expect(await store.results(session.sessionId)).toHaveLength(7);
    const told = watching.events.filter((e) => e.type === 'progress').map((e) => e.done);
    // Earlier results count from the start, and nothing counts twice.
    expect(told.at(-1)).toBe(7);
    expect(told.every((done, i) => i === 0 || done >= (told[i - 1] ?? 0))).toBe(true);
  });

  it('judges again without asking, and changes no question and no answer', async () => {
    const { start, jobs, store, target, control, judge } = parts();
    target.answer = (question, n) => (question.message.includes('a?') ? `false ${n}` : 'truth');
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    const before = await store.results(sessionId);
    const [asked, judged] = [target.asked.length, judge.judged];
    await control.rejudge(sessionId, viewerOf('ann'));
    expect(target.asked).toHaveLength(asked);
    expect(judge.judged).toBeGreaterThan(judged);
    expect(await store.results(sessionId)).toEqual(before);
  });

  it('stops asking when the budget is used up, and reports it', async () => {
    const { start, jobs, store, target } = parts();
    const { sessionId } = await start.start({ ...ORDER, concurrency: 1, budgetUsd: 0.04 }, 'ann');
    await jobs.idle();
    expect(target.asked).toHaveLength(4);
    expect(store.sessions.get(sessionId)?.session).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('budget'),
    });
  });

  it('judges again with the whole budget, whatever the session has spent', async () => {
    const { start, jobs, store, control, judge } = parts();
    // Each costs 0.01: seven answers use the budget up.
    const { sessionId } = await start.start({ ...ORDER, concurrency: 1, budgetUsd: 0.07 }, 'ann');
    await jobs.idle();
    judge.isPaid = true;
    await control.rejudge(sessionId, viewerOf('ann'));
    const judged = (await store.results(sessionId)).map((r) => r.judgement.verdict);
    expect(judged).toEqual(judged.map(() => 'success'));
    judge.costUsd = 0.02;
    await control.rejudge(sessionId, viewerOf('ann'));
    const verdicts = (await store.results(sessionId)).map((r) => r.judgement.verdict);
    // Each costs 0.02: the fourth would exceed the budget.
    expect(verdicts.filter((verdict) => verdict === 'success')).toHaveLength(3);
    expect(verdicts.filter((verdict) => verdict === 'not_evaluated')).toHaveLength(4);
  });

  it('uses earlier sessions only if no seed asks for a repetition', async () => {
    const { start, jobs, store, maker } = parts();
    store.past = { passed: new Set(['a']), failed: new Set(['b']) };
    await start.start({ ...ORDER, seed: 7 }, 'ann');
    await start.start(ORDER, 'ann');
    await jobs.idle();
    expect(maker.histories.map((h) => h.passed.size)).toEqual([0, 1]);
  });

  it('classifies a turn that lost its context', async () => {
    const { start, jobs, store, target } = parts();
    target.answer = (question) => (question.message.includes('s1-3') ? 'false and lost' : 'truth');
    const { sessionId } = await start.start(ORDER, 'ann');
    await jobs.idle();
    const turn = (await store.results(sessionId)).find((r) => r.turn === 3);
    expect(turn?.judgement.failureType).toBe('LOST_CONTEXT');
    expect(store.sessions.get(sessionId)?.outcome?.summary.contextRetentionRate).toBeCloseTo(2 / 3, 12);
  });

  it('notifies watchers of every result, the progress and the end', async () => {
    const { start, jobs, watching } = parts();
    await start.start(ORDER, 'ann');
    await jobs.idle();
    const phases = watching.events.flatMap((e) => (e.type === 'phase' ? [e.phase] : []));
    expect(phases).toEqual(['preparing', 'asking', 'checking_judge', 'finding_causes', 'reporting']);
    const progress = watching.events.filter((e) => e.type === 'progress');
    expect(progress.map((e) => e.done)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(progress.every((e) => e.total === 7)).toBe(true);
    expect(watching.events.at(-1)).toEqual({ type: 'status', status: 'completed', error: null });
  });

  it('refuses a persona or a set that does not exist, and another caller', async () => {
    const { start, control } = parts();
    await expect(start.start({ ...ORDER, personas: ['wizard'] }, 'ann')).rejects.toThrow('wizard');
    await expect(start.start({ ...ORDER, personaSet: 'nobody' }, 'ann')).rejects.toThrow('university');
    const { sessionId } = await start.accept(ORDER, 'ann');
    await expect(control.cancel(sessionId, viewerOf('bob'))).rejects.toThrow(sessionId);
  });
});
