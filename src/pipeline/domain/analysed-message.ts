import { detectLanguage, Language } from '../../text/language.js';
import { AnswerRevision } from './answer-revision.js';
import { AnswerType, answerType } from './answer-type.js';
import { AskRequest } from './ask-request.js';
import { Intent } from './intent.js';

/** A message as the rest of the pipeline sees it. */
export interface AnalysedMessage {
  readonly intent: Intent;
  readonly language: Language;
  /** The message as a question that stands by itself. */
  readonly question: string;
  /** The completed question or questions that the message leans on; undefined at the begin of a conversation. */
  readonly previous: string | undefined;
  /** The oldest question of the conversation that is looked back on. */
  readonly opening?: string | undefined;
  /** Set where the message asks to repeat, shorten or translate the last answer; then `question` is the question of that answer. */
  readonly revision?: AnswerRevision | undefined;
  readonly type: AnswerType;
  /** Whom the question is about; undefined when it names nobody. */
  readonly audience: string | undefined;
  /** Day `YYYY-MM-DD` that the question names as the one it is about; undefined where it names none. */
  readonly askedDay: string | undefined;
  /** Whether words that mean the same are looked for too. */
  readonly synonyms: boolean;
}

/** What the first step is asked. */
export interface AnalysisPlan {
  readonly request: AskRequest;
  /** False: every message is taken as a question that stands by itself. */
  readonly byRules: boolean;
}

/** A message that stands by itself, in its own words: what the rest of the pipeline sees without any analysis. */
export function analysedPlainly(message: string): AnalysedMessage {
  return {
    intent: 'question',
    language: detectLanguage(message),
    question: message,
    previous: undefined,
    type: answerType(''),
    audience: undefined,
    askedDay: undefined,
    synonyms: false,
  };
}
