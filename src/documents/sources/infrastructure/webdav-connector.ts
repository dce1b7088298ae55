import { percentDecoded } from '../../../text/folded-text.js';
import { sideOf, sidesFirst } from '../domain/file-metadata.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { locationNumber, SourceSettings } from '../domain/source.js';
import { isLeftOver, listedPath } from './listed-path.js';
import { NetworkKind } from './connector-kind.js';
import { GONE, reasonOf, refusalOf, SourceRequests } from './source-requests.js';
import { DavResource, PROPFIND, readMultistatus } from './webdav-listing.js';

const MAX_FILES = { min: 1, max: 100_000, otherwise: 10_000 };
const DEPTH = { min: 0, max: 40, otherwise: 20 };
const TIMEOUT_MS = 300_000;
const MULTISTATUS = 207;

interface DavLocation {
  readonly url: URL;
  readonly maxFiles: number;
  readonly depth: number;
}

interface Folder {
  readonly url: URL;
  /** Decoded names below the source. */
  readonly names: readonly string[];
}

/** The name of a direct child of a folder; undefined for the folder itself and for addresses outside of it. */
function nameIn(folder: URL, { origin, pathname }: URL): string | undefined {
  const start = percentDecoded(folder.pathname);
  const whole = percentDecoded(pathname);
  if (origin !== folder.origin || !whole.startsWith(start)) return undefined;
  const name = whole.slice(start.length).replace(/\/$/u, '');
  return name === '' || name.includes('/') ? undefined : name;
}

function versionOf({ etag, modified, size }: DavResource): string | undefined {
  return etag ?? (modified === undefined ? undefined : `${modified} ${size ?? ''}`.trim());
}

/** The files of one folder of a WebDAV server, and of its subfolders. */
class WebDavConnector extends SourceConnector {
  private readonly files = new Map<string, DavResource>();

  constructor(
    private readonly location: DavLocation,
    private readonly requests: SourceRequests,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    const { url, maxFiles, depth } = this.location;
    const open: Folder[] = [{ url, names: [] }];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      signal.throwIfAborted();
      const path = listedPath(folder.names);
      if (folder.names.length > depth) {
        yield { folder: path, reason: `it is more than ${depth} folders deep; raise depth` };
        continue;
      }
      const found = await this.children(folder, signal);
      if ('reason' in found) {
        yield found;
        continue;
      }
      for (const { name, resource } of sidesFirst(found.children, (each) => each.name)) {
        const names = [...folder.names, name];
        if (isLeftOver(name)) continue;
        if (resource.isFolder) {
          if (sideOf(name) !== undefined) yield { folder: listedPath(names), reason: 'it is not a regular file' };
          open.push({ url: folderUrl(resource.url), names });
        } else if (this.files.size >= maxFiles) {
          yield { folder: '', reason: `the source has more than ${maxFiles} files; raise max_files` };
          return;
        } else yield this.entry(listedPath(names), resource);
      }
    }
  }

  async read({ path }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    const file = this.files.get(path);
    if (file === undefined) throw new SourceError('The server no longer lists it.');
    const { bytes, response } = await this.requests.read(file.url, signal);
    const mediaType = response.headers.get('content-type') ?? file.mediaType;
    return { bytes, url: file.url.href, ...(mediaType === undefined ? {} : { mediaType }) };
  }

  private entry(path: string, resource: DavResource): SourceEntry {
    if (!this.files.has(path)) this.files.set(path, resource);
    const { size, modified } = resource;
    const [version, time] = [versionOf(resource), Date.parse(modified ?? '')];
    return {
      path,
      ...(size === undefined ? {} : { size }),
      ...(Number.isNaN(time) ? {} : { modifiedAt: new Date(time).toISOString() }),
      ...(version === undefined ? {} : { version }),
    };
  }

  /** @throws SourceError when the folder of the source itself cannot be listed */
  private async children(
    { url, names }: Folder,
    signal: AbortSignal,
  ): Promise<{ children: { name: string; resource: DavResource }[] } | { folder: string; reason: string }> {
    try {
      const found = await this.propfind(url, names.length === 0, signal);
      return {
        children: found.flatMap((resource) => {
          const name = nameIn(url, resource.url);
          return name === undefined ? [] : [{ name, resource }];
        }),
      };
    } catch (error) {
      const reason = reasonOf(error);
      if (names.length === 0) throw new SourceError(`The folder of the server cannot be listed: ${reason}.`);
      return { folder: listedPath(names), reason };
    }
  }

  private async propfind(url: URL, isRoot: boolean, signal: AbortSignal): Promise<DavResource[]> {
    const headers = {
      depth: '1',
      'content-type': 'application/xml; charset=utf-8',
      accept: 'application/xml, text/xml',
    };
    const response = await this.requests.send(url, signal, { method: 'PROPFIND', headers, body: PROPFIND });
    if (response.status !== MULTISTATUS) {
      await response.body?.cancel();
      // Removed since its parent was listed.
      if (!isRoot && GONE.has(response.status)) return [];
      const reason = response.ok || response.status === 405 ? 'it is not a WebDAV folder' : refusalOf(response.status);
      throw new SourceError(`It could not be read: ${reason}.`);
    }
    const bytes = await this.requests.bytes(response);
    try {
      return readMultistatus(new TextDecoder().decode(bytes), response.url);
    } catch (error) {
      throw new SourceError(`It could not be read: ${error instanceof Error ? error.message : 'it is not XML'}.`);
    }
  }
}

/** Addresses of folders end with a slash: servers redirect others, and a redirected PROPFIND may be refused. */
function folderUrl(url: URL): URL {
  const folder = new URL(url);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return folder;
}

/** `{"url": "https://…/dav/"}`: a folder of a WebDAV server, such as Nextcloud, SharePoint or a file server. */
export class WebDavKind extends NetworkKind<DavLocation> {
  readonly name = 'webdav';
  protected readonly members = ['url', 'depth', 'max_files'];

  protected locate(settings: SourceSettings): DavLocation {
    return {
      url: folderUrl(this.urlIn(settings, 'https://cloud.example.org/remote.php/dav/files/team/')),
      depth: locationNumber(settings, 'depth', DEPTH),
      maxFiles: locationNumber(settings, 'max_files', MAX_FILES),
    };
  }

  protected connect(location: DavLocation, settings: SourceSettings): SourceConnector {
    return new WebDavConnector(
      location,
      this.requests(settings, location.url, { maxBytes: this.maxBytes, timeoutMs: TIMEOUT_MS }),
    );
  }
}
