import { ComponentContext, ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { expansionPrompt, readLine } from '../../domain/component-prompts.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { RESERVE_MS } from '../../domain/step.js';
import { rounded } from '../../domain/trace.js';

const ASK_MS = 700;

/**
 * Expands an uncertain question with terms of its first results (a relevance model, in the search itself), or with words of a language
 * model. Off: the raw question.
 */
export class DynamicQueryExpansion extends PipelineComponent<RetrievalPlan, RetrievedEvidence> {
  readonly name = 'dynamic_query_expansion';

  override bypass(plan: RetrievalPlan, next: Next<RetrievalPlan, RetrievedEvidence>): Promise<RetrievedEvidence> {
    return next({ ...plan, feedback: false });
  }

  async run(
    plan: RetrievalPlan,
    next: Next<RetrievalPlan, RetrievedEvidence>,
    context: ComponentContext,
  ): Promise<ComponentReport<RetrievedEvidence>> {
    const first = await next({ ...plan, feedback: true });
    const { decisiveness, decisive, learned } = first.search;
    const isUnsure = decisiveness < decisive;
    const words = isUnsure && plan.attempt === 1 ? await this.words(plan, context) : undefined;
    const result = words === undefined ? first : await next({ ...plan, feedback: true, beside: joined(plan, words) });
    const added = words === undefined ? [] : words.split(',').map((word) => word.trim());
    return {
      result,
      fired: learned.length > 0 || added.length > 0,
      input: {
        question: result.question ?? plan.analysed.question,
        decisiveness: rounded(decisiveness),
        decisive_from: decisive,
      },
      output: { learned_terms: learned, model_terms: added },
      effect: !isUnsure
        ? 'the words of the question single out their passages: nothing was added'
        : `the first retrieval was uncertain: ${learned.length} learned terms and ${added.length} words of the model were added`,
    };
  }

  private async words(plan: RetrievalPlan, context: ComponentContext): Promise<string | undefined> {
    if (!context.settings.expansion.llm) return undefined;
    const { question, language } = plan.analysed;
    const reply = await context.ask(this.name, expansionPrompt(question, language), {
      limitMs: ASK_MS,
      reserveMs: RESERVE_MS.retrieve + RESERVE_MS.compose,
    });
    return reply.answered ? readLine(reply.text) : undefined;
  }
}

function joined({ beside }: RetrievalPlan, words: string): string {
  return beside === undefined ? words : `${beside} ${words}`;
}
