import { NoSpans } from '../../../shared/domain/spans.js';
import { AllValid } from '../../../../test/support/fake-rights.js';
import { OwnedWork } from '../../../jobs/application/owned-work.js';
import { SessionOwners } from './session-owners.js';
import { Logger } from '@nestjs/common';
import {
  dialogueOf,
  FakeChecker,
  FakeComponentTester,
  FakeJudge,
  FakeTarget,
  FakeTargets,
  FixedQuestions,
  MemoryFindings,
  MemoryDatasets,
  MemorySessionStore,
  nothingExpected,
  noRubrics,
  NoDocuments,
  NothingAutomatic,
  NoTrial,
  ObservedInvestigation,
  OnePersonaSet,
  questionOf,
  RememberingArtifacts,
  nothingLocated,
} from '../../../../test/support/fake-session-parts.js';
import { aSession } from '../../../../test/support/a-session.js';
import { CountedIds } from '../../../../test/support/jobs-at-once.js';
import { MemoryQueue } from '../../../../test/support/memory-queue.js';
import { InFlightJobs } from '../../../jobs/application/in-flight-jobs.js';
import { QueueWorker } from '../../../jobs/application/queue-worker.js';
import { TryLaterError } from '../../../shared/domain/domain-error.js';
import { SessionEvent } from '../domain/session-progress.js';
import { InMemoryBudget, SessionBudgets } from '../domain/session-budget.js';
import { TestSession } from '../domain/test-session.js';
import { RunUnits } from './run-units.js';
import { AskQuestion } from './ask-question.js';
import { FinishSession } from './finish-session.js';
import { RunDialogue } from './run-dialogue.js';
import { PlanQuestions } from './plan-questions.js';
import { RecordSession } from './record-session.js';
import { PrepareSession } from './prepare-session.js';
import { OpenBudget } from './open-budget.js';
import { OpenSessions } from './open-sessions.js';
import { PublishResults } from './publish-results.js';
import { RunSession } from './run-session.js';
import { RunningSessions } from './running-sessions.js';
import { SessionUnits } from './session-units.js';
import { DispatchUnits, UNIT_JOB } from './dispatch-units.js';
import { UnitWorker } from './unit-worker.js';
import { TestComponents } from '../../attribution/application/test-components.js';
import { JobRole } from '../../../jobs/domain/job-queue.js';
import { JobCounts } from '../../../jobs/application/job-worker.js';

const clock = { now: () => new Date('2026-03-01T09:00:00Z') };
const tick = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers after a delay and counts its concurrent answers. */
class SlowTarget extends FakeTarget {
  atOnce = 0;
  most = 0;
  override async ask(...asking: Parameters<FakeTarget['ask']>) {
    this.most = Math.max(this.most, ++this.atOnce);
    await tick();
    this.atOnce--;
    return super.ask(...asking);
  }
}

const SESSION = aSession({ planned: { queries: 6, turns: 4 } }, { concurrency: 2 });

/** One budget that all processes share. */
class SharedBudget extends SessionBudgets {
  private sessionBudget: InMemoryBudget | undefined;
  open({ request }: TestSession, earlierUsd?: number): Promise<InMemoryBudget> {
    return Promise.resolve((this.sessionBudget ??= new InMemoryBudget(request.budgetUsd, earlierUsd)));
  }
}

/** State that the processes share. */
class Cluster {
  readonly queue = new MemoryQueue();
  readonly store = new MemorySessionStore();
  readonly target = new SlowTarget();
  readonly sessionBudgets = new SharedBudget();
  readonly artifacts = new RememberingArtifacts();
  readonly events: SessionEvent[] = [];
  private readonly ids = new CountedIds();
  private readonly processes: QueueWorker[] = [];

