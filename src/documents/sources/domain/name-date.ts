import { calendarDay, dayBefore } from '../../../text/values/calendar-day.js';
import { readValues } from '../../../text/values/read-values.js';

/** A date in a file name. */
export interface NameDate {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The path without the date: editions of one document share it. */
  readonly series: string;
}

/**
 * The first valid date in the last part of a path; undefined without one.
 * @example nameDate('rules/leave 2026-03-01.pdf') // { day: '2026-03-01', series: 'rules/leave .pdf' }
 */
export function nameDate(path: string): NameDate | undefined {
  const start = path.lastIndexOf('/') + 1;
  const name = path.slice(start);
  for (const value of readValues(name)) {
    if (value.kind !== 'date' || value.isAmbiguous) continue;
    const day = calendarDay(String(value.year ?? ''), String(value.month ?? ''), String(value.day ?? ''));
    if (day !== undefined)
      return { day, series: path.slice(0, start) + name.slice(0, value.start) + name.slice(value.end) };
  }
  return undefined;
}

/**
 * The last day of each edition: the day before the next file of the same series begins.
 * @returns by path, only for files with a later edition
 */
export function editionEnds(paths: readonly string[]): ReadonlyMap<string, string> {
  const series = new Map<string, { readonly path: string; readonly day: string }[]>();
  for (const path of paths) {
    const date = nameDate(path);
    if (date === undefined) continue;
    const known = series.get(date.series);
    if (known === undefined) series.set(date.series, [{ path, day: date.day }]);
    else known.push({ path, day: date.day });
  }
  const ends = new Map<string, string>();
  for (const editions of series.values()) {
    const days = [...new Set(editions.map(({ day }) => day))].sort();
    for (const { path, day } of editions) {
      const next = days[days.indexOf(day) + 1];
      if (next !== undefined) ends.set(path, dayBefore(next));
    }
  }
  return ends;
}
