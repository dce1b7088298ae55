import { worldOf } from '../../shared/domain/category-filter.js';
import { Analyser } from '../domain/analyser.js';
import { Scored } from '../domain/fusion.js';
import { ScoringTerm } from '../domain/memory-index/lexical-index.js';
import { RankedBy, Ranking, RankingRequest, SearchHit } from '../domain/passage-ranking.js';
import { AnalysedQuery, analyseQuery, isHangul, QueryWord, Synonyms } from '../domain/query.js';
import { inverseDocumentFrequency, Relevance, RelevanceModel } from '../domain/relevance.js';
import { SearchIndex, TermFrequencies } from '../domain/search-index.js';
import { movedTowards } from '../domain/vector-feedback.js';
import { Candidates, FindCandidates } from './find-candidates.js';
import { RankByCharacters } from './rank-by-characters.js';
import { Settled, SettleOrder } from './settle-order.js';

const NO_SYNONYMS: Synonyms = { of: () => [], exactly: () => [] };

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
  readonly characters: RankByCharacters;
}

/**
 * Whether vectors are left out, since they were fitted on documents that the caller must not feel. A provider's vectors follow from
 * each text alone and stay. Words with feedback lose .007 nDCG@10 in the mean of five sets (README, Keys); hashed n-grams beside
 * them lose .012.
 */
function isByWords({ scope, vector }: RankingRequest): boolean {
  return vector === undefined && worldOf(scope.filter).kind === 'restricted';
}

/** What a search by vectors lacks: the question's own, or those of the passages that hold its words. */
function withoutVectors(vector: Float32Array | undefined, found: Candidates): readonly string[] {
  if (vector === undefined) return ['embedding'];
  return found.vector.length === 0 && found.words.length > 0 ? ['vector_index'] : [];
}

/** Ranks passages: words and vectors inside the scope, fused, then ordered by heuristic relevance (B-O2). */
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
    const byVectors = request.mode === 'hybrid' || request.mode === 'vector';
    const vector = byVectors ? this.vectorOf(request) : undefined;
    const embeddingTime = watch.lap();
    const terms = this.scoringTerms(query, request.beside, frequencies);
    const found = await this.find(request, { terms, vector, model });
    const order = await this.settle.execute(request, found);
    const { words, vectors, comparison } = found.times;
    const fusionTime = Math.max(0, watch.lap() - words - vectors - comparison);
    const hits = await this.hits(request, { found, order, model });
    return {
      hits,
      totalCount: found.found,
      degraded: byVectors && !isByWords(request) ? withoutVectors(vector, found) : [],
      expansion: {
        decisiveness: found.decisiveness,
        decisive: this.candidates.decisive,
        terms: found.learned.slice(0, SHOWN_TERMS),
      },
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

  private async find(
    request: RankingRequest,
    { terms, vector, model }: { terms: ScoringTerm[]; vector: Float32Array | undefined; model: RelevanceModel },
  ): Promise<Candidates> {
    const { mode, scope, depth } = request;
    if (mode === 'vector' && isByWords(request)) {
      const found = await this.candidates.execute({ terms, vector: undefined, scope, feedback: false, depth }, model);
      const ids = found.words.map((s) => s.id);
      return { ...found, words: [], vector: await this.reader.characters.execute(request.query, ids, scope) };
    }
    const asked = mode === 'vector' ? [] : terms;
    const feedback = request.feedback && (mode === 'hybrid' || mode === 'words');
    return this.candidates.execute({ terms: asked, vector, scope, feedback, depth }, model);
  }

  private async read(
    request: RankingRequest,
  ): Promise<{ query: AnalysedQuery; frequencies: TermFrequencies; model: RelevanceModel }> {
    const { analyser, synonyms } = this.reader;
    const query = analyseQuery(request.query, { analyser, synonyms: request.synonyms ? synonyms : NO_SYNONYMS });
    const beside = request.beside === undefined ? [] : analyser.termsOf(request.beside);
    const frequencies = await this.index.frequencies([...new Set([...query.terms, ...beside])], request.scope);
    return { query, frequencies, model: new RelevanceModel(query, analyser, rarityIn(frequencies)) };
  }

  private vectorOf(request: RankingRequest): Float32Array | undefined {
    const { query, beside, vector } = request;
    const { space } = this.reader;
    if (isByWords(request)) return undefined;
    if (vector === undefined) {
      const own = space.embed(query);
      const other = beside === undefined ? undefined : space.embed(beside);
      return own === undefined || other === undefined ? own : movedTowards(own, [other], [1], 1);
    }
    // Vectors of another model than the one in service say nothing about its passages.
    const fits = vector.model === space.model && vector.values?.length === space.dimensions;
    return fits ? vector.values : undefined;
  }

  /** Terms of the question, of its synonyms at less weight, and the rarest of the text beside it at less still. */
  private scoringTerms(
    { words, terms }: AnalysedQuery,
    beside: string | undefined,
    frequencies: TermFrequencies,
  ): ScoringTerm[] {
    const idf = rarityIn(frequencies);
    const told = namingTerms(words, frequencies);
    const asked = terms.map((term) => ({ term, weight: idf(term) * (told.has(term) ? 1 : SYNONYM_WEIGHT) }));
    if (beside === undefined) return asked;
    const known = new Set(terms);
    const further = [...new Set(this.reader.analyser.termsOf(beside))]
      .filter((term) => !known.has(term))
      .map((term) => ({ term, weight: idf(term) * this.candidates.besideWeight }))
      .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
      .slice(0, BESIDE_TERMS);
    return [...asked, ...further];
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
    return wanted.flatMap(({ id, score, fused, support, duplicateOf, lookUp }): SearchHit[] => {
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
          support: support ?? null,
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
      known.set(id, model.score(places));
    return known;
  }
}

/** A synonym's term says less than the asker's own. */
const SYNONYM_WEIGHT = 0.5;
/** Terms of the text beside the question; a whole passage has hundreds, of which the common ones say nothing. */
const BESIDE_TERMS = 48;
/** Learned terms that are told; the rest weigh little. */
const SHOWN_TERMS = 16;

/**
 * The terms that say best what is meant: the question's own, but for those of an English phrase, whose words mean something else one by one, and
 * what a phrase, or a word that stands in no passage, is called otherwise.
 */
function namingTerms(words: readonly QueryWord[], { byTerm }: TermFrequencies): ReadonlySet<string> {
  const isUnknown = (word: QueryWord) => word.terms.every((term) => (byTerm.get(term) ?? 0) === 0);
  return new Set(
    words.flatMap((word) => {
      const others = word.alternatives.flat();
      if (word.isPhrase === true && !isHangul(word.text)) return others;
      return word.isPhrase === true || isUnknown(word) ? [...word.terms, ...others] : word.terms;
    }),
  );
}

function rarityIn({ byTerm, passages }: TermFrequencies): (term: string) => number {
  return (term) => inverseDocumentFrequency(byTerm.get(term) ?? 0, passages);
}
