import { worldOf } from '../../../shared/domain/category-filter.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { Scored } from '../../domain/fusion.js';
import { ProvisionKind } from '../../domain/look-up/asked-kinds.js';
import { BM25 } from '../../domain/memory-index/bm25-settings.js';
import { ScoringTerm } from '../../domain/memory-index/lexical-index.js';
import { duplicatesOf } from '../../domain/near-duplicates.js';
import { inverseDocumentFrequency } from '../../domain/relevance.js';
import { NumberedQuestion, NumberedTerm } from '../../domain/stored-words/word-sequence.js';
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
import { KnownTerms, QuestionTerms } from './question-terms.js';
import { InnerScope } from './scope-condition.js';
import { ScopePlaces } from './scope-places.js';
import { StoredSequence, StoredSequences } from './stored-sequences.js';
import { Near, PointsInScope, VectorLists } from './vector-lists.js';
import { SearchedWords, WordLists } from './word-lists.js';
import { WordView } from './word-view.js';

/** What one search stands on, read at its begin. */
export interface SearchState {
  readonly words: WordView;
  readonly places: ScopePlaces;
  readonly terms: KnownTerms;
  /** The points inside a scope. */
  readonly points: (scope: InnerScope) => PointsInScope;
  /** Passages that a question names, inside a scope. */
  readonly lookUp: (question: string, scope: InnerScope) => readonly number[];
}

/** A query for words with its terms by number, or one for a vector. */
type Asked =
  | { readonly kind: 'terms'; readonly terms: readonly NumberedTerm[] }
  | { readonly kind: 'vector'; readonly vector: Float32Array };

/** The reading side of the search inside the database, for one search: what was read once serves to its end. */
export class DatabaseSearchIndex extends SearchIndex {
  private readonly reader: DatabaseReader;
  private readonly terms_: QuestionTerms;
  /** A search has one scope. */
  private readonly scopes = new Map<SearchScope, Promise<InnerScope>>();
  private readonly known = new Map<SearchScope, Promise<StoredSequences>>();
  /** Lists that were asked for: the second round asks again for the question's own words. */
  private readonly lists = new Map<readonly ScoringTerm[], { limit: number; list: Promise<readonly Scored[]> }>();

  constructor(
    database: PostgresDatabase,
    private readonly state: SearchState,
    signal: AbortSignal | undefined,
  ) {
    super();
    this.reader = new DatabaseReader(database, signal);
    this.terms_ = new QuestionTerms(this.reader, state.words, state.terms);
  }

  async retrieve(queries: readonly RetrieverQuery[], limit: number, scope: SearchScope): Promise<Retrieved> {
    const words = await this.wordsFor(scope);
    const asked = await this.numbered(queries);
    const tookMs: number[] = [];
    const near: Near[] = [];
    const lists: (readonly Scored[])[] = [];
    for (const [i, query] of asked.entries()) {
      const started = performance.now();
      const found: Near =
        query.kind === 'vector'
          ? await (await this.vectorLists(scope)).nearest(query.vector, limit, idsOf(lists))
          : { list: await this.byWords(queries[i], query.terms, { limit, scope, words }), cosines: new Map() };
      near.push(found);
      lists.push(found.list);
      tookMs.push(performance.now() - started);
    }
    const found = await (await this.sequences(scope)).of(idsOf(lists));
    const scorers = asked.map((query, i): ((sequence: StoredSequence) => number | undefined) => {
      if (query.kind === 'vector') return ({ id }) => near[i]?.cosines.get(id);
      const question = new NumberedQuestion(query.terms, words.mean, BM25);
      return ({ words }) => question.score(words);
    });
    const candidates = found.map((sequence): Candidate => ({
      id: sequence.id,
      scores: scorers.map((score) => score(sequence)),
    }));
    return { lists, candidates, tookMs };
  }

  async terms(ids: readonly number[], terms: readonly string[], scope: SearchScope): Promise<PassageTerms[]> {
    const known = await this.terms_.named(terms);
    const ordinals = new Map<number, number>();
    terms.forEach((term, ordinal) => {
      const id = known(term)?.id;
      if (id !== undefined) ordinals.set(id, ordinal);
    });
    const found = await (await this.sequences(scope)).of(ids);
    return found.map(({ id, words }) => ({ id, places: words.places(ordinals) }));
  }

  async vectors(ids: readonly number[], scope: SearchScope): Promise<readonly (Float32Array | undefined)[]> {
    const points = await (await this.vectorLists(scope)).points(ids);
    return ids.map((id) => points.get(id));
  }

