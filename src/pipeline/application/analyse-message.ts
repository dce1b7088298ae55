import { Injectable } from '@nestjs/common';
import { detectLanguage, Language } from '../../shared/domain/language.js';
import { AnswerType, answerType } from '../domain/answer-type.js';
import { ConversationStore } from '../domain/conversation.js';
import { completeFollowUp } from '../domain/follow-up.js';
import { classifyIntent, Intent } from '../domain/intent.js';
import { AskRequest } from '../domain/ask-request.js';
import { PipelineTrace } from './pipeline-trace.js';

export interface AnalysedMessage {
  readonly intent: Intent;
  readonly language: Language;
  /** The message as a question that stands by itself. */
  readonly question: string;
  readonly type: AnswerType;
}

/** First step: language, intent, what kind of answer is wanted, and what a follow-up leaves unsaid. */
@Injectable()
export class AnalyseMessage {
  constructor(private readonly conversations: ConversationStore) {}

  async execute(request: AskRequest, trace: PipelineTrace): Promise<AnalysedMessage> {
    const started = performance.now();
    const language = detectLanguage(request.message);
    const previous =
      request.conversationId === undefined
        ? []
        : await this.conversations.recent(request.conversationId, request.owner, 1);
    // Switched off, every message is taken as a question that stands by itself.
    if (request.switches.query_analyzer === false)
      return { intent: 'question', language, question: request.message, type: answerType('') };
    const intent = classifyIntent(request.message);
    // A greeting asks nothing that the conversation could complete.
    const question =
      intent === 'general' ? request.message : completeFollowUp(request.message, previous[0]?.completedQuestion);
    const type = answerType(request.message);
    trace.record({
      component: 'query_analyzer',
      fired: true,
      input: { message: request.message, turns_before: previous.length },
      output: { intent, language, question, asks_for: type.kind },
      effect:
        question === request.message
          ? `intent ${intent}`
          : `intent ${intent}; the follow-up was completed from the conversation`,
      took_ms: performance.now() - started,
    });
    return { intent, language, question, type };
  }
}
