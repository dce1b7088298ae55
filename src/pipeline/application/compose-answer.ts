import { Injectable, Logger, Optional } from '@nestjs/common';
import { shownText } from '../../text/shown-text.js';
import { AnswerRisk } from '../../shared/domain/answer-risk.js';
import { ComposedFindings, Composer, ComposerError, WriterFailure, WritingListener } from '../domain/composer.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { RankedSentence } from '../domain/evidence.js';
import { MESSAGES } from '../domain/messages.js';
import { StepTimeoutError } from '../domain/step.js';
import { AnswerChanges } from './answer-changes.js';
import { FinishAnswer } from './finish-answer.js';

/** Number of sentences for the writer; more would dilute the prompt. */
const SENTENCES = 24;
/** Number of passages that replace an answer if the writer is unavailable. */
const QUOTED_PASSAGES = 3;

const NOTHING_FOUND: ComposedFindings = {
  uncited: [],
  droppedCitations: 0,
  leftOut: 0,
  leaks: 0,
  removedAddresses: 0,
  instructions: [],
};

/** Third step: an answer from the evidence, or the statement that the documents do not answer. */
@Injectable()
export class ComposeAnswer {
  private readonly logger = new Logger('compose');

  constructor(
    private readonly composer: Composer,
    private readonly finish: FinishAnswer,
    private readonly risk: AnswerRisk,
    @Optional() private readonly changes?: AnswerChanges,
  ) {}

  /** @param listener receives the writer's text while it is written */
  async compose(draft: CompositionDraft, signal: AbortSignal, listener?: WritingListener): Promise<Composition> {
    const { analysed, retrieved, corrections } = draft;
    const changed = await this.changes?.compose(draft, this.composer.idleUsage());
    if (changed !== undefined) return changed;
    if (retrieved.answerability.probability < this.risk.threshold) return this.finish.abstain(draft);
    const composed = await this.composer.compose(
      {
        question: retrieved.question ?? analysed.question,
        language: analysed.language,
        depth: analysed.intent === 'explanation' ? 'explanation' : 'answer',
        sentences: retrieved.sentences.slice(0, SENTENCES),
        corrections,
      },
      signal,
      listener,
    );
    return composed.abstained ? this.finish.abstain(draft, composed) : this.finish.cite(composed, retrieved);
  }

  /** The writer failed or was late: quotes the best sentences, each with its passage. */
  quotedPassages({ analysed, retrieved }: CompositionDraft, cause: unknown): Composition {
    this.logger.warn({ err: cause }, 'the answer writer failed; passages are quoted instead');
    const writerFailure = failureOf(cause);
    let text = MESSAGES[analysed.language].unavailable[writerFailure];
    const { quotable, findings } = this.withoutInstructions(retrieved.sentences);
    const citations = this.bestOfEachPassage(quotable).map(({ evidence, sentence }) => {
      text += '\n\n';
      const start = text.length;
      text += shownText(sentence.text);
      return { start, end: text.length, chunkId: evidence.chunkId, quoteStart: sentence.start, quoteEnd: sentence.end };
    });
    const marks = writerFailure === 'busy' ? ['llm_busy'] : [];
    // The provider does not report the cost of a failed or cancelled call.
    const usage = { ...this.composer.idleUsage(), costUsd: null };
    const quoted = this.finish.cite(
      { text, citations, usage, degraded: ['llm', ...marks], abstained: false, ...findings },
      retrieved,
    );
    return { ...quoted, composed: undefined, writerFailure };
  }

  /** Sentences that address a model are not used as an answer. They are listed with those that a writer skips. */
  private withoutInstructions(sentences: readonly RankedSentence[]): {
    readonly quotable: readonly RankedSentence[];
    readonly findings: { readonly findings?: ComposedFindings };
  } {
    const instructions: ComposedFindings['instructions'][number][] = [];
    const quotable = sentences.slice(0, SENTENCES).filter(({ evidence, sentence }) => {
      const [found] = this.composer.instructionsIn(sentence.text);
      if (found === undefined) return true;
      const start = evidence.start + sentence.start;
      instructions.push({ chunkId: evidence.chunkId, start, end: evidence.start + sentence.end, kind: found.kind });
      return false;
    });
    return { quotable, findings: instructions.length === 0 ? {} : { findings: { ...NOTHING_FOUND, instructions } } };
  }

  private bestOfEachPassage(sentences: readonly RankedSentence[]): RankedSentence[] {
    const best = new Map<string, RankedSentence>();
    for (const ranked of sentences) if (!best.has(ranked.evidence.chunkId)) best.set(ranked.evidence.chunkId, ranked);
    return [...best.values()].slice(0, QUOTED_PASSAGES);
  }
}

function failureOf(cause: unknown): WriterFailure {
  if (cause instanceof ComposerError) return cause.failure;
  return cause instanceof StepTimeoutError ? 'late' : 'failed';
}
