import { Injectable } from '@nestjs/common';
import { askedDay } from '../../text/dates/asked-day.js';
import { detectLanguage } from '../../text/language.js';
import { AnalysedMessage, analysedPlainly, AnalysisPlan } from '../domain/analysed-message.js';
import { revisionOf } from '../domain/answer-revision.js';
import { answerType } from '../domain/answer-type.js';
import { ConversationStore } from '../domain/conversation.js';
import { looksBack } from '../domain/anaphora.js';
import { comparedQuestions, completeFollowUp, leanedOn } from '../domain/follow-up.js';
import { audienceOf, classifyIntent, IntentRule, readMessage } from '../domain/intent.js';
import { PipelineSnapshot } from '../domain/pipeline-settings.js';

/** Number of turns that `처음에 여쭤본` may refer to. */
const LOOKED_BACK = 50;
/** Few messages depend on more than the previous question; greetings may follow that question. */
const JUST_BEFORE = 3;
/** Turns that repeat the message itself: it does not depend on them, however often it was asked. */
const ASKED_AGAIN = 10;

/** First step: language, intent, type of the answer, and completion of follow-ups. */
@Injectable()
export class AnalyseMessage {
  constructor(private readonly conversations: ConversationStore) {}

  /** @param earlier the previous questions: see `questionsBefore` */
  analyse({ request, byRules }: AnalysisPlan, earlier: readonly string[], settings: PipelineSnapshot): AnalysedMessage {
    const { message } = request;
    if (!byRules) return analysedPlainly(message);
    const last = earlier.at(-1);
    const revision = last === undefined ? undefined : revisionOf(message);
    if (last !== undefined && revision !== undefined) {
      const again = this.analyse({ request: { ...request, message: last }, byRules }, [], settings);
      return { ...again, said: message, language: detectLanguage(message), revision };
    }
    const { intent, question: said, courtesy } = readMessage(message, settings.intents);
    // A greeting needs no completion from the conversation.
    const question = intent === 'general' ? said : completeFollowUp(said, earlier, settings.analyser.followUp);
    const compared = intent === 'general' ? undefined : comparedQuestions(said, earlier);
    return {
      intent,
      ...(courtesy === undefined ? {} : { courtesy }),
      language: detectLanguage(message),
      said,
      question,
      previous: leanedOn(said, earlier),
      opening: earlier[0],
      ...(compared === undefined ? {} : { compared }),
      type: answerType(question),
      audience: audienceOf(message, settings.audiences),
      askedDay: askedDay(question)?.day,
      synonyms: true,
    };
  }

  /** The questions that a follow-up can refer to, each completed itself, oldest first. */
  async questionsBefore(
    { request, byRules }: AnalysisPlan,
    { intents, analyser }: PipelineSnapshot,
  ): Promise<readonly string[]> {
    const { message, history, conversationId, owner } = request;
    if (!byRules) return [];
    if (history !== undefined) return completedQuestions(history, intents, analyser.followUp);
    if (conversationId === undefined) return [];
    const most = looksBack(message) ? LOOKED_BACK : JUST_BEFORE;
    const last = await this.conversations.recent(conversationId, owner, most);
    const isAgain = last.at(-1)?.message === message;
    const turns = isAgain ? await this.conversations.recent(conversationId, owner, most + ASKED_AGAIN) : last;
    return turns
      .slice(0, turns.findLastIndex((turn) => turn.message !== message) + 1)
      .slice(-most)
      .map((turn) => turn.completedQuestion)
      .filter((one) => classifyIntent(one, intents) !== 'general');
  }
}

/** Each question, completed by the previous ones. Greetings are left out, since no follow-up refers to them. */
function completedQuestions(
  history: readonly string[],
  intents: readonly IntentRule[],
  openings: RegExp,
): readonly string[] {
  return history
    .filter((message) => classifyIntent(message, intents) !== 'general')
    .reduce<readonly string[]>((earlier, message) => [...earlier, completeFollowUp(message, earlier, openings)], []);
}
