/** The time, as a port, so that rules that depend on it are tested with a fixed one. */
export abstract class Clock {
  abstract now(): Date;
}

/** Calendar day (UTC) of a moment, `YYYY-MM-DD`. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
