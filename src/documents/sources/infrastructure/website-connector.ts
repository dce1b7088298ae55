import { setTimeout as wait } from 'node:timers/promises';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { locationFlag } from '../domain/source-location.js';
import { locationNumber, SourceSettings } from '../domain/source.js';
import { NetworkKind } from './connector-kind.js';
import { ResponseMemory } from './response-memory.js';
import { readRules, Sitemaps, SiteRules } from './site-rules.js';
import { reasonOf, SourceRequests } from './source-requests.js';
import { TemporaryFiles } from './temporary-files.js';
import { FoundPage, WebPages } from './web-pages.js';
import { crawlable } from './web-page.js';
import { hasNoText, isDocumentAddress } from './web-path.js';

const DEPTH = { min: 0, max: 20, otherwise: 3 };
const MAX_PAGES = { min: 1, max: 20_000, otherwise: 1_000 };
const MAX_LINKS = { min: 1, max: 100_000, otherwise: 5_000 };
const DELAY_MS = { min: 0, max: 60_000, otherwise: 200 };
const MAX_TOTAL_MB = { min: 1, max: 10_000, otherwise: 1_000 };
const MB = 1_000_000;
const TIMEOUT_MS = 60_000;
/** Addresses beyond the depth that are counted. */
const MAX_TOO_DEEP = 20_000;
/** A server that fails this number of requests in a row is down. */
const MOST_FAILURES = 10;
/** Characters of links in memory. */
const REMEMBERED_LINKS = 30_000_000;

interface SiteLocation {
  readonly url: URL;
  readonly depth: number;
  readonly maxPages: number;
  /** Different links of one page. */
  readonly maxLinks: number;
  readonly maxTotalBytes: number;
  readonly delayMs: number;
  readonly hasSitemap: boolean;
}

/** An address that waits for its request, with the number of links from the start to it. */
interface Waiting {
  readonly url: URL;
  readonly depth: number;
}

/** The pages of one host that lead from one address, and the documents that they link to. */
class WebsiteConnector extends SourceConnector {
  private readonly queue: Waiting[] = [];
  private readonly seen = new Set<string>();
  /** Addresses with more links to them than `depth`. */
  private readonly tooDeep = new Set<string>();
  private readonly listed = new Map<string, FoundPage>();
  /** Pages that name another address as their own, by that address. */
  private readonly variants = new Map<string, FoundPage[]>();
  private failures = 0;

