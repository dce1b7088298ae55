import { PgBoss } from 'pg-boss';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';

/** Interval at which one process ends overdue jobs and deletes old ones. */
const UPKEEP_EVERY_S = 60;

/** Schema of the tables of pg-boss. */
export const queueSchema = (database: PostgresDatabase): string => `${database.schema}_queue`;

/**
 * pg-boss on our connections and inside our transactions. Its own loops are not used: in 10.4 they end the process if
 * the database is unavailable while a job is settled (an unhandled rejection).
 * @param isTending whether it maintains the queue from `start` on
 */
export function createPgBoss(database: PostgresDatabase, isTending: boolean): PgBoss {
  return new PgBoss({
    schema: queueSchema(database),
    db: { executeSql: (text, values) => execute(database, text, values) },
    schedule: false,
    supervise: isTending,
    maintenanceIntervalSeconds: UPKEEP_EVERY_S,
  });
}

/** Several statements at once arrive as one transaction, without values. */
async function execute(database: PostgresDatabase, text: string, values: unknown): Promise<{ rows: object[] }> {
  if (/^\s*BEGIN\b/u.test(text)) {
    await database.execute(text);
    return { rows: [] };
  }
  return { rows: [...(await database.statement(text, Array.isArray(values) ? values : []))] };
}
