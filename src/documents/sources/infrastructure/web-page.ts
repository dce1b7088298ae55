import { appendAll } from '../../../shared/domain/append-all.js';
import { DomHandler, isTag, isText, type ChildNode, type Document, type Element, type ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';

/** What a crawler needs of an HTML page. */
export interface WebPage {
  /** Absolute http(s) addresses without fragment, each once; none if the page asks not to follow its links. */
  readonly links: readonly string[];
  /** Links beyond the limit, which are not in `links`. */
  readonly linksLeftOut: number;
  /** Whether the page may become a document; a page that sends its readers on at once is none. */
  readonly isIndexed: boolean;
  /** Another address that the page gives as its own, or sends its readers to. */
  readonly canonical?: string;
}

/** Elements that link, with the attribute that has the address. */
const LINKS: Readonly<Record<string, string>> = { a: 'href', area: 'href', iframe: 'src', frame: 'src' };

/** Elements whose contents are not shown, or only where a browser runs no scripts. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['title', 'script', 'style', 'noscript', 'template']);
/** A refresh after at most a second leads to another page; later ones turn pages or load the same one again. */
const REFRESH = /^\s{0,20}[01]?(?:\.\d{0,9})?\s{0,20}[;,]\s{0,20}(?:url\s{0,20}=\s{0,20})?["']?([^"'\s]{1,2000})/iu;
const CANONICAL_HEADER = /<([^<>]{1,2000})>(?:\s{0,9};[^,<>;]{0,200}){0,9}?;\s{0,9}rel\s{0,9}=\s{0,9}"?canonical\b/iu;

/** Characters of a page that are read for links: reading more would keep other requests waiting. */
const MOST_READ = 2_000_000;
/** The parser takes quadratic time in the depth of a page. */
const DEEPEST = 1_000;

class TooDeepError extends Error {}

class BoundedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > DEEPEST) throw new TooDeepError();
    super.onopentag(name, attributes);
  }
}

/** The page up to its first element that is nested too deeply, and up to its longest length. */
function parseDocument(html: string): Document {
  const handler = new BoundedHandler();
  try {
    new Parser(handler).end(html.slice(0, MOST_READ));
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
  }
  return handler.root;
}

/** All nodes in the order of the document. Not recursive: pages nest without limit. */
function* nodesOf(document: ParentNode): Generator<ChildNode> {
  const open = document.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if ('children' in node) appendAll(open, node.children.toReversed());
  }
}

/** The shown pieces of text of a page. */
export function textsOf(html: string): Set<string> {
  const texts = new Set<string>();
  for (const node of nodesOf(parseDocument(html))) {
    if (!isText(node) || (node.parent !== null && isTag(node.parent) && NOT_SHOWN.has(node.parent.name))) continue;
    const text = node.data.replaceAll(/\s+/gu, ' ').trim();
    if (text !== '') texts.add(text);
  }
  return texts;
}

/** The address that an element of the head gives as the page's own. */
function canonicalOf({ name, attribs }: Element): string | undefined {
  if (name === 'link' && directives(attribs['rel'] ?? '').has('canonical')) return attribs['href'];
  return name === 'meta' && attribs['property'] === 'og:url' ? attribs['content'] : undefined;
}

/** The address that a page sends its readers to at once. */
function refreshOf({ name, attribs, parent }: Element): string | undefined {
  const isRefresh = name === 'meta' && attribs['http-equiv']?.toLowerCase() === 'refresh';
  const isShown = parent === null || !isTag(parent) || !NOT_SHOWN.has(parent.name);
  return isRefresh && isShown ? REFRESH.exec(attribs['content'] ?? '')?.[1] : undefined;
}

/** The words of `robots` in a page and of `X-Robots-Tag`. */
function directives(text: string): Set<string> {
  return new Set(text.toLowerCase().split(/[\s,]+/u));
}

/** An address without fragment; undefined unless it is http(s) without user and password. */
export function crawlable(href: string, base: string): URL | undefined {
  const text = href.trim();
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  url.hash = '';
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * The links of a page, and whether it may be stored.
 * @param address of the page after redirects
 * @param headers of the response: `X-Robots-Tag`, `Link` and `Refresh`
 * @param maxLinks different links that are read
 */
export function readPage(html: string, address: string, headers: Headers, maxLinks: number): WebPage {
  const robots = directives(headers.get('x-robots-tag') ?? '');
  const links = new Set<string>();
  let linksLeftOut = 0;
  let base = address;
  let canonical: string | undefined;
  let refresh = REFRESH.exec(headers.get('refresh') ?? '')?.[1];
  for (const element of nodesOf(parseDocument(html))) {
    if (!isTag(element)) continue;
    const { name, attribs } = element;
    if (name === 'base' && attribs['href'] !== undefined) base = crawlable(attribs['href'], address)?.href ?? base;
    if (name === 'meta' && ['robots', 'touchstone'].includes((attribs['name'] ?? '').toLowerCase()))
      directives(attribs['content'] ?? '').forEach((word) => robots.add(word));
    if (name === 'link') canonical = canonicalOf(element) ?? canonical;
    else canonical ??= canonicalOf(element);
    refresh ??= refreshOf(element);
    const href = attribs[LINKS[name] ?? ''];
    const relations = directives(attribs['rel'] ?? '');
    if (href === undefined || relations.has('nofollow')) continue;
    const url = crawlable(href, base);
    if (url === undefined || links.has(url.href)) continue;
    if (links.size < maxLinks) links.add(url.href);
    else linksLeftOut += 1;
  }
  const isRefused = (word: string) => robots.has(word) || robots.has('none');
  const own = crawlable(address, address)?.href;
  const next = refresh === undefined ? undefined : crawlable(refresh, base)?.href;
  const isMoved = next !== undefined && next !== own;
  canonical ??= CANONICAL_HEADER.exec(headers.get('link') ?? '')?.[1];
  const other = isMoved || canonical === undefined ? next : crawlable(canonical, base)?.href;
  return {
    ...(isRefused('nofollow') ? { links: [], linksLeftOut: 0 } : { links: [...links], linksLeftOut }),
    isIndexed: !isRefused('noindex') && !isMoved,
    ...(other === undefined || other === own ? {} : { canonical: other }),
  };
}
