import { Injectable, Logger } from '@nestjs/common';
import { noteOf, SessionProgress } from '../domain/session-progress.js';
import { SessionStore } from '../domain/session-store.js';
import { TestResult } from '../../domain/test-result.js';
import { TestSession } from '../domain/test-session.js';

/** Publishes each result, with the number of results that all processes have stored. */
@Injectable()
export class PublishResults {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: SessionStore,
    private readonly progress: SessionProgress,
  ) {}

  /** Never rejects: stored results stay valid if publishing fails. */
  async publish({ sessionId, planned }: TestSession, result: TestResult): Promise<void> {
    await this.progress.publish(sessionId, { type: 'result', result: noteOf(result) });
    try {
      const { done, success } = await this.store.progress(sessionId);
      await this.progress.publish(sessionId, {
        type: 'progress',
        done,
        total: planned.queries + planned.turns,
        success,
      });
    } catch (error) {
      this.logger.warn({ err: error, session_id: sessionId }, 'failed to publish test session progress');
    }
  }
}
