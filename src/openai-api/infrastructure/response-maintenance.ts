import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SaveResponses } from '../application/save-responses.js';

const HOUR_MS = 3_600_000;

/** Deletes expired stored responses, every hour. */
@Injectable()
export class ResponseMaintenance {
  private readonly logger = new Logger('openai');

  constructor(private readonly responses: SaveResponses) {}

  @Interval(HOUR_MS)
  async run(): Promise<void> {
    try {
      const removed = await this.responses.removeEnded();
      if (removed > 0) this.logger.log({ removed }, 'deleted stored responses past their retention period');
    } catch (error) {
      this.logger.error({ err: error }, 'failed to delete stored responses');
    }
  }
}
