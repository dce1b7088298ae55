import { StoredSchedule } from '../domain/test-schedule.js';
import { isSchedule, readJson } from './stored-session-json.js';

/** A row of test_schedules. */
export interface ScheduleRow {
  readonly owner: string;
  readonly schedule: string;
  readonly last_run: string | null;
}

/** The schedule of a row. */
export const toStoredSchedule = (row: ScheduleRow): StoredSchedule => ({
  schedule: readJson(row.schedule, isSchedule),
  owner: row.owner,
  lastRun: row.last_run,
});
