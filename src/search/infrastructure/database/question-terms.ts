import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';
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

/** Terms that a process remembers; beyond that the memory begins anew. */
const REMEMBERED = 500_000;

/** Numbers of terms that searches of this process have asked for: a number is given once and never taken back. */
export class KnownTerms {
  private readonly byTerm = new Map<string, StoredTerm>();
  private readonly byId = new Map<number, StoredTerm>();

  named(term: string): StoredTerm | undefined {
    return this.byTerm.get(term);
  }

  numbered(id: number): StoredTerm | undefined {
    return this.byId.get(id);
  }

  add(terms: readonly StoredTerm[]): void {
    if (this.byId.size + terms.length > REMEMBERED) {
      this.byTerm.clear();
      this.byId.clear();
    }
    for (const term of terms) {
      this.byTerm.set(term.term, term);
      this.byId.set(term.id, term);
    }
  }
}

/** Terms and their statistics for one search. */
export class QuestionTerms {
  /** Terms that no passage of this state ever held. */
  private readonly unknown = new Set<string>();

  constructor(
    private readonly reader: DatabaseReader,
    private readonly view: WordView,
    private readonly known: KnownTerms,
  ) {}

  /** What the store knows of each term; nothing of one that no passage ever held. */
  async named(terms: readonly string[]): Promise<(term: string) => StoredTerm | undefined> {
    const stored = new Map(terms.map((term) => [term, this.known.named(storedTerm(term))]));
    const missing = [...stored].flatMap(([term, known]) => (known === undefined ? [storedTerm(term)] : []));
    const asked = missing.filter((term) => !this.unknown.has(term));
    if (asked.length > 0) {
      const rows = await this.reader.query<StoredTerm>(
        sql`SELECT id, term FROM search_terms WHERE term = ANY(${asked}::text[])`,
      );
      this.known.add(rows);
      const read = new Map(rows.map((row) => [row.term, row]));
      for (const term of asked) if (!read.has(term)) this.unknown.add(term);
      for (const term of terms) if (stored.get(term) === undefined) stored.set(term, read.get(storedTerm(term)));
    }
    return (term) => stored.get(term);
  }

  /** The terms with these numbers. */
  async numbered(ids: readonly number[]): Promise<ReadonlyMap<number, StoredTerm>> {
    const found = new Map(ids.map((id) => [id, this.known.numbered(id)]));
    const missing = ids.filter((id) => found.get(id) === undefined);
    if (missing.length > 0) {
      const rows = await this.reader.query<StoredTerm>(
        sql`SELECT id, term FROM search_terms WHERE id = ANY(${missing}::integer[])`,
      );
      this.known.add(rows);
      for (const row of rows) found.set(row.id, row);
    }
    return new Map([...found].flatMap(([id, term]) => (term === undefined ? [] : [[id, term]])));
  }

  /** How many passages the world has, and how long they are. */
  totals({ world }: InnerScope): WorldTotals {
    const { passages, length } = world.sizeOf(this.view.parts);
    return { passages, mean: length / Math.max(1, passages) || 1 };
  }

  /** In how many passages of the world each term stands, by number. */
  async frequencies(ids: readonly number[], { world }: InnerScope): Promise<ReadonlyMap<number, number>> {
    if (world.ids === undefined) return new Map(ids.map((id) => [id, this.view.countOf(id)]));
    const lists = await this.view.listsOf(ids, this.reader);
    const countOf = (id: number, i: number) =>
      this.view.parts.reduce((sum, part, p) => sum + world.countOf(part, id, lists[p]?.[i]), 0);
    return new Map(ids.map((id, i) => [id, countOf(id, i)]));
  }
}
