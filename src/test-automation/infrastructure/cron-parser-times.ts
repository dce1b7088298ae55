import { Injectable } from '@nestjs/common';
import { CronExpressionParser } from 'cron-parser';
import { CronTimes } from '../domain/test-schedule.js';

/** Times of cron expressions in their time zone, daylight saving included. */
@Injectable()
export class CronParserTimes extends CronTimes {
  check(cron: string, timeZone: string): void {
    this.next(cron, timeZone, new Date());
  }

  next(cron: string, timeZone: string, after: Date): Date {
    return CronExpressionParser.parse(cron, { currentDate: after, tz: timeZone }).next().toDate();
  }

  previous(cron: string, timeZone: string, before: Date): Date {
    // A moment later, since what is planned for exactly now has come.
    const currentDate = new Date(before.getTime() + 1);
    return CronExpressionParser.parse(cron, { currentDate, tz: timeZone }).prev().toDate();
  }
}
