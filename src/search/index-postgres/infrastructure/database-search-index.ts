import { visibilityScope } from '../../../shared/domain/category-filter.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { sql, trusted } from '../../../shared/infrastructure/database/postgres/sql.js';
import { PairwiseCosines } from '../../../shared/infrastructure/vectors/pairwise-cosines.js';
import { ProvisionKind } from '../../known-item/domain/provision-label.js';
import { NamedPassages } from '../../known-item/domain/hit.js';
import {
  ScoringTerm,
  PassageTerms,
  Retrieved,
  RetrieverQuery,
  SearchIndex,
  SearchScope,
  TermFrequencies,
  WeightedPassage,
} from '../../ranking/domain/search-index.js';
import { duplicatesOf } from '../../ranking/domain/near-duplicates.js';
import { inverseDocumentFrequency } from '../../ranking/domain/relevance.js';
import { relevanceModel } from '../../ranking/domain/second-pass.js';
import { IndexedPassage } from '../../domain/indexed-passage.js';
import { PassageRow, PASSAGE_COLUMNS, toPassage } from '../../infrastructure/passage-row.js';
import { DatabaseReader } from './database-reader.js';
import { KnownTerms, QuestionTerms } from './question-terms.js';
import { Asked, Retrieval } from './retrieval.js';
import { InnerScope } from './scope-condition.js';
import { FilteredOrdinals } from './filtered-ordinals.js';
import { StoredSequences } from './stored-sequences.js';
import { VectorsInScope, VectorSearch } from './vector-search.js';
import { SearchedWords, LexicalQuery } from './lexical-query.js';
import { PostingsSnapshot } from './postings-snapshot.js';

/** Shared by all searches: each use ends before another can start, and the memory is reused. */
const PAIRWISE = new PairwiseCosines();

/** The state that one search uses, read at its start. */
export interface SearchState {
  /** Number of commits that the state includes. */
  readonly position: number;
  readonly words: PostingsSnapshot;
  readonly places: FilteredOrdinals;
  readonly terms: KnownTerms;
  /** The vectors inside a scope. */
  readonly points: (scope: InnerScope) => VectorsInScope;
  /** Passages that a question names, inside a scope. */
  readonly lookUp: (question: string, scope: InnerScope) => NamedPassages;
}

/** The read side of the search in the database, for one search: what was read once is reused until its end. */
export class DatabaseSearchIndex extends SearchIndex {
  private readonly reader: DatabaseReader;
  private readonly terms_: QuestionTerms;
  /** A search has one scope. */
  private readonly scopes = new Map<SearchScope, Promise<InnerScope>>();
  private readonly known = new Map<SearchScope, Promise<StoredSequences>>();
  private readonly lists = new Map<SearchScope, Promise<VectorSearch>>();
  /** Parsed questions: the second pass uses the question's own words again. */
  private readonly questions = new Map<readonly ScoringTerm[], Promise<LexicalQuery>>();

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
    const asked = await this.asked(queries, scope);
    return new Retrieval(asked, await this.sequences(scope), await this.vectorSearch(scope), limit).run();
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
    return (await this.vectorSearch(scope)).points(ids);
  }

  async cosines(ids: readonly number[], scope: SearchScope): Promise<readonly Float32Array[]> {
    return PAIRWISE.of(await this.vectors(ids, scope));
  }

  /** The static embedding, whose scale they would use, is not stored in the database. */
  meaningsBy(_question: Float32Array, ids: readonly number[]): Promise<readonly undefined[]> {
    return Promise.resolve(ids.map(() => undefined));
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
    const seen = new Set<number>();
    for (const { counts } of read) for (const id of counts.keys()) seen.add(id);
    const ids = [...seen];
    const stored = await this.terms_.numbered(ids);
    const frequencyOf = await this.terms_.frequencies(ids, inner);
    const { passages: all } = this.terms_.totals(inner);
    const rarity = (id: number) => inverseDocumentFrequency(frequencyOf(id), all);
    const textOf = (id: number) => stored(id)?.term ?? '';
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

  async lookUp(question: string, scope: SearchScope): Promise<NamedPassages> {
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
    const frequencyOf = await this.terms_.frequencies(ids, inner);
    const { passages } = this.terms_.totals(inner);
    const countOf = (term: string) => {
      const id = stored(term)?.id;
      return id === undefined ? 0 : frequencyOf(id);
    };
    return { byTerm: new Map(terms.map((term) => [term, countOf(term)])), passages };
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
    const { places, position } = this.state;
    const allowed = await places.of(filter, position, this.reader);
    return new InnerScope(filter, asOf, allowed, await places.of(visibilityScope(filter), position, this.reader));
  }

  /**
   * Terms that no passage ever contained are dropped: they score nothing. Postings are read here, since scoring must
   * not wait for them.
   */
  private async asked(queries: readonly RetrieverQuery[], scope: SearchScope): Promise<Asked[]> {
    const words = await this.wordsFor(scope);
    const names = queries.flatMap((query) => (query.kind === 'terms' ? query.terms.map(({ term }) => term) : []));
    const stored = await this.terms_.named([...new Set(names)]);
    return Promise.all(
      queries.map(async (query): Promise<Asked> => {
        if (query.kind === 'vector') return query;
        if (query.kind === 'meaning') throw new Error('The database keeps no vectors of meanings.');
        const terms = query.terms.flatMap(({ term, weight }) => {
          const known = stored(term);
          return known === undefined ? [] : [{ id: known.id, term, weight }];
        });
        let question = this.questions.get(query.terms);
        if (question === undefined) {
          question = LexicalQuery.read(terms, words, this.reader);
          this.questions.set(query.terms, question);
        }
        return { kind: 'terms', question: await question };
      }),
    );
  }

  private vectorSearch(scope: SearchScope): Promise<VectorSearch> {
    let lists = this.lists.get(scope);
    if (lists === undefined) {
      lists = this.inner(scope).then((inner) => new VectorSearch(this.reader, inner, this.state.points(inner)));
      this.lists.set(scope, lists);
    }
    return lists;
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
