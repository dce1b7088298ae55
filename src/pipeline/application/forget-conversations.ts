import { Injectable } from '@nestjs/common';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { ConversationStore } from '../domain/conversation.js';

/** Retention of conversations after their last turn. */
export abstract class ConversationRetention {
  /** Days; 0: no limit, until they are deleted. */
  abstract readonly days: number;
}

/** Deletes conversations past their retention period. */
@Injectable()
export class ForgetConversations {
  constructor(
    private readonly store: ConversationStore,
    private readonly retention: ConversationRetention,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were removed */
  async forget(): Promise<number> {
    if (this.retention.days === 0) return 0;
    return this.store.removeIdleSince(daysBefore(this.clock.now(), this.retention.days));
  }
}
