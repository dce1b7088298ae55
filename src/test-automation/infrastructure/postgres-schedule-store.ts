import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';
import { ScheduleRow, toStoredSchedule } from './schedule-row.js';

/** Schedules in the shared store; of all replicas one claims a time. */
@Injectable()
export class PostgresScheduleStore extends ScheduleStore {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async list(owner: string): Promise<readonly StoredSchedule[]> {
    const rows = await this.database.query<ScheduleRow>(
      sql`SELECT owner, schedule, last_run FROM test_schedules WHERE owner = ${owner} ORDER BY place`,
    );
    return rows.map(toStoredSchedule);
  }

  async all(): Promise<readonly StoredSchedule[]> {
    const rows = await this.database.query<ScheduleRow>(
      sql`SELECT owner, schedule, last_run FROM test_schedules ORDER BY owner, place`,
    );
    return rows.map(toStoredSchedule);
  }

  /** The rows are held from the first read on: a claim in between would be lost. */
  async replace(owner: string, schedules: readonly TestSchedule[]): Promise<void> {
    await this.database.transaction(async () => {
      const rows = await this.database.query<{ id: string; last_run: string | null }>(
        sql`SELECT id, last_run FROM test_schedules WHERE owner = ${owner} FOR UPDATE`,
      );
      const before = new Map(rows.map((row) => [row.id, row.last_run]));
      await this.database.change(sql`DELETE FROM test_schedules WHERE owner = ${owner}`);
      for (const [place, schedule] of schedules.entries())
        await this.database.change(sql`INSERT INTO test_schedules (id, place, owner, schedule, last_run)
          VALUES (${schedule.id}, ${place}, ${owner}, ${JSON.stringify(schedule)}, ${before.get(schedule.id) ?? null})`);
    });
  }

  async remove(owner: string, scheduleId: string): Promise<boolean> {
    const removed = await this.database.change(
      sql`DELETE FROM test_schedules WHERE owner = ${owner} AND id = ${scheduleId}`,
    );
    return removed === 1;
  }

  async claim(owner: string, scheduleId: string, at: string): Promise<boolean> {
    const claimed = await this.database.change(sql`UPDATE test_schedules SET last_run = ${at}
      WHERE owner = ${owner} AND id = ${scheduleId} AND (last_run IS NULL OR last_run < ${at})`);
    return claimed === 1;
  }
}
