/** Times of cron expressions: five fields, minute first, in a time zone. */
export abstract class CronTimes {
  /** @throws Error with the reason when the expression or the zone is not valid */
  abstract check(cron: string, timeZone: string): void;
  abstract next(cron: string, timeZone: string, after: Date): Date;
  /** Returns the last planned moment at or before a time. */
  abstract previous(cron: string, timeZone: string, before: Date): Date;
}
