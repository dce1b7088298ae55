import type Database from 'better-sqlite3';
import { filterCondition } from '../../../shared/infrastructure/database/filter-condition.js';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { Scored } from '../../ranking/domain/fusion.js';
import { ProvisionKind } from '../../known-item/domain/provision-label.js';
import { NamedPassages } from '../../known-item/domain/hit.js';
import { namedPassages } from '../../known-item/domain/look-up.js';
import { TopK } from '../domain/top-k.js';
import { duplicatesOf } from '../../ranking/domain/near-duplicates.js';
import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { inverseDocumentFrequency } from '../../ranking/domain/relevance.js';
import { relevanceModel } from '../../ranking/domain/second-pass.js';
import {
  Candidate,
  PassageTerms,
  Retrieved,
  RetrieverQuery,
  SearchIndex,
  SearchScope,
  TermFrequencies,
  WeightedPassage,
  BM25,
  ScoringTerm,
} from '../../ranking/domain/search-index.js';
import { IndexedPassage } from '../../domain/indexed-passage.js';
import { PASSAGE_COLUMNS, PassageRow, toPassage } from '../../infrastructure/passage-row.js';
import { InMemoryIndex } from './in-memory-index.js';
import { Mask } from './filter-bitmaps.js';
import { ScopeStatistics } from './scope-statistics.js';
import { VectorComparison } from './vector-comparison.js';

/** Below -1, the lowest cosine, with a margin for rounding. */
const BELOW_ANY_COSINE = -2;

interface Cut {
  readonly limit: number;
  /** A score must be above this. */
  readonly floor: number;
}

/** The best admitted slots by score. */
function best(scores: Float32Array, slots: number, mask: Mask, { limit, floor }: Cut): Scored[] {
  const top = new TopK(limit);
  let threshold = floor;
  for (let slot = 0; slot < slots; slot++) {
    const score = scores[slot] ?? 0;
    // NaN, for a passage without a vector, is not above any number.
    if (!(score > threshold) || (mask !== undefined && mask[slot] !== 1)) continue;
    top.offer(slot, score);
    threshold = Math.max(floor, top.threshold);
  }
  return top.best();
}

/** A query with its score of every slot, NaN where it has none, and the best of them. */
interface ScoredQuery {
  readonly query: RetrieverQuery;
  readonly scores: Float32Array;
  readonly list: readonly Scored[];
}

/** The last queries with what their scores depend on. */
interface LastPass {
  readonly scope: SearchScope;
  readonly limit: number;
  readonly changes: number;
  readonly generation: number;
  readonly scored: readonly ScoredQuery[];
}

function isSame(a: RetrieverQuery, b: RetrieverQuery): boolean {
  if (a.kind === 'terms') return b.kind === 'terms' && a.terms === b.terms;
  return a.kind === b.kind && a.vector === b.vector;
}

/**
 * The read side of the in-memory index: exact BM25 and exact cosine over all passages in memory, texts from the store.
 */
export class MemorySearchIndex extends SearchIndex {
  private readonly statements: PreparedStatements;
  private last: LastPass | undefined;
  /** Buffers are kept: otherwise a search would allocate half a megabyte for every 100,000 passages. */
  private readonly buffers: Float32Array[] = [];
  private readonly statistics: ScopeStatistics;
  /** Also centres a question's vector. */
  readonly comparison: VectorComparison;

  constructor(
    reader: Database.Database,
    private readonly live: InMemoryIndex,
    private readonly analyser: Analyser,
    private readonly synonyms: GroupedSynonyms,
  ) {
    super();
    this.statements = new PreparedStatements(reader);
    this.statistics = new ScopeStatistics(live);
    this.comparison = new VectorComparison(live);
  }

