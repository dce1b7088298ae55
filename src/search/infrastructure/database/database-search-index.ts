import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { Scored } from '../../domain/fusion.js';
import { ProvisionKind } from '../../domain/look-up/asked-kinds.js';
import { BM25 } from '../../domain/memory-index/bm25-settings.js';
import { ScoringTerm } from '../../domain/memory-index/lexical-index.js';
import { duplicatesOf } from '../../domain/near-duplicates.js';
import { inverseDocumentFrequency } from '../../domain/relevance.js';
import { CountedTerm } from '../../domain/stored-words/essential-terms.js';
import { relevanceModel } from '../../domain/term-feedback.js';
import {
  Candidate,
  IndexedPassage,
  PassageTerms,
  Retrieved,
  RetrieverQuery,
  SearchIndex,
  SearchScope,
  TermFrequencies,
  WeightedPassage,
} from '../../domain/search-index.js';
import { PassageRow, PASSAGE_COLUMNS, toPassage } from '../passage-row.js';
import { DatabaseReader } from './database-reader.js';
import { QuestionTerms } from './question-terms.js';
import { StoredSequences } from './stored-sequences.js';
import { VectorLists } from './vector-lists.js';
import { WordLists, WordScale } from './word-lists.js';

/** What one search stands on, read at its begin. */
export interface SearchState {
  readonly referenceLength: number;
  /** Lists by vectors inside a scope. */
  readonly vectors: (scope: SearchScope, reader: DatabaseReader) => Promise<VectorLists>;
  /** Passages that a question names, inside a scope. */
  readonly lookUp: (question: string, scope: SearchScope) => Promise<readonly number[]>;
}

/** A query for words with its terms by number, or one for a vector. */
type Asked =
  | { readonly kind: 'terms'; readonly terms: readonly CountedTerm[] }
  | { readonly kind: 'vector'; readonly vector: Float32Array; readonly column: number };

/** The reading side of the search inside the database, for one search: what was read once serves to its end. */
export class DatabaseSearchIndex extends SearchIndex {
  private readonly reader: DatabaseReader;
  private readonly terms_: QuestionTerms;
  private readonly known = new Map<SearchScope, StoredSequences>();
  /** Lists that were asked for: the second round asks again for the question's own words. */
  private readonly lists = new Map<readonly ScoringTerm[], Promise<readonly Scored[]>>();

  constructor(
    database: PostgresDatabase,
    private readonly state: SearchState,
    signal: AbortSignal | undefined,
  ) {
    super();
    this.reader = new DatabaseReader(database, signal);
    this.terms_ = new QuestionTerms(this.reader);
  }

  async retrieve(queries: readonly RetrieverQuery[], limit: number, scope: SearchScope): Promise<Retrieved> {
    const scale = await this.scaleFor(scope);
    const vectors = await this.state.vectors(scope, this.reader);
    const asked = await this.numbered(queries);
    const tookMs: number[] = [];
    const lists: (readonly Scored[])[] = [];
    for (const [i, query] of asked.entries()) {
      const started = performance.now();
      const own = queries[i];
      lists.push(
        query.kind === 'vector'
          ? await vectors.nearest(query.vector, limit)
          : await this.byWords(own?.kind === 'terms' ? own.terms : [], query.terms, { limit, scope, scale }),
      );
      tookMs.push(performance.now() - started);
    }
    const ids = [...new Set(lists.flatMap((list) => list.map(({ id }) => id)))];
    return { lists, candidates: await this.candidates(ids, asked, { scope, scale, vectors }), tookMs };
  }

  async terms(ids: readonly number[], terms: readonly string[], scope: SearchScope): Promise<PassageTerms[]> {
    const known = await this.terms_.named(terms);
    const ordinals = new Map<number, number>();
    terms.forEach((term, ordinal) => {
      const id = known(term)?.id;
      if (id !== undefined) ordinals.set(id, ordinal);
    });
    const found = await this.sequences(scope).of(ids);
    return found.map(({ id, words }) => ({ id, places: words.places(ordinals) }));
  }

  async vectors(ids: readonly number[], scope: SearchScope): Promise<readonly (Float32Array | undefined)[]> {
    const vectors = await this.state.vectors(scope, this.reader);
    const points = await vectors.points(ids);
    return ids.map((id) => points.get(id));
  }

