import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';
import { storedTerm } from './term-numbers.js';
import { PostingsSnapshot } from './postings-snapshot.js';

/** A term with its number in the store. */
export interface StoredTerm {
  readonly id: number;
  readonly term: string;
}

/** Number of passages of a visibility scope, and of their terms. */
export interface WorldTotals {
  readonly passages: number;
  /** Mean number of terms of a passage. */
  readonly mean: number;
}

/** Maximum number of cached terms of a process; the cache is cleared beyond it. */
const REMEMBERED = 500_000;

/** Numbers of terms that searches of this process have read: a number is assigned once and never changes. */
export class KnownTerms {
  private byTerm = new Map<string, StoredTerm>();
  private numbers = new Map<number, StoredTerm>();

  /** The cached terms by their numbers. */
  get byId(): ReadonlyMap<number, StoredTerm> {
    return this.numbers;
  }

  named(term: string): StoredTerm | undefined {
    return this.byTerm.get(term);
  }

  add(terms: readonly StoredTerm[]): void {
    if (this.numbers.size + terms.length > REMEMBERED) {
      this.byTerm = new Map();
      this.numbers = new Map();
    }
    for (const term of terms) {
      this.byTerm.set(term.term, term);
      this.numbers.set(term.id, term);
    }
  }
}

/** Terms and their statistics for one search. */
export class QuestionTerms {
  /** Terms that no passage of this state ever contained. */
  private readonly unknown = new Set<string>();

  constructor(
    private readonly reader: DatabaseReader,
    private readonly view: PostingsSnapshot,
    private readonly known: KnownTerms,
  ) {}

  /** The stored data of each term; terms that no passage ever contained are left out. */
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

  /** Returns a function that finds the terms with these numbers: there are hundreds of them, and few are used. */
  async numbered(ids: readonly number[]): Promise<(id: number) => StoredTerm | undefined> {
    // This very map: when the cache is cleared, a new map is created.
    const { byId } = this.known;
    const missing = ids.filter((id) => !byId.has(id));
    if (missing.length === 0) return (id) => byId.get(id);
    const rows = await this.reader.query<StoredTerm>(
      sql`SELECT id, term FROM search_terms WHERE id = ANY(${missing}::integer[])`,
    );
    this.known.add(rows);
    const read = new Map(rows.map((row) => [row.id, row]));
    return (id) => read.get(id) ?? byId.get(id);
  }

  /** Number of passages of the visibility scope, and their length. */
  totals({ world }: InnerScope): WorldTotals {
    const { passages, length } = world.sizeOf(this.view.parts);
    return { passages, mean: length / Math.max(1, passages) || 1 };
  }

  /** Returns a function for the document frequency of each of these terms in the visibility scope, by number. */
  async frequencies(ids: readonly number[], { world }: InnerScope): Promise<(id: number) => number> {
    if (world.ids === undefined) return (id) => this.view.countOf(id);
    const lists = await this.view.listsOf(ids, this.reader);
    const countOf = (id: number, i: number) =>
      this.view.parts.reduce((sum, part, p) => sum + world.countOf(part, id, lists[p]?.[i]), 0);
    const counts = new Map(ids.map((id, i) => [id, countOf(id, i)]));
    return (id) => counts.get(id) ?? 0;
  }
}
