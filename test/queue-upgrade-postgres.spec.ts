import { randomUUID } from 'node:crypto';
import { PgBoss as PgBoss12 } from 'pg-boss-12';
import PgBoss10 from 'pg-boss-10';
import { POSTGRES_MIGRATIONS, POSTGRES_SCHEMA } from '../migrations/postgres/all-migrations.js';
import { QueuedKind } from '../src/jobs/domain/job-queue.js';
import { PostgresJobQueue } from '../src/jobs/infrastructure/postgres-job-queue.js';
import { Clock } from '../src/shared/domain/clock.js';
import { migratePostgres, revertPostgres } from '../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { PostgresDatabase } from '../src/shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../src/shared/infrastructure/database/postgres/sql.js';
import { POSTGRES_SERVERS, PostgresUnderTest } from './support/postgres-servers.js';

const ASK: QueuedKind = { kind: 'ask', limitS: 60, isSingleton: false };
const AT = '2026-01-01T00:00:00.000Z';
/** The migration after which the queue is in tables of the program. */
const IN_TABLES = POSTGRES_MIGRATIONS.findIndex(({ name }) => name.endsWith('queue-in-tables'));

class FixedClock extends Clock {
  now(): Date {
    return new Date(AT);
  }
}

/** What this spec needs of both versions of pg-boss. */
interface Boss {
  on(event: 'error', listener: () => void): unknown;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<unknown>;
  createQueue(name: string, options?: object): Promise<unknown>;
  send(name: string, data: object, options?: { id: string }): Promise<unknown>;
  fetch(name: string): Promise<readonly { readonly id: string }[]>;
  fail(name: string, id: string, data: object): Promise<unknown>;
}

function optionsOf(database: PostgresDatabase) {
  const executeSql = async (text: string, values?: unknown) => {
    if (/^\s*BEGIN\b/u.test(text)) {
      await database.execute(text);
      return { rows: [] };
    }
    return { rows: [...(await database.statement(text, Array.isArray(values) ? values : []))] };
  };
  return { schema: `${database.schema}_queue`, db: { executeSql }, schedule: false, supervise: false };
}

const BOSSES: readonly (readonly [string, (database: PostgresDatabase) => Boss])[] = [
  ['10', (database) => new PgBoss10(optionsOf(database))],
  ['12', (database) => new PgBoss12(optionsOf(database))],
];

describe.each(BOSSES)('a queue that pg-boss %s made', (_version, bossOf) => {
  describe.each(POSTGRES_SERVERS)('on %s', (_name, open) => {
    let server: PostgresUnderTest;
    let database: PostgresDatabase;

    beforeAll(async () => {
      server = await open();
      database = server.database;
    });
    afterAll(() => server.drop());

    /** One job waits, one runs, one failed in every attempt, one has no entry of ours. */
    const filledByOlderVersion = async (): Promise<void> => {
      const boss = bossOf(database);
      boss.on('error', () => undefined);
      await boss.start();
      await boss.createQueue('dead-letters');
      await boss.createQueue('ask', { retryLimit: 0, deadLetter: 'dead-letters' });
      const add = async (jobId: string, status: string) => {
        const id = randomUUID();
        await boss.send('ask', { jobId, data: { of: jobId } }, { id });
        await database.change(sql`INSERT INTO jobs (job_id, kind, status, done, total, error, owner, created_at, updated_at, process)
          VALUES (${jobId}, 'ask', ${status}, 0, 1, NULL, 'ann', ${AT}, ${AT}, ${database.process})`);
        if (status !== 'failed')
          await database.change(
            sql`INSERT INTO job_queue_entries (job_id, queue_id, key) VALUES (${jobId}, ${id}, ${`key of ${jobId}`})`,
          );
      };
      await add('failed', 'failed');
      const [taken] = await boss.fetch('ask');
      await boss.fail('ask', taken?.id ?? '', { message: 'out of ink' });
      await add('runs', 'running');
      await boss.fetch('ask');
      await add('waits', 'queued');
      await boss.send('ask', { jobId: 'unknown', data: {} });
      await boss.stop({ graceful: false });
    };

    it('is taken over: every unfinished job runs, and dead letters are kept', async () => {
      await revertPostgres(database, POSTGRES_MIGRATIONS, POSTGRES_MIGRATIONS.length - IN_TABLES);
      await filledByOlderVersion();
      await migratePostgres(database, POSTGRES_SCHEMA);
      const schemas = await database.query(
        sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE ${`${database.schema}_queue%`}`,
      );
      expect(schemas).toEqual([]);

      const queue = new PostgresJobQueue(database, new FixedClock());
      await queue.open([ASK]);
      const taken = [await queue.take(ASK), await queue.take(ASK)].sort((a, b) =>
        (a?.jobId ?? '').localeCompare(b?.jobId ?? ''),
      );
      expect(taken).toMatchObject([
        { jobId: 'runs', data: { of: 'runs' }, attempt: 1 },
        { jobId: 'waits', data: { of: 'waits' }, attempt: 1 },
      ]);
      expect(await queue.take(ASK)).toBeUndefined();
      expect(await queue.unfinished(['key of waits', 'key of runs'])).toEqual(new Set(['key of waits', 'key of runs']));
      for (const job of taken) if (job !== undefined) await queue.complete(job);
      expect(await queue.endOf('runs')).toBe('succeeded');
      expect(await database.query(sql`SELECT job_id, kind, data FROM job_dead_letters`)).toEqual([
        { job_id: 'failed', kind: 'ask', data: { of: 'failed' } },
      ]);
    });
  });
});
