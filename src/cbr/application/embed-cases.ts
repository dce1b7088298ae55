import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CaseIndex, ModelVector, UnembeddedCase } from '../domain/case-index.js';
import { CaseTransaction } from '../domain/case-store.js';
import { EmbeddedQuestions, QuestionEmbedder, VectorStore } from '../domain/question-embedder.js';

/** Questions per call of the embedding. */
const STEP = 64;

/** Keeps the vectors of the cases' questions up to date with the active embedding. */
@Injectable()
export class EmbedCases {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly embedder: QuestionEmbedder,
    private readonly index: CaseIndex,
    private readonly kept: VectorStore,
    private readonly transaction: CaseTransaction,
  ) {}

  /** @returns undefined if the embedding is unavailable */
  async question(text: string, filter: CategoryFilter, signal?: AbortSignal): Promise<ModelVector | undefined> {
    const embedded = await this.embedder.embed([text], filter, signal);
    const [values] = embedded?.vectors ?? [];
    return embedded === undefined || values === undefined ? undefined : { model: embedded.model, values };
  }

  /**
   * Embeds every case without a vector of this model. Stops if the embedding is unavailable; concurrent calls share one
   * run.
   * @param filter of a caller whose questions the model embeds
   */
  catchUp(model: string, filter: CategoryFilter): Promise<void> {
    const running = this.running.get(model) ?? this.work(model, filter).finally(() => this.running.delete(model));
    this.running.set(model, running);
    return running;
  }

  /**
   * Waits for the missing vectors up to this time; the rest continues in the background. @returns whether every case
   * has its vector
   */
  async catchUpWithin(limitMs: number, model: string, filter: CategoryFilter): Promise<boolean> {
    const isMissing = () => this.index.unembedded(model, 1).length > 0;
    if (!isMissing()) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    // A failure leaves vectors missing; the next search by vectors retries.
    await Promise.race([this.catchUp(model, filter).catch(() => undefined), late]);
    clearTimeout(timer);
    return !isMissing();
  }

  private async work(model: string, filter: CategoryFilter): Promise<void> {
    for (;;) {
      const waiting = this.index.unembedded(model, STEP);
      if (waiting.length === 0) return;
      const missing = await this.recall(model, waiting);
      if (missing.length === 0) continue;
      const embedded = await this.embedder.embed(
        missing.map(({ query }) => query),
        filter,
      );
      if (embedded?.model !== model) return;
      await this.take(missing, embedded);
    }
  }

  /** Reuses stored vectors of a provider. @returns the cases without one */
  private async recall(model: string, waiting: readonly UnembeddedCase[]): Promise<UnembeddedCase[]> {
    const kept = await this.kept.load(model, waiting);
    return waiting.filter((one) => {
      const values = kept.get(one.caseId);
      if (values !== undefined) this.index.setVector(one, { model, values });
      return values === undefined;
    });
  }

  private async take(
    asked: readonly UnembeddedCase[],
    { model, byProvider, vectors }: EmbeddedQuestions,
  ): Promise<void> {
    const pairs = asked.flatMap((one, i) => {
      const values = vectors[i];
      return values === undefined ? [] : [{ one, values }];
    });
    if (byProvider)
      await this.transaction.run(() =>
        this.kept.save(
          model,
          pairs.map(({ one, values }) => ({ ...one, vector: values })),
        ),
      );
    for (const { one, values } of pairs) this.index.setVector(one, { model, values });
  }
}
