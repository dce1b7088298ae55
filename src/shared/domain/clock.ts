/**
 * Port of the current time, so that specs can use a fixed time.
 * @example
 * // The clock of a spec.
 * class FixedClock extends Clock {
 *   override readonly timeZone = 'Asia/Seoul';
 *   now() {
 *     return new Date('2026-03-01T00:00:00Z');
 *   }
 * }
 * today(new FixedClock()); // '2026-03-01'
 */
export abstract class Clock {
  /** IANA name of the time zone of the calendar day; UTC by default. */
  readonly timeZone?: string;
  abstract now(): Date;
}

/** Monotonic time, for windows and timeouts: independent of changes of the wall clock. */
export abstract class MonotonicClock {
  /** Milliseconds since an arbitrary fixed moment. */
  abstract nowMs(): number;
}

const DAY_MS = 86_400_000;

/** Returns the moment N days of 24 hours before another: ISO 8601, UTC. */
export function daysBefore(moment: Date, days: number): string {
  return new Date(moment.getTime() - days * DAY_MS).toISOString();
}

/** One formatter per zone: creating one takes longer than using it a thousand times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const options = { timeZone, calendar: 'gregory', numberingSystem: 'latn' } as const;
  const formatter = new Intl.DateTimeFormat('en', { ...options, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.set(timeZone, formatter);
  return formatter;
}

/**
 * Returns the calendar day of a moment in a time zone, `YYYY-MM-DD`.
 * @param timeZone IANA name, such as `Asia/Seoul`
 * @throws RangeError for an unknown zone or an invalid date
 */
export function isoDay(moment: Date, timeZone: string): string {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}

/** Returns the current calendar day in the clock's time zone, `YYYY-MM-DD`. */
export function today(clock: Clock): string {
  return isoDay(clock.now(), clock.timeZone ?? 'UTC');
}

/** Times of cron expressions: five fields, minute first, in a time zone. */
export abstract class CronTimes {
  /** @throws Error with the reason when the expression or the zone is not valid */
  abstract check(cron: string, timeZone: string): void;
  abstract next(cron: string, timeZone: string, after: Date): Date;
  /** Returns the last planned moment at or before a time. */
  abstract previous(cron: string, timeZone: string, before: Date): Date;
}
