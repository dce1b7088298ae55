import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';
import { ScheduleRow, toStoredSchedule } from './schedule-row.js';

/** Schedules in the embedded store. */
@Injectable()
export class SqliteScheduleStore extends ScheduleStore {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  list(owner: string): Promise<readonly StoredSchedule[]> {
    const rows = this.database.reader
      .prepare<[string], ScheduleRow>(
        'SELECT owner, schedule, last_run FROM test_schedules WHERE owner = ? ORDER BY place',
      )
      .all(owner);
    return Promise.resolve(rows.map(toStoredSchedule));
  }

  all(): Promise<readonly StoredSchedule[]> {
    const rows = this.database.reader
      .prepare<[], ScheduleRow>('SELECT owner, schedule, last_run FROM test_schedules ORDER BY owner, place')
      .all();
    return Promise.resolve(rows.map(toStoredSchedule));
  }

  replace(owner: string, schedules: readonly TestSchedule[]): Promise<void> {
    const { writer } = this.database;
    const lastRuns = writer.prepare<[string], { id: string; last_run: string | null }>(
      'SELECT id, last_run FROM test_schedules WHERE owner = ?',
    );
    const remove = writer.prepare('DELETE FROM test_schedules WHERE owner = ?');
    const insert = writer.prepare(
      'INSERT INTO test_schedules (id, place, owner, schedule, last_run) VALUES (?, ?, ?, ?, ?)',
    );
    writer.transaction(() => {
      const before = new Map(lastRuns.all(owner).map((row) => [row.id, row.last_run]));
      remove.run(owner);
      schedules.forEach((schedule, place) =>
        insert.run(schedule.id, place, owner, JSON.stringify(schedule), before.get(schedule.id) ?? null),
      );
    })();
    return Promise.resolve();
  }

  remove(owner: string, scheduleId: string): Promise<boolean> {
    const { changes } = this.database.writer
      .prepare('DELETE FROM test_schedules WHERE owner = ? AND id = ?')
      .run(owner, scheduleId);
    return Promise.resolve(changes === 1);
  }

  claim(owner: string, scheduleId: string, at: string): Promise<boolean> {
    const { changes } = this.database.writer
      .prepare(
        'UPDATE test_schedules SET last_run = ? WHERE owner = ? AND id = ? AND (last_run IS NULL OR last_run < ?)',
      )
      .run(at, owner, scheduleId, at);
    return Promise.resolve(changes === 1);
  }
}
