/** A dot segment, also percent-encoded: URL would remove it together with the segment before it. */
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu;
/** What URL removes or turns into `/` without a word. */
const REWRITTEN = /[\\\s\p{Cc}]/u;

/**
 * Says why a text is not the base URL of another server, as the end of a sentence about the field; undefined where it is one.
 * A query or a fragment would swallow the path that is added to it, and credentials belong into a header by reference.
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

/** Says why a text cannot be added to a base URL; undefined where it can. It may have a query, which then is its own. */
export function faultOfPath(text: string): string | undefined {
  if (!text.startsWith('/') || text.startsWith('//') || REWRITTEN.test(text) || text.includes('#'))
    return 'must be a path that starts with one /, without white space and fragment, for example /chat';
  if (DOT_SEGMENT.test(text.split('?', 1).join(''))) return 'must not contain the segments . or ..';
  return undefined;
}

/**
 * Adds a path to a base URL, whose own path stays in front of it.
 * @throws Error when one of the two is not what `faultOfBaseUrl` and `faultOfPath` accept
 * @example joinedUrl('https://rag.example.org/v1/', '/chat/completions') // https://rag.example.org/v1/chat/completions
 */
export function joinedUrl(base: string, path: string): string {
  const fault = faultOfBaseUrl(base) ?? faultOfPath(path);
  if (fault !== undefined) throw new Error(`The address of a server ${fault}.`);
  const { origin, pathname } = new URL(base);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/u, '')}${path}`;
}
