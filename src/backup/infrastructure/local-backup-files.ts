import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../shared/domain/domain-error.js';
import { BackupFiles, isKept } from '../domain/backup-files.js';
import { BackupFile, Found, Manifest } from '../domain/manifest.js';
import { schemaFaults } from './known-schema.js';
import { damageOf, tableRows } from './sqlite-snapshot.js';
import { StoreDatabases } from './store-databases.js';
import { DATABASE, dataOf, filesBelow, flush, placeFile } from './store-files.js';
import { StoreFolders } from '../../shared/domain/store-files.js';
import { z } from 'zod';

/** A path of a manifest is joined to folders: it must stay below them. */
const safePath = z.string().regex(/^(?:store|cases)(?:\/(?!\.\.?(?:\/|$))[^/\\\0]+)+$/u);

const schema = z.strictObject({
  format: z.literal(1),
  program: z.string(),
  created_at: z.iso.datetime(),
  files: z.array(
    z.strictObject({ path: safePath, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) }),
  ),
  tables: z.array(z.strictObject({ file: safePath, table: z.string(), rows: z.int().min(0) })),
});

/** @returns undefined for a text that is not a manifest of a known format */
function readManifest(text: string): Manifest | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const MANIFEST = 'manifest.json';
async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function flushFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  await flush(folder);
}

/**
 * Backups in folders. Files that are not databases are copied as they are; the databases are those of the store in use.
 */
export class LocalBackupFiles extends BackupFiles {
  constructor(private readonly databases: StoreDatabases) {
    super();
  }

  async exists(folder: string): Promise<boolean> {
    return access(folder).then(
      () => true,
      () => false,
    );
  }

  databasesIn(folders: StoreFolders): Promise<readonly string[]> {
    return this.databases.found(folders);
  }

  isInUse(folders: StoreFolders): Promise<boolean> {
    return this.databases.isInUse(folders);
  }

  async copy(folders: StoreFolders, target: string, describe: (found: Found) => Manifest): Promise<Manifest> {
    const unfinished = `${path.resolve(target)}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    try {
      await this.databases.copy(folders, target, unfinished);
      for (const { name, file } of await dataOf(folders, target)) {
        if (DATABASE.test(name)) continue;
        const copy = path.join(unfinished, name);
        await mkdir(path.dirname(copy), { recursive: true });
        await copyFile(file, copy);
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
      throw new DomainError('invalid', 'no-backup', `${backup} is not a backup: it has no readable ${MANIFEST}.`);
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
    const read = [];
    for (const { path: name } of databases) read.push(await this.inspectDatabase(path.join(backup, name), name));
    return {
      files,
      tables: read.flatMap(({ tables }) => tables),
      damage: read.flatMap(({ damage }) => damage),
    };
  }

  private async inspectDatabase(file: string, name: string): Promise<Pick<Found, 'tables' | 'damage'>> {
    try {
      return { tables: tableRows(file, name), damage: [...damageOf(file, name), ...(await schemaFaults(file, name))] };
    } catch (error) {
      return {
        tables: [],
        damage: [`${name} cannot be read: ${error instanceof Error ? error.message : 'damaged'}`],
      };
    }
  }

  async place(backup: string, manifest: Manifest, folders: StoreFolders): Promise<void> {
    for (const { path: name } of manifest.files)
      if (isKept(name) && !DATABASE.test(name)) await placeFile(backup, name, folders);
    await this.databases.place(backup, manifest, folders);
  }
}
