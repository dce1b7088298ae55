import { Completion, CompletionRequest, LanguageModel, LanguageModelError, OnToken } from '../domain/language-model.js';
import { CHECK_PASSAGES, CheckQuestion } from '../domain/model-check/check-questions.js';
import { CheckedQuestion } from '../domain/model-check/check-report.js';
import { estimatedTokens } from '../domain/price-table.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { WriteAnswer } from './write-answer.js';

/** Counts the chunks of another model's replies. */
class CountedModel extends LanguageModel {
  readonly provider: string;
  readonly model: string;
  readonly available: boolean;
  pieces = 0;
  /** Text of the last reply; empty if it failed. */
  reply = '';

  constructor(private readonly inner: LanguageModel) {
    super();
    this.provider = inner.provider;
    this.model = inner.model;
    this.available = inner.available;
  }

  async complete(request: CompletionRequest, signal: AbortSignal, onToken?: OnToken): Promise<Completion> {
    this.pieces = 0;
    this.reply = '';
    const completion = await this.inner.complete(request, signal, (token) => {
      this.pieces++;
      onToken?.(token);
    });
    this.reply = completion.text;
    return completion;
  }

  healthy(): Promise<boolean> {
    return this.inner.healthy();
  }
}

/** Asks a model questions with known answers, in the same way as a chat, and measures the replies. */
export class CheckModel {
  private readonly model: CountedModel;
  private readonly writer: WriteAnswer;

  constructor(model: LanguageModel) {
    this.model = new CountedModel(model);
    this.writer = new WriteAnswer(this.model);
  }

  async ask(asked: CheckQuestion, signal: AbortSignal): Promise<CheckedQuestion> {
    const passages = CHECK_PASSAGES[asked.language];
    const candidateSentences = passages.flatMap(({ text }, passage) =>
      sentenceSpans(text).map(({ start, end }) => ({ passage, start, end, support: 1, shares: [] })),
    );
    const request = {
      question: asked.question,
      language: asked.language,
      depth: 'answer' as const,
      passages,
      candidateSentences,
    };
    const started = performance.now();
    let firstTokenMs: number | undefined;
    const measured = () => ({ asked, firstTokenMs, tookMs: performance.now() - started, pieces: this.model.pieces });
    try {
      const begun = () => (firstTokenMs = performance.now() - started);
      const { text, citations, usage, degraded, abstained } = await this.writer.write(
        request,
        signal,
        () => undefined,
        begun,
      );
      return {
        ...measured(),
        outcome: abstained ? 'abstained' : degraded.length > 0 ? 'quoted' : 'answered',
        // For an unusable reply, the report shows the reply itself.
        text: abstained || degraded.length > 0 ? this.model.reply : text,
        cited: degraded.length > 0 ? [] : [...new Set(citations.map(({ passage }) => passage))],
        reason: degraded.join(', '),
        outputTokens: usage.outputTokens > 0 ? usage.outputTokens : estimatedTokens(this.model.reply),
        costUsd: usage.costUsd,
      };
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      return {
        ...measured(),
        outcome: 'failed',
        text: '',
        cited: [],
        reason: error.message,
        outputTokens: 0,
        costUsd: null,
      };
    }
  }
}
