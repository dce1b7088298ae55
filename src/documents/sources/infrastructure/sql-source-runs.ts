import { Injectable } from '@nestjs/common';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { SourceRun } from '../domain/source-run.js';
import { SourceRuns } from '../domain/source-store.js';
import { runRecordSchema } from './source-record-schema.js';

/** Number of runs that are kept for each source. */
const KEPT_RUNS = 50;

interface RunRow {
  readonly report: string;
}

const toRun = ({ report }: RunRow): SourceRun => runRecordSchema.parse(JSON.parse(report));
const isOpen = ({ status }: SourceRun): boolean => status === 'queued' || status === 'running';

/** Reports of runs, in the store in use. */
@Injectable()
export class SqlSourceRuns extends SourceRuns {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list(sourceId: string, limit: number, before: string | undefined): Promise<readonly SourceRun[]> {
    const rows = await this.store.query<RunRow>(sql`SELECT report FROM source_runs
      WHERE source_id = ${sourceId} AND (position < (SELECT position FROM source_runs WHERE run_id = ${before ?? ''})
        OR NOT EXISTS (SELECT 1 FROM source_runs WHERE run_id = ${before ?? ''}))
      ORDER BY position DESC LIMIT ${limit}`);
    return rows.map(toRun);
  }

  async find(sourceId: string, runId: string): Promise<SourceRun | undefined> {
    const [row] = await this.store.query<RunRow>(
      sql`SELECT report FROM source_runs WHERE source_id = ${sourceId} AND run_id = ${runId}`,
    );
    return row === undefined ? undefined : toRun(row);
  }

  async put(run: SourceRun): Promise<void> {
    const { runId, sourceId } = run;
    await this.store.change(sql`INSERT INTO source_runs (run_id, source_id, position, report)
      VALUES (${runId}, ${sourceId},
        (SELECT coalesce(max(position), 0) + 1 FROM source_runs WHERE source_id = ${sourceId}), ${JSON.stringify(run)})
      ON CONFLICT (run_id) DO UPDATE SET report = excluded.report`);
    await this.store.change(sql`DELETE FROM source_runs WHERE source_id = ${sourceId}
      AND position <= (SELECT max(position) FROM source_runs WHERE source_id = ${sourceId}) - ${KEPT_RUNS}`);
  }

  async interrupt(sourceId: string, except: string | undefined): Promise<void> {
    for (const run of await this.list(sourceId, KEPT_RUNS, undefined))
      if (isOpen(run) && run.runId !== except)
        await this.put({ ...run, status: 'interrupted', finishedAt: run.finishedAt ?? run.startedAt });
  }
}
