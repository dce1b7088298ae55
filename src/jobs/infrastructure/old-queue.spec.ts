import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import PgBoss10 from 'pg-boss-10';
import { POSTGRES_SERVERS, PostgresUnderTest } from '../../../test/support/postgres-servers.js';
import { Clock } from '../../shared/domain/clock.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { QueuedKind } from '../domain/job-queue.js';
import { queueSchema } from './create-pg-boss.js';
import { PgBossQueue } from './pg-boss-queue.js';

const ASK: QueuedKind = { kind: 'ask', limitS: 60, isSingleton: false };
const AT = '2026-01-01T00:00:00.000Z';

class FixedClock extends Clock {
  now(): Date {
    return new Date(AT);
  }
}

describe.each(POSTGRES_SERVERS)('a queue that pg-boss 10 made on %s', (_name, open) => {
  let server: PostgresUnderTest;
  let database: PostgresDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await open();
    database = server.database;
  });
  afterAll(() => server.drop());

  const schemas = async (): Promise<readonly string[]> => {
    const rows = await database.query<{ name: string }>(
      sql`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE ${`${database.schema}_queue%`} ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  /** A database of the previous version: one job waits, one runs in a dead process, one has no entry of ours. */
  const filledByOlderVersion = async (): Promise<void> => {
    const boss = new PgBoss10({
      schema: queueSchema(database),
      db: {
        executeSql: async (text: string, values?: unknown[]) => {
          if (!/^\s*BEGIN\b/u.test(text)) return { rows: [...(await database.statement(text, values ?? []))] };
          await database.execute(text);
          return { rows: [] };
        },
      },
      schedule: false,
      supervise: false,
    });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue('ask');
    for (const jobId of ['waits', 'runs']) {
      const id = randomUUID();
      await boss.send('ask', { jobId, data: { of: jobId } }, { id });
      const status = jobId === 'runs' ? 'running' : 'queued';
      await database.change(sql`INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at, process)
        VALUES (${jobId}, 'ask', ${status}, 0, 1, NULL, 'ann', ${AT}, ${AT}, ${database.process})`);
      await database.change(
        sql`INSERT INTO job_queue_entries (job_id, queue_id, key) VALUES (${jobId}, ${id}, ${`key of ${jobId}`})`,
      );
    }
    await boss.send('ask', { jobId: 'unknown', data: {} });
    await boss.stop({ graceful: false });
  };

  it('is replaced by one of the current version, and every unfinished job runs', async () => {
    await filledByOlderVersion();
    const queue = new PgBossQueue(database, new FixedClock());
    await queue.open([ASK]);
    expect(await schemas()).toEqual([queueSchema(database)]);

    const taken = [await queue.take(ASK), await queue.take(ASK)];
    expect(taken).toMatchObject([
      { jobId: 'waits', data: { of: 'waits' }, attempt: 1 },
      { jobId: 'runs', data: { of: 'runs' }, attempt: 1 },
    ]);
    expect(await queue.take(ASK)).toBeUndefined();
    expect(await queue.unfinished(['key of waits', 'key of runs'])).toEqual(new Set(['key of waits', 'key of runs']));
    for (const job of taken) if (job !== undefined) await queue.complete(job);
    expect(await queue.endOf('runs')).toBe('succeeded');

    // The next start finds nothing to do.
    await new PgBossQueue(database, new FixedClock()).open([ASK]);
    expect(await schemas()).toEqual([queueSchema(database)]);
  });
});
