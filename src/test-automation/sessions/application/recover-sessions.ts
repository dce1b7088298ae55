import { Injectable, Logger } from '@nestjs/common';
import { SessionStore } from '../domain/session-store.js';

/** What a dead process left: its sessions are marked, and go on when somebody asks for it. */
@Injectable()
export class RecoverSessions {
  private readonly logger = new Logger('test-automation');

  constructor(private readonly store: SessionStore) {}

  async recover(): Promise<void> {
    for (const sessionId of await this.store.interruptUnfinished())
      this.logger.warn(
        { session_id: sessionId },
        'a test session was interrupted when the server stopped; POST /test-sessions/{id}/resume lets it go on',
      );
  }
}
