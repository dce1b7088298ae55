import { detectLanguage } from '../../../text/language.js';
import { Gold, OPEN_GOLD, Question } from '../../domain/question.js';
import { SessionScope } from '../../domain/session-scope.js';

/** A question of a chat that the documents seemed not to answer. */
export interface AbstainedQuestion {
  readonly traceId: string;
  /** The standalone question, with the context of earlier turns. */
  readonly question: string;
}

/** Real questions without an answer: words of the people that the documents do not have are in them. */
export abstract class AbstainedQuestions {
  /**
   * The newest first.
   * @param owner of one key; undefined for those of all callers, which only an administrator of the whole service may read
   */
  abstract recent(owner: string | undefined, limit: number): Promise<readonly AbstainedQuestion[]>;
}

/** Questions in use that the missing words of people are looked for in. */
export abstract class QuestionsInUse {
  /**
   * Questions that the chat did not answer, and rejected answers for which a person named the right passage, the newest of each first. Those
   * of all callers for a session whose owner administers the whole service now; of the owner alone for any other session. Their personal data
   * is removed.
   * @param session its owner and what it may see
   */
  abstract of(session: SessionRights, signal: AbortSignal): Promise<readonly Question[]>;
}

/** Whose session it is, and what it may see. */
export interface SessionRights {
  readonly owner: string;
  readonly scope: SessionScope;
}

/** Asked in use, and not by a persona. */
export const REPORTER = 'reported';

/** A question that was asked in use; without a passage nobody knows its answer. @param hidden what the person meant by asking */
export function askedInUse(id: string, text: string, gold: Gold = OPEN_GOLD, hidden = text): Question {
  return {
    id,
    personaId: REPORTER,
    text,
    language: detectLanguage(text),
    difficulty: 'medium',
    kind: 'fact',
    intents: { surface: text, hidden, behavioral: text },
    gold,
    asOf: undefined,
  };
}

/** A question that the chat did not answer. */
export const questionInUse = ({ traceId, question }: AbstainedQuestion): Question =>
  askedInUse(`abstained-${traceId}`, question);
