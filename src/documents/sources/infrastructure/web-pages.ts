import { createHash } from 'node:crypto';
import { decodeText } from '../../infrastructure/extraction/decode-text.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { SourceContent } from '../domain/source-connector.js';
import { SourceSettings } from '../domain/source.js';
import { memoryKey, ResponseMemory, versionOf } from './response-memory.js';
import { GONE, RedirectedError, refuse, SourceRequests } from './source-requests.js';
import { TemporaryFiles } from './temporary-files.js';
import { readPage, textsOf, WebPage } from './web-page.js';
import { isHtml, mayHoldText, webPath } from './web-path.js';

/** A page or document of a site. */
export interface FoundPage extends WebPage {
  /** After redirects. */
  readonly url: string;
  readonly path: string;
  readonly mediaType: string;
  readonly version: string | undefined;
  readonly size: number | undefined;
}

/** Characters of links that are remembered for one page. */
const MOST_LINK_CHARACTERS = 50_000;
/** What a page without links takes in memory. */
const PAGE_CHARACTERS = 1_000;

/** Requests pages: those with links are kept for the run, so that each is downloaded once. Other files are downloaded when they are read. */
export class WebPages {
  private readonly kept = new Map<string, string>();
  /** Bytes of the pages of this run, those that are not modified included. */
  totalBytes = 0;

  constructor(
    private readonly settings: SourceSettings,
    private readonly requests: SourceRequests,
    private readonly memory: ResponseMemory<FoundPage>,
    private readonly files: TemporaryFiles,
    /** Different links of one page that are read. */
    private readonly maxLinks: number,
  ) {}

  /**
   * @returns undefined for a page that does not exist, and for an address that leads to another host
   * @throws SourceError for every other failure
   */
  async find(url: URL, signal: AbortSignal): Promise<FoundPage | undefined> {
    try {
      return await this.request(url, signal);
    } catch (error) {
      if (error instanceof RedirectedError) return undefined;
      throw error;
    }
  }

  async content({ path, url, mediaType }: FoundPage, signal: AbortSignal): Promise<SourceContent> {
    const name = this.kept.get(path);
    if (name !== undefined) return { bytes: await this.files.read(name), mediaType, url };
    const { bytes } = await this.requests.read(url, signal);
    return { bytes, mediaType, url };
  }

  /** The shown pieces of text of a page. */
  async texts(page: FoundPage, signal: AbortSignal): Promise<Set<string>> {
    const { bytes, mediaType } = await this.content(page, signal);
    return isHtml(page.mediaType) ? textsOf(htmlOf(bytes, mediaType ?? '')) : new Set();
  }

  close(): Promise<void> {
    return this.files.remove();
  }

  private async request(url: URL, signal: AbortSignal): Promise<FoundPage | undefined> {
    const key = memoryKey(this.settings, url.href);
    const { response, known } = await this.memory.ask(key, (headers) => this.requests.send(url, signal, { headers }));
    if (known !== undefined) {
      this.totalBytes += isHtml(known.mediaType) ? (known.size ?? 0) : 0;
      return known;
    }
    if (!response.ok) {
      if (!GONE.has(response.status)) return refuse(response, 'It could not be read');
      await response.body?.cancel();
      return undefined;
    }
    const page = await this.read(response);
    const characters = page.links.reduce((sum, { length }) => sum + length, PAGE_CHARACTERS);
    if (characters <= MOST_LINK_CHARACTERS) this.memory.set(key, response, page, characters);
    return page;
  }

  private async read(response: Response): Promise<FoundPage> {
    const { headers, url } = response;
    const mediaType = headers.get('content-type') ?? 'text/html';
    const path = webPath(new URL(url), mediaType);
    if (!isHtml(mediaType)) {
      await response.body?.cancel();
      const length = Number(headers.get('content-length') ?? Number.NaN);
      const isIndexed = mayHoldText(mediaType) && readPage('', url, headers, 0).isIndexed;
      const size = Number.isSafeInteger(length) ? length : undefined;
      return { url, path, mediaType, version: versionOf(headers), size, links: [], linksLeftOut: 0, isIndexed };
    }
    const bytes = await this.requests.bytes(response);
    this.totalBytes += bytes.byteLength;
    const page = readPage(htmlOf(bytes, mediaType), url, headers, this.maxLinks);
    if (page.isIndexed && !this.kept.has(path)) this.kept.set(path, await this.files.write(bytes));
    const version = createHash('sha256').update(bytes).digest('hex');
    return { url, path, mediaType, version, size: bytes.byteLength, ...page };
  }
}

/** A page in an unknown encoding still has its links, which are ASCII. */
function htmlOf(bytes: Uint8Array, mediaType: string): string {
  const charset = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/iu.exec(mediaType)?.[1];
  try {
    return decodeText(bytes, charset, true).text;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return Buffer.from(bytes).toString('latin1');
  }
}
