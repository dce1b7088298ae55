import { RagTarget } from '../../domain/rag-target.js';
import { RequestedSession, SessionRequest } from '../../domain/session-request.js';

/** Opens the system under test that a session names. */
export abstract class RagTargets {
  /**
   * The own system answers as to the caller whose session it is.
   * @throws TargetError or DomainError when the owner may not choose the target any more, or a setting is missing
   */
  abstract open(session: RequestedSession): Promise<RagTarget>;
  /** What is under test, for the report's first section; without secrets. */
  abstract describe(request: SessionRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}
