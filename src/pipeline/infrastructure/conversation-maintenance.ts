import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ForgetConversations } from '../application/manage-conversations.js';

const HOUR_MS = 3_600_000;

@Injectable()
export class ConversationMaintenance {
  private readonly logger = new Logger('conversations');

  constructor(private readonly forget: ForgetConversations) {}

  @Interval(HOUR_MS)
  async run(): Promise<void> {
    try {
      const removed = await this.forget.forget();
      if (removed > 0) this.logger.log({ removed }, 'deleted conversations past their retention period');
    } catch (error) {
      this.logger.error({ err: error }, 'failed to delete old conversations');
    }
  }
}
