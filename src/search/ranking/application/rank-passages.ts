import { visibilityScope } from '../../../shared/domain/category-filter.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { Scored } from '../domain/fusion.js';
import { ScoringTerm, SearchIndex, SearchScope, TermFrequencies } from '../domain/search-index.js';
import { RankedBy, Ranking, RankingRequest, SearchHit } from '../domain/passage-ranking.js';
import { AnalysedQuery, analyseQuery } from '../../query/domain/query.js';
import { Alternative, paraphrasesOf, QueryWord } from '../../query/domain/query-word.js';
import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { inverseDocumentFrequency, Relevance, RelevanceModel } from '../domain/relevance.js';
import { TextMeaning } from '../../embedding/domain/static-embedding/static-embedding.js';
import { movedTowards } from '../../embedding/domain/vector-space.js';
import { NO_PARAPHRASES, Paraphrases } from '../../query/domain/paraphrases/paraphrase.js';
import { Candidates, FindCandidates } from './find-candidates.js';
import { NgramRanker } from './ngram-ranker.js';
import { Settled, FinalizeRanking } from './finalize-ranking.js';
import { isHangul } from '../../../text/korean/hangul-syllable.js';

const NO_SYNONYMS = new GroupedSynonyms();

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
  /** Maps a provider's question vector to the form in which the index compares it with the passages of a scope. */
  abstract placed(vector: Float32Array, scope: SearchScope): Float32Array;
}

/** Reads questions. */
export interface QuestionReader {
  readonly analyser: Analyser;
  readonly synonyms: GroupedSynonyms;
  readonly paraphrases?: Paraphrases;
  readonly space: QuestionSpace;
  /** If left out, static embeddings are not compared. */
  readonly meaning?: TextMeaning | undefined;
  readonly characters: NgramRanker;
}

/**
 * Whether to skip vectors because they were fitted on documents that the caller must not see. A provider's vectors
 * depend only on each text and stay. Words with feedback lose .007 nDCG@10 in the mean of five sets (decision 0014);
 * adding hashed n-grams loses .012.
 */
function isByWords({ scope, vector }: RankingRequest): boolean {
  return vector === undefined && visibilityScope(scope.filter).kind === 'restricted';
}

/** Queries for the retrievers. */
interface AskedOf {
  readonly terms: ScoringTerm[];
  readonly vector: Float32Array | undefined;
  readonly meaning: Float32Array | undefined;
  readonly model: RelevanceModel;
}

/**
 * Why a search by vectors is not possible: the question's vector is missing, or those of the passages that contain its
 * words.
 */
function withoutVectors(vector: Float32Array | undefined, found: Candidates): readonly string[] {
  if (vector === undefined) return ['embedding'];
  return found.vector.length === 0 && found.words.length > 0 ? ['vector_index'] : [];
}

/** Ranks passages: words and vectors inside the scope, fused, then ordered by heuristic relevance (B-O2). */
export class RankPassages {
  constructor(
    private readonly index: SearchIndex,
    private readonly candidates: FindCandidates,
    private readonly settle: FinalizeRanking,
    private readonly reader: QuestionReader,
  ) {}

