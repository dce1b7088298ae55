import { Injectable } from '@nestjs/common';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { AuditLog } from '../domain/audit-log.js';

/** Retention period. */
export abstract class AuditRetention {
  /** Days; 0 keeps entries for ever. */
  abstract readonly days: number;
}

/** Removes entries past their retention period. */
@Injectable()
export class ApplyRetention {
  constructor(
    private readonly log: AuditLog,
    private readonly retention: AuditRetention,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of removed entries */
  async apply(): Promise<number> {
    if (this.retention.days === 0) return 0;
    return this.log.removeBefore(daysBefore(this.clock.now(), this.retention.days));
  }
}
