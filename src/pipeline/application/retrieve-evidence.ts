import { Injectable } from '@nestjs/common';
import { Clock, isoDay } from '../../shared/domain/clock.js';
import { answerability, Answerability, withCalibratedScores } from '../domain/answerability.js';
import { Evidence, rankSentences } from '../domain/evidence.js';
import { Retrieval, Retriever } from '../domain/retriever.js';
import { likelySentences, LikelySentence } from '../domain/sentence-likelihood.js';
import { AskRequest } from '../domain/ask-request.js';
import type { AnalysedMessage } from './analyse-message.js';
import { PipelineTrace } from './pipeline-trace.js';

export interface RetrievedEvidence {
  /** With calibrated scores. */
  readonly evidence: readonly Evidence[];
  /** Likeliest first. */
  readonly sentences: readonly LikelySentence[];
  readonly answerability: Answerability;
  readonly degraded: readonly string[];
}

/** Second step: passages inside the caller's scope, and how well their sentences answer. */
@Injectable()
export class RetrieveEvidence {
  constructor(
    private readonly retriever: Retriever,
    private readonly clock: Clock,
  ) {}

  async execute(
    request: AskRequest,
    analysed: AnalysedMessage,
    trace: PipelineTrace,
    signal: AbortSignal,
  ): Promise<RetrievedEvidence> {
    const rerank = request.switches.reranker !== false;
    const hybrid = request.switches.hybrid_search !== false;
    const retrieval = await this.retriever.retrieve(
      {
        question: analysed.question,
        topK: request.topK,
        filter: request.filter,
        asOf: request.asOf ?? isoDay(this.clock.now()),
        synonyms: request.switches.query_analyzer !== false,
        hybrid,
        rerank,
      },
      signal,
    );
    this.record(trace, analysed.question, retrieval, { hybrid, rerank });
    return { ...this.judge(analysed, retrieval), degraded: retrieval.degraded };
  }

  private judge(
    { question, type }: AnalysedMessage,
    { evidence, words }: Retrieval,
  ): Omit<RetrievedEvidence, 'degraded'> {
    const ranked = rankSentences(evidence, words, type);
    const sentences = likelySentences(ranked, evidence, { question, words });
    const found = answerability(ranked, sentences, { words, type });
    return {
      evidence: withCalibratedScores(evidence, sentences, found.probability),
      sentences,
      answerability: found,
    };
  }

  private record(
    trace: PipelineTrace,
    question: string,
    retrieval: Retrieval,
    on: { readonly hybrid: boolean; readonly rerank: boolean },
  ): void {
    const chunks = retrieval.evidence.map((e) => ({ chunk_id: e.chunkId, score: e.score }));
    trace.record({
      component: 'hybrid_search',
      fired: on.hybrid,
      input: { question },
      output: {
        bm25_candidates: retrieval.bm25Candidates,
        vector_candidates: retrieval.vectorCandidates,
        passages: chunks,
      },
      effect: on.hybrid ? `${chunks.length} passages by words and vectors` : `${chunks.length} passages by words alone`,
      took_ms: retrieval.totalTimeMs - retrieval.rerankTimeMs,
    });
    if (!on.rerank) return;
    trace.record({
      component: 'reranker',
      fired: chunks.length > 0,
      input: { passages: chunks.length },
      output: chunks,
      effect: chunks.length > 0 ? 'ordered by heuristic relevance' : 'nothing to order',
      took_ms: retrieval.rerankTimeMs,
    });
  }
}
