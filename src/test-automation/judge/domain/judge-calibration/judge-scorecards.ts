import { RequestedSession } from '../../../domain/session-request.js';
import { JudgeScorecard } from './judge-scorecard.js';

/** Stores measurements, so that a calibration runs once for each judge and set of documents. */
export abstract class JudgeScorecards {
  abstract find(key: string): Promise<JudgeScorecard | undefined>;
  abstract save(key: string, card: JudgeScorecard): Promise<void>;
}

/** Measures the judges of a session. */
export abstract class JudgeMeasure {
  /** @returns a card for each judge that the session uses; none where the measurement failed. @throws when the session was stopped */
  abstract measureJudge(session: RequestedSession, signal: AbortSignal): Promise<readonly JudgeScorecard[]>;
}
