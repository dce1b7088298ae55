import type Database from 'better-sqlite3';
import { ImageFile } from './image-file.js';
import type { LiveIndex } from './live-index.js';

/** Path of the image of a store's index. @param store path of the documents' database */
export function imageOf(store: string): string {
  return `${store}-index`;
}

/** Where an index is kept between two starts, so that the second need not read and analyse every passage again. */
export class IndexImage {
  private constructor(
    private readonly file: ImageFile,
    private readonly store: string,
  ) {}

  /** @returns undefined for a store without a name: what is of it could not be told from what is of another one */
  static of(reader: Database.Database, path: string): IndexImage | undefined {
    const hasName = reader.prepare("SELECT 1 FROM sqlite_master WHERE name = 'search_store'").get() !== undefined;
    const name: unknown = hasName ? reader.prepare('SELECT name FROM search_store').pluck().get() : undefined;
    return typeof name === 'string' ? new IndexImage(new ImageFile(path), name) : undefined;
  }

  /**
   * Fills an empty index, where there is an image.
   * @throws when it is damaged or of another store; the index is of no use then
   */
  resume(live: LiveIndex): void {
    this.file.read(this.store, (source) => live.resume(source));
  }

  /** Takes away one that cannot be used. */
  discard(): void {
    this.file.remove();
  }

  /** @throws when the folder cannot be written to */
  save(live: LiveIndex): void {
    this.file.write(this.store, (sink) => live.save(sink));
  }
}
