import { calendarDay, dayBefore } from '../../../text/dates/calendar-day.js';

/** Year, month and day with the same separator between them, or with none; Korean `2026년 3월 1일` too. Not inside a longer number. */
const DATES = [
  /(?<!\d)(\d{4})([-._])(\d{1,2})\2(\d{1,2})(?!\d)/u,
  /(?<!\d)(\d{4})()(\d{2})(\d{2})(?!\d)/u,
  /(?<!\d)(\d{4})년( ?)(\d{1,2})월 ?(\d{1,2})일/u,
];

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
  for (const pattern of DATES) {
    const match = pattern.exec(name);
    const [all = '', year = '', , month = '', date = ''] = match ?? [];
    const day = match === null ? undefined : calendarDay(year, month, date);
    if (match === null || day === undefined) continue;
    return { day, series: path.slice(0, start) + name.slice(0, match.index) + name.slice(match.index + all.length) };
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
