import type Database from 'better-sqlite3';
import { TermFrequencies } from '../domain/search-index.js';

/** Terms remembered between two changes of the index; questions share most of theirs. */
const REMEMBERED = 50_000;

/** Document frequencies, remembered until the index changes: FTS5 counts a term by walking all passages that hold it. */
export class TermStatistics {
  private readonly dataVersion: Database.Statement;
  private readonly countPassages: Database.Statement;
  private readonly countTerm: Database.Statement;
  private readonly known = new Map<string, number>();
  private version: unknown;
  private passages = 0;

  constructor(reader: Database.Database) {
    // Changes whenever another connection commits (SQLite, PRAGMA data_version); the reader itself never writes.
    this.dataVersion = reader.prepare('PRAGMA data_version').pluck();
    this.countPassages = reader.prepare('SELECT count(*) FROM search_chunks').pluck();
    this.countTerm = reader.prepare('SELECT doc FROM search_vocabulary WHERE term = ?').pluck();
  }

  read(terms: readonly string[]): TermFrequencies {
    this.forgetWhenChanged();
    return { byTerm: new Map(terms.map((term) => [term, this.frequency(term)])), passages: this.passages };
  }

  private forgetWhenChanged(): void {
    const version: unknown = this.dataVersion.get();
    if (version === this.version && this.known.size < REMEMBERED) return;
    this.version = version;
    this.known.clear();
    this.passages = Number(this.countPassages.get());
  }

  private frequency(term: string): number {
    const known = this.known.get(term);
    if (known !== undefined) return known;
    const count = Number(this.countTerm.get(term) ?? 0);
    this.known.set(term, count);
    return count;
  }
}
