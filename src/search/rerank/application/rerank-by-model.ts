import { Injectable, Logger } from '@nestjs/common';
import { Ranking, SearchHit } from '../../ranking/domain/passage-ranking.js';
import { RerankerUnavailableError, RerankerSetting } from '../domain/reranker.js';
import { passageHeading } from '../../domain/indexed-passage.js';

/** Passages that the model scores: lower ones are seldom the answer, and each costs time. */
export const READ_BY_MODEL = 50;

/** Scores the best passages with a cross-encoder and orders them by that score. */
@Injectable()
export class RerankByModel {
  private readonly logger = new Logger('search');

  constructor(private readonly setting: RerankerSetting) {}

  get configured(): boolean {
    return this.setting.model !== undefined;
  }

  /** @returns the ranking with the passages scored in time first; unchanged and degraded if the model is unavailable */
  async rerank(
    question: string,
    ranking: Ranking,
    { signal, read = READ_BY_MODEL }: { readonly signal: AbortSignal | undefined; readonly read?: number },
  ): Promise<Ranking> {
    const { model, timeoutMs } = this.setting;
    if (model === undefined || ranking.hits.length === 0) return ranking;
    const started = performance.now();
    try {
      const texts = ranking.hits.slice(0, read).map(textOf);
      const scores = await model.rerank(question, texts, { timeoutMs, signal });
      const hits = reordered(ranking.hits, scores, model.name);
      return { ...ranking, hits, times: { ...ranking.times, rerankTime: performance.now() - started } };
    } catch (error) {
      // An aborted request is not a model failure.
      if (!(error instanceof RerankerUnavailableError) || signal?.aborted === true) throw error;
      this.logger.warn({ err: error }, 'the reranker returned no score; the retrieval order is kept');
      return { ...ranking, degraded: [...ranking.degraded, 'reranker'], times: { ...ranking.times, rerankTime: 0 } };
    }
  }
}

function textOf({ passage }: SearchHit): string {
  return `${passageHeading(passage.title, passage.section)}\n${passage.text}`;
}

/** Scored passages by their score, then the others in their order: the time limit cuts the end of the list. */
function reordered(hits: readonly SearchHit[], scores: readonly (number | undefined)[], model: string): SearchHit[] {
  const scored = hits.flatMap((hit, i) => {
    const score = scores[i];
    return score === undefined ? [] : [{ ...hit, relevance: { ...hit.relevance, score, model } }];
  });
  scored.sort((a, b) => b.relevance.score - a.relevance.score);
  return [...scored, ...hits.filter((_, i) => scores[i] === undefined)];
}
