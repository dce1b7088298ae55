/** The time, as a port, so that rules that depend on it are tested with a fixed one. */
export abstract class Clock {
  abstract now(): Date;
}

const DAY_MS = 86_400_000;

/** The moment that lies so many days of 24 hours before another: ISO 8601, UTC. */
export function daysBefore(moment: Date, days: number): string {
  return new Date(moment.getTime() - days * DAY_MS).toISOString();
}

/** Calendar day (UTC) of a moment, `YYYY-MM-DD`. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
