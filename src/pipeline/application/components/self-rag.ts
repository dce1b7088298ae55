import { NOTHING } from '../../domain/answerability.js';
import { ComponentContext, ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { relevancePrompt } from '../../domain/component-prompts.js';
import { readMessage } from '../../domain/intent.js';
import { gradePassages, PassageGrade, readNumbers } from '../../domain/passage-grades.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { NO_SEARCH } from '../../domain/retriever.js';
import { RESERVE_MS } from '../../domain/step.js';
import { rounded } from '../../domain/trace.js';

const ASK_MS = 700;
/** Number of passages that a model grades: the best ones, which form the answer. */
const GRADED_BY_MODEL = 8;

const NOTHING_RETRIEVED: RetrievedEvidence = {
  evidence: [],
  sentences: [],
  answerability: NOTHING,
  degraded: [],
  search: NO_SEARCH,
  needless: true,
};

/**
 * Judges whether a message needs the documents at all, and which of the passages are relevant (after Asai et al. 2023, "Self-RAG"). Off:
 * always retrieve, and use every passage.
 */
export class SelfRag extends PipelineComponent<RetrievalPlan, RetrievedEvidence> {
  readonly name = 'self_rag';

  async run(
    plan: RetrievalPlan,
    next: Next<RetrievalPlan, RetrievedEvidence>,
    context: ComponentContext,
  ): Promise<ComponentReport<RetrievedEvidence>> {
    const { message } = plan.request;
    const read = readMessage(message, context.settings.intents);
    if (read.intent === 'general' && read.courtesy === undefined)
      return {
        result: NOTHING_RETRIEVED,
        fired: true,
        input: { message },
        output: { retrieval_needed: false },
        effect: 'the message asks nothing of the documents: nothing was retrieved',
      };
    const found = await next(plan);
    const { grades, by } = await this.grade(plan, found, context);
    const dropped = grades.filter((grade) => !grade.relevant).length;
    return {
      result: dropped === 0 ? found : kept(found, grades),
      fired: dropped > 0,
      input: { message, passages: grades.length },
      output: {
        retrieval_needed: true,
        graded_by: by,
        grades: grades.map((grade) => ({
          chunk_id: grade.chunkId,
          share: rounded(grade.share),
          relevant: grade.relevant,
        })),
      },
      effect: `${grades.length - dropped} of ${grades.length} passages are relevant`,
    };
  }

  /** Grades by likelihoods. If these do not show whether the documents answer, a model grades, if one is configured and time is left. */
  private async grade(
    { analysed }: RetrievalPlan,
    { evidence, answerability, question = analysed.question }: RetrievedEvidence,
    context: ComponentContext,
  ): Promise<{ grades: PassageGrade[]; by: 'likelihoods' | 'language model' }> {
    const { llm, llmFrom, llmTo, keepShare } = context.settings.selfRag;
    const grades = gradePassages(evidence, keepShare);
    const isDoubtful = answerability.probability >= llmFrom && answerability.probability < llmTo;
    if (!llm || !isDoubtful) return { grades, by: 'likelihoods' };
    const asked = evidence.slice(0, GRADED_BY_MODEL);
    const reply = await context.ask(this.name, relevancePrompt(question, asked), {
      limitMs: ASK_MS,
      reserveMs: RESERVE_MS.compose,
    });
    const numbers = reply.answered ? readNumbers(reply.text, asked.length) : undefined;
    if (numbers === undefined) return { grades, by: 'likelihoods' };
    return { grades: grades.map((g, i) => ({ ...g, relevant: numbers.has(i + 1) })), by: 'language model' };
  }
}

/** Removes the irrelevant passages; if none is left, the documents do not answer. */
function kept(found: RetrievedEvidence, grades: readonly PassageGrade[]): RetrievedEvidence {
  const relevant = new Set(grades.filter((grade) => grade.relevant).map((grade) => grade.chunkId));
  return {
    ...found,
    evidence: found.evidence.filter((e) => relevant.has(e.chunkId)),
    sentences: found.sentences.filter((s) => relevant.has(s.evidence.chunkId)),
    answerability: relevant.size === 0 ? NOTHING : found.answerability,
  };
}