  async rank(request: RankingRequest): Promise<Ranking> {
    const watch = new Stopwatch();
    const { query, frequencies, model } = await this.read(request);
    const byVectors = request.mode === 'hybrid' || request.mode === 'vector';
    const vector = byVectors ? this.vectorOf(request, query) : undefined;
    const embeddingTime = watch.lap();
    const meaning = request.mode === 'hybrid' ? this.reader.meaning?.embed(query.text) : undefined;
    const terms = this.scoringTerms(query, request.beside, frequencies);
    const found = await this.find(request, { terms, vector, meaning, model });
    const { order, only } = await this.settle.finalize(request, found);
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
      ...(only === undefined ? {} : { asksOnlyFor: only }),
    };
  }

  private async find(request: RankingRequest, { terms, vector, meaning, model }: AskedOf): Promise<Candidates> {
    const { mode, scope, depth } = request;
    if (mode === 'vector' && isByWords(request)) {
      const found = await this.candidates.find({ terms, vector: undefined, scope, feedback: false, depth }, model);
      const ids = found.words.map((s) => s.id);
      return { ...found, words: [], vector: await this.reader.characters.rank(request.query, ids, scope) };
    }
    const asked = mode === 'vector' ? [] : terms;
    const feedback = request.feedback && (mode === 'hybrid' || mode === 'words');
    const isProvided = vector !== undefined && request.vector !== undefined;
    return this.candidates.find({ terms: asked, vector, isProvided, meaning, scope, feedback, depth }, model);
  }

  private async read(
    request: RankingRequest,
  ): Promise<{ query: AnalysedQuery; frequencies: TermFrequencies; model: RelevanceModel }> {
    const { analyser, synonyms, paraphrases = NO_PARAPHRASES } = this.reader;
    const knowledge = request.synonyms ? { analyser, synonyms, paraphrases } : { analyser, synonyms: NO_SYNONYMS };
    const query = analyseQuery(request.query, knowledge);
    const beside = request.beside === undefined ? [] : analyser.termsOf(request.beside);
    const frequencies = await this.index.frequencies([...new Set([...query.terms, ...beside])], request.scope);
    return { query, frequencies, model: new RelevanceModel(query, analyser, rarityIn(frequencies)) };
  }

  private vectorOf(request: RankingRequest, reading: AnalysedQuery): Float32Array | undefined {
    const { query, beside, vector } = request;
    const { space } = this.reader;
    if (isByWords(request)) return undefined;
    if (vector === undefined) {
      const own = this.asMeant(query, reading);
      const other = beside === undefined ? undefined : space.embed(beside);
      return own === undefined || other === undefined ? own : movedTowards(own, [other], [1], 1);
    }
    // Vectors of another model than the one in service cannot be compared with its passages.
    const fits = vector.model === space.model && vector.values?.length === space.dimensions;
    return fits ? space.placed(vector.values, request.scope) : undefined;
  }

  /** The question's own vector, moved towards the documents' terms for its expressions. */
  private asMeant(text: string, { words }: AnalysedQuery): Float32Array | undefined {
    const { space } = this.reader;
    const names = words.flatMap(paraphrasesOf);
    const own = space.embed(text);
    const meant = names.length === 0 ? undefined : space.embed(names.join(' '));
    return own === undefined || meant === undefined ? own : movedTowards(own, [meant], [1], MEANT_STRENGTH);
  }

  /**
   * Terms of the question, of its synonyms at less weight, and the rarest terms of the expansion text at the least
   * weight.
   */
  private scoringTerms(
    { words, terms }: AnalysedQuery,
    beside: string | undefined,
    frequencies: TermFrequencies,
  ): ScoringTerm[] {
    const idf = rarityIn(frequencies);
    const shares = termShares(words, frequencies);
    const asked = terms.flatMap((term) => {
      const share = shares.get(term) ?? 0;
      return share > 0 ? [{ term, weight: idf(term) * share }] : [];
    });
    if (beside === undefined) return asked;
    const known = new Set(terms);
    const further = [...new Set(this.reader.analyser.termsOf(beside))]
      .filter((term) => !known.has(term))
      .map((term) => ({ term, weight: idf(term) * this.candidates.expansionWeight }))
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
    const meanings = await this.meaningsOf(ids, request);
    const [byWords, byVector] = [rankOf(found.words), rankOf(found.vector)];
    const [byFeedbackWords, byFeedbackVector] = [rankOf(found.feedbackWords), rankOf(found.feedbackVector)];
    return wanted.flatMap(({ id, score, fused, support, duplicateOf, lookUp, asked }): SearchHit[] => {
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
          ...(asked === undefined ? {} : { asked }),
          fusedScore: fused,
          support: support ?? null,
          meaning: meanings.get(id),
          ...(duplicateOf === undefined ? {} : { duplicateOf: passages.get(duplicateOf)?.chunkId }),
        },
      ];
    });
  }

  private async meaningsOf(
    ids: readonly number[],
    { mode, vector, scope }: RankingRequest,
  ): Promise<ReadonlyMap<number, number | undefined>> {
    const fits = vector?.model === this.reader.space.model && vector.values?.length === this.reader.space.dimensions;
    if (mode !== 'hybrid' || vector?.values === undefined || !fits) return new Map();
    const meanings = await this.index.meaningsBy(vector.values, ids, scope);
    return new Map(ids.map((id, i) => [id, meanings[i]]));
  }

  /** Includes hits that the ranking did not compare: every hit shows its relevance to the question. */
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

/** Weight of another name in the lexical ranking, relative to the user's word. */
const NAME_WEIGHT: Readonly<Record<Alternative['kind'], number>> = {
  synonym: 0.5,
  form: 0.7,
  same: 0.7,
  term: 0.7,
  translation: 0.7,
  related: 0.3,
};
const PHRASE_PART_WEIGHT = 0.5;
/** How far the question's vector is moved towards the documents' terms for its expressions. */
const MEANT_STRENGTH = 0.3;
/** Terms of the expansion text: a whole passage has hundreds, and the common ones carry no information. */
const BESIDE_TERMS = 48;
/** Expansion terms that the trace shows; the others have little weight. */
const SHOWN_TERMS = 16;

/**
 * Weight of each term of a question, apart from its rarity. A word counts once, however many terms it is cut into, and
 * the words of a question's preamble count less; both are dampened by the square root, which was best on every
 * development set. Other names count less than the word itself, but in full for a phrase and for a word that no passage
 * contains. In English the words of a phrase have other meanings one by one.
 */
function termShares(words: readonly QueryWord[], { byTerm }: TermFrequencies): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const add = (terms: readonly string[], share: number) => {
    for (const term of terms) shares.set(term, Math.max(shares.get(term) ?? 0, share / Math.sqrt(terms.length)));
  };
  for (const { text, terms, alternatives, emphasis, isPhrase = false } of words) {
    const weight = Math.sqrt(emphasis);
    const isUnknown = terms.every((term) => (byTerm.get(term) ?? 0) === 0);
    add(terms, weight * (isPhrase && !isHangul(text) ? PHRASE_PART_WEIGHT : 1));
    for (const { terms: others, kind } of alternatives) {
      const isFull = kind === 'synonym' && (isPhrase || isUnknown);
      add(others, weight * (isFull ? 1 : NAME_WEIGHT[kind]));
    }
  }
  return shares;
}

function rarityIn({ byTerm, passages }: TermFrequencies): (term: string) => number {
  return (term) => inverseDocumentFrequency(byTerm.get(term) ?? 0, passages);
}
