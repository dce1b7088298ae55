import { SettableRights } from '../../../../test/support/fake-rights.js';
import { targetUseCases } from '../../../../test/support/fake-targets.js';
import { ScheduleTimes } from './schedule-times.js';
import { SessionOwners } from './session-owners.js';
import { Logger } from '@nestjs/common';
import { MemorySessionStore, OnePersonaSet } from '../../../../test/support/fake-session-parts.js';
import { restrictedTo, UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { Clock } from '../../../shared/domain/clock.js';
import { ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';
import { TestSession } from '../domain/test-session.js';
import { CronParserTimes } from '../../../shared/infrastructure/cron-parser-times.js';
import { SaveSchedules, CheckOrder } from './save-schedules.js';
import { RunDueSchedules } from './run-due-schedules.js';
import { SessionOrder } from '../../domain/session-request.js';

class MovingClock extends Clock {
  at = new Date('2026-03-01T00:00:00Z');
  now(): Date {
    return this.at;
  }
}

class MemorySchedules extends ScheduleStore {
  readonly stored: StoredSchedule[] = [];
  list(owner: string): Promise<readonly StoredSchedule[]> {
    return Promise.resolve(this.stored.filter((s) => s.owner === owner));
  }
  all(): Promise<readonly StoredSchedule[]> {
    return Promise.resolve([...this.stored]);
  }
  replace(owner: string, schedules: readonly TestSchedule[]): Promise<void> {
    const others = this.stored.filter((s) => s.owner !== owner);
    const own = schedules.map((schedule) => ({ schedule, owner, lastRun: null }));
    this.stored.splice(0, this.stored.length, ...others, ...own);
    return Promise.resolve();
  }
  remove(owner: string, scheduleId: string): Promise<boolean> {
    const i = this.stored.findIndex((s) => s.owner === owner && s.schedule.id === scheduleId);
    return Promise.resolve(i >= 0 && this.stored.splice(i, 1).length === 1);
  }
  claim(owner: string, scheduleId: string, at: string): Promise<boolean> {
    const i = this.stored.findIndex((s) => s.owner === owner && s.schedule.id === scheduleId);
    const found = this.stored[i];
    if (found === undefined || (found.lastRun !== null && found.lastRun >= at)) return Promise.resolve(false);
    this.stored[i] = { ...found, lastRun: at };
    return Promise.resolve(true);
  }
}

const SELF = { kind: 'self', baseUrl: undefined, model: undefined, apiKeyEnv: undefined } as const;
const order = (more: Partial<SessionOrder> = {}) =>
  ({ personaSet: 'university', target: SELF, scope: null, ...more }) as SessionOrder;
const viewerOf = (id: string) => ({ id, filter: UNRESTRICTED, isAdministrator: false });
const sent = (one: TestSchedule) => ({ owner: undefined, id: one.id, read: () => one });
const schedule = (more: Partial<TestSchedule> = {}): TestSchedule => ({
  id: 'nightly',
  cron: '0 3 * * *',
  timeZone: 'Asia/Seoul',
  enabled: true,
  template: {},
  order: order(),
  ...more,
});

function parts(processes = 1) {
  const [clock, store, sessions] = [new MovingClock(), new MemorySchedules(), new MemorySessionStore()];
  const started: { order: SessionOrder; owner: string }[] = [];
  const start = {
    start: (order: SessionOrder, owner: string) => {
      if (order.name === 'broken') return Promise.reject(new Error('no such persona'));
      started.push({ order, owner });
      return Promise.resolve({ sessionId: `ses_${started.length}` } as TestSession);
    },
  };
  const times = new CronParserTimes();
  const rights = new SettableRights();
  const owners = new SessionOwners(rights);
  const runs = Array.from(
    { length: processes },
    () => new RunDueSchedules(store, times, sessions, owners, start as never, clock),
  );
  const keep = new SaveSchedules(
    store,
    new ScheduleTimes(times, clock),
    new CheckOrder(new OnePersonaSet(), targetUseCases().choose),
    owners,
  );
  const tick = async (from: string, to: string) => {
    clock.at = new Date(to);
    return await Promise.all(runs.map((run) => run.run(new Date(from))));
  };
  return { clock, store, sessions, started, keep, tick, rights, run: runs[0]! };
}

describe('scheduled test sessions', () => {
  let warned: unknown[];
  beforeEach(() => {
    warned = [];
    Logger.overrideLogger(false);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((...args: unknown[]) => void warned.push(args));
  });
  afterEach(() => jest.restoreAllMocks());

  it('start at their time in their time zone, once, under their name', async () => {
    const { keep, started, tick } = parts();
    const [planned] = await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
    // Three in the morning in Seoul is 18:00 UTC of the day before.
    expect(planned?.nextRun).toBe('2026-03-01T18:00:00.000Z');
    await tick('2026-03-01T17:59:50Z', '2026-03-01T17:59:55Z');
    expect(started).toHaveLength(0);
    await tick('2026-03-01T17:59:55Z', '2026-03-01T18:00:00Z');
    await tick('2026-03-01T18:00:00Z', '2026-03-01T18:00:05Z');
    expect(started).toEqual([{ order: order({ name: 'nightly' }), owner: 'ann' }]);
  });

  it('follow daylight saving', async () => {
    const { keep, clock } = parts();
    const zone = { timeZone: 'Europe/Berlin' };
    clock.at = new Date('2026-03-28T12:00:00Z');
    const [winter] = await keep.replace(
      viewerOf('ann'),
      [schedule({ ...zone, cron: '0 1 * * *' })].map(sent),
      undefined,
    );
    expect(winter?.nextRun).toBe('2026-03-29T00:00:00.000Z');
    clock.at = new Date('2026-03-29T12:00:00Z');
    expect((await keep.list(viewerOf('ann')))[0]?.nextRun).toBe('2026-03-29T23:00:00.000Z');
  });

  it('start once in a whole cluster', async () => {
    const { keep, started, tick } = parts(5);
    await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
    await tick('2026-03-01T17:59:58Z', '2026-03-01T18:00:02Z');
    expect(started).toHaveLength(1);
  });

  it.each(['queued', 'running'] as const)(
    'do not overlap: while the previous session is %s, the next is left out',
    async (status) => {
      const { keep, sessions, started, tick } = parts();
      await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
      await sessions.create({ sessionId: 's', owner: 'ann', status, request: { name: 'nightly' } } as TestSession);
      await tick('2026-03-01T17:59:58Z', '2026-03-01T18:00:02Z');
      expect(started).toHaveLength(0);
      expect(JSON.stringify(warned)).toContain('still runs');
      await sessions.create({
        sessionId: 's',
        owner: 'ann',
        status: 'completed',
        request: { name: 'nightly' },
      } as TestSession);
      await tick('2026-03-02T17:59:58Z', '2026-03-02T18:00:02Z');
      expect(started).toHaveLength(1);
    },
  );

  it('start although another of the same minute fails to, which is logged', async () => {
    const { keep, started, tick } = parts();
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await keep.replace(
      viewerOf('ann'),
      [schedule({ id: 'broken' }), schedule(), schedule({ id: 'broken too', order: order() })].map(sent),
      undefined,
    );
    const [due] = await tick('2026-03-01T17:59:58Z', '2026-03-01T18:00:02Z');
    expect(started.map(({ order: { name } }) => name)).toEqual(['nightly', 'broken too']);
    expect(due).toEqual({ done: ['nightly', 'broken too'], failed: ['broken'] });
    expect(JSON.stringify(errors.mock.calls)).toContain('failed to start');
  });

  it('do not start once their owner is revoked, has expired or may run no tests, and log it', async () => {
    const { keep, started, tick, rights } = parts();
    await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
    rights.ended.add('ann');
    await tick('2026-03-01T17:59:58Z', '2026-03-01T18:00:02Z');
    rights.ended.delete('ann');
    rights.lost.add('test');
    await tick('2026-03-02T17:59:58Z', '2026-03-02T18:00:02Z');
    expect(started).toHaveLength(0);
    expect(JSON.stringify(warned)).toContain('its key was revoked');
    expect((await keep.list(viewerOf('ann')))[0]).toMatchObject({ nextRun: null, isOwnerValid: false });
  });

  it('see at each start what their owner sees at that time', async () => {
    const { keep, started, tick, rights } = parts();
    await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
    rights.filter = restrictedTo([['AI']]);
    await tick('2026-03-01T17:59:58Z', '2026-03-01T18:00:02Z');
    expect(started[0]?.order.scope).toEqual({ allowed: ['ai'], groups: null, world: null });
  });

  describe('of all owners', () => {
    const administrator = { ...viewerOf('admin'), isAdministrator: true };
    const of = (owner: string, one: TestSchedule) => ({ ...sent(one), owner });

    it('are all shown to an administrator, and to others only their own', async () => {
      const { keep } = parts();
      await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
      await keep.replace(viewerOf('bob'), [schedule({ id: 'weekly' })].map(sent), undefined);
      expect((await keep.list(administrator)).map(({ owner }) => owner)).toEqual(['ann', 'bob']);
      expect((await keep.list(viewerOf('bob'))).map(({ owner }) => owner)).toEqual(['bob']);
    });

    it('stay when an administrator stores only own ones, are replaced when the owner is named, and are deleted', async () => {
      const { keep } = parts();
      await keep.replace(viewerOf('ann'), [schedule(), schedule({ id: 'weekly' })].map(sent), undefined);
      const listed = async () =>
        (await keep.list(administrator)).map(({ owner, schedule: { id } }) => `${owner}/${id}`).sort();
      await keep.replace(administrator, [schedule({ id: 'own' })].map(sent), undefined);
      expect(await listed()).toEqual(['admin/own', 'ann/nightly', 'ann/weekly']);
      await keep.replace(administrator, [of('ann', schedule())], undefined);
      expect(await listed()).toEqual(['ann/nightly']);
      await keep.remove(administrator, 'nightly', 'ann');
      expect(await listed()).toEqual([]);
      await keep.replace(administrator, [schedule()].map(sent), 'ann');
      expect(await listed()).toEqual(['ann/nightly']);
    });

    it('are refused to a key that names another owner', async () => {
      const { keep } = parts();
      await expect(keep.replace(viewerOf('bob'), [of('ann', schedule())], undefined)).rejects.toMatchObject({
        kind: 'forbidden',
      });
      await expect(keep.replace(viewerOf('bob'), [], 'ann')).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(keep.remove(viewerOf('bob'), 'nightly', 'ann')).rejects.toMatchObject({ kind: 'not-found' });
    });
  });

  it('do not start while they are switched off', async () => {
    const { keep, started, tick } = parts();
    const [planned] = await keep.replace(viewerOf('ann'), [schedule({ enabled: false })].map(sent), undefined);
    expect(planned?.nextRun).toBeNull();
    await tick('2026-03-01T17:59:58Z', '2026-03-01T18:00:02Z');
    expect(started).toHaveLength(0);
  });

  it('log a start that was missed while no process ran, and do not make up for it', async () => {
    const { keep, store, started, clock, run } = parts();
    await keep.replace(
      viewerOf('ann'),
      [schedule(), schedule({ id: 'off', enabled: false }), schedule({ id: 'new' })].map(sent),
      undefined,
    );
    await store.claim('ann', 'nightly', '2026-03-01T18:00:00.000Z');
    clock.at = new Date('2026-03-03T00:00:00Z');
    expect(await run.sayMissed()).toEqual(['nightly']);
    expect(JSON.stringify(warned)).toContain('2026-03-02T18:00:00.000Z');
    expect(started).toHaveLength(0);
  });

  it('leave out a start if the process was blocked too long', async () => {
    const { keep, started, tick } = parts();
    await keep.replace(viewerOf('ann'), [schedule()].map(sent), undefined);
    await tick('2026-03-01T17:59:58Z', '2026-03-01T18:06:00Z');
    expect(started).toHaveLength(0);
    expect(JSON.stringify(warned)).toContain('too late');
  });

  it.each([
    [[schedule({ cron: 'whenever' })], '/items/0/cron'],
    [[schedule(), schedule({ timeZone: 'Mars/Olympus', id: 'b' })], '/items/1/cron'],
    [[schedule(), schedule()], '/items/1/id'],
    [[schedule({ order: order({ personas: ['freshman', 'nobody'] }) })], '/items/0/template/personas'],
    [[schedule({ order: order({ personas: [] }) })], '/items/0/template/personas'],
    [[schedule(), schedule({ id: 'b', order: order({ personaSet: 'moon' }) })], '/items/1/template/persona_set'],
  ])('are refused as a whole with the location of the fault: %#', async (schedules, pointer) => {
    const { keep, store } = parts();
    await expect(keep.replace(viewerOf('ann'), schedules.map(sent), undefined)).rejects.toThrow(pointer);
    expect(store.stored).toHaveLength(0);
  });
});
