import { Question } from '../../domain/question.js';
import { RequestedSession } from '../../domain/session-request.js';

/** Questions whose answers somebody called bad in use. */
export abstract class ReportedQuestions {
  /** Those of the session's owner that no session has asked; they count as asked from now on. */
  abstract take(session: RequestedSession, signal: AbortSignal): Promise<readonly Question[]>;
}
