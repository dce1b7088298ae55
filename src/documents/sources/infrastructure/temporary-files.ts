import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Files that one run needs, in a folder of their own, which is removed at its end. */
export class TemporaryFiles {
  private folder: Promise<string> | undefined;
  private count = 0;

  /** The folder, made at the first use. */
  path(): Promise<string> {
    this.folder ??= mkdtemp(path.join(tmpdir(), 'touchstone-source-'));
    return this.folder;
  }

  /** @returns the name of the file, for `read` */
  async write(bytes: Uint8Array): Promise<string> {
    this.count += 1;
    const name = String(this.count);
    await writeFile(path.join(await this.path(), name), bytes);
    return name;
  }

  async read(name: string): Promise<Uint8Array> {
    return readFile(path.join(await this.path(), name));
  }

  async remove(): Promise<void> {
    const folder = await this.folder;
    this.folder = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
