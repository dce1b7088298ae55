import { ComponentContext, ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { readLine, searchRewritePrompt } from '../../domain/component-prompts.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { RESERVE_MS, StepTimeoutError } from '../../domain/step.js';
import { rounded } from '../../domain/trace.js';

const ASK_MS = 700;
/** The second retrieval reads more passages, up to the maximum of a request. */
const TIMES_AS_MANY = 2;
const MOST_PASSAGES = 50;

/**
 * Grades the retrieved set by the calibrated probability of a right answer. If it is poor, a language model rewords the question and a
 * second retrieval runs; the better set is used (Yan et al. 2024, "Corrective retrieval augmented generation"). Off: no second retrieval.
 */
export class CorrectiveRag extends PipelineComponent<RetrievalPlan, RetrievedEvidence> {
  readonly name = 'corrective_rag';

  async run(
    plan: RetrievalPlan,
    next: Next<RetrievalPlan, RetrievedEvidence>,
    context: ComponentContext,
  ): Promise<ComponentReport<RetrievedEvidence>> {
    const { poorBelow, gain } = context.settings.corrective;
    const first = await next(plan);
    const started = performance.now();
    const grade = first.answerability.probability;
    const quiet = (effect: string) => ({
      result: first,
      fired: false,
      // The event of the search already lists the passages of an unchanged set.
      input: { first: { probability: rounded(grade) }, poor_below: poorBelow },
      output: null,
      effect,
    });
    if (grade >= poorBelow) return quiet('the first set is good enough');
    const { line: beside, reason } = await this.expansion(plan, first, context);
    if (beside === undefined) return quiet(`the first set is poor; not available: ${reason}`);
    if (!context.hasTime(RESERVE_MS.retrieve + RESERVE_MS.compose))
      return quiet('the first set is poor; skipped, since the time is needed for the answer');
    const again = await this.again(plan, beside, next);
    if (again === undefined) return quiet('the first set is poor, and the second retrieval was late');
    const isBetter = again.answerability.probability >= grade + gain;
    return {
      result: isBetter ? again : first,
      fired: true,
      input: { question: first.question ?? plan.analysed.question, first: shown(first), poor_below: poorBelow },
      output: {
        expanded_by: 'language model',
        expansion: beside,
        second: shown(again),
        kept: isBetter ? 'second' : 'first',
      },
      effect: `the first set was poor: retrieved again, and the ${isBetter ? 'second' : 'first'} set was kept`,
      tookMs: performance.now() - started,
    };
  }

  /**
   * Another wording by the model. The set's own sentences are not used: wrong sentences find more of their kind, and the better of two
   * retrievals then has too high a probability.
   */
  private async expansion(
    { analysed }: RetrievalPlan,
    first: RetrievedEvidence,
    context: ComponentContext,
  ): Promise<{ readonly line?: string; readonly reason: string }> {
    if (!context.settings.corrective.llm) return { reason: 'the language model is switched off for it' };
    const prompt = searchRewritePrompt(first.question ?? analysed.question, first.evidence, analysed.language);
    const reply = await context.ask(this.name, prompt, {
      limitMs: ASK_MS,
      reserveMs: RESERVE_MS.retrieve + RESERVE_MS.compose,
    });
    if (!reply.answered) return { reason: reply.reason };
    const line = readLine(reply.text);
    return line === undefined ? { reason: 'the language model wrote nothing' } : { line, reason: '' };
  }

  private async again(
    plan: RetrievalPlan,
    words: string,
    next: Next<RetrievalPlan, RetrievedEvidence>,
  ): Promise<RetrievedEvidence | undefined> {
    try {
      const beside = plan.beside === undefined ? words : `${plan.beside} ${words}`;
      return await next({ ...plan, attempt: 2, beside, topK: moreOf(plan) });
    } catch (error) {
      // The second retrieval is optional: if it is late, the first is used.
      if (error instanceof StepTimeoutError) return undefined;
      throw error;
    }
  }
}

/** An agent with its own retrieval depth gets no more passages. */
function moreOf({ request, topK }: RetrievalPlan): number {
  return request.depth === undefined ? Math.min(MOST_PASSAGES, TIMES_AS_MANY * topK) : topK;
}

function shown({ evidence, answerability }: RetrievedEvidence) {
  return {
    probability: rounded(answerability.probability),
    passages: evidence.map((e) => ({ chunk_id: e.chunkId, score: rounded(e.score) })),
  };
}
