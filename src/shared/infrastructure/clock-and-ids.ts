import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { Clock, MonotonicClock } from '../domain/clock.js';
import { randomBytes } from 'node:crypto';
import { IdGenerator } from '../domain/ids.js';

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

/** UUID, version 7 (RFC 9562): milliseconds since 1970, the version, and 74 random bits, as 32 hexadecimal digits. */
function timeOrderedUuid(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex');
}

/** Time-ordered ids: consecutive ids are adjacent in an index, so that inserts touch few pages. */
@Injectable()
export class RandomIdGenerator extends IdGenerator {
  next(prefix: string): string {
    return `${prefix}_${timeOrderedUuid()}`;
  }
}
