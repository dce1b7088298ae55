import { Scored } from '../../src/search/ranking/domain/fusion.js';
import {
  ScoringTerm,
  Candidate,
  PassageTerms,
  Retrieved,
  RetrieverQuery,
  SearchIndex,
  SearchScope,
  TermFrequencies,
  WeightedPassage,
} from '../../src/search/ranking/domain/search-index.js';
import { duplicatesOf } from '../../src/search/ranking/domain/near-duplicates.js';
import { inverseDocumentFrequency } from '../../src/search/ranking/domain/relevance.js';
import { relevanceModel } from '../../src/search/ranking/domain/second-pass.js';
import { ProvisionKind } from '../../src/search/known-item/domain/provision-label.js';
import { FoundPlace, NamedPassages } from '../../src/search/known-item/domain/hit.js';
import { IndexedPassage } from '../../src/search/domain/indexed-passage.js';

/** A passage that is nothing but its words, each with its count, and its vector. */
export interface FakePassage {
  readonly id: number;
  readonly words: Readonly<Record<string, number>>;
  readonly vector?: readonly number[];
  readonly kind?: ProvisionKind;
}

function dot(a: Float32Array, b: readonly number[]): number {
  return b.reduce((sum, x, i) => sum + x * (a[i] ?? 0), 0);
}

/** An index that records its queries. Words score by their number of occurrences, vectors by their dot product. */
export class FakeSearchIndex extends SearchIndex {
  /** The queries of each round. */
  readonly rounds: (readonly RetrieverQuery[])[] = [];
  readonly answers: Retrieved[] = [];
  /** What each query says that it took. */
  tookMs = { terms: 0, vector: 0, meaning: 0 };
  /** Ids whose places were asked for, call by call. */
  readonly compared: (readonly number[])[] = [];
  readonly scopes = new Set<SearchScope>();
  /** Passages that every question names. */
  named: readonly number[] = [];
  /** Passages that were removed after they were found. */
  readonly gone = new Set<number>();

  constructor(private readonly all: readonly FakePassage[]) {
    super();
  }

  retrieve(queries: readonly RetrieverQuery[], limit: number, scope: SearchScope): Promise<Retrieved> {
    this.rounds.push(queries);
    this.scopes.add(scope);
    const lists = queries.map((query) => this.best(query).slice(0, limit));
    const listed = new Set(lists.flatMap((list) => list.map((s) => s.id)));
    const candidates = this.all
      .filter(({ id }) => listed.has(id))
      .map((passage): Candidate => ({ id: passage.id, scores: queries.map((query) => this.score(query, passage)) }));
    const answer = { lists, candidates, tookMs: queries.map(({ kind }) => this.tookMs[kind]) };
    this.answers.push(answer);
    return Promise.resolve(answer);
  }

  terms(ids: readonly number[], terms: readonly string[], scope: SearchScope): Promise<PassageTerms[]> {
    this.compared.push(ids);
    return Promise.resolve(
      this.known(ids, scope).map(({ id, words }) => {
        const body = Object.keys(words).flatMap((word, at) => {
          const term = terms.indexOf(word);
          return term < 0 ? [] : [{ term, at }];
        });
        return {
          id,
          places: {
            heading: { terms: [], words: [] },
            body: { terms: body.map(({ term }) => term), words: body.map(({ at }) => at) },
          },
        };
      }),
    );
  }

  vectors(ids: readonly number[], scope: SearchScope): Promise<readonly (Float32Array | undefined)[]> {
    return Promise.resolve(
      this.known(ids, scope).map(({ vector }) => (vector === undefined ? undefined : Float32Array.from(vector))),
    );
  }

  async cosines(ids: readonly number[], scope: SearchScope): Promise<readonly Float32Array[]> {
    const vectors = await this.vectors(ids, scope);
    return vectors.map((a) =>
      Float32Array.from(vectors, (b) => (a === undefined || b === undefined ? Number.NaN : dot(a, [...b]))),
    );
  }

