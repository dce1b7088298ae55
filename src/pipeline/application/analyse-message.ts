import { Injectable } from '@nestjs/common';
import { detectLanguage } from '../../shared/domain/language.js';
import { AnalysedMessage, analysedPlainly, AnalysisPlan } from '../domain/analysed-message.js';
import { answerType } from '../domain/answer-type.js';
import { ConversationStore } from '../domain/conversation.js';
import { completeFollowUp } from '../domain/follow-up.js';
import { AskRequest } from '../domain/ask-request.js';
import { audienceOf, classifyIntent, IntentRule } from '../domain/intent.js';
import { PipelineSnapshot } from '../domain/pipeline-settings.js';

/** First step: language, intent, what kind of answer is wanted, and what a follow-up leaves unsaid. */
@Injectable()
export class AnalyseMessage {
  constructor(private readonly conversations: ConversationStore) {}

  async execute({ request, byRules }: AnalysisPlan, settings: PipelineSnapshot): Promise<AnalysedMessage> {
    const { message } = request;
    if (!byRules) return analysedPlainly(message);
    const previous = await this.questionBefore(request, settings);
    const intent = classifyIntent(message, settings.intents);
    return {
      intent,
      language: detectLanguage(message),
      // A greeting asks nothing that the conversation could complete.
      question: intent === 'general' ? message : completeFollowUp(message, previous),
      previous,
      type: answerType(message),
      audience: audienceOf(message, settings.audiences),
      synonyms: true,
    };
  }

  /** The question that a follow-up leans on, itself completed. */
  private async questionBefore(
    { history, conversationId, owner }: AskRequest,
    { intents }: PipelineSnapshot,
  ): Promise<string | undefined> {
    if (history !== undefined) return lastQuestion(history, intents);
    if (conversationId === undefined) return undefined;
    const [turn] = await this.conversations.recent(conversationId, owner, 1);
    return turn?.completedQuestion;
  }
}

/** Each question completed by the one before it; greetings ask nothing that could be gone on with. */
function lastQuestion(history: readonly string[], intents: readonly IntentRule[]): string | undefined {
  return history
    .filter((message) => classifyIntent(message, intents) !== 'general')
    .reduce<string | undefined>((before, message) => completeFollowUp(message, before), undefined);
}
