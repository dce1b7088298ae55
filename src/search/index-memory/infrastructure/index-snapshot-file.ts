import type Database from 'better-sqlite3';
import { SnapshotFile } from './snapshot-file.js';
import type { InMemoryIndex } from './in-memory-index.js';

/** Path of the snapshot of a store's index. @param store path of the documents' database */
export function snapshotPathOf(store: string): string {
  return `${store}-index`;
}

/**
 * The file that stores an index between two starts, so that the second need not read and analyse every passage again.
 */
export class IndexSnapshotFile {
  private constructor(
    private readonly file: SnapshotFile,
    private readonly store: string,
  ) {}

  /** @returns undefined for a store without a name: its snapshot could not be distinguished from another store's */
  static of(reader: Database.Database, path: string): IndexSnapshotFile | undefined {
    const hasName = reader.prepare("SELECT 1 FROM sqlite_master WHERE name = 'store_identity'").get() !== undefined;
    const name: unknown = hasName ? reader.prepare('SELECT name FROM store_identity').pluck().get() : undefined;
    return typeof name === 'string' ? new IndexSnapshotFile(new SnapshotFile(path), name) : undefined;
  }

  /**
   * Fills an empty index if there is a snapshot.
   * @throws if it is damaged or of another store; discard the index then
   */
  resume(live: InMemoryIndex): void {
    this.file.read(this.store, (source) => live.resume(source));
  }

  /** Removes an unusable snapshot. */
  discard(): void {
    this.file.remove();
  }

  /** @throws if the folder is not writable */
  save(live: InMemoryIndex): void {
    this.file.write(this.store, (sink) => live.save(sink));
  }
}
