import { UnreadableFileError } from '../../domain/text-extractor.js';
import { ZipArchive } from '../../infrastructure/extraction/zip-archive.js';
import { shownEntryName } from '../../infrastructure/extraction/zip-names.js';
import { sha256 } from '../../infrastructure/sha256-fingerprint.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { locationNumber, SourceSettings } from '../domain/source.js';
import { isLeftOver, listedPath } from './listed-path.js';
import { NetworkKind } from './connector-kind.js';
import { memoryKey, ResponseMemory, versionOf } from './response-memory.js';
import { refuse, SourceRequests } from './source-requests.js';

const MB = 1_000_000;
const MAX_MB = { min: 1, max: 500, otherwise: 100 };
const TIMEOUT_MS = 600_000;
/** Listings of archives in memory, by their number of files. */
const REMEMBERED_FILES = 50_000;

interface ZipLocation {
  readonly url: URL;
  readonly maxBytes: number;
}

type Memory = ResponseMemory<readonly SourceEntry[]>;

/** The names in the archive by listed path. Of two with the same path the first counts. */
function filesIn(archive: ZipArchive): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of archive.names) {
    if (name.endsWith('/')) continue;
    const folders = shownEntryName(name).split(/[/\\]/u);
    const path = listedPath(folders);
    if (path !== '' && !folders.some(isLeftOver) && !files.has(path)) files.set(path, name);
  }
  return files;
}

/** @throws SourceError for an archive that is damaged or inflates to more than the limits of archives */
function opened(bytes: Uint8Array): ZipArchive {
  try {
    return ZipArchive.open(bytes);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new SourceError(`The archive cannot be read: ${error.message}.`);
    throw error;
  }
}

/** The files of one ZIP archive at an address. It is downloaded once a run, and not at all while its version is the same. */
class ZipConnector extends SourceConnector {
  private archive: { readonly zip: ZipArchive; readonly files: ReadonlyMap<string, string> } | undefined;

  constructor(
    private readonly location: ZipLocation,
    private readonly requests: SourceRequests,
    private readonly memory: Memory,
    private readonly key: string,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    const { response, known } = await this.memory.ask(this.key, (headers) =>
      this.requests.send(this.location.url, signal, { headers }),
    );
    yield* known ?? (await this.download(response));
  }

  async read({ path }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    if (this.archive === undefined) await this.download(await this.requests.send(this.location.url, signal));
    const name = this.archive?.files.get(path);
    if (name === undefined) throw new SourceError('The archive no longer contains it.');
    if (this.archive?.zip.needsPassword(name) === true)
      throw new SourceError('It is password-protected; pack it without a password.');
    try {
      const bytes = this.archive?.zip.read((each) => each === name).get(name);
      return { bytes: bytes ?? new Uint8Array(), url: this.location.url.href };
    } catch (error) {
      if (error instanceof UnreadableFileError) throw new SourceError(`It cannot be unpacked: ${error.message}.`);
      throw error;
    }
  }

  private async download(response: Response): Promise<readonly SourceEntry[]> {
    if (!response.ok) return refuse(response, 'The archive cannot be downloaded');
    const bytes = await this.requests.bytes(response);
    const zip = opened(bytes);
    const files = filesIn(zip);
    this.archive = { zip, files };
    const version = versionOf(response.headers) ?? (await sha256(bytes));
    const entries = [...files].map(([path, name]) => ({ path, size: zip.sizeOf(name), version }));
    this.memory.set(this.key, response, entries, entries.length);
    return entries;
  }
}

/** `{"url": "https://…/documents.zip"}`: a ZIP archive that a server gives out. */
export class ZipKind extends NetworkKind<ZipLocation> {
  readonly name = 'zip';
  protected readonly members = ['url', 'max_mb'];
  private readonly memory: Memory = new ResponseMemory(REMEMBERED_FILES);

  protected locate(settings: SourceSettings): ZipLocation {
    return {
      url: this.urlIn(settings, 'https://files.example.org/handbook.zip'),
      maxBytes: locationNumber(settings, 'max_mb', MAX_MB) * MB,
    };
  }

  protected connect(location: ZipLocation, settings: SourceSettings): SourceConnector {
    const requests = this.requests(settings, location.url, { maxBytes: location.maxBytes, timeoutMs: TIMEOUT_MS });
    return new ZipConnector(location, requests, this.memory, memoryKey(settings, location.url.href));
  }
}
