import { watch } from 'chokidar';

/** A file changes repeatedly while it is written: the last change counts. */
const SETTLED_AFTER_MS = 1_000;
/** If the system cannot watch (too many folders, some network drives), the folder is scanned instead. */
const LOOK_EVERY_MS = 60_000;

/** Reports changes anywhere in a folder, a fixed time after the last one. */
export class FolderWatch {
  private readonly watcher;
  private settled: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;

  /**
   * @param onChange something may have changed
   * @param onFailure watching failed; from now on `onChange` is called every minute
   */
  constructor(folder: string, onChange: () => void, onFailure: (error: unknown) => void) {
    this.watcher = watch(folder, { ignoreInitial: true, followSymlinks: false });
    this.watcher.on('all', () => {
      clearTimeout(this.settled);
      this.settled = setTimeout(onChange, SETTLED_AFTER_MS).unref();
    });
    this.watcher.on('error', (error) => {
      if (this.looking !== undefined) return;
      this.looking = setInterval(onChange, LOOK_EVERY_MS).unref();
      onFailure(error);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.settled);
    clearInterval(this.looking);
    await this.watcher.close();
  }
}
