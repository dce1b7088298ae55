import { CronParserTimes } from '../../../shared/infrastructure/cron-parser-times.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { SourceStore } from '../domain/source-store.js';
import { Source, SOURCE_DEFAULTS } from '../domain/source.js';
import { StartDueSyncs } from './start-due-syncs.js';
import { StartSync } from './start-sync.js';

const source = (id: string, cron: string, more: object = {}): Source => ({
  id,
  origin: 'api',
  owner: 'key_1',
  settings: {
    ...SOURCE_DEFAULTS,
    name: id,
    kind: 'folder',
    location: {},
    category: ['A'],
    schedule: { cron, timeZone: 'Asia/Seoul' },
    ...more,
  },
});

describe('scheduled runs', () => {
  let now = new Date();
  let started: string[];
  let claimed: Set<string>;
  let isAtWork = false;
  const store = {
    claimStart: (id: string, at: string) => {
      const isFirst = !claimed.has(`${id} ${at}`);
      claimed.add(`${id} ${at}`);
      return Promise.resolve(isFirst);
    },
  } as SourceStore;
  const sync = {
    start: ({ id }: Source) => {
      if (isAtWork) return Promise.reject(new ConflictError('at work'));
      started.push(id);
      return Promise.resolve();
    },
  } as unknown as StartSync;
  const due = new StartDueSyncs(store, new CronParserTimes(), sync, { now: () => now });
  beforeEach(() => {
    started = [];
    claimed = new Set();
    isAtWork = false;
  });

  it('start once at their time in their zone, in one of many processes', async () => {
    const sources = [
      source('nightly', '0 3 * * *'),
      source('hourly', '0 * * * *'),
      source('never', '0 3 * * *', { paused: true }),
    ];
    now = new Date('2026-03-01T18:00:02Z');
    for (let process = 0; process < 3; process++) await due.startDue(sources, new Date('2026-03-01T17:59:57Z'));
    expect(started).toEqual(['nightly', 'hourly']);
    now = new Date('2026-03-01T18:00:07Z');
    await due.startDue(sources, new Date('2026-03-01T18:00:02Z'));
    expect(started).toHaveLength(2);
  });

  it('are not repeated later, and one that cannot start does not block others', async () => {
    now = new Date('2026-03-01T18:00:02Z');
    isAtWork = true;
    await due.startDue([source('nightly', '0 3 * * *')], new Date('2026-03-01T17:59:57Z'));
    isAtWork = false;
    await due.startDue([source('bad', 'x'), source('hourly', '0 * * * *')], new Date('2026-03-01T17:59:57Z'));
    expect(started).toEqual(['hourly']);
  });
});
