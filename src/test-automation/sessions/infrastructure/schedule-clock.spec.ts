import { Logger } from '@nestjs/common';
import { Environment, readEnvironment } from '../../../config/environment.js';
import { Clock } from '../../../shared/domain/clock.js';
import { HealthProbes } from '../../../shared/domain/health-check.js';
import type { RunDueSchedules } from '../application/run-due-schedules.js';
import { ScheduleClock } from './schedule-clock.js';

class MovingClock extends Clock {
  at = new Date('2026-03-01T00:00:00Z');
  now(): Date {
    return this.at;
  }
}

const NOTHING = { done: [], failed: [] };

function scheduler() {
  const [clock, probes, since] = [new MovingClock(), new HealthProbes(), new Array<string>()];
  let answer: () => Promise<{ done: string[]; failed: string[] }> = () => Promise.resolve(NOTHING);
  const due = {
    run: (from: Date) => {
      since.push(from.toISOString().slice(11, 19));
      return answer();
    },
  } as unknown as RunDueSchedules;
  const environment: Environment = readEnvironment({});
  const ticking = new ScheduleClock(due, clock, environment, probes);
  const tickAt = async (time: string, next: typeof answer = () => Promise.resolve(NOTHING)) => {
    clock.at = new Date(`2026-03-01T${time}Z`);
    answer = next;
    await ticking.tick();
  };
  const health = () => [...probes.all()].find(([name]) => name === 'scheduler')?.[1]();
  return { tickAt, since, health };
}

describe('the clock of schedules', () => {
  beforeEach(() => void jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined));
  afterEach(() => jest.restoreAllMocks());

  it('starts again from the same time after schedules could not be read', async () => {
    const { tickAt, since, health } = scheduler();
    await tickAt('03:00:00');
    await tickAt('03:00:05', () => Promise.reject(new Error('locked')));
    expect(await health()).toMatchObject({ status: 'degraded' });
    await tickAt('03:00:10');
    await tickAt('03:00:15');
    expect(since).toEqual(['00:00:00', '03:00:00', '03:00:00', '03:00:10']);
    expect(await health()).toMatchObject({ status: 'healthy' });
  });

  it('reports a schedule that failed to start until it starts', async () => {
    const { tickAt, health } = scheduler();
    await tickAt('03:00:00', () => Promise.resolve({ done: ['a'], failed: ['b'] }));
    await tickAt('03:00:05');
    expect(await health()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('failed to start') });
    await tickAt('04:00:00', () => Promise.resolve({ done: ['b'], failed: [] }));
    expect(await health()).toMatchObject({ status: 'healthy' });
  });
});
