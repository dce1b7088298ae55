import { TestResult } from './test-result.js';
import { SessionStatus } from './test-session.js';

/** What happens in a session, as it happens. */
export type SessionEvent =
  | { readonly type: 'status'; readonly status: SessionStatus; readonly error: string | null }
  | { readonly type: 'progress'; readonly done: number; readonly total: number; readonly success: number }
  | { readonly type: 'result'; readonly result: TestResult };

/** Tells whoever watches a session; nothing is kept. */
export abstract class SessionProgress {
  abstract publish(sessionId: string, event: SessionEvent): void;
}
