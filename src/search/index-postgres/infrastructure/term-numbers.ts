import { createHash } from 'node:crypto';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';

/** Number of terms whose numbers are cached; the cache is cleared beyond it. */
const REMEMBERED = 300_000;
/** An index entry has up to 2,704 bytes; longer terms are stored by their digests. */
const LONGEST = 400;

/** The stored form of a term. */
export function storedTerm(term: string): string {
  if (term.length <= LONGEST) return term;
  return `${term.slice(0, LONGEST / 2)}…${createHash('sha256').update(term).digest('hex')}`;
}

interface TermRow {
  readonly id: number;
  readonly term: string;
}

/** Numbers of terms. A number is assigned once and never reused, so a committed one stays valid for ever. */
export class TermNumbers {
  private readonly known = new Map<string, number>();

  constructor(private readonly database: PostgresDatabase) {}

  /**
   * Numbers of terms; terms without one get one now.
   * @param inUnit whether the caller's transaction has begun: numbers that it assigns are lost if it fails, and are not
   * cached
   */
  async of(terms: Iterable<string>, inUnit: boolean): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    const missing = new Set<string>();
    for (const term of terms) {
      if (numbers.has(term)) continue;
      const id = this.known.get(term);
      if (id === undefined) missing.add(term);
      else numbers.set(term, id);
    }
    if (missing.size > 0) await this.give([...missing], inUnit, numbers);
    return numbers;
  }

  private async give(terms: readonly string[], inUnit: boolean, numbers: Map<string, number>): Promise<void> {
    // Sorted, so that two processes that number the same terms wait for one another without a deadlock.
    const stored = [...new Set(terms.map(storedTerm))].sort((a, b) => (a < b ? -1 : 1));
    const before = await this.read(stored);
    const unknown = stored.filter((term) => !before.has(term));
    if (unknown.length > 0)
      await this.database.change(
        sql`INSERT INTO search_terms (term) SELECT unnest(${unknown}::text[]) ON CONFLICT (term) DO NOTHING`,
      );
    const given = unknown.length > 0 ? await this.read(unknown) : before;
    if (!inUnit && this.known.size + terms.length > REMEMBERED) this.known.clear();
    for (const term of terms) {
      const key = storedTerm(term);
      const id = before.get(key) ?? given.get(key);
      if (id === undefined) throw new Error('A term got no number.');
      numbers.set(term, id);
      if (!inUnit) this.known.set(term, id);
    }
  }

  private async read(stored: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<TermRow>(
      sql`SELECT id, term FROM search_terms WHERE term = ANY(${stored}::text[])`,
    );
    return new Map(rows.map(({ id, term }) => [term, id]));
  }
}

/**
 * Terms by their numbers, cached like the numbers. A term longer than LONGEST is its digest, which no embedding knows.
 */
export class TermTexts {
  private readonly known = new Map<number, string>();

  constructor(private readonly database: PostgresDatabase) {}

  async texts(ids: ReadonlySet<number>): Promise<(id: number) => string> {
    if (this.known.size > REMEMBERED) this.known.clear();
    const missing = [...ids].filter((id) => !this.known.has(id));
    if (missing.length > 0) {
      const rows = await this.database.query<TermRow>(
        sql`SELECT id, term FROM search_terms WHERE id = ANY(${missing}::integer[])`,
      );
      for (const { id, term } of rows) this.known.set(id, term);
    }
    return (id) => this.known.get(id) ?? '';
  }
}
