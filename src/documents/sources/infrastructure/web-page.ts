import { isTag, type Element, type ParentNode } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** What a crawler needs of an HTML page. */
export interface WebPage {
  /** Absolute http(s) addresses without fragment, each once; none if the page asks not to follow its links. */
  readonly links: readonly string[];
  /** Links beyond the limit, which are not in `links`. */
  readonly linksLeftOut: number;
  /** Whether the page may become a document. */
  readonly isIndexed: boolean;
}

/** Elements that link, with the attribute that has the address. */
const LINKS: Readonly<Record<string, string>> = { a: 'href', area: 'href', iframe: 'src', frame: 'src' };

/** All elements in the order of the document. Not recursive: pages nest without limit. */
function* elementsOf(document: ParentNode): Generator<Element> {
  const open = document.children.filter(isTag).reverse();
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    yield element;
    for (const child of element.children.filter(isTag).reverse()) open.push(child);
  }
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
 * @param robotsTag the header `X-Robots-Tag`
 * @param maxLinks different links that are read
 */
export function readPage(html: string, address: string, robotsTag: string, maxLinks: number): WebPage {
  const robots = directives(robotsTag);
  const links = new Set<string>();
  let linksLeftOut = 0;
  let base = address;
  for (const { name, attribs } of elementsOf(parseDocument(html))) {
    if (name === 'base' && attribs['href'] !== undefined) base = crawlable(attribs['href'], address)?.href ?? base;
    if (name === 'meta' && ['robots', 'touchstone'].includes((attribs['name'] ?? '').toLowerCase()))
      directives(attribs['content'] ?? '').forEach((word) => robots.add(word));
    const href = attribs[LINKS[name] ?? ''];
    const relations = directives(attribs['rel'] ?? '');
    if (href === undefined || relations.has('nofollow')) continue;
    const url = crawlable(href, base);
    if (url === undefined || links.has(url.href)) continue;
    if (links.size < maxLinks) links.add(url.href);
    else linksLeftOut += 1;
  }
  const isRefused = (word: string) => robots.has(word) || robots.has('none');
  const isIndexed = !isRefused('noindex');
  return isRefused('nofollow')
    ? { links: [], linksLeftOut: 0, isIndexed }
    : { links: [...links], linksLeftOut, isIndexed };
}
