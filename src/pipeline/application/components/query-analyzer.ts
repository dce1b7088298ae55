import { Injectable } from '@nestjs/common';
import { AnalysedMessage, AnalysisPlan } from '../../domain/analysed-message.js';
import { ComponentContext, ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { readLine, rewritePrompt } from '../../domain/component-prompts.js';
import { QuestionVocabulary } from '../../domain/retriever.js';
import { RESERVE_MS } from '../../domain/step.js';
import { hullOf } from '../../../text/periods/calendar-period.js';

const REWRITE_MS = 700;

const OTHER_READING = '; another reading of the message had a more probable answer';
const BY_MODEL = 'the language model';

/** Intent, audience, follow-ups and synonyms. Off: every message is a self-contained question in its own words. */
@Injectable()
export class QueryAnalyzer extends PipelineComponent<AnalysisPlan, AnalysedMessage> {
  readonly name = 'query_analyzer';

  constructor(private readonly vocabulary: QuestionVocabulary) {
    super();
  }

  override bypass(plan: AnalysisPlan, next: Next<AnalysisPlan, AnalysedMessage>): Promise<AnalysedMessage> {
    return next({ ...plan, byRules: false });
  }

  async run(
    plan: AnalysisPlan,
    next: Next<AnalysisPlan, AnalysedMessage>,
    context: ComponentContext,
  ): Promise<ComponentReport<AnalysedMessage>> {
    const { message } = plan.request;
    const started = performance.now();
    const byRules = await next({ ...plan, byRules: true });
    const { question, by } = await this.completed(message, byRules, context);
    const synonyms = this.vocabulary.synonymsIn(question);
    const { intent, language, type, audience, previous, period, said } = byRules;
    const completed = question === said ? '' : `; the follow-up was completed from the conversation by ${by}`;
    const words = synonyms.length === 0 ? '' : `; ${synonyms.length} words with synonyms`;
    return {
      // The model's wording already includes the conversation.
      result: { ...byRules, question, ...(by === BY_MODEL ? { previous: undefined, opening: undefined } : {}) },
      fired: true,
      input: { message, previous: previous ?? null },
      output: {
        intent,
        language,
        audience: audience ?? null,
        question,
        asks_for: type.kind,
        asked_period: period === undefined ? null : hullOf(period.asked.periods),
        synonyms,
      },
      effect: `intent ${intent}${completed}${words}`,
      effectOtherwise: `intent ${intent}${words}${OTHER_READING}`,
      // The analysis is the work of this component, even if it runs as a step.
      tookMs: performance.now() - started,
    };
  }

  /** Rules complete a follow-up. A model rewords it if one is configured and time is left. */
  private async completed(
    message: string,
    { question, previous, language, said }: AnalysedMessage,
    context: ComponentContext,
  ): Promise<{ question: string; by: string }> {
    const isFollowUp = question !== said;
    if (!isFollowUp || previous === undefined || !context.settings.analyser.llm) return { question, by: 'rules' };
    const reply = await context.ask(this.name, rewritePrompt(message, previous, language), {
      limitMs: REWRITE_MS,
      reserveMs: RESERVE_MS.retrieve + RESERVE_MS.compose,
    });
    const line = reply.answered ? readLine(reply.text) : undefined;
    return line === undefined ? { question, by: 'rules' } : { question: line, by: BY_MODEL };
  }
}
