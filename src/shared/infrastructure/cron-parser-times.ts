import { Injectable } from '@nestjs/common';
import { CronExpressionParser } from 'cron-parser';
import { CronTimes } from '../domain/clock.js';

const FIELDS = 5;
const fieldsOf = (cron: string): string[] => cron.trim().split(/\s+/u);

/** Stores of earlier releases may contain a field of seconds, with which a schedule would start every second. */
function withoutSeconds(cron: string): string {
  const fields = fieldsOf(cron);
  return fields.length > FIELDS ? fields.slice(-FIELDS).join(' ') : cron;
}

/** Times of cron expressions in their time zone, daylight saving included. */
@Injectable()
export class CronParserTimes extends CronTimes {
  check(cron: string, timeZone: string): void {
    if (fieldsOf(cron).length > FIELDS)
      throw new Error('it has a field of seconds; leave it out, nothing starts more than once a minute');
    this.next(cron, timeZone, new Date());
  }

  next(cron: string, timeZone: string, after: Date): Date {
    return CronExpressionParser.parse(withoutSeconds(cron), { currentDate: after, tz: timeZone }).next().toDate();
  }

  previous(cron: string, timeZone: string, before: Date): Date {
    // Add a moment, since a time planned for exactly now is included.
    const currentDate = new Date(before.getTime() + 1);
    return CronExpressionParser.parse(withoutSeconds(cron), { currentDate, tz: timeZone }).prev().toDate();
  }
}
