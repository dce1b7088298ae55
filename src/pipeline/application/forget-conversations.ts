import { Injectable } from '@nestjs/common';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { ConversationStore } from '../domain/conversation.js';

/** How long conversations are kept after their last turn. */
export abstract class ConversationRetention {
  /** Days; 0 until they are deleted. */
  abstract readonly days: number;
}

/** Removes conversations that nobody went on with for longer than they may be kept. */
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