  retrieve(queries: readonly RetrieverQuery[], limit: number, scope: SearchScope): Promise<Retrieved> {
    const { slots, changes, generation } = this.live;
    const known = this.knownOf(queries, limit, scope);
    const tookMs: number[] = [];
    const scored = queries.map((query, i) => {
      const started = performance.now();
      const one = known[i] ?? this.scoredBy(query, limit, scope);
      tookMs.push(performance.now() - started);
      return one;
    });
    this.last = { scope, limit, changes, generation, scored };
    const listed = [...new Set(scored.flatMap(({ list }) => list.map((s) => s.id)))];
    const candidates = listed.map((slot): Candidate => {
      const own = scored.map(({ scores }) => scores[slot] ?? Number.NaN);
      return { id: slots.rowOf(slot), scores: own.map((score) => (Number.isNaN(score) ? undefined : score)) };
    });
    const rows = (list: readonly Scored[]) => list.map(({ id, score }) => ({ id: slots.rowOf(id), score }));
    return Promise.resolve({ lists: scored.map(({ list }) => rows(list)), candidates, tookMs });
  }

  /**
   * What the pass before found for the same queries: the second pass of a search asks its words and its static embedding
   * again, a quarter of its scans. The buffers of its other queries are free.
   */
  private knownOf(
    queries: readonly RetrieverQuery[],
    limit: number,
    scope: SearchScope,
  ): readonly (ScoredQuery | undefined)[] {
    const { last, live } = this;
    this.last = undefined;
    const isNow =
      last?.scope === scope &&
      last.limit === limit &&
      last.changes === live.changes &&
      last.generation === live.generation;
    const known = queries.map((query) => (isNow ? last.scored.find((one) => isSame(one.query, query)) : undefined));
    for (const one of new Set(last?.scored)) if (!known.includes(one)) this.buffers.push(one.scores);
    return known;
  }

  private scoredBy(query: RetrieverQuery, limit: number, scope: SearchScope): ScoredQuery {
    const scores = this.bufferFor(this.live.slots.length);
    const covered = this.score(query, scores, scope);
    const floor = query.kind === 'terms' ? 0 : BELOW_ANY_COSINE;
    return { query, scores, list: best(scores, covered, this.live.masks.of(scope), { limit, floor }) };
  }

  /** @returns number of slots with a score; the others are NaN */
  private score(query: RetrieverQuery, scores: Float32Array, { filter }: SearchScope): number {
    const { slots } = this.live;
    if (query.kind === 'terms') {
      slots.words.score(query.terms, BM25, scores, this.statistics.of(filter)?.norms);
      return slots.length;
    }
    scores.fill(Number.NaN, 0, slots.length);
    if (query.kind === 'meaning') return this.live.meaningVectors?.cosines(query.vector, scores) ?? 0;
    return this.comparison.cosines(query.vector, scores, filter);
  }

  private bufferFor(slots: number): Float32Array {
    const free = this.buffers.pop();
    return free !== undefined && free.length >= slots ? free : new Float32Array(Math.ceil(slots * 1.25));
  }

  terms(ids: readonly number[], terms: readonly string[], scope: SearchScope): Promise<PassageTerms[]> {
    const admitted = this.admitted(ids, scope);
    const places = this.live.slots.words.places(
      admitted.map(({ slot }) => slot),
      terms,
    );
    return Promise.resolve(
      admitted.flatMap(({ id }, i): PassageTerms[] => {
        const own = places[i];
        return own === undefined ? [] : [{ id, places: own }];
      }),
    );
  }

  vectors(ids: readonly number[], scope: SearchScope): Promise<(Float32Array | undefined)[]> {
    return Promise.resolve(
      this.slotsOf(ids, scope).map((slot) =>
        slot === undefined ? undefined : this.comparison.vectorOf(slot, scope.filter),
      ),
    );
  }

  cosines(ids: readonly number[], scope: SearchScope): Promise<Float32Array[]> {
    return Promise.resolve(this.comparison.among(this.slotsOf(ids, scope), scope.filter));
  }

  meaningsBy(
    question: Float32Array,
    ids: readonly number[],
    scope: SearchScope,
  ): Promise<readonly (number | undefined)[]> {
    return Promise.resolve(this.comparison.meanings(question, this.slotsOf(ids, scope), scope.filter));
  }

