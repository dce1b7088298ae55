import { Injectable } from '@nestjs/common';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { AuditLog } from '../domain/audit-log.js';

/** How long entries are kept. */
export abstract class AuditRetention {
  /** Days; 0 for ever. */
  abstract readonly days: number;
}

/** Removes entries that are older than they may be. */
@Injectable()
export class ApplyRetention {
  constructor(
    private readonly log: AuditLog,
    private readonly retention: AuditRetention,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were removed */
  async apply(): Promise<number> {
    if (this.retention.days === 0) return 0;
    return this.log.removeBefore(daysBefore(this.clock.now(), this.retention.days));
  }
}
