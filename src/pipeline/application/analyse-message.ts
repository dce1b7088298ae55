import { Injectable } from '@nestjs/common';
import { askedDay } from '../../text/dates/asked-day.js';
import { detectLanguage } from '../../text/language.js';
import { AnalysedMessage, analysedPlainly, AnalysisPlan } from '../domain/analysed-message.js';
import { revisionOf } from '../domain/answer-revision.js';
import { answerType } from '../domain/answer-type.js';
import { ConversationStore } from '../domain/conversation.js';
import { looksBack } from '../domain/anaphora.js';
import { completeFollowUp, leanedOn } from '../domain/follow-up.js';
import { audienceOf, classifyIntent, IntentRule } from '../domain/intent.js';
import { PipelineSnapshot } from '../domain/pipeline-settings.js';

/** Turns of a conversation that `처음에 여쭤본` may go back over. */
const LOOKED_BACK = 50;
/** Few messages lean on more than the question before, which a greeting may stand behind. */
const JUST_BEFORE = 3;

/** First step: language, intent, what kind of answer is wanted, and what a follow-up leaves unsaid. */
@Injectable()
export class AnalyseMessage {
  constructor(private readonly conversations: ConversationStore) {}

  /** @param earlier the questions before: see `questionsBefore` */
  analyse({ request, byRules }: AnalysisPlan, earlier: readonly string[], settings: PipelineSnapshot): AnalysedMessage {
    const { message } = request;
    if (!byRules) return analysedPlainly(message);
    const last = earlier.at(-1);
    const revision = last === undefined ? undefined : revisionOf(message);
    if (last !== undefined && revision !== undefined) {
      const again = this.analyse({ request: { ...request, message: last }, byRules }, [], settings);
      return { ...again, language: detectLanguage(message), revision };
    }
    const intent = classifyIntent(message, settings.intents);
    // A greeting asks nothing that the conversation could complete.
    const question = intent === 'general' ? message : completeFollowUp(message, earlier, settings.analyser.followUp);
    return {
      intent,
      language: detectLanguage(message),
      question,
      previous: leanedOn(message, earlier),
      opening: earlier[0],
      type: answerType(question),
      audience: audienceOf(message, settings.audiences),
      askedDay: askedDay(question)?.day,
      synonyms: true,
    };
  }

  /** The questions that a follow-up can lean on, each itself completed, oldest first. */
  async questionsBefore(
    { request, byRules }: AnalysisPlan,
    { intents, analyser }: PipelineSnapshot,
  ): Promise<readonly string[]> {
    const { message, history, conversationId, owner } = request;
    if (!byRules) return [];
    if (history !== undefined) return completedQuestions(history, intents, analyser.followUp);
    if (conversationId === undefined) return [];
    const turns = await this.conversations.recent(
      conversationId,
      owner,
      looksBack(message) ? LOOKED_BACK : JUST_BEFORE,
    );
    return turns
      .slice(0, turns.findLastIndex((turn) => turn.message !== message) + 1)
      .map((turn) => turn.completedQuestion)
      .filter((one) => classifyIntent(one, intents) !== 'general');
  }
}

/** Each question completed by those before it; greetings ask nothing that could be gone on with. */
function completedQuestions(
  history: readonly string[],
  intents: readonly IntentRule[],
  openings: RegExp,
): readonly string[] {
  return history
    .filter((message) => classifyIntent(message, intents) !== 'general')
    .reduce<readonly string[]>((earlier, message) => [...earlier, completeFollowUp(message, earlier, openings)], []);
}
