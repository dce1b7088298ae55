import { Persona } from '../../personas/domain/persona.js';
import { Dialogue, Question } from '../../domain/question.js';
import { SessionRequest } from '../../domain/session-request.js';

/** Everything that a session will ask, fixed before the first question. */
export interface SessionQuestions {
  readonly singles: readonly Question[];
  readonly dialogues: readonly Dialogue[];
  /** Questions that were made and thrown away, by reason; for example paraphrases that changed a fact. */
  readonly discarded: Readonly<Record<string, number>>;
  /** Questions in the words of a language model; left out where none was asked. */
  readonly paraphrased?: number;
  /** What the model cost, in US dollars. */
  readonly costUsd?: number;
}

/** What earlier sessions of the same caller found, by question id (REQ-O-002). */
export interface QuestionHistory {
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

export const NO_HISTORY: QuestionHistory = { passed: new Set(), failed: new Set() };

/** The documents give nothing, or too little, to ask. */
export class NothingToAskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NothingToAskError';
  }
}

/** Makes the questions of a session from the documents' own text. */
export abstract class QuestionMaker {
  /**
   * The same request, personas, history and documents give the same questions, byte for byte, unless a language model
   * paraphrases them.
   * @throws NothingToAskError when the documents do not give the questions that were asked for
   */
  abstract make(
    request: SessionRequest,
    personas: readonly Persona[],
    history: QuestionHistory,
    signal: AbortSignal,
  ): Promise<SessionQuestions>;
}