  kinds(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, ProvisionKind>> {
    return Promise.resolve(
      new Map(this.admitted(ids, scope).map(({ id, slot }) => [id, this.live.slots.kindOf(slot)])),
    );
  }

  learn(passages: readonly WeightedPassage[], limit: number, scope: SearchScope): Promise<readonly ScoringTerm[]> {
    const { words } = this.live.slots;
    const weights = new Map(passages.map(({ id, weight }) => [id, weight]));
    const read = this.admitted([...weights.keys()], scope).map(({ id, slot }) => ({
      counts: words.termCounts(slot),
      length: words.lengthOf(slot),
      weight: weights.get(id) ?? 0,
    }));
    const within = this.statistics.of(scope.filter);
    const passagesWith = (term: number) =>
      within === undefined ? words.frequencyOf(term) : (within.frequencies[term] ?? 0);
    const rarity = (term: number) => inverseDocumentFrequency(passagesWith(term), within?.passages ?? words.size);
    const textOf = (term: number) => words.dictionary.termAt(term);
    return Promise.resolve(
      relevanceModel(read, rarity, limit, textOf).map(({ term, weight }) => ({ term: textOf(term), weight })),
    );
  }

  duplicates(ids: readonly number[], scope: SearchScope): Promise<ReadonlyMap<number, number>> {
    const { words } = this.live.slots;
    const inside = this.admitted(ids, scope);
    const copies = duplicatesOf(inside.map(({ slot }) => words.termsOf(slot)));
    const pairs = inside.flatMap(({ id }, i): [number, number][] => {
      const original = inside[copies[i] ?? -1];
      return original === undefined ? [] : [[id, original.id]];
    });
    return Promise.resolve(new Map(pairs));
  }

  lookUp(question: string, scope: SearchScope): Promise<NamedPassages> {
    const mask = this.live.masks.of(scope);
    const admits = (id: number) => {
      const slot = this.live.slots.slotOf(id);
      return slot !== undefined && (mask === undefined || mask[slot] === 1);
    };
    return Promise.resolve(namedPassages(question, this.live.catalogue, { admits, synonyms: this.synonyms }));
  }

  passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]> {
    const wanted = this.admitted(ids, scope).map(({ id }) => id);
    // Applies the condition again: if a category has moved since the mask was made, its passages must not be shown
    // under the new path.
    const inside = filterCondition(scope.filter, 'c.path_id');
    const rows = this.statements
      .get<PassageRow>(
        `SELECT ${PASSAGE_COLUMNS} FROM search_chunks c JOIN search_documents d ON d.id = c.document
          JOIN category_paths p ON p.id = c.path_id WHERE c.id IN (SELECT value FROM json_each(?)) AND ${inside.sql}`,
      )
      .all(JSON.stringify(wanted), ...inside.params);
    const byId = new Map(rows.map((row) => [row.id, toPassage(row)]));
    return Promise.resolve(wanted.map((id) => byId.get(id)).filter((passage) => passage !== undefined));
  }

  frequencies(terms: readonly string[], { filter }: SearchScope): Promise<TermFrequencies> {
    const { words } = this.live.slots;
    const within = this.statistics.of(filter);
    const passagesWith = (term: string) =>
      within === undefined ? words.documentFrequency(term) : (within.frequencies[words.dictionary.find(term)] ?? 0);
    return Promise.resolve({
      byTerm: new Map(terms.map((term) => [term, passagesWith(term)])),
      passages: within?.passages ?? words.size,
    });
  }

  /** Terms of a text as this index cuts them, for the embedding of a question. */
  termsOf(text: string): Map<string, number> {
    const counts = new Map<string, number>();
    this.analyser.scan(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
    return counts;
  }

  /** In the order of the ids; undefined for a passage outside the scope. */
  private slotsOf(ids: readonly number[], scope: SearchScope): (number | undefined)[] {
    const slots = new Map(this.admitted(ids, scope).map(({ id, slot }) => [id, slot]));
    return ids.map((id) => slots.get(id));
  }

  private admitted(ids: readonly number[], scope: SearchScope): { readonly id: number; readonly slot: number }[] {
    const mask = this.live.masks.of(scope);
    return ids.flatMap((id) => {
      const slot = this.live.slots.slotOf(id);
      return slot !== undefined && (mask === undefined || mask[slot] === 1) ? [{ id, slot }] : [];
    });
  }
}
