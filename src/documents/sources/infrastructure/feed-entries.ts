import { cleanedName } from '../../../shared/domain/visible-name.js';
import { escapedHtml, onOneLine } from '../../../text/folded-text.js';
import { readHtml } from '../../infrastructure/extraction/html-text.js';
import { childOf, childrenNamed, parseXml, textBelow, XmlNode } from '../../infrastructure/extraction/xml-node.js';

/** One entry of a feed (RSS 2.0, RSS 1.0 or Atom). */
export interface FeedEntry {
  /** Stays the same while title and text change. */
  readonly id: string;
  readonly title: string;
  /** Calendar day (UTC) of its publication or last change. */
  readonly date: string | undefined;
  /** Address of its page. */
  readonly link: string | undefined;
  readonly html: string;
}

const MAX_TITLE = 300;
const MAX_TITLE_HTML = 3_000;
/** Elements with the text of an entry, the longest first. */
const TEXTS = ['encoded', 'content', 'description', 'summary'];
const DATES = ['pubDate', 'published', 'date', 'updated', 'modified'];

/** Elements as HTML, without their attributes. */
function htmlBelow(node: XmlNode): string {
  if (node.tag === '#text') return escapedHtml(node.text);
  return `<${node.tag}>${node.children.map(htmlBelow).join('')}</${node.tag}>`;
}

function htmlOf(item: XmlNode): string {
  const node = TEXTS.map((tag) => childOf(item, tag)).find(
    (each) => each !== undefined && textBelow(each).trim() !== '',
  );
  if (node === undefined) return '';
  const type = node.attributes['type'] ?? 'html';
  if (type.includes('xhtml')) return node.children.map(htmlBelow).join('');
  const text = textBelow(node);
  return type === 'text' || type === 'text/plain' ? `<p>${escapedHtml(text)}</p>` : text;
}

function textOf(item: XmlNode, tag: string): string {
  const node = childrenNamed(item, tag).find((each) => textBelow(each).trim() !== '');
  return node === undefined ? '' : textBelow(node).trim();
}

/** A title in Atom says whether it is HTML; one in RSS is HTML in most feeds, and has its entities then. */
function titleOf(item: XmlNode): string {
  const type = childOf(item, 'title')?.attributes['type'] ?? (item.tag === 'entry' ? 'text' : 'html');
  const text = textOf(item, 'title').slice(0, MAX_TITLE_HTML);
  const shown = type.includes('html') && !type.includes('xhtml') ? onOneLine(readHtml(text).text) : text;
  return cleanedName(shown).slice(0, MAX_TITLE).toWellFormed().trim();
}

/** A guid is an address unless it says otherwise; many are plain names that say nothing. */
function permanentLink(item: XmlNode): string {
  const guid = childOf(item, 'guid');
  const text = guid === undefined || guid.attributes['isPermaLink'] === 'false' ? '' : textBelow(guid).trim();
  return /^https?:\/\//iu.test(text) ? text : '';
}

function linkOf(item: XmlNode, base: string): string | undefined {
  const links = childrenNamed(item, 'link');
  const atom = links.find(({ attributes: { rel = 'alternate', href } }) => rel === 'alternate' && href !== undefined);
  const found =
    [atom?.attributes['href'], textOf(item, 'link'), permanentLink(item)].find((each) => Boolean(each)) ?? '';
  if (found === '' || !URL.canParse(found, base)) return undefined;
  const url = new URL(found, base);
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

function dateOf(item: XmlNode): string | undefined {
  const times = DATES.map((tag) => Date.parse(textOf(item, tag))).filter((time) => !Number.isNaN(time));
  const [first] = times;
  return first === undefined ? undefined : new Date(first).toISOString().slice(0, 10);
}

/**
 * The entries of a feed, in its order. Of two entries with the same id the first counts.
 * @param base address of the feed, for relative links
 * @throws Error for a text that is not a feed
 */
export function readFeed(xml: string, base: string): FeedEntry[] {
  const root = parseXml(xml);
  if (!['rss', 'RDF', 'feed'].includes(root.tag)) throw new Error('it is not an RSS or Atom feed');
  const channel = root.tag === 'rss' ? childOf(root, 'channel') : root;
  const items = root.tag === 'feed' ? childrenNamed(root, 'entry') : childrenNamed(channel, 'item');
  const entries = new Map<string, FeedEntry>();
  for (const item of items) {
    const [link, title] = [linkOf(item, base), titleOf(item)];
    const id = [textOf(item, 'guid'), textOf(item, 'id'), link, title].find((each) => Boolean(each)) ?? '';
    if (id !== '' && !entries.has(id)) entries.set(id, { id, title, date: dateOf(item), link, html: htmlOf(item) });
  }
  return [...entries.values()];
}
