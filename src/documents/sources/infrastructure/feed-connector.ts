import { createHash } from 'node:crypto';
import { escapedHtml, percentDecoded } from '../../../text/folded-text.js';
import { charsetOf, decodeText } from '../../infrastructure/extraction/decode-text.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { locationFlag } from '../domain/source-location.js';
import { locationNumber, SourceSettings } from '../domain/source.js';
import { FeedEntry, readFeed } from './feed-entries.js';
import { listedPath, shortHash } from './listed-path.js';
import { NetworkKind } from './connector-kind.js';
import { memoryKey, ResponseMemory } from './response-memory.js';
import { refuse, SourceRequests } from './source-requests.js';

const MAX_ENTRIES = { min: 1, max: 5_000, otherwise: 500 };
const TIMEOUT_MS = 60_000;
/** Feeds in memory, in bytes. */
const REMEMBERED_BYTES = 20_000_000;
const SIDE = '.meta.json';
const MAX_SLUG = 80;

interface FeedLocation {
  readonly url: URL;
  readonly isFull: boolean;
  readonly maxEntries: number;
}

type Memory = ResponseMemory<readonly FeedEntry[]>;

/** The last part of the address, for people; the hash of the id makes it unique, so a new title does not make a new document. */
function pathOf({ id, link }: FeedEntry): string {
  const [slug = ''] = (
    link === undefined ? '' : (new URL(link).pathname.split('/').filter(Boolean).at(-1) ?? '')
  ).split('.', 1);
  return listedPath([`${[percentDecoded(slug).slice(0, MAX_SLUG), shortHash(id)].filter(Boolean).join('-')}.html`]);
}

function pageOf({ title, html }: FeedEntry): string {
  const shown = escapedHtml(title);
  return `<!DOCTYPE html><meta charset="utf-8"><title>${shown}</title><h1>${shown}</h1>\n${html}`;
}

const sideOf = ({ title, date }: FeedEntry) =>
  JSON.stringify({ ...(title === '' ? {} : { title }), ...(date === undefined ? {} : { date }) });

/** The entries of one feed, each with a side file that gives its title and date. */
class FeedConnector extends SourceConnector {
  /** A feed shows its newest entries; older ones are not gone. */
  override readonly listsNewestOnly = true;
  private readonly entries = new Map<string, FeedEntry>();

  constructor(
    private readonly location: FeedLocation,
    private readonly requests: SourceRequests,
    private readonly memory: Memory,
    private readonly key: string,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    const { maxEntries, isFull } = this.location;
    for (const entry of (await this.feed(signal)).slice(0, maxEntries)) {
      signal.throwIfAborted();
      const path = pathOf(entry);
      if (isFull && entry.link === undefined) continue;
      this.entries.set(path, entry);
      const version = createHash('sha256')
        .update(JSON.stringify([isFull, entry]))
        .digest('hex');
      yield { path, version };
      yield { path: `${path}${SIDE}`, version };
    }
  }

  async read({ path }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    const side = path.endsWith(SIDE) ? this.entries.get(path.slice(0, -SIDE.length)) : undefined;
    if (side !== undefined) return { bytes: Buffer.from(sideOf(side)) };
    const entry = this.entries.get(path);
    if (entry === undefined) throw new SourceError('The feed no longer contains it.');
    const url = entry.link === undefined ? {} : { url: entry.link };
    if (!this.location.isFull || entry.link === undefined)
      return { bytes: Buffer.from(pageOf(entry)), mediaType: 'text/html; charset=utf-8', ...url };
    const { response, bytes } = await this.requests.read(entry.link, signal);
    return { bytes, mediaType: response.headers.get('content-type') ?? 'text/html', ...url };
  }

  private async feed(signal: AbortSignal): Promise<readonly FeedEntry[]> {
    const { url } = this.location;
    const { response, known } = await this.memory.ask(this.key, (headers) =>
      this.requests.send(url, signal, { headers }),
    );
    if (known !== undefined) return known;
    if (!response.ok) return refuse(response, 'The feed cannot be read');
    const bytes = await this.requests.bytes(response);
    const charset = charsetOf(response.headers.get('content-type') ?? '');
    const entries = parsed(decodeText(bytes, charset, true).text, response.url);
    this.memory.set(this.key, response, entries, bytes.byteLength);
    return entries;
  }
}

/** @throws SourceError */
function parsed(xml: string, base: string): FeedEntry[] {
  try {
    return readFeed(xml, base);
  } catch (error) {
    throw new SourceError(
      `The feed cannot be read: ${error instanceof Error ? error.message : 'it is not XML'}; use the address of an RSS or Atom feed.`,
    );
  }
}

/** `{"url": "https://…/feed.xml"}`: the entries of an RSS or Atom feed. */
export class FeedKind extends NetworkKind<FeedLocation> {
  readonly name = 'feed';
  protected readonly members = ['url', 'full', 'max_entries'];
  private readonly memory: Memory = new ResponseMemory(REMEMBERED_BYTES);

  protected locate(settings: SourceSettings): FeedLocation {
    return {
      url: this.urlIn(settings, 'https://news.example.org/feed.xml'),
      isFull: locationFlag(settings, 'full', false),
      maxEntries: locationNumber(settings, 'max_entries', MAX_ENTRIES),
    };
  }

  protected connect(location: FeedLocation, settings: SourceSettings): SourceConnector {
    const requests = this.requests(settings, location.url, { maxBytes: this.maxBytes, timeoutMs: TIMEOUT_MS });
    return new FeedConnector(location, requests, this.memory, memoryKey(settings, location.url.href));
  }
}
