import { onEveryStore, StoreUnderTest } from '../../../../test/support/every-store.js';
import { dialogueOf, PERSONA, questionOf } from '../../../../test/support/fake-session-parts.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { encodeNameCursor } from '../../../shared/domain/page.js';
import { JudgeScorecard } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { answerOf } from '../../judge/domain/judge-calibration/trial-case.js';
import { summarize } from '../domain/result-summary.js';
import { TestSchedule } from '../domain/test-schedule.js';
import { TestSession } from '../domain/test-session.js';
import { SqlJudgeScorecards, SqlReplyCache } from './sql-reply-cache.js';
import { SqlScheduleStore } from './sql-schedule-store.js';
import { SqlSessionStore } from './sql-session-store.js';
import { SessionOrder } from '../../domain/session-request.js';

const SELF = { kind: 'self', baseUrl: undefined, model: undefined, apiKeyEnv: undefined } as const;
const ORDER: SessionOrder = {
  name: 'nightly',
  seed: 7,
  target: SELF,
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
const sessionOf = (sessionId: string, owner: string, status: TestSession['status'] = 'completed'): TestSession => ({
  sessionId,
  owner,
  status,
  request: { ...ORDER, target: SELF, personas: ['freshman'], seed: 7, isSeedGiven: true },
  planned: { queries: 1, turns: 4 },
  createdAt: '2026-03-01T09:00:00.000Z',
  startedAt: null,
  completedAt: null,
  startState: {},
  error: null,
});

const sessionStore = (store: StoreUnderTest) => new SqlSessionStore(store.sql);
const scheduleStore = (store: StoreUnderTest) => new SqlScheduleStore(store.sql);
const replyCache = (store: StoreUnderTest) => new SqlReplyCache(store.sql);

onEveryStore('sessions', 'work', (opened) => {
  it('returns what it stored, also after a restart', async () => {
    const plan = { singles: [questionOf('a')], dialogues: [dialogueOf('s', 4)], discarded: { paraphrase_copy: 2 } };
    const store = sessionStore(opened());
    await store.create(sessionOf('ses_1', 'ann'));
    await store.savePlan('ses_1', [PERSONA], plan);
    await store.saveAnswer('ses_1', { resultId: 'r', attempt: 1 }, answerOf('30일 이내', []));
    await store.saveResult('ses_1', testResultOf('a', 'success'));
    await opened().restart();
    const again = sessionStore(opened());
    expect((await again.find('ses_1', 'ann'))?.session).toEqual(JSON.parse(JSON.stringify(sessionOf('ses_1', 'ann'))));
    expect((await again.plan('ses_1'))?.questions).toEqual(JSON.parse(JSON.stringify(plan)));
    expect(await again.answer('ses_1', { resultId: 'r', attempt: 1 })).toEqual(answerOf('30일 이내', []));
    expect(await again.answer('ses_1', { resultId: 'r', attempt: 0 })).toBeUndefined();
    expect((await again.results('ses_1')).map((r) => r.questionId)).toEqual(['a']);
  });

  it('shows nobody another caller’s sessions', async () => {
    const store = sessionStore(opened());
    await store.create(sessionOf('ses_1', 'ann'));
    expect(await store.find('ses_1', 'bob')).toBeUndefined();
    expect((await store.list('bob', 10, undefined)).items).toEqual([]);
    await store.saveResult('ses_1', testResultOf('a', 'success'));
    expect((await store.history('bob')).passed.size).toBe(0);
  });

  it('finds and lists the sessions of all owners for an administrator', async () => {
    const store = sessionStore(opened());
    for (const [id, owner] of [
      ['ses_1', 'ann'],
      ['ses_2', 'bob'],
      ['ses_3', 'ann'],
    ] as const)
      await store.create(sessionOf(id, owner));
    expect((await store.find('ses_2', undefined))?.session.owner).toBe('bob');
    const first = await store.list(undefined, 2, undefined);
    const second = await store.list(undefined, 2, first.nextCursor ?? undefined);
    expect([...first.items, ...second.items].map(({ session }) => session.sessionId)).toEqual([
      'ses_3',
      'ses_2',
      'ses_1',
    ]);
  });

  it('pages sessions newest first and results in their order, each exactly once', async () => {
    const store = sessionStore(opened());
    for (let i = 1; i <= 7; i++) await store.create(sessionOf(`ses_${i}`, 'ann'));
    for (let i = 1; i <= 7; i++) await store.saveResult('ses_1', testResultOf(`q${i}`, 'success'));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list('ann', 3, cursor);
      seen.push(...page.items.map(({ session }) => session.sessionId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((i) => `ses_${i}`));
    const first = await store.resultPage('ses_1', 4, undefined);
    const second = await store.resultPage('ses_1', 4, first.nextCursor ?? undefined);
    expect([...first.items, ...second.items].map((r) => r.questionId)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((i) => `q${i}`),
    );
    expect(second.nextCursor).toBeNull();
  });

  it('gives cursors that reveal no items of other callers', async () => {
    const store = sessionStore(opened());
    const pagesOf = async (others: number) => {
      for (const id of ['a', 'b', 'c']) {
        for (let i = 0; i < others; i++) {
          await store.create(sessionOf(`ses_${id}_of_bob_${i}`, 'bob'));
          await store.saveResult(`ses_${id}_of_bob_${i}`, testResultOf('q', 'success'));
        }
        await store.create(sessionOf(`ses_${id}`, 'ann'));
      }
      for (const id of ['1', '2', '3']) {
        if (others > 0) await store.saveResult('ses_a_of_bob_0', testResultOf(`q${id}`, 'success'));
        await store.saveResult('ses_a', testResultOf(id, 'success'));
      }
      const sessions = await store.list('ann', 1, undefined);
      const results = await store.resultPage('ses_a', 1, undefined);
      return [sessions, results, await store.list('ann', 1, sessions.nextCursor ?? undefined)].map((p) => p.nextCursor);
    };
    const among = await pagesOf(4);
    for (const table of ['test_results', 'test_sessions']) await opened().run(`DELETE FROM ${table}`);
    expect(await pagesOf(0)).toEqual(among);
    expect(among).not.toContain(null);
  });

  it('accepts only cursors from a page of the same caller', async () => {
    const store = sessionStore(opened());
    for (const [id, owner] of [
      ['ses_1', 'ann'],
      ['ses_2', 'ann'],
      ['ses_3', 'bob'],
      ['ses_4', 'bob'],
    ] as const) {
      await store.create(sessionOf(id, owner));
      for (const question of ['q1', 'q2']) await store.saveResult(id, testResultOf(`${id} ${question}`, 'success'));
    }
    const foreign = (await store.list('bob', 1, undefined)).nextCursor ?? '';
    const foreignResult = (await store.resultPage('ses_3', 1, undefined)).nextCursor ?? '';
    for (const cursor of [foreign, encodeNameCursor('ses_9'), 'c1', ''])
      await expect((async () => store.list('ann', 1, cursor))()).rejects.toThrow(InvalidInputError);
    for (const cursor of [foreignResult, encodeNameCursor('r_9'), 'c1', ''])
      await expect((async () => store.resultPage('ses_1', 1, cursor))()).rejects.toThrow(InvalidInputError);
  });

  it('replaces a result in its position, and uses the newest verdict for experience', async () => {
    const store = sessionStore(opened());
    await store.create(sessionOf('ses_1', 'ann'));
    await store.create(sessionOf('ses_2', 'ann'));
    await store.create(sessionOf('ses_3', 'ann', 'cancelled'));
    await store.saveResult('ses_1', testResultOf('a', 'not_evaluated'));
    await store.saveResult('ses_1', testResultOf('b', 'success'));
    await store.saveResult('ses_1', testResultOf('a', 'failure'));
    expect((await store.results('ses_1')).map((r) => r.judgement.verdict)).toEqual(['failure', 'success']);
    expect(await store.resultSummaries('ses_1')).toEqual((await store.results('ses_1')).map(summarize));
    await store.saveResult('ses_2', testResultOf('b', 'partial'));
    await store.saveResult('ses_3', testResultOf('b', 'success'));
    const { passed, failed } = await store.history('ann');
    expect([[...passed], [...failed].sort()]).toEqual([[], ['a', 'b']]);
  });

  it('counts how many of some results exist and could be evaluated', async () => {
    const store = sessionStore(opened());
    await store.create(sessionOf('ses_1', 'ann'));
    const results = [testResultOf('a', 'success'), testResultOf('b', 'failure'), testResultOf('c', 'not_evaluated')];
    for (const result of results) await store.saveResult('ses_1', result);
    const ids = results.map(({ resultId }) => resultId);
    expect(await store.evaluated('ses_1', [...ids, 'unknown'])).toBe(2);
    expect(await store.evaluated('ses_1', ids.slice(2))).toBe(0);
    expect(await store.evaluated('ses_2', ids)).toBe(0);
  });

  it('makes the result summaries that an earlier release did not store, and stores them', async () => {
    const store = sessionStore(opened());
    await store.create(sessionOf('ses_1', 'ann'));
    for (const id of ['a', 'b']) await store.saveResult('ses_1', testResultOf(id, 'success'));
    await opened().run("DELETE FROM test_result_summaries WHERE result_id = 'result-b'");
    expect((await store.resultSummaries('ses_1')).map((resultSummary) => resultSummary.questionId)).toEqual(['a', 'b']);
    expect(await opened().number('SELECT count(*) FROM test_result_summaries')).toBe(2);
    expect(await store.resultSummaries('ses_2')).toEqual([]);
  });

  it('marks what a dead process left, and nothing else', async () => {
    const store = sessionStore(opened());
    for (const status of ['queued', 'running', 'completed', 'failed', 'cancelled'] as const)
      await store.create(sessionOf(`ses_${status}`, 'ann', status));
    // Their process is neither this one nor another live one.
    await opened().run(
      opened().make(
        () => 'SELECT 1',
        () => 'UPDATE test_sessions SET process = 0',
      ),
    );
    expect([...(await store.interruptUnfinished())].sort()).toEqual(['ses_queued', 'ses_running']);
    const { items } = await store.list('ann', 10, undefined);
    expect(items.map(({ session }) => session.status).sort()).toEqual([
      'cancelled',
      'completed',
      'failed',
      'interrupted',
      'interrupted',
    ]);
  });

  it('refuses a row of another version instead of reading it in part', async () => {
    const store = sessionStore(opened());
    await store.create(sessionOf('ses_1', 'ann'));
    await opened().run("UPDATE test_sessions SET session = '{}'");
    await expect((async () => store.find('ses_1', 'ann'))()).rejects.toThrow('another version');
  });
});

onEveryStore('schedules', 'work', (opened) => {
  const schedule = (id: string): TestSchedule => ({
    id,
    cron: '0 3 * * *',
    timeZone: 'Asia/Seoul',
    enabled: true,
    template: { seed: 7 },
    order: ORDER,
  });

  it('keeps them in order, by caller, and their last run while they keep their id', async () => {
    const store = scheduleStore(opened());
    await store.replace('ann', [schedule('b'), schedule('a')]);
    await store.replace('bob', [schedule('a')]);
    expect(await store.claim('ann', 'a', '2026-03-01T18:00:00.000Z')).toBe(true);
    await store.replace('ann', [schedule('a'), schedule('c')]);
    await opened().restart();
    const again = scheduleStore(opened());
    expect((await again.list('ann')).map((s) => [s.schedule.id, s.lastRun])).toEqual([
      ['a', '2026-03-01T18:00:00.000Z'],
      ['c', null],
    ]);
    expect((await again.list('ann'))[0]?.schedule).toEqual(JSON.parse(JSON.stringify(schedule('a'))));
    expect((await again.all()).map((s) => `${s.owner}/${s.schedule.id}`)).toEqual(['ann/a', 'ann/c', 'bob/a']);
  });

  it('lets one claim of a time succeed, and none of an earlier time or of another caller’s schedule', async () => {
    const store = scheduleStore(opened());
    await store.replace('ann', [schedule('a')]);
    const claims = await Promise.all([1, 2, 3].map(() => store.claim('ann', 'a', '2026-03-01T18:00:00.000Z')));
    expect(claims.filter((won) => won)).toHaveLength(1);
    expect(await store.claim('ann', 'a', '2026-02-28T18:00:00.000Z')).toBe(false);
    expect(await store.claim('bob', 'a', '2026-03-02T18:00:00.000Z')).toBe(false);
    expect(await store.claim('ann', 'a', '2026-03-02T18:00:00.000Z')).toBe(true);
  });
});

onEveryStore('replies of models', 'work', (opened) => {
  it('are there after a restart', async () => {
    await replyCache(opened()).save('k', '{"accuracy":1}');
    await opened().restart();
    expect(await replyCache(opened()).find('k')).toBe('{"accuracy":1}');
    expect(await replyCache(opened()).find('other')).toBeUndefined();
  });
});

onEveryStore('measurements of judges', 'work', (opened) => {
  const made = () => new SqlJudgeScorecards(opened().sql);
  const card: JudgeScorecard = {
    judge: 'rules',
    version: 3,
    seed: 7,
    measured_at: '2026-01-01T00:00:00.000Z',
    documents: 2,
    faults: 10,
    sound: 5,
    not_evaluated: 0,
    catch_rate: 1 / 3,
    false_alarm_rate: null,
    rates: [],
    holds: null,
  };

  it('are the last stored ones, also after a restart, and refused if they are of another version', async () => {
    expect(await made().find('k')).toBeUndefined();
    await made().save('k', { ...card, seed: 1 });
    await made().save('k', card);
    await opened().restart();
    expect([await made().find('k'), await made().find('other')]).toEqual([card, undefined]);
    await opened().run(`UPDATE test_judge_scorecards SET scorecard = '{}'`);
    await expect(Promise.resolve().then(() => made().find('k'))).rejects.toThrow('another version');
  });
});
