import { Question } from './question.js';
import { TestSession } from './test-session.js';

/** Questions whose answers somebody called bad in use. */
export abstract class ReportedQuestions {
  /** Those of the session's owner that no session has asked; they count as asked from now on. */
  abstract take(session: TestSession, signal: AbortSignal): Promise<readonly Question[]>;
}
