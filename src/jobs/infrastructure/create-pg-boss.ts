import { PgBoss } from 'pg-boss';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';

/** How often one of the processes ends what took too long and clears away what is long over. */
const UPKEEP_EVERY_S = 60;

/** Where pg-boss keeps its tables. */
export const queueSchema = (database: PostgresDatabase): string => `${database.schema}_queue`;

/**
 * pg-boss on our connections and inside our transactions; its own loops are not used, since they end the process when the database is
 * away while a job is settled (an unhandled rejection in 10.4).
 * @param isTending whether it looks after the queue from `start` on
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

/** Several statements at once come as one transaction, without values. */
async function execute(database: PostgresDatabase, text: string, values: unknown): Promise<{ rows: object[] }> {
  if (/^\s*BEGIN\b/u.test(text)) {
    await database.execute(text);
    return { rows: [] };
  }
  return { rows: [...(await database.statement(text, Array.isArray(values) ? values : []))] };
}