  meaningsBy(
    question: Float32Array,
    ids: readonly number[],
    scope: SearchScope,
  ): Promise<readonly (number | undefined)[]> {
    return Promise.resolve(
      this.known(ids, scope).map(({ vector }) => (vector === undefined ? undefined : dot(question, vector))),
    );
  }

  kinds(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, ProvisionKind>> {
    return Promise.resolve(new Map(this.known(ids, scope).map(({ id, kind }) => [id, kind ?? 'article'])));
  }

  learn(passages: readonly WeightedPassage[], limit: number, scope: SearchScope): Promise<readonly ScoringTerm[]> {
    const read = passages.flatMap(({ id, weight }) =>
      this.known([id], scope).map(({ words }) => {
        const counts = new Map(Object.entries(words));
        return { counts, weight, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
      }),
    );
    const holding = (term: string) => this.all.filter(({ words }) => words[term] !== undefined).length;
    return Promise.resolve(
      relevanceModel(read, (term) => inverseDocumentFrequency(holding(term), this.all.length), limit),
    );
  }

  duplicates(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, number>> {
    const known = this.known(ids, scope);
    const copies = duplicatesOf(known.map(({ words }) => this.numbers(words)));
    return Promise.resolve(
      new Map(
        known.flatMap(({ id }, i): [number, number][] => {
          const original = known[copies[i] ?? -1];
          return original === undefined ? [] : [[id, original.id]];
        }),
      ),
    );
  }

  lookUp(_question: string, scope: SearchScope): Promise<NamedPassages> {
    this.scopes.add(scope);
    const places = this.named.map((id): FoundPlace => ({ id, certainty: 'exact', reason: 'number' }));
    return Promise.resolve({ places });
  }

  passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]> {
    const here = this.known(ids, scope).filter(({ id }) => !this.gone.has(id));
    return Promise.resolve(here.map(({ id, words }) => fakeIndexedPassage(id, Object.keys(words).join(' '))));
  }

  frequencies(terms: readonly string[], scope: SearchScope): Promise<TermFrequencies> {
    this.scopes.add(scope);
    const holding = (term: string) => this.all.filter(({ words }) => words[term] !== undefined).length;
    return Promise.resolve({
      byTerm: new Map(terms.map((term) => [term, holding(term)])),
      passages: this.all.length,
    });
  }

  /** The number of each word, once for each occurrence. */
  private numbers(words: Readonly<Record<string, number>>): number[] {
    const all = [...new Set(this.all.flatMap((passage) => Object.keys(passage.words)))];
    return Object.entries(words).flatMap(([word, count]) => Array.from({ length: count }, () => all.indexOf(word)));
  }

  private known(ids: readonly number[], scope: SearchScope): FakePassage[] {
    this.scopes.add(scope);
    return ids.flatMap((id) => this.all.find((passage) => passage.id === id) ?? []);
  }

  private score(query: RetrieverQuery, { words, vector }: FakePassage): number | undefined {
    return query.kind === 'terms'
      ? query.terms.reduce((sum, { term, weight }) => sum + weight * (words[term] ?? 0), 0)
      : vector && dot(query.vector, vector);
  }

  private best(query: RetrieverQuery): Scored[] {
    const scored = this.all.flatMap((passage) => {
      const score = this.score(query, passage);
      return score === undefined || (query.kind === 'terms' && score <= 0) ? [] : [{ id: passage.id, score }];
    });
    return scored.sort((a, b) => b.score - a.score || a.id - b.id);
  }
}

export function fakeIndexedPassage(id: number, text: string): IndexedPassage {
  return {
    id,
    chunkId: `d${id}#0`,
    documentId: `d${id}`,
    title: `Title ${id}`,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    end: text.length,
    text,
    section: undefined,
    article: undefined,
    ordinal: 0,
    metadata: {},
  };
}
