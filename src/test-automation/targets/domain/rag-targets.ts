import { RagTarget } from '../../domain/rag-target.js';
import { RequestedSession, SessionRequest } from '../../domain/session-request.js';

/** Opens the system under test of a session. */
export abstract class RagTargets {
  /**
   * This system answers with the permissions of the session's owner.
   * @throws TargetError or DomainError if the owner may no longer choose the target, or a setting is missing
   */
  abstract open(session: RequestedSession): Promise<RagTarget>;
  /** What is under test, for the report's first section; without secrets. */
  abstract describe(request: SessionRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}
