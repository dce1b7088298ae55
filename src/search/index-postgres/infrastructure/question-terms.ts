import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { InnerScope } from './scope-condition.js';
import { storedTerm } from './term-numbers.js';
import { PostingsSnapshot } from './postings-snapshot.js';

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
  private byTerm = new Map<string, StoredTerm>();
  private numbers = new Map<number, StoredTerm>();

  /** The terms by their numbers, as far as they are remembered now. */
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
  /** Terms that no passage of this state ever held. */
  private readonly unknown = new Set<string>();

  constructor(
    private readonly reader: DatabaseReader,
    private readonly view: PostingsSnapshot,
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

  /** What finds the terms with these numbers: hundreds of them, and few are looked at in the end. */
  async numbered(ids: readonly number[]): Promise<(id: number) => StoredTerm | undefined> {
    // This very memory: what pushes terms out begins another.
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

  /** How many passages the world has, and how long they are. */
  totals({ world }: InnerScope): WorldTotals {
    const { passages, length } = world.sizeOf(this.view.parts);
    return { passages, mean: length / Math.max(1, passages) || 1 };
  }

  /** What says in how many passages of the world each of these terms stands, by number. */
  async frequencies(ids: readonly number[], { world }: InnerScope): Promise<(id: number) => number> {
    if (world.ids === undefined) return (id) => this.view.countOf(id);
    const lists = await this.view.listsOf(ids, this.reader);
    const countOf = (id: number, i: number) =>
      this.view.parts.reduce((sum, part, p) => sum + world.countOf(part, id, lists[p]?.[i]), 0);
    const counts = new Map(ids.map((id, i) => [id, countOf(id, i)]));
    return (id) => counts.get(id) ?? 0;
  }
}
