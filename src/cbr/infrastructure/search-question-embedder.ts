import { Injectable } from '@nestjs/common';
import { Analyser } from '../../text/tokens/analyser.js';
import { EmbeddingUnavailableError, EmbeddingProviders } from '../../search/embedding/domain/embedder.js';
import { EmbeddingModels } from '../../search/embedding/domain/embedding-models.js';
import { embedNgrams, NGRAM_MODEL } from '../../search/embedding/domain/ngram-embedding.js';
import { PassageRanking } from '../../search/ranking/domain/passage-ranking.js';
import { CategoryFilter, mayUseSharedModels } from '../../shared/domain/category-filter.js';
import { EmbeddedQuestions, QuestionEmbedder } from '../domain/question-embedder.js';

function countTerms(analyser: Analyser, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  analyser.scan(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  return counts;
}

/**
 * The active embedding of the search: a provider's, or the built-in one. Falls back to hashed n-grams, which do not
 * depend on documents, if there are too few documents, and for callers limited to some categories.
 */
@Injectable()
export class SearchQuestionEmbedder extends QuestionEmbedder {
  constructor(
    private readonly ranking: PassageRanking,
    private readonly models: EmbeddingModels,
    private readonly providers: EmbeddingProviders,
    private readonly analyser: Analyser,
  ) {
    super();
  }

  async embed(
    questions: readonly string[],
    filter: CategoryFilter,
    signal?: AbortSignal,
  ): Promise<EmbeddedQuestions | undefined> {
    const served = await this.models.served();
    const model = served === undefined ? this.providers.configured?.model : served.model;
    if (served?.kind === 'fitted' || model === undefined)
      return mayUseSharedModels(filter) ? this.builtIn(questions) : this.byNgrams(questions);
    const provider = this.providers.named(model);
    if (provider === undefined) return undefined;
    try {
      // Both sides are questions, and are embedded as such.
      const vectors = await provider.embed(questions, { purpose: 'query', signal });
      return { model, byProvider: true, vectors };
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError) || signal?.aborted === true) throw error;
      return undefined;
    }
  }

  private byNgrams(questions: readonly string[]): EmbeddedQuestions {
    const vectors = questions.map((question) => embedNgrams(countTerms(this.analyser, question)));
    return { model: NGRAM_MODEL, byProvider: false, vectors };
  }

  /** The model is read before and after: vectors of two models must not be mixed. */
  private async builtIn(questions: readonly string[]): Promise<EmbeddedQuestions | undefined> {
    const { model } = await this.ranking.served();
    const vectors = await this.ranking.embed(questions);
    return (await this.ranking.served()).model === model ? { model, byProvider: false, vectors } : undefined;
  }
}
