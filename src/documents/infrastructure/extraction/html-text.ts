import { parseDocument } from 'htmlparser2';
import type { OutlinedText } from '../../domain/document-block.js';
import { sensibleTitle } from './document-title.js';
import { HtmlBlocks } from './html-blocks.js';
import { renderBlocks } from './render-blocks.js';

/**
 * Visible text of an HTML document with its headings, tidy: no tags, scripts, styles or link addresses, entities decoded.
 * Any string is HTML, so nothing is refused.
 * @throws RangeError where elements are nested deeper than the stack of this thread
 */
export function readHtml(html: string): OutlinedText {
  return renderBlocks(new HtmlBlocks(parseDocument(html)).read());
}

/** Limits in the pattern keep it linear on hostile input. */
const TITLE = /<title(?:\s[^<>]{0,500})?>([^<]{1,2000})<\/title/iu;

/** The `<title>` of an HTML document, if it is usable. */
export function htmlTitle(html: string): string | undefined {
  const title = TITLE.exec(html)?.[1];
  return title === undefined ? undefined : sensibleTitle(readHtml(title).text);
}
