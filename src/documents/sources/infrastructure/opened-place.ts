import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { SourceError } from '../domain/source-connector.js';

/** A link is not followed, and a pipe without a writer is not waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const CHUNK = 4_194_304;

/** An open file or folder: whatever others do with its name, what was checked is what is read. */
export interface OpenedPlace {
  readonly handle: FileHandle;
  readonly stat: BigIntStats;
  /** A name of the place that no longer depends on its path, where the system has one. */
  readonly name: string;
}

const moved = () => new SourceError('It was moved, or replaced by a link; the next run reads it again.');

/** Open files of this process by their descriptor, as links to where they are now. */
const DESCRIPTORS = '/proc/self/fd';

/** Names may change between two calls: so often a path is compared. */
const ROUNDS = 5;

/** Whether a real path leads to an open place, by names alone. */
async function leadsTo(place: string, { dev, ino }: BigIntStats): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await realpath(place)) !== place) return false;
    const found = await lstat(place, { bigint: true });
    if (found.dev !== dev || found.ino !== ino) return false;
  }
  return true;
}

/**
 * Opens a file or folder once, and checks that it is where its path says.
 * @param place a real path, without links
 * @param descriptors on a system without them the path is compared before and after the work
 * @throws SourceError if a part of the path was replaced
 */
export async function withOpened<T>(
  place: string,
  work: (opened: OpenedPlace) => Promise<T>,
  descriptors = DESCRIPTORS,
): Promise<T> {
  const handle = await open(place, FLAGS);
  try {
    const stat = await handle.stat({ bigint: true });
    const name = `${descriptors}/${handle.fd}`;
    const real = await readlink(name).catch(() => undefined);
    if (real === undefined ? !(await leadsTo(place, stat)) : real !== place) throw moved();
    const done = await work({ handle, stat, name: real === undefined ? place : name });
    if (real === undefined && !(await leadsTo(place, stat))) throw moved();
    return done;
  } finally {
    await handle.close();
  }
}

/**
 * The content of a regular file, as long as it was when it was opened.
 * @param place a real path @throws SourceError for anything else, and for a file that is larger than the limit
 */
export function readPlace(place: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  return withOpened(place, async ({ handle, stat }) => {
    if (!stat.isFile()) throw new SourceError('It is not a regular file.');
    if (stat.size > maxBytes)
      throw new SourceError(`It is larger than ${maxBytes} bytes; split it, or raise MAX_UPLOAD_MB.`);
    const bytes = Buffer.alloc(Number(stat.size));
    let length = 0;
    while (length < bytes.length) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(bytes, length, Math.min(CHUNK, bytes.length - length), length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  });
}
