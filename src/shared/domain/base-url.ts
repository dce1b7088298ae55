/** A dot segment, also percent-encoded: URL would remove it together with the segment before it. */
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu;
/** Characters that URL silently removes or turns into `/`. */
const REWRITTEN = /[\\\s\p{Cc}]/u;

/**
 * Returns why a text is not a valid base URL of another server, as the end of a sentence about the field; undefined if it is valid. A query
 * or a fragment would absorb an appended path. Credentials belong in a header, by reference.
 */
export function faultOfBaseUrl(text: string): string | undefined {
  const example = 'for example https://rag.example.org/v1';
  if (REWRITTEN.test(text) || !URL.canParse(text)) return `must be an http(s) URL, ${example}`;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `must be an http(s) URL, ${example}`;
  if (text.includes('?') || text.includes('#')) return `must not contain a query or a fragment, ${example}`;
  if (url.username !== '' || url.password !== '' || text.includes('@'))
    return 'must not contain a user or a password; send a secret by a header';
  if (DOT_SEGMENT.test(text.replace(/^[^:]+:\/\/[^/]*/u, '')))
    return `must not contain the segments . or .., ${example}`;
  return undefined;
}

/** Returns why a path cannot be appended to a base URL; undefined if it can. The path may have a query. */
export function faultOfPath(text: string): string | undefined {
  if (!text.startsWith('/') || text.startsWith('//') || REWRITTEN.test(text) || text.includes('#'))
    return 'must be a path that starts with one /, without white space and fragment, for example /chat';
  if (DOT_SEGMENT.test(text.split('?', 1).join(''))) return 'must not contain the segments . or ..';
  return undefined;
}

/** The path of a URL without its final slashes: `/rag`, or nothing. */
export function basePath(url: string): string {
  return new URL(url).pathname.replace(/(?<!\/)\/+$/u, '');
}

/** Origin and path of a URL without its final slashes. @example baseUrl('https://example.org/rag/') // https://example.org/rag */
export function baseUrl(url: string): string {
  return `${new URL(url).origin}${basePath(url)}`;
}

/**
 * Appends a path to a base URL and keeps the path of the base URL.
 * @throws Error if `faultOfBaseUrl` or `faultOfPath` rejects an argument
 * @example joinedUrl('https://rag.example.org/v1/', '/chat/completions') // https://rag.example.org/v1/chat/completions
 */
export function joinedUrl(base: string, path: string): string {
  const fault = faultOfBaseUrl(base) ?? faultOfPath(path);
  if (fault !== undefined) throw new Error(`The address of a server ${fault}.`);
  return `${baseUrl(base)}${path}`;
}

/**
 * The address of a document of this server: its JSON for programs, the page with the marked passage for a person's browser.
 * @param base public address of this server, without a final slash
 * @param passage offsets in the stored text
 * @example documentUrl('https://host/rag', 'a/b', { start: 3, end: 9 }) // https://host/rag/documents/a%2Fb?start=3&end=9
 */
export function documentUrl(
  base: string,
  documentId: string,
  passage?: { readonly start: number; readonly end: number },
): string {
  const place = passage === undefined ? '' : `?start=${passage.start}&end=${passage.end}`;
  return `${base}/documents/${encodeURIComponent(documentId)}${place}`;
}

/** Addresses that a caller may not name for requests of this server: those of the server itself, and those that no request may go to. */
export abstract class OwnAddresses {
  /** Link-local addresses and metadata services, by the text of the URL. */
  abstract isForbiddenUrl(baseUrl: string): boolean;
  /** By the text of the URL; a name is resolved when the connection is made, see `isOwn`. */
  abstract isOwnUrl(baseUrl: string): boolean;
  abstract isOwn(address: string, port: number): boolean;
}
