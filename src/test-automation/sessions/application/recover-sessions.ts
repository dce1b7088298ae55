import { Injectable, Logger } from '@nestjs/common';
import { SessionStore } from '../domain/session-store.js';

/** Marks the sessions of a dead process as interrupted; a client resumes them. */
@Injectable()
export class RecoverSessions {
  private readonly logger = new Logger('test-automation');

  constructor(private readonly store: SessionStore) {}

  async recover(): Promise<void> {
    for (const sessionId of await this.store.interruptUnfinished())
      this.logger.warn(
        { session_id: sessionId },
        'a test session was interrupted when the server stopped; POST /test-sessions/{id}/resume resumes it',
      );
  }
}