  /** Starts a process that takes jobs. */
  async join(): Promise<{ readonly running: RunningSessions; readonly jobs: QueueWorker }> {
    const { store, queue } = this;
    const judge = new FakeJudge();
    const jobs = new QueueWorker(
      queue,
      new InFlightJobs(queue, new JobCounts(), new OwnedWork(new AllValid())),
      this.ids,
      new JobRole(true),
    );
    const ask = new AskQuestion(store, new FakeChecker(), judge, nothingExpected, noRubrics, new NoSpans());
    const units = new SessionUnits(store, ask, new RunDialogue(ask, store, judge), judge);
    const components = new TestComponents(new FakeComponentTester(), new NoDocuments(), clock);
    const maker = new FixedQuestions({
      singles: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => questionOf(id)),
      dialogues: [dialogueOf('s1', 4)],
      discarded: {},
    });
    const plan = new PlanQuestions(
      store,
      new OnePersonaSet(),
      maker,
      { take: () => Promise.resolve([]) },
      new MemoryDatasets(),
    );
    const watchers = { publish: (_id: string, event: SessionEvent) => Promise.resolve(void this.events.push(event)) };
    const targets = new FakeTargets(this.target);
    const owners = new SessionOwners(new AllValid());
    new UnitWorker(
      jobs,
      new OpenSessions(store, units, targets),
      units,
      owners,
      this.sessionBudgets,
      new PublishResults(store, watchers),
    );
    const finish = new FinishSession(
      store,
      this.artifacts,
      new ObservedInvestigation(),
      new MemoryFindings(),
      new NothingAutomatic(),
      nothingLocated,
    );
    const run = new RunSession(
      store,
      new RecordSession(store, watchers, finish, clock),
      new PrepareSession(targets, plan, components),
      new RunUnits(units, new DispatchUnits(jobs), owners),
      new NoTrial(),
      new OpenBudget(store, this.sessionBudgets),
    );
    const running = new RunningSessions(jobs, store, run);
    await jobs.init();
    jobs.take();
    this.processes.push(jobs);
    return { running, jobs };
  }

  async until(holds: () => boolean): Promise<void> {
    for (let i = 0; i < 2_000 && !holds(); i++) await tick();
    if (!holds()) throw new Error('It never came to that.');
  }

  get session(): TestSession | undefined {
    return this.store.sessions.get(SESSION.sessionId)?.session;
  }

  get unitJobs(): number {
    return this.queue.entries.filter(({ job }) => job.kind === UNIT_JOB).length;
  }

  async leave(): Promise<void> {
    for (const jobs of this.processes) await jobs.stop();
  }
}

