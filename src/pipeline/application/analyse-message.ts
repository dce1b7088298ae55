import { Injectable } from '@nestjs/common';
import { askedPeriod, withoutPeriod } from '../../text/periods/asked-period.js';
import { detectLanguage } from '../../text/language.js';
import { AnalysedMessage, analysedPlainly, AnalysisPlan } from '../domain/analysed-message.js';
import { revisionOf } from '../domain/answer-revision.js';
import { answerType } from '../domain/answer-type.js';
import { ConversationStore } from '../domain/conversation.js';
import { looksBack } from '../domain/anaphora.js';
import { asksNothing, comparedQuestions, completeFollowUp, leanedOn } from '../domain/follow-up.js';
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
  analyse(plan: AnalysisPlan, earlier: readonly string[], settings: PipelineSnapshot): AnalysedMessage {
    if (!plan.byRules) return analysedPlainly(plan.request.message);
    const read = this.read(plan, earlier, settings);
    const period = read.intent === 'general' ? undefined : this.period(plan, read.question, { earlier, settings });
    return period === undefined ? read : { ...read, period };
  }

  private read(plan: AnalysisPlan, earlier: readonly string[], settings: PipelineSnapshot): AnalysedMessage {
    const { request } = plan;
    const { message } = request;
    const last = earlier.at(-1);
    const revision = last === undefined ? undefined : revisionOf(message);
    if (last !== undefined && revision !== undefined) {
      const again = this.read({ ...plan, request: { ...request, message: last } }, [], settings);
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
      synonyms: true,
    };
  }

  /**
   * The time that the message asks for, with the message as if it asked for none. `작년에는요?` alone asks the previous question again, and what
   * the previous question said of time counts no more.
   */
  private period(
    plan: AnalysisPlan,
    completed: string,
    { earlier, settings }: { readonly earlier: readonly string[]; readonly settings: PipelineSnapshot },
  ): AnalysedMessage['period'] {
    const { request, today: day } = plan;
    const own = askedPeriod(request.message, day);
    const asked = own ?? askedPeriod(completed, day);
    if (asked === undefined) return undefined;
    const before = earlier.map((one) => withoutPeriod(one, askedPeriod(one, day)));
    const rest = withoutPeriod(request.message, own);
    const last = before.at(-1);
    const isTimeOnly = own !== undefined && last !== undefined && asksNothing(rest);
    const message = isTimeOnly ? last : rest;
    const timeless = this.read({ ...plan, request: { ...request, message } }, isTimeOnly ? [] : before, settings);
    return { asked, timeless: { ...timeless, language: detectLanguage(request.message) } };
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
