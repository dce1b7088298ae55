import { type BigIntStats } from 'node:fs';
import { lstat, opendir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { SourceRights } from '../domain/source-connectors.js';
import { assertOnlyMembers, locationText, SourceSettings } from '../domain/source.js';
import { ConnectorKind } from './connector-kind.js';
import { isLeftOver, localPath } from './listed-path.js';

/** Deeper folders are a cycle, or contain no documents. */
const MAX_DEPTH = 40;
const NS_PER_MS = 1_000_000n;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Why a file or folder cannot be read, as the end of a sentence, without its path on this machine. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'it no longer exists';
  if (code === 'EACCES' || code === 'EPERM') return 'the server may not read it; give its user the right';
  return code === '' ? 'it cannot be read' : `it cannot be read (${code})`;
}

/** Whether a path is a folder or is inside it. */
function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

const versionOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats) => `${size}-${mtimeNs}-${ctimeNs}-${ino}`;

/** The files of one folder and its subfolders. Links that lead out of it are not followed. */
class FolderConnector extends SourceConnector {
  /** Names on disk by listed path. Of two with the same path the first counts. */
  private readonly names = new Map<string, string>();

  constructor(private readonly root: string) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    yield* this.folder('', 0, signal);
  }

  async read({ path: listed }: SourceEntry): Promise<SourceContent> {
    const file = path.join(this.root, this.names.get(listed) ?? listed);
    try {
      // A file may have been replaced by a link since it was listed.
      if (!isInside(this.root, await realpath(file)))
        throw new SourceError('It is a link that leads out of the folder.');
      return { bytes: await readFile(file) };
    } catch (error) {
      throw error instanceof DomainError ? error : new SourceError(`It could not be read: ${reasonOf(error)}.`);
    }
  }

  private async *folder(relative: string, depth: number, signal: AbortSignal): AsyncGenerator<Listed> {
    const listed = localPath(relative);
    if (depth > MAX_DEPTH) {
      yield { folder: listed, reason: `it is more than ${MAX_DEPTH} folders deep` };
      return;
    }
    const names: string[] = [];
    try {
      for await (const { name } of await opendir(path.join(this.root, relative))) names.push(name);
    } catch (error) {
      if (relative === '') throw new SourceError(`The folder cannot be listed: ${reasonOf(error)}.`);
      yield { folder: listed, reason: reasonOf(error) };
      return;
    }
    for (const name of names.sort()) {
      signal.throwIfAborted();
      if (!isLeftOver(name)) yield* this.child(relative === '' ? name : `${relative}/${name}`, depth, signal);
    }
  }

  private async *child(relative: string, depth: number, signal: AbortSignal): AsyncGenerator<Listed> {
    const listed = localPath(relative);
    let found: BigIntStats | undefined;
    try {
      found = await this.statOf(relative);
    } catch (error) {
      // Removed between two reads: skipped, as if it had not been listed.
      if (codeOf(error) !== 'ENOENT') yield { folder: listed, reason: reasonOf(error) };
      return;
    }
    if (found?.isDirectory() === true) yield* this.folder(relative, depth + 1, signal);
    else if (found?.isFile() === true) {
      if (!this.names.has(listed)) this.names.set(listed, relative);
      yield {
        path: listed,
        size: Number(found.size),
        modifiedAt: new Date(Number(found.mtimeNs / NS_PER_MS)).toISOString(),
        version: versionOf(found),
      };
    }
  }

  /** Undefined for entries that are not followed: links to folders, and links that lead out of the source. */
  private async statOf(relative: string): Promise<BigIntStats | undefined> {
    const file = path.join(this.root, relative);
    const own = await lstat(file, { bigint: true });
    if (!own.isSymbolicLink()) return own;
    if (!isInside(this.root, await realpath(file))) return undefined;
    const target = await stat(file, { bigint: true });
    return target.isFile() ? target : undefined;
  }
}

/** Folders that this server can read. A caller that is not the administrator may read only folders below SOURCE_FOLDERS. */
export class FolderKind implements ConnectorKind {
  readonly name = 'folder';

  /** @param roots SOURCE_FOLDERS */
  constructor(private readonly roots: readonly string[]) {}

  async check(settings: SourceSettings, rights: SourceRights): Promise<void> {
    assertOnlyMembers(settings, ['folder']);
    const folder = locationText(settings, 'folder', '/srv/documents');
    if (!path.isAbsolute(folder) || /\p{Cc}/u.test(folder))
      throw new InvalidInputError([{ pointer: '/location/folder', detail: 'must be an absolute path' }]);
    if (!rights.isUnlimited && !(await this.isAllowed(folder)))
      throw new DomainError(
        'forbidden',
        'source-folder',
        'This key may use folders below SOURCE_FOLDERS alone; an administrator adds the folder there, or makes the source.',
      );
  }

  async open(settings: SourceSettings): Promise<SourceConnector> {
    const folder = await realpath(locationText(settings, 'folder', '/srv/documents')).catch(() => undefined);
    const found = folder === undefined ? undefined : await stat(folder).catch(() => undefined);
    if (folder === undefined || found?.isDirectory() !== true)
      throw new SourceError(
        'The folder does not exist, or the server cannot read it; correct the path or grant the right.',
      );
    return new FolderConnector(folder);
  }

  /** Compares the real paths of both: a link below a root may lead anywhere. */
  private async isAllowed(folder: string): Promise<boolean> {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) return false;
    for (const root of this.roots) {
      const realRoot = await realpath(root).catch(() => undefined);
      if (realRoot !== undefined && isInside(realRoot, real)) return true;
    }
    return false;
  }
}