  async kinds(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, ProvisionKind>> {
    const found = await (await this.sequences(scope)).of(ids);
    return new Map(found.map(({ id, kind }) => [id, kind]));
  }

  async learn(
    passages: readonly WeightedPassage[],
    limit: number,
    scope: SearchScope,
  ): Promise<readonly ScoringTerm[]> {
    const inner = await this.inner(scope);
    const weights = new Map(passages.map(({ id, weight }) => [id, weight]));
    const read = (await (await this.sequences(scope)).of([...weights.keys()])).map(({ id, words }) => ({
      counts: words.counts(),
      length: words.length,
      weight: weights.get(id) ?? 0,
    }));
    const ids = [...new Set(read.flatMap(({ counts }) => [...counts.keys()]))];
    const stored = await this.terms_.numbered(ids);
    const frequencies = await this.terms_.frequencies(ids, inner);
    const { passages: all } = this.terms_.totals(inner);
    const rarity = (id: number) => inverseDocumentFrequency(frequencies.get(id) ?? 0, all);
    const textOf = (id: number) => stored.get(id)?.term ?? '';
    return relevanceModel(read, rarity, limit, textOf).map(({ term, weight }) => ({ term: textOf(term), weight }));
  }

  async duplicates(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, number>> {
    const inside = await (await this.sequences(scope)).of(ids);
    const copies = duplicatesOf(inside.map(({ words }) => words.ids));
    const pairs = inside.flatMap(({ id }, i): [number, number][] => {
      const original = inside[copies[i] ?? -1];
      return original === undefined ? [] : [[id, original.id]];
    });
    return new Map(pairs);
  }

  async lookUp(question: string, scope: SearchScope): Promise<readonly number[]> {
    return this.state.lookUp(question, await this.inner(scope));
  }

  async passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]> {
    const inside = await (await this.sequences(scope)).of(ids);
    const wanted = inside.map(({ id }) => id);
    const rows = await this.reader.query<PassageRow>(sql`
      SELECT ${trusted(PASSAGE_COLUMNS)} FROM search_chunks c
        JOIN search_documents d ON d.collection = c.collection AND d.id = c.document
        JOIN category_paths p ON p.id = c.path_id
      WHERE c.collection = 1 AND c.id = ANY(${wanted}::bigint[]) AND ${pathCondition(scope.filter, 'c.path_id')}`);
    const byId = new Map(rows.map((row) => [row.id, toPassage(row)]));
    return wanted.map((id) => byId.get(id)).filter((passage) => passage !== undefined);
  }

  async frequencies(terms: readonly string[], scope: SearchScope): Promise<TermFrequencies> {
    const inner = await this.inner(scope);
    const stored = await this.terms_.named(terms);
    const ids = terms.flatMap((term) => stored(term)?.id ?? []);
    const counts = await this.terms_.frequencies(ids, inner);
    const { passages } = this.terms_.totals(inner);
    return { byTerm: new Map(terms.map((term) => [term, counts.get(stored(term)?.id ?? 0) ?? 0])), passages };
  }

  private async wordsFor(scope: SearchScope): Promise<SearchedWords> {
    const inner = await this.inner(scope);
    return { mean: this.terms_.totals(inner).mean, view: this.state.words, scope: inner };
  }

  private inner(scope: SearchScope): Promise<InnerScope> {
    let known = this.scopes.get(scope);
    if (known === undefined) {
      known = this.resolve(scope);
      this.scopes.set(scope, known);
    }
    return known;
  }

  private async resolve({ filter, asOf }: SearchScope): Promise<InnerScope> {
    const { places } = this.state;
    const allowed = await places.of(filter, this.reader);
    return new InnerScope(filter, asOf, allowed, await places.of(worldOf(filter), this.reader));
  }

  private async byWords(
    query: RetrieverQuery | undefined,
    terms: readonly NumberedTerm[],
    { limit, scope, words }: { limit: number; scope: SearchScope; words: SearchedWords },
  ): Promise<readonly Scored[]> {
    const key = query?.kind === 'terms' ? query.terms : [];
    const known = this.lists.get(key);
    if (known?.limit === limit) return known.list;
    const list = new WordLists(this.reader, await this.sequences(scope), words).best(terms, limit);
    this.lists.set(key, { limit, list });
    return list;
  }

  /** Terms that no passage ever held are left out: they score nothing. */
  private async numbered(queries: readonly RetrieverQuery[]): Promise<Asked[]> {
    const names = queries.flatMap((query) => (query.kind === 'terms' ? query.terms.map(({ term }) => term) : []));
    const stored = await this.terms_.named([...new Set(names)]);
    return queries.map((query): Asked => {
      if (query.kind === 'vector') return query;
      const terms = query.terms.flatMap(({ term, weight }) => {
        const known = stored(term);
        return known === undefined ? [] : [{ id: known.id, term, weight }];
      });
      return { kind: 'terms', terms };
    });
  }

  private async vectorLists(scope: SearchScope): Promise<VectorLists> {
    const inner = await this.inner(scope);
    return new VectorLists(this.reader, inner, this.state.points(inner), await this.sequences(scope));
  }

  private sequences(scope: SearchScope): Promise<StoredSequences> {
    let known = this.known.get(scope);
    if (known === undefined) {
      known = this.inner(scope).then((inner) => new StoredSequences(this.reader, inner));
      this.known.set(scope, known);
    }
    return known;
  }
}

/** Each passage of the lists once. */
function idsOf(lists: readonly (readonly Scored[])[]): number[] {
  return [...new Set(lists.flatMap((list) => list.map(({ id }) => id)))];
}
