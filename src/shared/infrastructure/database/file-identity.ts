import { statSync } from 'node:fs';

/** Suffixes of the files of a database: the file itself, its log and the log's index. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** Device and inode; undefined for a file that does not exist. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/**
 * Detects that a database file was removed or replaced while it is open. SQLite does not: it continues to write to the unlinked file, and
 * all acknowledged writes are lost when the process ends (https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file
 * while in use").
 */
export class FileIdentity {
  private readonly opened = new Map<string, string>();

  /** @param file path of an open database */
  constructor(private readonly file: string) {
    this.isReplaced();
  }

  /** Whether the path refers to other files than those that were opened. A log is compared from the first check that finds it. */
  isReplaced(): boolean {
    return SUFFIXES.some((suffix) => {
      const now = identityOf(`${this.file}${suffix}`);
      const before = this.opened.get(suffix);
      if (before === undefined && now !== undefined) this.opened.set(suffix, now);
      return before !== undefined && now !== before;
    });
  }
}
