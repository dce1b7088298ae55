import { detectLanguage, Language } from '../../text/language.js';
import { AnswerRevision } from './answer-revision.js';
import { AnswerType, answerType } from './answer-type.js';
import { AskRequest } from './answer.js';
import { Intent } from './intent.js';
import { AskedPeriod } from '../../text/periods/asked-period.js';
import { SmallTalk } from './small-talk.js';

/** A message as the rest of the pipeline sees it. */
export interface AnalysedMessage {
  readonly intent: Intent;
  /** See `ReadMessage`. */
  readonly courtesy?: SmallTalk | undefined;
  readonly language: Language;
  /** The message in its own words, without the courtesies around a question. */
  readonly said: string;
  /** The message as a self-contained question. */
  readonly question: string;
  /** The completed question or questions that the message depends on. Undefined at the start of a conversation. */
  readonly previous: string | undefined;
  /** The oldest question of the conversation that the analysis reads. */
  readonly opening?: string | undefined;
  /** Set if the message compares questions: each of them, in its own words. */
  readonly compared?: readonly string[] | undefined;
  /** Set if the message asks to repeat, shorten or translate the last answer. `question` is then the question of that answer. */
  readonly revision?: AnswerRevision | undefined;
  readonly type: AnswerType;
  /** The audience of the question; undefined if the question names none. */
  readonly audience: string | undefined;
  /** Set if the message wants the rules of another time: that time, and the message without its words. */
  readonly period?: { readonly asked: AskedPeriod; readonly timeless: AnalysedMessage } | undefined;
  /** Whether the search also uses synonyms. */
  readonly synonyms: boolean;
}

/** Input of the first step. */
export interface AnalysisPlan {
  readonly request: AskRequest;
  /** False: every message is read as a self-contained question. */
  readonly byRules: boolean;
  /** The caller's day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** A self-contained message in its own words. This is the input of the later steps if the analysis is off. */
export function analysedPlainly(message: string): AnalysedMessage {
  return {
    intent: 'question',
    language: detectLanguage(message),
    said: message,
    question: message,
    previous: undefined,
    type: answerType(''),
    audience: undefined,
    synonyms: false,
  };
}