  constructor(
    private readonly location: SiteLocation,
    private readonly requests: SourceRequests,
    private readonly pages: WebPages,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    const { url, maxPages, maxTotalBytes, delayMs } = this.location;
    const rules = await readRules(url, this.requests, signal);
    if (!rules.isAllowed(url))
      throw new SourceError('robots.txt of the site does not allow its start page; ask its owner, or choose another.');
    this.add(url.href, 0, rules);
    yield* await this.sitemaps(rules, signal);
    let count = 0;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      if (count >= maxPages) {
        yield unlisted(`the site has more than ${maxPages} pages; raise max_pages, or lower depth`);
        break;
      }
      if (this.pages.totalBytes > maxTotalBytes) {
        yield unlisted(`its pages have more than ${maxTotalBytes} bytes; raise max_total_mb`);
        break;
      }
      const pauseMs = Math.max(delayMs, rules.delayMs);
      if (count > 0 && pauseMs > 0) await wait(pauseMs, undefined, { signal });
      signal.throwIfAborted();
      count += 1;
      yield* await this.visit(next, rules, signal);
    }
    yield* this.ownVariants(signal);
    if (this.queue.length === 0) yield* this.beyondDepth();
  }

  async read({ path }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    const page = this.listed.get(path);
    if (page === undefined) throw new SourceError('The site no longer links to it.');
    return this.pages.content(page, signal);
  }

  override close(): Promise<void> {
    return this.pages.close();
  }

  private async sitemaps(rules: SiteRules, signal: AbortSignal): Promise<Listed[]> {
    const { url, maxPages, hasSitemap } = this.location;
    if (!hasSitemap) return [];
    const failed: Listed[] = [];
    const sitemaps = new Sitemaps(url, this.requests, maxPages);
    const found = await sitemaps.addresses(rules.sitemaps, signal, (reason) => failed.push(unlisted(reason)));
    for (const address of found) this.add(address, 0, rules);
    return failed;
  }

  private async visit({ url, depth }: Waiting, rules: SiteRules, signal: AbortSignal): Promise<Listed[]> {
    let page: FoundPage | undefined;
    try {
      page = await this.pages.find(url, signal);
      this.failures = 0;
    } catch (error) {
      const reason = reasonOf(error);
      this.failures += 1;
      if (url.href === this.location.url.href) throw new SourceError(`The start page could not be read: ${reason}.`);
      if (this.failures >= MOST_FAILURES)
        throw new SourceError(
          `${MOST_FAILURES} pages in a row could not be read; the last, ${url.pathname}: ${reason}.`,
        );
      // The pages that it links to are not known, so no stored page may be removed.
      return [unlisted(`${url.pathname}: ${reason}`)];
    }
    if (page === undefined) {
      if (url.href === this.location.url.href)
        throw new SourceError('The site has no page at the address of the source.');
      return [];
    }
    const { canonical } = page;
    if (canonical !== undefined) this.add(canonical, depth, rules);
    for (const link of page.links) this.add(link, depth + 1, rules);
    const found = this.leftOut(page, depth);
    const address = new URL(page.url);
    if (!page.isIndexed || !rules.isAllowed(address)) return found;
    this.seen.add(address.href);
    if (canonical === undefined) return [...found, ...this.store(page)];
    this.variants.set(canonical, [...(this.variants.get(canonical) ?? []), page]);
    return found;
  }

  /** Lists a page, unless a redirect led to it before. */
  private store(page: FoundPage): Listed[] {
    const { path, version, size } = page;
    if (this.listed.has(path)) return [];
    this.listed.set(path, page);
    return [{ path, ...(version === undefined ? {} : { version }), ...(size === undefined ? {} : { size }) }];
  }

  /**
   * The pages that have a text which the page at their canonical address lacks. Templates name the start page as the canonical address of
   * all pages, so the address alone does not make a page a copy.
   */
  private async *ownVariants(signal: AbortSignal): AsyncGenerator<Listed> {
    const byUrl = new Map([...this.listed.values()].map((page) => [page.url, page]));
    for (const [canonical, variants] of this.variants) {
      const original = byUrl.get(canonical);
      const known = original === undefined ? undefined : await this.pages.texts(original, signal);
      for (const variant of variants) {
        const texts = known === undefined ? [] : [...(await this.pages.texts(variant, signal))];
        if (known === undefined || texts.some((text) => !known.has(text))) yield* this.store(variant);
        byUrl.set(variant.url, variant);
      }
    }
  }

  /** What the report says about a page with more links than are followed. */
  private leftOut({ url, linksLeftOut }: FoundPage, depth: number): Listed[] {
    if (linksLeftOut === 0 || depth > this.location.depth) return [];
    const { pathname } = new URL(url);
    const { maxLinks } = this.location;
    return [
      unlisted(
        `${pathname}: it has more than ${maxLinks} links, and ${linksLeftOut} are not followed; raise max_links`,
      ),
    ];
  }

  /** What the report says about pages that only deeper links lead to. */
  private beyondDepth(): Listed[] {
    const { length } = [...this.tooDeep].filter((address) => !this.seen.has(address));
    if (length === 0) return [];
    const { depth } = this.location;
    return [{ leftOut: `addresses beyond depth ${depth}: ${length}; raise depth to read them` }];
  }

  private add(address: string, depth: number, rules: SiteRules): void {
    const { url: start, depth: most } = this.location;
    const url = crawlable(address, start.href);
    if (url?.origin !== start.origin || this.seen.has(url.href) || hasNoText(url)) return;
    // Documents are leaves: they belong to the pages that link to them.
    if (depth > most && !(depth === most + 1 && isDocumentAddress(url))) {
      if (rules.isAllowed(url) && this.tooDeep.size < MAX_TOO_DEEP) this.tooDeep.add(url.href);
      return;
    }
    this.seen.add(url.href);
    if (rules.isAllowed(url)) this.queue.push({ url, depth });
  }
}

const unlisted = (reason: string): Listed => ({ folder: '', reason });

/** `{"url": "https://…/"}`: the pages of a website, and the documents that they link to. */
export class WebsiteKind extends NetworkKind<SiteLocation> {
  readonly name = 'website';
  protected readonly members = ['url', 'depth', 'max_pages', 'max_links', 'max_total_mb', 'delay_ms', 'sitemap'];
  private readonly memory = new ResponseMemory<FoundPage>(REMEMBERED_LINKS);

  protected locate(settings: SourceSettings): SiteLocation {
    return {
      url: this.urlIn(settings, 'https://www.example.org/'),
      depth: locationNumber(settings, 'depth', DEPTH),
      maxPages: locationNumber(settings, 'max_pages', MAX_PAGES),
      maxLinks: locationNumber(settings, 'max_links', MAX_LINKS),
      maxTotalBytes: locationNumber(settings, 'max_total_mb', MAX_TOTAL_MB) * MB,
      delayMs: locationNumber(settings, 'delay_ms', DELAY_MS),
      hasSitemap: locationFlag(settings, 'sitemap', true),
    };
  }

  protected connect(location: SiteLocation, settings: SourceSettings): SourceConnector {
    const requests = this.requests(settings, location.url, { maxBytes: this.maxBytes, timeoutMs: TIMEOUT_MS });
    const pages = new WebPages(settings, requests, this.memory, new TemporaryFiles(), location.maxLinks);
    return new WebsiteConnector(location, requests, pages);
  }
}
