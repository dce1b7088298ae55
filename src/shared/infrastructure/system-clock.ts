import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { Clock, MonotonicClock } from '../domain/clock.js';

/** The clock of the machine; TIME_ZONE determines the calendar day. */
@Injectable()
export class SystemClock extends Clock {
  override readonly timeZone: string;

  constructor({ TIME_ZONE }: Environment) {
    super();
    this.timeZone = TIME_ZONE;
  }

  now(): Date {
    return new Date();
  }
}

@Injectable()
export class SystemMonotonicClock extends MonotonicClock {
  nowMs(): number {
    return performance.now();
  }
}
