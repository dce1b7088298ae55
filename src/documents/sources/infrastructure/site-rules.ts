import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import robotsParser from 'robots-parser';
import { appendAll } from '../../../shared/domain/append-all.js';
import { childOf, childrenNamed, parseXml, textBelow } from '../../infrastructure/extraction/xml-node.js';
import { SourceError } from '../domain/source-connector.js';
import { refusalOf, refuse, SourceRequests, USER_AGENT } from './source-requests.js';
import { crawlable } from './web-page.js';

const inflate = promisify(gunzip);
const MAX_ROBOTS_CHARACTERS = 500_000;
/** Limits of https://www.sitemaps.org/protocol.html for one sitemap. */
const MAX_SITEMAP_BYTES = 52_428_800;
const MAX_SITEMAPS = 200;
const MAX_CRAWL_DELAY_MS = 10_000;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** What robots.txt of a site allows (RFC 9309). */
export interface SiteRules {
  isAllowed(url: URL): boolean;
  /** `Crawl-delay`, 0 without one. */
  readonly delayMs: number;
  readonly sitemaps: readonly string[];
}

/** The types of the package describe a default export; the package is the function itself. */
function isParser(value: unknown): value is typeof robotsParser.default {
  return typeof value === 'function';
}

function parsedRobots(address: string, text: string): ReturnType<typeof robotsParser.default> {
  const parser: unknown = robotsParser;
  if (!isParser(parser)) throw new Error('robots-parser is not a function.');
  return parser(address, text);
}

/** Whether a status is that of a missing or refused file. */
function isMissing(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** @throws SourceError when the server cannot say what it allows: then nothing is allowed */
export async function readRules(home: URL, requests: SourceRequests, signal: AbortSignal): Promise<SiteRules> {
  const address = new URL('/robots.txt', home);
  const response = await requests.send(address, signal);
  if (!response.ok) await response.body?.cancel();
  if (!response.ok && !isMissing(response.status))
    throw new SourceError(`robots.txt could not be read: ${refusalOf(response.status)}; without it no page is read.`);
  // A missing or refused file allows everything.
  const text = isMissing(response.status)
    ? ''
    : new TextDecoder().decode(await requests.bytes(response)).slice(0, MAX_ROBOTS_CHARACTERS);
  const robots = parsedRobots(address.href, text);
  return {
    isAllowed: (url) => robots.isAllowed(url.href, USER_AGENT) !== false,
    delayMs: Math.min(MAX_CRAWL_DELAY_MS, (robots.getCrawlDelay(USER_AGENT) ?? 0) * 1_000),
    sitemaps: robots.getSitemaps(),
  };
}

/** The addresses in sitemaps of one site: XML, indexes of others, lists of addresses, each also compressed. */
export class Sitemaps {
  private readonly seen = new Set<string>();

  constructor(
    private readonly home: URL,
    private readonly requests: SourceRequests,
    private readonly maxPages: number,
  ) {}

  /**
   * @param named in robots.txt; without any, `/sitemap.xml` is tried
   * @param failed called with the reason for each sitemap that cannot be read
   */
  async addresses(named: readonly string[], signal: AbortSignal, failed: (reason: string) => void): Promise<string[]> {
    const found: string[] = [];
    const open = [...(named.length > 0 ? named : ['/sitemap.xml'])];
    // The list grows while it is read.
    for (const next of open) {
      if (found.length >= this.maxPages) break;
      const url = crawlable(next, this.home.href);
      if (url?.origin !== this.home.origin || this.seen.has(url.href)) continue;
      if (this.seen.size >= MAX_SITEMAPS) {
        failed(`it has more than ${MAX_SITEMAPS} sitemaps; the rest is not read`);
        break;
      }
      this.seen.add(url.href);
      signal.throwIfAborted();
      try {
        const { pages, sitemaps } = await this.read(url, signal);
        appendAll(found, pages);
        appendAll(open, sitemaps);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        failed(`the sitemap ${url.pathname}: ${error.message}`);
      }
    }
    return found;
  }

  private async read(url: URL, signal: AbortSignal): Promise<{ pages: string[]; sitemaps: string[] }> {
    const response = await this.requests.send(url, signal);
    if (!response.ok) {
      if (!isMissing(response.status)) return refuse(response, 'It could not be read');
      await response.body?.cancel();
      return { pages: [], sitemaps: [] };
    }
    const text = await textOf(await this.requests.bytes(response));
    if (!text.trimStart().startsWith('<'))
      return { pages: text.split(/\s+/u).filter((line) => /^https?:\/\//u.test(line)), sitemaps: [] };
    try {
      const root = parseXml(text);
      const addresses = (tag: string) =>
        childrenNamed(root, tag).flatMap((node) => {
          const loc = childOf(node, 'loc');
          return loc === undefined ? [] : [textBelow(loc).trim()];
        });
      return { pages: addresses('url'), sitemaps: addresses('sitemap') };
    } catch {
      // A page that the server shows for every address.
      if (/<html/iu.test(text.slice(0, 1_000))) return { pages: [], sitemaps: [] };
      throw new SourceError('It is not XML.');
    }
  }
}

async function textOf(bytes: Uint8Array): Promise<string> {
  if (!Buffer.from(bytes.subarray(0, 2)).equals(GZIP)) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder().decode(await inflate(bytes, { maxOutputLength: MAX_SITEMAP_BYTES }));
  } catch {
    throw new SourceError(`It is damaged, or has more than ${MAX_SITEMAP_BYTES} bytes unpacked.`);
  }
}
