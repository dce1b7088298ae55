import { Injectable } from '@nestjs/common';
import { SearchPassages } from '../../search/application/search-passages.js';
import { Analyser } from '../../search/domain/analyser.js';
import { SearchHit } from '../../search/domain/passage-ranking.js';
import { inverseDocumentFrequency, RelevanceModel } from '../../search/domain/relevance.js';
import { passageHeading } from '../../search/domain/search-index.js';
import { remembering } from '../../shared/domain/recent-values.js';
import { sentenceSpans } from '../../shared/domain/sentences.js';
import { TextSpan } from '../../shared/domain/text-span.js';
import { Evidence, EvidenceSentence } from '../domain/evidence.js';
import { Retrieval, RetrievalRequest, Retriever } from '../domain/retriever.js';
import { headingRows } from '../domain/table-rows.js';

/** Passages that come up again are not cut into sentences again; some megabytes of the usual length. */
const REMEMBERED_PASSAGES = 4_000;
const knownSentences = remembering(REMEMBERED_PASSAGES, (text): readonly TextSpan[] => sentenceSpans(text));

function toEvidence(hit: SearchHit, model: RelevanceModel): Evidence {
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
    sentences: sentencesOf(passage.text, model),
  };
}

/** What the head of its table says of a row is worth nearly as much as if the row said it. */
const TABLE_HEAD_CREDIT = 0.9;

function sentencesOf(text: string, model: RelevanceModel): EvidenceSentence[] {
  const sentences = knownSentences(text).map(({ start, end }) => {
    const said = text.slice(start, end);
    return { start, end, text: said, shares: model.shares(said) };
  });
  const heads = headingRows(sentences.map((sentence) => sentence.text));
  return sentences.map((sentence, i) => {
    const head = heads[i];
    if (head === undefined) return sentence;
    if (head === i) return { ...sentence, isHeading: true };
    const above = sentences[head]?.shares ?? [];
    const shares = sentence.shares.map((share, word) => Math.max(share, TABLE_HEAD_CREDIT * (above[word] ?? 0)));
    return { ...sentence, shares };
  });
}

/** The search feature as the pipeline's retriever. */
@Injectable()
export class SearchRetriever extends Retriever {
  constructor(
    private readonly searchPassages: SearchPassages,
    private readonly analyser: Analyser,
  ) {
    super();
  }

  async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const result = await this.searchPassages.execute({
      query: request.question,
      topK: request.topK,
      depth: request.depth,
      mode: request.hybrid ? 'hybrid' : 'words',
      rerank: request.rerank,
      synonyms: request.synonyms,
      feedback: request.feedback,
      beside: request.beside,
      scope: { filter: request.filter, asOf: request.asOf },
      signal,
    });
    const { byTerm, passages } = result.frequencies;
    const model = new RelevanceModel(result.query, this.analyser, (term) =>
      inverseDocumentFrequency(byTerm.get(term) ?? 0, passages),
    );
    return {
      evidence: result.hits.map((hit) => toEvidence(hit, model)),
      words: model.contentWords,
      degraded: result.degraded,
      search: {
        bm25Candidates: result.bm25Candidates,
        vectorCandidates: result.vectorCandidates,
        decisiveness: result.expansion.decisiveness,
        decisive: result.expansion.decisive,
        learned: result.expansion.terms.map(({ term }) => term),
        fusedOrder: result.fusedOrder,
        rerankedBy: request.rerank ? (result.hits[0]?.relevance.model ?? 'heuristic relevance') : undefined,
        // A remembered result tells the time that it took when it was made.
        rerankTimeMs: Math.min(result.times.rerankTime, result.times.totalTime),
        totalTimeMs: result.times.totalTime,
      },
    };
  }
}
