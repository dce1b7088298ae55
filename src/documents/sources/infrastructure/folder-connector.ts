import { type BigIntStats } from 'node:fs';
import { lstat, opendir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { sideOf } from '../domain/file-metadata.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { SourceRights } from '../domain/source-connectors.js';
import { assertOnlyMembers, locationText, SourceSettings } from '../domain/source.js';
import { ConnectorKind } from './connector-kind.js';
import { isLeftOver, localPath } from './listed-path.js';
import { readPlace, withOpened } from './opened-place.js';

/** Deeper folders are a cycle, or contain no documents. */
const MAX_DEPTH = 40;
const NS_PER_MS = 1_000_000n;
const TWICE = 'two files have this name, and differ in invisible characters or the form of Unicode alone';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Why a file or folder cannot be read, as the end of a sentence, without its path on this machine. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'it no longer exists';
  if (code === 'EACCES' || code === 'EPERM') return 'the server may not read it; give its user the right';
  if (code === 'ELOOP' || error instanceof SourceError) return 'it is a link, or was replaced by one';
  return code === '' ? 'it cannot be read' : `it cannot be read (${code})`;
}

/** Whether a path is a folder or is inside it. */
function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !path.isAbsolute(relative) && relative.split(path.sep, 1)[0] !== '..';
}

const versionOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats) => `${size}-${mtimeNs}-${ctimeNs}-${ino}`;

/** The files of one folder and its subfolders. Links that lead out of it, and to files that are listed themselves, are not followed. */
class FolderConnector extends SourceConnector {
  /** Real paths on disk by listed path. Of two files with the same listed path the first counts. */
  private readonly places = new Map<string, string>();

  constructor(
    private readonly root: string,
    private readonly maxBytes: number,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    yield* this.folder('', 0, signal);
  }

  async read({ path: listed }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    try {
      return { bytes: await readPlace(this.places.get(listed) ?? path.join(this.root, listed), this.maxBytes, signal) };
    } catch (error) {
      signal.throwIfAborted();
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
      await withOpened(path.join(this.root, relative), async (opened) => {
        for await (const { name } of await opendir(opened.name)) names.push(name);
      });
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
    const isSide = sideOf(listed) !== undefined;
    let place = path.join(this.root, relative);
    let found: BigIntStats;
    try {
      found = await lstat(place, { bigint: true });
      if (found.isSymbolicLink()) {
        place = await realpath(place);
        if (this.isFollowed(place)) found = await lstat(place, { bigint: true });
      }
    } catch (error) {
      // Removed between two reads: skipped, as if it had not been listed.
      if (isSide || codeOf(error) !== 'ENOENT') yield { folder: listed, reason: reasonOf(error) };
      return;
    }
    if (this.places.has(listed)) yield { folder: listed, reason: TWICE };
    else if (found.isFile()) {
      this.places.set(listed, place);
      yield {
        path: listed,
        size: Number(found.size),
        modifiedAt: new Date(Number(found.mtimeNs / NS_PER_MS)).toISOString(),
        version: versionOf(found),
      };
    } else if (isSide) yield { folder: listed, reason: 'it is not a regular file' };
    if (found.isDirectory() && place === path.join(this.root, relative))
      yield* this.folder(relative, depth + 1, signal);
  }

  /** Whether a real path is in a hidden folder of the source, which is not listed itself: Kubernetes and git-annex keep files so. */
  private isFollowed(real: string): boolean {
    return isInside(this.root, real) && path.relative(this.root, real).split(path.sep).some(isLeftOver);
  }
}

/** Folders that this server can read. A caller that is not the administrator may read only folders below SOURCE_FOLDERS. */
export class FolderKind implements ConnectorKind {
  readonly name = 'folder';

  /**
   * @param roots SOURCE_FOLDERS
   * @param maxBytes largest file that is read
   */
  constructor(
    private readonly roots: readonly string[],
    private readonly maxBytes: number,
  ) {}

  async check(settings: SourceSettings, rights: SourceRights): Promise<void> {
    assertOnlyMembers(settings, ['folder']);
    const folder = locationText(settings, 'folder', '/srv/documents');
    if (!path.isAbsolute(folder) || /\p{Cc}/u.test(folder))
      throw new InvalidInputError([{ pointer: '/location/folder', detail: 'must be an absolute path' }]);
    await this.assertAllowed(await realpath(folder).catch(() => undefined), rights);
  }

  /** Checks the real path that is used: a link may lead elsewhere since `check`. */
  async open(settings: SourceSettings, rights: SourceRights): Promise<SourceConnector> {
    const folder = await realpath(locationText(settings, 'folder', '/srv/documents')).catch(() => undefined);
    await this.assertAllowed(folder, rights);
    const found = folder === undefined ? undefined : await lstat(folder).catch(() => undefined);
    if (folder === undefined || found?.isDirectory() !== true)
      throw new SourceError(
        'The folder does not exist, or the server cannot read it; correct the path or grant the right.',
      );
    return new FolderConnector(folder, this.maxBytes);
  }

  /** Compares the real paths of both: a link below a root may lead anywhere. */
  private async assertAllowed(real: string | undefined, { isUnlimited }: SourceRights): Promise<void> {
    if (isUnlimited) return;
    for (const root of this.roots) {
      const realRoot = await realpath(root).catch(() => undefined);
      if (real !== undefined && realRoot !== undefined && isInside(realRoot, real)) return;
    }
    throw new DomainError(
      'forbidden',
      'source-folder',
      'This key may use folders below SOURCE_FOLDERS alone; an administrator adds the folder there, or makes the source.',
    );
  }
}
