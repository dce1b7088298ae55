import { detectLanguage } from '../../../text/language.js';
import { OPEN_GOLD, Question } from '../../domain/question.js';

/** A question of a chat that the documents seemed not to answer. */
export interface AbstainedQuestion {
  readonly traceId: string;
  /** The standalone question, with the context of earlier turns. */
  readonly question: string;
}

/** Real questions without an answer: words of the people that the documents do not have are in them. */
export abstract class AbstainedQuestions {
  /** Those of one key, the newest first. */
  abstract recent(owner: string, limit: number): Promise<readonly AbstainedQuestion[]>;
}

/** Asked in use, and not by a persona. */
export const REPORTER = 'reported';

/** A question that was asked in use; nobody knows its answer. */
export function questionInUse({ traceId, question }: AbstainedQuestion): Question {
  return {
    id: `abstained-${traceId}`,
    personaId: REPORTER,
    text: question,
    language: detectLanguage(question),
    difficulty: 'medium',
    kind: 'fact',
    intents: { surface: question, hidden: question, behavioral: question },
    gold: OPEN_GOLD,
    asOf: undefined,
  };
}
