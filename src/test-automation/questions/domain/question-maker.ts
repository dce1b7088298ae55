import { Persona } from '../../personas/domain/persona.js';
import { Dialogue, Question } from '../../domain/question.js';
import { SessionRequest, RequestedSession } from '../../domain/session-request.js';
import { QuestionBaseline } from './baseline/measure-baseline.js';

/** All questions of a session, fixed before the first one is asked. */
export interface SessionQuestions {
  readonly singles: readonly Question[];
  readonly dialogues: readonly Dialogue[];
  /** Discarded questions, by reason; for example paraphrases that changed a fact. */
  readonly discarded: Readonly<Record<string, number>>;
  /** Scores of plain BM25 on the single questions. */
  readonly baseline?: QuestionBaseline;
  /** Questions paraphrased by a language model; undefined without one. */
  readonly paraphrased?: number;
  /** Cost of the model, in US dollars. */
  readonly costUsd?: number;
}

/** Results of earlier sessions of the same caller, by question id (REQ-O-002). */
export interface QuestionHistory {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

export const NO_HISTORY: QuestionHistory = { passed: new Set(), failed: new Set() };

/** The documents offer no questions, or too few. */
export class NothingToAskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NothingToAskError';
  }
}

/** Makes the questions of a session from the text of the documents. */
export abstract class QuestionMaker {
  /**
   * The same request, personas, history and documents give the same questions, byte for byte, unless a language model paraphrases them.
   * @throws NothingToAskError if the documents do not give the requested questions
   */
  abstract make(
    request: SessionRequest,
    personas: readonly Persona[],
    history: QuestionHistory,
    signal: AbortSignal,
  ): Promise<SessionQuestions>;
}

/** Questions whose answers somebody called bad in use. */
export abstract class ReportedQuestions {
  /** Those of the session's owner that no session has asked; they count as asked from now on. */
  abstract take(session: RequestedSession, signal: AbortSignal): Promise<readonly Question[]>;
}
