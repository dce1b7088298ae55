/** Days (UTC) that one row of a figure sums. */
export interface Period<T> {
  /** First day. */
  readonly from: string;
  /** The day after the last. */
  readonly until: string;
  readonly days: readonly T[];
}

const DAY_MS = 86_400_000;
/** More rows than this are not read as a trend. */
const MOST_ROWS = 16;

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The days of a time in equal periods, the newest last; none before the first day with a figure.
 * @param from first day of the time, `YYYY-MM-DD`
 * @param to last day
 */
export function periodsOf<T extends { readonly day: string }>(
  figures: readonly T[],
  from: string,
  to: string,
): readonly Period<T>[] {
  const [first] = figures;
  if (first === undefined) return [];
  const start = Date.parse(first.day < from ? first.day : from);
  const end = Date.parse(to) + DAY_MS;
  const length = Math.max(1, Math.ceil((end - start) / DAY_MS / MOST_ROWS)) * DAY_MS;
  const periods: Period<T>[] = [];
  for (let until = end; until > Date.parse(first.day); until -= length) {
    const [since, before] = [dayAt(until - length), dayAt(until)];
    periods.push({ from: since, until: before, days: figures.filter(({ day }) => day >= since && day < before) });
  }
  return periods.reverse();
}
