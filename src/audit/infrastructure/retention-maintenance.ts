import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ApplyRetention } from '../application/apply-retention.js';

const HOUR_MS = 3_600_000;

/** Once an hour is enough for something that is kept for days. */
@Injectable()
export class RetentionMaintenance {
  private readonly logger = new Logger('audit');

  constructor(private readonly retention: ApplyRetention) {}

  @Interval(HOUR_MS)
  async run(): Promise<void> {
    try {
      const removed = await this.retention.apply();
      if (removed > 0) this.logger.log({ removed }, 'entries of the audit log were kept as long as they may be');
    } catch (error) {
      this.logger.error({ err: error }, 'old entries of the audit log could not be removed');
    }
  }
}
