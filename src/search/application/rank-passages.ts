import { Injectable } from '@nestjs/common';
import { Analyser } from '../domain/analyser.js';
import { Scored } from '../domain/fusion.js';
import { ScoringTerm } from '../domain/memory-index/lexical-index.js';
import { RankedBy, Ranking, RankingRequest, SearchHit } from '../domain/passage-ranking.js';
import { AnalysedQuery, analyseQuery, Synonyms } from '../domain/query.js';
import { inverseDocumentFrequency, Relevance, RelevanceModel } from '../domain/relevance.js';
import { SearchIndex, TermFrequencies } from '../domain/search-index.js';
import { Candidates, FindCandidates } from './find-candidates.js';
import { Settled, SettleOrder } from './settle-order.js';

const NO_SYNONYMS: Synonyms = { of: () => [] };

class Stopwatch {
  private last = performance.now();

  /** Milliseconds since the last lap. */
  lap(): number {
    const now = performance.now();
    const took = now - this.last;
    this.last = now;
    return took;
  }
}

function rankOf(list: readonly Scored[]): ReadonlyMap<number, RankedBy> {
  return new Map(list.map((s, i) => [s.id, { rank: i + 1, score: s.score }]));
}

/** Embeds a question in the space of the index's own vectors; undefined where a provider's vectors are in service. */
export abstract class QuestionSpace {
  abstract readonly model: string;
  abstract readonly dimensions: number;
  abstract embed(text: string): Float32Array | undefined;
}

/** What a question is read with. */
export interface QuestionReader {
  readonly analyser: Analyser;
  readonly synonyms: Synonyms;
  readonly space: QuestionSpace;
}

/** Ranks passages: words and vectors inside the scope, fused, then ordered by heuristic relevance (B-O2). */
@Injectable()
export class RankPassages {
  constructor(
    private readonly index: SearchIndex,
    private readonly candidates: FindCandidates,
    private readonly settle: SettleOrder,
    private readonly reader: QuestionReader,
  ) {}

  async rank(request: RankingRequest): Promise<Ranking> {
    const watch = new Stopwatch();
    const { query, frequencies, model } = await this.read(request);
    const vector = request.mode === 'bm25' ? undefined : this.vectorOf(request);
    const embeddingTime = watch.lap();
    const idf = rarityIn(frequencies);
    const terms = request.mode === 'vector' ? [] : scoringTerms(query, idf);
    const feedback = request.feedback && request.mode === 'hybrid';
    const found = await this.candidates.execute({ terms, vector, scope: request.scope, feedback }, model);
    const order = await this.settle.execute(request, found);
    const { words, vectors, comparison } = found.times;
    const fusionTime = Math.max(0, watch.lap() - words - vectors - comparison);
    const hits = await this.hits(request, { found, order, model });
    return {
      hits,
      totalCount: found.found,
      degraded: request.mode !== 'bm25' && vector === undefined ? ['embedding'] : [],
      query,
      frequencies,
      times: {
        embeddingTime,
        bm25Time: words,
        vectorTime: vectors,
        fusionTime,
        rerankTime: request.rerank ? comparison + watch.lap() : 0,
      },
      bm25Candidates: found.words.length,
      vectorCandidates: found.vector.length,
    };
  }

  private async read(
    request: RankingRequest,
  ): Promise<{ query: AnalysedQuery; frequencies: TermFrequencies; model: RelevanceModel }> {
    const { analyser, synonyms } = this.reader;
    const query = analyseQuery(request.query, { analyser, synonyms: request.synonyms ? synonyms : NO_SYNONYMS });
    const frequencies = await this.index.frequencies(query.terms);
    return { query, frequencies, model: new RelevanceModel(query, analyser, rarityIn(frequencies)) };
  }

  private vectorOf({ query, vector }: RankingRequest): Float32Array | undefined {
    const { space } = this.reader;
    if (vector === undefined) return space.embed(query);
    // Vectors of another model than the one in service say nothing about its passages.
    const fits = vector.model === space.model && vector.values?.length === space.dimensions;
    return fits ? vector.values : undefined;
  }

  private async hits(
    request: RankingRequest,
    { found, order, model }: { found: Candidates; order: readonly Settled[]; model: RelevanceModel },
  ): Promise<SearchHit[]> {
    const wanted = order.slice(0, request.topK);
    const ids = wanted.map((s) => s.id);
    const passages = new Map((await this.index.passages(ids, request.scope)).map((p) => [p.id, p]));
    const relevance = await this.relevanceOf(wanted, request, model);
    const [byWords, byVector] = [rankOf(found.words), rankOf(found.vector)];
    const [byFeedbackWords, byFeedbackVector] = [rankOf(found.feedbackWords), rankOf(found.feedbackVector)];
    return wanted.flatMap(({ id, score, fused, duplicateOf, lookUp }): SearchHit[] => {
      const passage = passages.get(id);
      const judged = relevance.get(id);
      if (passage === undefined || judged === undefined) return [];
      return [
        {
          passage,
          score,
          relevance: lookUp === undefined ? judged : { ...judged, score: Math.max(judged.score, lookUp) },
          bm25: byWords.get(id) ?? null,
          vector: byVector.get(id) ?? null,
          feedback: { words: byFeedbackWords.get(id) ?? null, vector: byFeedbackVector.get(id) ?? null },
          named: lookUp !== undefined,
          fusedScore: fused,
          ...(duplicateOf === undefined ? {} : { duplicateOf: passages.get(duplicateOf)?.chunkId }),
        },
      ];
    });
  }

  /** Also of the hits that the ranking did not compare: every hit shows how it relates to the question. */
  private async relevanceOf(
    wanted: readonly Settled[],
    { scope }: RankingRequest,
    model: RelevanceModel,
  ): Promise<ReadonlyMap<number, Relevance>> {
    const known = new Map(wanted.flatMap(({ id, relevance }) => (relevance === undefined ? [] : [[id, relevance]])));
    const missing = wanted.map((s) => s.id).filter((id) => !known.has(id));
    for (const { id, places } of await this.index.terms(missing, model.terms, scope))
      known.set(id, model.score(places, undefined));
    return known;
  }
}

/** A synonym's term says less than the asker's own. */
const SYNONYM_WEIGHT = 0.5;

function scoringTerms({ words, terms }: AnalysedQuery, idf: (term: string) => number): ScoringTerm[] {
  const own = new Set(words.flatMap((word) => word.terms));
  return terms.map((term) => ({ term, weight: idf(term) * (own.has(term) ? 1 : SYNONYM_WEIGHT) }));
}

function rarityIn({ byTerm, passages }: TermFrequencies): (term: string) => number {
  return (term) => inverseDocumentFrequency(byTerm.get(term) ?? 0, passages);
}
