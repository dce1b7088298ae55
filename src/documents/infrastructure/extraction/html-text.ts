import { compile } from 'html-to-text';
import { sensibleTitle } from './document-title.js';
import { formatOrderedList, formatTable, formatUnorderedList } from './html-formatters.js';
import { tidyExtractedText } from './tidy-text.js';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Blocks that the library would run into the line before them, and two (hr, blockquote) that it would decorate. */
const BLOCKS =
  'address blockquote caption center dd details dialog dl dt fieldset figcaption figure hgroup hr legend li search summary tr';
/** What a browser does not show as text, besides scripts and styles, and choices of a form. */
const HIDDEN = 'title template noscript iframe object svg canvas audio video img datalist select textarea';
const HIDDEN_BY_ATTRIBUTE = ['[hidden]', '[style*="display:none"]', '[style*="display: none"]'];
/** mammoth's arrow from a footnote back to its mark. */
const FOOTNOTE_ARROWS = ['a[href^="#footnote-ref-"]', 'a[href^="#endnote-ref-"]'];

const toText = compile({
  wordwrap: false,
  // The whole document: text after a stray </body> is shown by browsers too.
  baseElements: { selectors: [], returnDomByDefault: true },
  limits: { maxInputLength: Number.MAX_SAFE_INTEGER },
  whitespaceCharacters: ' \t\r\n\f\u00a0\u200b',
  formatters: { rows: formatTable, bullets: formatUnorderedList, numbers: formatOrderedList },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false, leadingLineBreaks: 2 } })),
    ...BLOCKS.split(' ').map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...[...HIDDEN.split(' '), ...HIDDEN_BY_ATTRIBUTE, ...FOOTNOTE_ARROWS].map((selector) => ({
      selector,
      format: 'skip',
    })),
    ...['ul', 'menu', 'dir'].map((selector) => ({ selector, format: 'bullets' })),
    { selector: 'ol', format: 'numbers' },
    { selector: 'table', format: 'rows' },
  ],
});

/**
 * Visible text of an HTML document, tidy: headings, paragraphs and list items on lines of their own, table rows as `a | b`,
 * entities decoded, no tags, scripts, styles or link addresses. Any string is HTML, so nothing is refused.
 * @throws RangeError where elements are nested deeper than the stack of this thread
 */
export function htmlToText(html: string): string {
  return tidyExtractedText(toText(html));
}

/** Bounds in the pattern keep it linear on hostile input. */
const TITLE = /<title(?:\s[^<>]{0,500})?>([^<]{1,2000})<\/title/iu;

/** The `<title>` of an HTML document, if it is a sensible one. */
export function htmlTitle(html: string): string | undefined {
  const title = TITLE.exec(html)?.[1];
  return title === undefined ? undefined : sensibleTitle(toText(title));
}