  async kinds(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, ProvisionKind>> {
    const found = await this.sequences(scope).of(ids);
    return new Map(found.map(({ id, kind }) => [id, kind]));
  }

  async learn(
    passages: readonly WeightedPassage[],
    limit: number,
    scope: SearchScope,
  ): Promise<readonly ScoringTerm[]> {
    const weights = new Map(passages.map(({ id, weight }) => [id, weight]));
    const read = (await this.sequences(scope).of([...weights.keys()])).map(({ id, words }) => ({
      counts: words.counts(),
      length: words.length,
      weight: weights.get(id) ?? 0,
    }));
    const ids = [...new Set(read.flatMap(({ counts }) => [...counts.keys()]))];
    const stored = await this.terms_.numbered(ids);
    const frequencies = await this.terms_.frequencies(ids, scope.filter);
    const { passages: all } = await this.terms_.worldTotals(scope.filter);
    const rarity = (id: number) => inverseDocumentFrequency(frequencies.get(id) ?? 0, all);
    const textOf = (id: number) => stored.get(id)?.term ?? '';
    return relevanceModel(read, rarity, limit, textOf).map(({ term, weight }) => ({ term: textOf(term), weight }));
  }

  async duplicates(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, number>> {
    const inside = await this.sequences(scope).of(ids);
    const copies = duplicatesOf(inside.map(({ words }) => words.ids));
    const pairs = inside.flatMap(({ id }, i): [number, number][] => {
      const original = inside[copies[i] ?? -1];
      return original === undefined ? [] : [[id, original.id]];
    });
    return new Map(pairs);
  }

  lookUp(question: string, scope: SearchScope): Promise<readonly number[]> {
    return this.state.lookUp(question, scope);
  }

  async passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]> {
    const inside = await this.sequences(scope).of(ids);
    const wanted = inside.map(({ id }) => id);
    const rows = await this.reader.query<PassageRow>(sql`
      SELECT ${trusted(PASSAGE_COLUMNS)} FROM search_chunks c
        JOIN search_documents d ON d.collection = c.collection AND d.id = c.document
        JOIN category_paths p ON p.id = c.path_id
      WHERE c.collection = 1 AND c.id = ANY(${wanted}::bigint[]) AND ${pathCondition(scope.filter, 'c.path_id')}`);
    const byId = new Map(rows.map((row) => [row.id, toPassage(row)]));
    return wanted.map((id) => byId.get(id)).filter((passage) => passage !== undefined);
  }

  async frequencies(terms: readonly string[], { filter }: SearchScope): Promise<TermFrequencies> {
    const stored = await this.terms_.named(terms);
    const ids = terms.flatMap((term) => stored(term)?.id ?? []);
    const counts = await this.terms_.frequencies(ids, filter);
    const { passages } = await this.terms_.worldTotals(filter);
    return { byTerm: new Map(terms.map((term) => [term, counts.get(stored(term)?.id ?? 0) ?? 0])), passages };
  }

  private async scaleFor({ filter }: SearchScope): Promise<WordScale> {
    const { mean } = await this.terms_.worldTotals(filter);
    return { mean, reference: this.state.referenceLength };
  }

  private byWords(
    key: readonly ScoringTerm[],
    terms: readonly CountedTerm[],
    { limit, scope, scale }: { limit: number; scope: SearchScope; scale: WordScale },
  ): Promise<readonly Scored[]> {
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const list = new WordLists(this.reader, this.sequences(scope), scope, scale).best(terms, limit);
    this.lists.set(key, list);
    return list;
  }

  /** Terms that no passage ever held are left out: they score nothing. */
  private async numbered(queries: readonly RetrieverQuery[]): Promise<Asked[]> {
    const names = queries.flatMap((query) => (query.kind === 'terms' ? query.terms.map(({ term }) => term) : []));
    const stored = await this.terms_.named([...new Set(names)]);
    let column = 0;
    return queries.map((query): Asked => {
      if (query.kind === 'vector') return { ...query, column: column++ };
      const terms = query.terms.flatMap(({ term, weight }) => {
        const known = stored(term);
        return known === undefined ? [] : [{ id: known.id, term, weight, passages: known.chunks }];
      });
      return { kind: 'terms', terms };
    });
  }

  private async candidates(
    ids: readonly number[],
    asked: readonly Asked[],
    { scope, scale, vectors }: { scope: SearchScope; scale: WordScale; vectors: VectorLists },
  ): Promise<Candidate[]> {
    const queried = asked.flatMap((query) => (query.kind === 'vector' ? [query.vector] : []));
    const cosines = await vectors.cosines(ids, queried);
    const found = await this.sequences(scope).of(ids);
    return found.map(({ id, words }) => ({
      id,
      scores: asked.map((query) =>
        query.kind === 'vector' ? cosines.get(id)?.[query.column] : words.score(query.terms, scale.mean, BM25),
      ),
    }));
  }

  /** A search has one scope. */
  private sequences(scope: SearchScope): StoredSequences {
    let known = this.known.get(scope);
    if (known === undefined) {
      known = new StoredSequences(this.reader, scope);
      this.known.set(scope, known);
    }
    return known;
  }
}
