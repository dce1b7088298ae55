import { AllShown } from '../../../../test/support/fake-quotes.js';
import { ShowSessions } from './show-sessions.js';
import {
  MemorySessionStore,
  MemoryFindings,
  NothingAutomatic,
  ObservedInvestigation,
  RememberingArtifacts,
  nothingLocated,
} from '../../../../test/support/fake-session-parts.js';
import { aSession } from '../../../../test/support/a-session.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { gradingPolicy } from '../domain/grading-policy.js';
import { ResultSummary } from '../domain/result-summary.js';
import { scopeOf } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionStatus, TestSession, operator } from '../domain/test-session.js';
import { FinishSession } from './finish-session.js';
import { ReadSession } from './read-session.js';

class CountingStore extends MemorySessionStore {
  timesRead = 0;
  timesSummed = 0;

  override resultSummaries(sessionId: string): Promise<readonly ResultSummary[]> {
    this.timesSummed += 1;
    return super.resultSummaries(sessionId);
  }

  override results(sessionId: string): Promise<readonly TestResult[]> {
    this.timesRead += 1;
    return super.results(sessionId);
  }
}

function sessionWith(status: SessionStatus): TestSession {
  const startedAt = '2026-11-22T09:00:00.000Z';
  return aSession({ owner: 'me', status, startedAt }, { attribution: 'off', scope: scopeOf(UNRESTRICTED) });
}

async function given(status: SessionStatus) {
  const store = new CountingStore();
  await store.create(sessionWith(status));
  await store.saveResult('ses_1', testResultOf('q1', 'success'));
  const sessions = new ReadSession(
    store,
    new FinishSession(
      store,
      new RememberingArtifacts(),
      new ObservedInvestigation(),
      new MemoryFindings(),
      new NothingAutomatic(),
      nothingLocated,
    ),
    new ShowSessions(new AllShown()),
  );
  const successes = async () => (await sessions.list(operator('me'), 10, undefined)).items[0]?.outcome?.summary.success;
  return { store, sessions, successes };
}

describe('ReadSession', () => {
  it.each(['interrupted', 'cancelled', 'failed'] as const)('summarizes a session that is %s once', async (status) => {
    const { store, successes } = await given(status);
    expect([await successes(), await successes()]).toEqual([1, 1]);
    expect([store.timesSummed, store.timesRead]).toEqual([1, 0]);
  });

  it('summarizes a running session so far at each reading', async () => {
    const { store, successes } = await given('running');
    expect(await successes()).toBe(1);
    await store.saveResult('ses_1', testResultOf('q2', 'success'));
    expect(await successes()).toBe(2);
  });

  it.each(['running', 'completed'] as const)(
    'shows what plain search scores in a session that is %s',
    async (status) => {
      const { store, sessions } = await given(status);
      const mix = { easy: 1, medium: 0, hard: 0 };
      const scores = { bm25Top3: 1, bm25FirstSentence: 0.5, bm25NearestSentence: 1, meanOverlap: 0.2 };
      const baseline = { answerable: 1, questions: 1, ...scores, requestedDifficulty: mix, measuredDifficulty: mix };
      await store.savePlan('ses_1', [], { singles: [], dialogues: [], discarded: {}, baseline });
      expect((await sessions.read('ses_1', operator('me'))).outcome?.baseline).toEqual(baseline);
    },
  );

  it('names what differs between the policies of two compared sessions', async () => {
    const { store, sessions } = await given('completed');
    const policy = gradingPolicy({ thresholds: { success: 3.5, partial: 3 } });
    await store.create({ ...sessionWith('completed'), sessionId: 'ses_2', policy });
    await store.create({ ...sessionWith('completed'), sessionId: 'ses_3', policy: gradingPolicy() });
    const found = await sessions.compare('ses_3', 'ses_2', operator('me'));
    expect(found.policyDifferences).toEqual([{ name: 'thresholds.success', base: 4, candidate: 3.5 }]);
    // The first one is of a release that recorded none.
    expect((await sessions.compare('ses_1', 'ses_2', operator('me'))).policyDifferences).toBeNull();
  });

  it('reads no whole result of a running session, and none to compare', async () => {
    const { store, sessions, successes } = await given('running');
    await successes();
    await sessions.read('ses_1', operator('me'));
    await sessions.compare('ses_1', 'ses_1', operator('me'));
    expect(store.timesRead).toBe(0);
  });
});
