import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../shared/domain/domain-error.js';
import { BackupFiles, StoreFolders } from '../domain/backup-files.js';
import { BackupFile, Found, Manifest } from '../domain/manifest.js';
import { readManifest } from './manifest-schema.js';
import { damageOf, isOpenElsewhere, snapshot, tableRows } from './sqlite-snapshot.js';

const MANIFEST = 'manifest.json';
const DATABASE = /\.db$/u;
/** Parts of a database that are no copy of it without the rest. */
const SIDE_FILE = /\.db-(?:wal|shm|journal)$/u;
/** Of the program, not of its data: they lie in the default DATA_DIR. Models can be had again. */
const NOT_DATA = new Set(['config', 'samples', 'models', 'backups']);

/** Files below a folder, relative, in order; none when it does not exist. */
async function filesBelow(folder: string, skip: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !skip(name))
    .sort();
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A file whose bytes are in the cache only would be lost with the power. */
async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  await flush(folder);
}

export class LocalBackupFiles extends BackupFiles {
  async exists(folder: string): Promise<boolean> {
    return access(folder).then(
      () => true,
      () => false,
    );
  }

  async databasesIn(folders: StoreFolders): Promise<string[]> {
    const named = await this.dataOf(folders);
    return named.filter(({ name }) => DATABASE.test(name)).map(({ name }) => name);
  }

  async isInUse(folders: StoreFolders): Promise<boolean> {
    const named = await this.dataOf(folders);
    return named.some(({ name, file }) => DATABASE.test(name) && isOpenElsewhere(file));
  }

  async copy(folders: StoreFolders, target: string, describe: (found: Found) => Manifest): Promise<Manifest> {
    const unfinished = `${path.resolve(target)}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    try {
      for (const { name, file } of await this.dataOf(folders, target)) {
        const copy = path.join(unfinished, name);
        await mkdir(path.dirname(copy), { recursive: true });
        if (DATABASE.test(name)) await snapshot(file, copy);
        else await copyFile(file, copy);
        await flush(copy);
      }
      const manifest = describe(await this.inspect(unfinished));
      await writeFile(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
      await flushFolders(unfinished);
      await rename(unfinished, target);
      await flush(path.dirname(path.resolve(target)));
      return manifest;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  async manifest(backup: string): Promise<Manifest> {
    const text = await readFile(path.join(backup, MANIFEST), 'utf8').catch(() => undefined);
    const manifest = text === undefined ? undefined : readManifest(text);
    if (manifest === undefined)
      throw new DomainError('invalid', 'no-backup', `${backup} is no backup: it has no ${MANIFEST} that can be read.`);
    return manifest;
  }

  async inspect(backup: string): Promise<Found> {
    const names = await filesBelow(backup, (name) => name === MANIFEST);
    const files: BackupFile[] = [];
    for (const name of names) {
      const file = path.join(backup, name);
      files.push({ path: name.split(path.sep).join('/'), bytes: (await stat(file)).size, sha256: await sha256(file) });
    }
    const databases = files.filter((file) => DATABASE.test(file.path));
    const read = databases.map(({ path: name }) => {
      const file = path.join(backup, name);
      try {
        return { tables: tableRows(file, name), damage: damageOf(file, name) };
      } catch (error) {
        return {
          tables: [],
          damage: [`${name} cannot be read: ${error instanceof Error ? error.message : 'damaged'}`],
        };
      }
    });
    return {
      files,
      tables: read.flatMap(({ tables }) => tables),
      damage: read.flatMap(({ damage }) => damage),
    };
  }

  async place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void> {
    for (const { path: name } of manifest.files) {
      const [half = '', ...rest] = name.split('/');
      const file = path.join(half === 'cases' ? folders.cases : folders.store, ...rest);
      await mkdir(path.dirname(file), { recursive: true });
      const unfinished = `${file}.unfinished`;
      await copyFile(path.join(backup, name), unfinished);
      await flush(unfinished);
      await rename(unfinished, file);
      await flush(path.dirname(file));
    }
  }

  /** Files of a store with their names in a backup. @param except a folder that is being written below the store */
  private async dataOf({ store, cases }: StoreFolders, except?: string): Promise<{ name: string; file: string }[]> {
    const outside = [cases, ...(except === undefined ? [] : [path.resolve(except)])];
    const isForeign = (file: string): boolean =>
      outside.some(
        (folder) => file.startsWith(folder + path.sep) || file.startsWith(`${folder}.unfinished${path.sep}`),
      );
    const own = await filesBelow(
      store,
      (name) =>
        SIDE_FILE.test(name) || NOT_DATA.has(name.split(path.sep)[0] ?? '') || isForeign(path.join(store, name)),
    );
    const ofCases = await filesBelow(cases, (name) => SIDE_FILE.test(name));
    return [
      ...own.map((name) => ({ name: path.join('store', name), file: path.join(store, name) })),
      ...ofCases.map((name) => ({ name: path.join('cases', name), file: path.join(cases, name) })),
    ];
  }
}
