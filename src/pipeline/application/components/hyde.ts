import { ComponentContext, ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { hypotheticalPassagePrompt } from '../../domain/component-prompts.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { RESERVE_MS } from '../../domain/step.js';
import { answerType } from '../../domain/answer-type.js';
import { contentWords } from '../../domain/follow-up.js';
import { Intent } from '../../domain/intent.js';
import { HydeConditions } from '../../domain/pipeline-settings.js';

export type HydeOccasion = 'emotional' | 'vague';

/**
 * Whether a hypothetical passage may help: for a question that describes a feeling, or one too vague for a lexical search. Never for
 * references to articles, names and numbers, and never for messages that only name the thing to find.
 * @param question self-contained
 */
export function hydeOccasion(question: string, intent: Intent, conditions: HydeConditions): HydeOccasion | undefined {
  const text = question.normalize('NFC').trim();
  if (intent === 'general' || intent === 'search' || conditions.never.test(text)) return undefined;
  if (conditions.emotional.test(text)) return 'emotional';
  const asksNothingParticular = answerType(text).kind === 'other' && contentWords(text).length <= conditions.vagueWords;
  return asksNothingParticular || conditions.vague.test(text) ? 'vague' : undefined;
}

const ASK_MS = 900;
/** A longer hypothetical passage repeats itself. */
const MAX_CHARACTERS = 1_200;

/**
 * Searches in addition for a hypothetical passage that would answer (Gao et al. 2022, "Precise zero-shot dense retrieval without relevance
 * labels"), for vague and emotional questions only. It is not available without a language model. Off: the raw question.
 */
export class Hyde extends PipelineComponent<RetrievalPlan, RetrievedEvidence> {
  readonly name = 'hyde';

  async run(
    plan: RetrievalPlan,
    next: Next<RetrievalPlan, RetrievedEvidence>,
    context: ComponentContext,
  ): Promise<ComponentReport<RetrievedEvidence>> {
    const { question, intent, language } = plan.analysed;
    const occasion = hydeOccasion(question, intent, context.settings.hyde);
    const input = { question, occasion: occasion ?? null };
    const quiet = async (effect: string) => ({ result: await next(plan), fired: false, input, output: null, effect });
    if (occasion === undefined) return quiet('the question is neither vague nor emotional');
    const reply = await context.ask(this.name, hypotheticalPassagePrompt(question, language), {
      limitMs: ASK_MS,
      reserveMs: RESERVE_MS.retrieve + RESERVE_MS.compose,
    });
    if (!reply.answered) return quiet(`not available: ${reply.reason}`);
    const passage = reply.text.trim().slice(0, MAX_CHARACTERS);
    if (passage === '') return quiet('the language model wrote nothing');
    return {
      result: await next({ ...plan, beside: passage }),
      fired: true,
      input,
      output: { hypothetical_passage: passage },
      effect: `the question is ${occasion}: a hypothetical passage was added to the search`,
    };
  }
}
