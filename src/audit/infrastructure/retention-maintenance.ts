import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ApplyRetention } from '../application/write-audit-log.js';

const HOUR_MS = 3_600_000;

/** Hourly is enough for a retention period in days. */
@Injectable()
export class RetentionMaintenance {
  private readonly logger = new Logger('audit');

  constructor(private readonly retention: ApplyRetention) {}

  @Interval(HOUR_MS)
  async run(): Promise<void> {
    try {
      const removed = await this.retention.apply();
      if (removed > 0) this.logger.log({ removed }, 'deleted audit log entries past their retention period');
    } catch (error) {
      this.logger.error({ err: error }, 'failed to delete old audit log entries');
    }
  }
}
