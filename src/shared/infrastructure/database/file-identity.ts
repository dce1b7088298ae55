import { statSync } from 'node:fs';

/** What a path of a database leads to: the file itself, its log and the log's index. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** Device and inode; undefined for a file that does not exist. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/**
 * Notices that a database was removed or replaced while it is open. SQLite does not: it goes on writing to a file that no path leads to,
 * and everything that it acknowledges is lost with the process (https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a
 * database file while in use").
 */
export class FileIdentity {
  private readonly opened = new Map<string, string>();

  /** @param file path of an open database */
  constructor(private readonly file: string) {
    this.isReplaced();
  }

  /** Whether the path leads to other files than those that were opened. Logs count from the first time that they are seen. */
  isReplaced(): boolean {
    return SUFFIXES.some((suffix) => {
      const now = identityOf(`${this.file}${suffix}`);
      const before = this.opened.get(suffix);
      if (before === undefined && now !== undefined) this.opened.set(suffix, now);
      return before !== undefined && now !== before;
    });
  }
}
