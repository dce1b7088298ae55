import { percentDecoded } from '../../../text/folded-text.js';
import { listedPath } from './listed-path.js';

/** Endings of files that are documents, not pages: they are read one step further than pages. */
const DOCUMENT =
  /\.(?:pdf|docx?|docm|hwpx?|xlsx?|xlsm|pptx?|pptm|ppsx|odt|ods|odp|rtf|epub|csv|tsv|zip|md|markdown|txt|json|ya?ml|srt|vtt|eml)$/iu;
/** Files of pages that hold no text. */
const NO_TEXT =
  /\.(?:css|m?js|map|json5|wasm|png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|mov|avi|mkv|exe|dmg|iso|gz|tgz|bz2|xz|7z|rar|apk|msi|jar)$/iu;
const PAGE = /\.(?:html?|xhtml)$/iu;
/** Extensions of types whose address has none. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/x-hwp': '.hwp',
  'application/haansofthwp': '.hwp',
  'application/vnd.hancom.hwp': '.hwp',
  'application/vnd.hancom.hwpx': '.hwpx',
  'application/hwp+zip': '.hwpx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/epub+zip': '.epub',
  'application/rtf': '.rtf',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'text/vtt': '.vtt',
};

export const isDocumentAddress = ({ pathname }: URL): boolean => DOCUMENT.test(pathname);
export const hasNoText = ({ pathname }: URL): boolean => NO_TEXT.test(pathname);

/** A declared type without its parameters. */
export function typeOf(mediaType: string): string {
  return mediaType.split(';', 1).join('').trim().toLowerCase();
}

export function isHtml(mediaType: string): boolean {
  return ['text/html', 'application/xhtml+xml'].includes(typeOf(mediaType));
}

/** Whether content of a declared type may be a document: pictures, sounds, styles, programs and feeds are not. */
export function mayHoldText(mediaType: string): boolean {
  return !/^(?:image|video|audio|font)\/|^text\/css$|javascript$|[/+]xml$|wasm$/u.test(typeOf(mediaType));
}

/**
 * The path of a page or document in a listing. A page has the extension `.html`, whatever program makes it; an address that ends with a slash
 * is `index.html`; a query is part of the name.
 * @example webPath(new URL('https://h.example/docs/view?id=7'), 'text/html') // 'docs/view (id=7).html'
 */
export function webPath({ pathname, search }: URL, mediaType: string): string {
  const names = pathname.split('/').map(percentDecoded);
  const last = names.pop() ?? '';
  const name = last === '' ? 'index.html' : last;
  const type = typeOf(mediaType);
  const known = isHtml(type) ? PAGE : /\.[a-z\d]{1,10}$/iu;
  const ending = isHtml(type) ? '.html' : (EXTENSIONS[type] ?? '');
  const extension = known.exec(name)?.[0] ?? '';
  // A page at `file.pdf` is a page that shows the file.
  const stem = extension === '' ? name : name.slice(0, -extension.length);
  const query = search.length > 1 ? ` (${percentDecoded(search.slice(1))})` : '';
  return listedPath([...names, `${stem}${query}${extension === '' ? ending : extension}`]);
}
