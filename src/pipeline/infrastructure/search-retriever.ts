import { Injectable } from '@nestjs/common';
import { SearchHit, SearchPassages, SearchResult } from '../../search/application/search-passages.js';
import { passageHeading } from '../../search/domain/search-index.js';
import { sentenceSpans } from '../../shared/domain/sentences.js';
import { Evidence } from '../domain/evidence.js';
import { Retrieval, RetrievalRequest, Retriever } from '../domain/retriever.js';

function toEvidence(hit: SearchHit, model: SearchResult['model']): Evidence {
  const { passage } = hit;
  return {
    chunkId: passage.chunkId,
    documentId: passage.documentId,
    title: passage.title,
    section: passage.section,
    url: passage.url,
    date: passage.date,
    version: passage.version,
    canonicalPath: passage.canonicalPath,
    start: passage.start,
    text: passage.text,
    score: hit.relevance.score,
    deleted: passage.metadata['deleted'] === true,
    headingShares: model.shares(passageHeading(passage.title, passage.section)),
    passageShares: model.shares(passage.text),
    sentences: sentenceSpans(passage.text).map(({ start, end }) => {
      const text = passage.text.slice(start, end);
      return { start, end, text, shares: model.shares(text) };
    }),
  };
}

/** The search feature as the pipeline's retriever. */
@Injectable()
export class SearchRetriever extends Retriever {
  constructor(private readonly searchPassages: SearchPassages) {
    super();
  }

  async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const result = await this.searchPassages.execute({
      query: request.question,
      topK: request.topK,
      mode: request.hybrid ? 'hybrid' : 'bm25',
      rerank: request.rerank,
      synonyms: request.synonyms,
      scope: { filter: request.filter, asOf: request.asOf },
      signal,
    });
    return {
      evidence: result.hits.map((hit) => toEvidence(hit, result.model)),
      words: result.model.contentWords,
      degraded: result.degraded,
      bm25Candidates: result.metrics.bm25Candidates,
      vectorCandidates: result.metrics.vectorCandidates,
      rerankTimeMs: result.metrics.rerankTime,
      totalTimeMs: result.metrics.totalTime,
    };
  }
}