describe('a session over several processes', () => {
  let cluster: Cluster;
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    cluster = new Cluster();
    await cluster.store.create(SESSION);
  });
  afterEach(() => cluster.leave());

  it('runs one job for each unit, as many at a time as it allows, and ends once', async () => {
    const [first] = [await cluster.join(), await cluster.join()];
    await first.running.start(SESSION);
    await cluster.until(() => cluster.session?.status === 'completed');
    expect(cluster.unitJobs).toBe(7);
    expect(cluster.target.asked).toHaveLength(10);
    expect(cluster.target.most).toBe(2);
    expect(cluster.artifacts.written).toHaveLength(1);
    const told = cluster.events.filter((e) => e.type === 'progress').map((e) => e.done);
    expect(Math.max(...told)).toBe(10);
    expect(cluster.events.filter((e) => e.type === 'result')).toHaveLength(10);
  });

  it('continues in another process after its own stops: nothing is asked twice, and it ends once', async () => {
    const first = await cluster.join();
    await first.running.start(SESSION);
    await cluster.until(() => cluster.target.asked.length >= 3);
    await first.jobs.stop();
    expect(cluster.session?.status).toBe('running');
    await cluster.join();
    await cluster.until(() => cluster.session?.status === 'completed');
    const messages = cluster.target.asked.map(({ message }) => message);
    expect(messages).toHaveLength(10);
    expect(new Set(messages).size).toBe(10);
    expect(await cluster.store.results(SESSION.sessionId)).toHaveLength(10);
    expect(cluster.artifacts.written).toHaveLength(1);
  });

  it('stops in every process when it is cancelled, and can be resumed', async () => {
    const [first, second] = [await cluster.join(), await cluster.join()];
    await first.running.start(SESSION);
    await cluster.until(() => cluster.target.asked.length >= 3);
    expect(await second.running.stop(SESSION.sessionId)).toBe(true);
    expect(cluster.session?.status).toBe('cancelled');
    const asked = cluster.target.asked.length;
    await tick(20);
    expect(cluster.target.asked).toHaveLength(asked);
    await cluster.store.save({ ...SESSION, status: 'queued' }, null);
    await second.running.start(SESSION);
    await cluster.until(() => cluster.session?.status === 'completed');
    expect(new Set(cluster.target.asked.map(({ message }) => message)).size).toBe(10);
  });

  it('fails with a reason when a unit is dead-lettered', async () => {
    const first = await cluster.join();
    cluster.store.saveAnswer = () => Promise.reject(new RangeError('a fault of the program'));
    cluster.store.saveResult = () => Promise.reject(new RangeError('a fault of the program'));
    await first.running.start(SESSION);
    await cluster.until(() => cluster.session?.status === 'failed');
    expect(cluster.session?.error).toContain('in several attempts');
  });

  it('continues after a short outage of the store', async () => {
    const first = await cluster.join();
    const plan = cluster.store.plan.bind(cluster.store);
    cluster.store.plan = () => {
      cluster.store.plan = plan;
      return Promise.reject(new TryLaterError('store-unreachable', 'away', 1));
    };
    await first.running.start(SESSION);
    await cluster.until(() => cluster.session?.status === 'completed');
  });

  it('continues if the store is unavailable while progress is published, and leaves no rejection unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const first = await cluster.join();
      cluster.store.progress = () => Promise.reject(new TryLaterError('store-unreachable', 'away', 1));
      await first.running.start(SESSION);
      await cluster.until(() => cluster.session?.status === 'completed');
      expect(unhandled).toEqual([]);
      expect(cluster.unitJobs).toBe(7);
      expect(cluster.queue.entries.filter(({ attempt }) => attempt > 1)).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('is interrupted after too many starts, so that it can be resumed', async () => {
    const first = await cluster.join();
    cluster.store.plan = () => Promise.reject(new TryLaterError('store-unreachable', 'away', 1));
    cluster.store.save = ((save) => (session: TestSession, outcome: never) =>
      session.status === 'failed' ? Promise.reject(new Error('away')) : save(session, outcome))(
      cluster.store.save.bind(cluster.store),
    );
    await first.running.start(SESSION);
    await cluster.until(() => cluster.session?.status === 'interrupted');
    expect(cluster.session?.error).toContain('several times');
  });

  it('stops in every process when its budget is used up, and says what is missing', async () => {
    const session = { ...SESSION, request: { ...SESSION.request, budgetUsd: 0.045 } };
    await cluster.store.save(session, null);
    const [first] = [await cluster.join(), await cluster.join()];
    await first.running.start(session);
    await cluster.until(() => cluster.session?.status === 'failed');
    expect(cluster.session?.error).toContain('budget was used up');
    // Each costs 0.01: the fifth would exceed the budget.
    expect(cluster.target.asked).toHaveLength(4);
    expect(cluster.unitJobs).toBeGreaterThan(0);
    expect(cluster.unitJobs).toBeLessThan(7);
  });

  it('says that something is missing if the budget was exhausted only temporarily', async () => {
    const session = { ...SESSION, request: { ...SESSION.request, budgetUsd: 5 } };
    await cluster.store.save(session, null);
    const sessionBudget = await cluster.sessionBudgets.open(session, 0);
    const pay = sessionBudget.charge.bind(sessionBudget);
    sessionBudget.charge = () => {
      sessionBudget.charge = pay;
      return Promise.resolve(undefined);
    };
    const first = await cluster.join();
    await first.running.start(session);
    await cluster.until(() => cluster.session?.status === 'failed');
    expect(cluster.session?.error).toContain('budget was used up');
    expect(cluster.target.asked).toHaveLength(9);
    await cluster.store.save({ ...session, status: 'queued' }, null);
    await first.running.start(session);
    await cluster.until(() => cluster.session?.status === 'completed');
    expect(cluster.target.asked).toHaveLength(10);
  });
});
