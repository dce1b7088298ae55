import { Injectable } from '@nestjs/common';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';
import { isSchedule, readJson } from './stored-session-json.js';

/** A row of test_schedules. */
export interface ScheduleRow {
  readonly owner: string;
  readonly schedule: string;
  readonly last_run: string | null;
}

/** The schedule of a row. */
const toStoredSchedule = (row: ScheduleRow): StoredSchedule => ({
  schedule: readJson(row.schedule, isSchedule),
  owner: row.owner,
  lastRun: row.last_run,
});

/** Schedules; one of all replicas claims a start. */
@Injectable()
export class SqlScheduleStore extends ScheduleStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list(owner: string): Promise<readonly StoredSchedule[]> {
    const rows = await this.store.query<ScheduleRow>(
      sql`SELECT owner, schedule, last_run FROM test_schedules WHERE owner = ${owner} ORDER BY position`,
    );
    return rows.map(toStoredSchedule);
  }

  async all(): Promise<readonly StoredSchedule[]> {
    const rows = await this.store.query<ScheduleRow>(
      sql`SELECT owner, schedule, last_run FROM test_schedules ORDER BY owner, position`,
    );
    return rows.map(toStoredSchedule);
  }

  /** Locks the rows from the first read on: a concurrent claim would be lost. */
  async replace(owner: string, schedules: readonly TestSchedule[]): Promise<void> {
    await this.store.transaction(async () => {
      const rows = await this.store.query<{ id: string; last_run: string | null }>(
        sql`SELECT id, last_run FROM test_schedules WHERE owner = ${owner} ${this.store.dialect.forUpdate}`,
      );
      const before = new Map(rows.map((row) => [row.id, row.last_run]));
      await this.store.change(sql`DELETE FROM test_schedules WHERE owner = ${owner}`);
      for (const [place, schedule] of schedules.entries())
        await this.store.change(sql`INSERT INTO test_schedules (id, position, owner, schedule, last_run)
          VALUES (${schedule.id}, ${place}, ${owner}, ${JSON.stringify(schedule)}, ${before.get(schedule.id) ?? null})`);
    });
  }

  async remove(owner: string, scheduleId: string): Promise<boolean> {
    const removed = await this.store.change(
      sql`DELETE FROM test_schedules WHERE owner = ${owner} AND id = ${scheduleId}`,
    );
    return removed === 1;
  }

  async claim(owner: string, scheduleId: string, at: string): Promise<boolean> {
    const claimed = await this.store.change(sql`UPDATE test_schedules SET last_run = ${at}
      WHERE owner = ${owner} AND id = ${scheduleId} AND (last_run IS NULL OR last_run < ${at})`);
    return claimed === 1;
  }
}
