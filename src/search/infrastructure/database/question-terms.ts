import { CategoryFilter, worldOf } from '../../../shared/domain/category-filter.js';
import { pathCondition } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { AllowedPaths, ScopePlaces } from './scope-places.js';
import { storedTerm } from './term-numbers.js';
import { WordView } from './word-view.js';

/** A term as the store knows it. */
export interface StoredTerm {
  readonly id: number;
  readonly term: string;
}

/** Passages of a world and their terms. */
export interface WorldTotals {
  readonly passages: number;
  /** Terms of a passage in the mean. */
  readonly mean: number;
}

/** Terms and their statistics for one search; each is read once. */
export class QuestionTerms {
  /** Undefined for a term that no passage ever held. */
  private readonly byTerm = new Map<string, StoredTerm | undefined>();
  private readonly byId = new Map<number, StoredTerm>();
  private totals: Promise<WorldTotals> | undefined;

  constructor(
    private readonly reader: DatabaseReader,
    private readonly view: WordView,
    private readonly places: ScopePlaces,
  ) {}

  /** What the store knows of each term; nothing of one that no passage ever held. */
  async named(terms: readonly string[]): Promise<(term: string) => StoredTerm | undefined> {
    const missing = terms.map(storedTerm).filter((term) => !this.byTerm.has(term));
    if (missing.length > 0) {
      for (const term of missing) this.byTerm.set(term, undefined);
      this.remember(
        await this.reader.query<StoredTerm>(
          sql`SELECT id, term FROM search_terms WHERE term = ANY(${missing}::text[])`,
        ),
      );
    }
    return (term) => this.byTerm.get(storedTerm(term));
  }

  async numbered(ids: readonly number[]): Promise<ReadonlyMap<number, StoredTerm>> {
    const missing = ids.filter((id) => !this.byId.has(id));
    if (missing.length > 0)
      this.remember(
        await this.reader.query<StoredTerm>(
          sql`SELECT id, term FROM search_terms WHERE id = ANY(${missing}::integer[])`,
        ),
      );
    return this.byId;
  }

  /** Terms and the world's totals in one step; a search begins with both. @param filter always that of the search */
  async begin(terms: readonly string[], filter: CategoryFilter): Promise<void> {
    if (this.totals !== undefined) return;
    const stored = terms.map(storedTerm);
    for (const term of stored) this.byTerm.set(term, undefined);
    const rows = await this.reader.query<StoredTerm & WorldRow>(sql`
      SELECT t.id, t.term, w.passages, w.length
      FROM (${worldTotals(filter)}) w LEFT JOIN search_terms t ON t.term = ANY(${stored}::text[])`);
    const [first] = rows;
    this.remember(rows.filter(({ term }) => this.byTerm.has(term)));
    if (first !== undefined) this.totals = Promise.resolve(totalsOf(first));
  }

  /** How many passages the world has, and how long they are. @param filter always that of the search */
  worldTotals(filter: CategoryFilter): Promise<WorldTotals> {
    return (this.totals ??= this.readTotals(filter));
  }

  /** In how many passages of the world each term stands, by number. */
  async frequencies(ids: readonly number[], filter: CategoryFilter): Promise<ReadonlyMap<number, number>> {
    const world = worldOf(filter);
    if (world.kind === 'unrestricted') return new Map(ids.map((id) => [id, this.view.countOf(id)]));
    return this.countWithin(await this.places.of(world, this.reader), ids);
  }

  private async countWithin(allowed: AllowedPaths, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const lists = await this.view.listsOf(ids, this.reader);
    const countOf = (id: number, i: number) =>
      this.view.parts.reduce((sum, part, p) => sum + allowed.countOf(part, id, lists[p]?.[i]), 0);
    return new Map(ids.map((id, i) => [id, countOf(id, i)]));
  }

  private remember(rows: readonly StoredTerm[]): void {
    for (const row of rows) {
      this.byTerm.set(row.term, row);
      this.byId.set(row.id, row);
    }
  }

  private async readTotals(filter: CategoryFilter): Promise<WorldTotals> {
    return totalsOf((await this.reader.one<WorldRow>(worldTotals(filter))) ?? { passages: 0, length: 0 });
  }
}

interface WorldRow {
  readonly passages: number;
  readonly length: number;
}

function worldTotals(filter: CategoryFilter): Sql {
  return sql`SELECT coalesce(sum(chunks), 0)::bigint AS passages, coalesce(sum(length), 0)::bigint AS length
    FROM search_path_totals WHERE ${pathCondition(worldOf(filter), 'path_id')}`;
}

function totalsOf({ passages, length }: WorldRow): WorldTotals {
  return { passages, mean: length / Math.max(1, passages) || 1 };
}
