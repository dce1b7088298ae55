import { randomUUID } from 'node:crypto';
import { JobData } from '../../shared/domain/job-runner.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { queueSchema } from './create-pg-boss.js';

/** The oldest schema version of pg-boss that the current one migrates by itself; pg-boss 10 has 24. */
const OLDEST_MIGRATED = 25;
/** Any number, the same in every process. */
const UPGRADE_LOCK = 7_046_033;

/** An unfinished job in the tables of an older pg-boss. */
interface OldEntry {
  readonly jobId: string;
  readonly kind: string;
  readonly data: JobData;
}

const oldSchema = (database: PostgresDatabase) => `${queueSchema(database)}_old`;

async function hasTable(database: PostgresDatabase, schema: string, table: string): Promise<boolean> {
  const found = await database.one<{ name: string | null }>(
    sql`SELECT to_regclass(${`"${schema}"."${table}"`})::text AS name`,
  );
  return found !== undefined && found.name !== null;
}

/** One process at a time, until the end of the transaction. */
async function alone(database: PostgresDatabase): Promise<void> {
  await database.query(sql`SELECT pg_advisory_xact_lock(${UPGRADE_LOCK}, hashtext(${database.schema}))`);
}

/**
 * Renames the schema of a pg-boss that the current one cannot migrate (before version 11), so that a new one is created
 * under its name. A process that still runs the older version then gets errors, but loses no job.
 */
export async function setAsideOldQueue(database: PostgresDatabase): Promise<void> {
  const schema = queueSchema(database);
  await database.transaction(async () => {
    await alone(database);
    if (!(await hasTable(database, schema, 'version'))) return;
    const row = await database.one<{ version: number }>(
      sql`SELECT version::int AS version FROM ${trusted(`"${schema}".version`)}`,
    );
    if (row === undefined || row.version >= OLDEST_MIGRATED) return;
    await database.change(sql`ALTER SCHEMA ${trusted(`"${schema}"`)} RENAME TO ${trusted(`"${oldSchema(database)}"`)}`);
  });
}

/**
 * Sends every unfinished job of the renamed schema again and drops the schema, in one transaction: the next start
 * repeats an interrupted upgrade. Running jobs are queued again, with all their attempts.
 */
export async function takeOverOldQueue(
  database: PostgresDatabase,
  now: string,
  send: (kind: string, queueId: string, payload: { jobId: string; data: JobData }) => Promise<void>,
): Promise<void> {
  const schema = oldSchema(database);
  await database.transaction(async () => {
    await alone(database);
    if (!(await hasTable(database, schema, 'job'))) return;
    const entries = await database.query<OldEntry>(
      sql`SELECT j.job_id AS "jobId", j.kind, coalesce(q.data->'data', '{}') AS data
          FROM jobs j JOIN job_queue_entries o USING (job_id) JOIN ${trusted(`"${schema}".job`)} q ON q.id = o.queue_id AND q.name = j.kind
          WHERE q.state < 'completed' ORDER BY q.created_on, j.job_id FOR UPDATE OF o, j`,
    );
    for (const { jobId, kind, data } of entries) {
      // A new entry: a process of the older version no longer settles this job.
      const queueId = randomUUID();
      await database.change(sql`UPDATE job_queue_entries SET queue_id = ${queueId} WHERE job_id = ${jobId}`);
      await database.change(sql`UPDATE jobs SET status = 'queued', updated_at = ${now} WHERE job_id = ${jobId}`);
      await send(kind, queueId, { jobId, data });
    }
    await database.change(sql`DROP SCHEMA ${trusted(`"${schema}"`)} CASCADE`);
  });
}
