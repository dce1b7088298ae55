/** An address, or a name of the local network: without a certificate, as a rule. */
const LOCAL = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]|[\w-]+)(?::\d+)?(?:\/|$)/iu;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//iu;
/** The client appends these itself. */
const ROUTE = /\/(?:chat\/completions|completions|embeddings|rerank|models)$/u;

/** The address with the scheme that it lacks. @example withScheme('127.0.0.1:11434/v1') // http://127.0.0.1:11434/v1 */
export function withScheme(typed: string): string {
  if (typed === '' || SCHEME.test(typed)) return typed;
  const rest = typed.replace(/^\/+/u, '');
  return `${LOCAL.test(rest) ? 'http' : 'https'}://${rest}`;
}

/**
 * The address under which most servers of the kind have their API, where the given one has another path.
 * @returns undefined if there is nothing to suggest
 * @example suggestedAddress('compatible', 'http://127.0.0.1:11434') // http://127.0.0.1:11434/v1
 */
export function suggestedAddress(kind: string, address: string): string | undefined {
  if ((kind !== 'compatible' && kind !== 'openai') || !/^https?:/iu.test(address) || !URL.canParse(address))
    return undefined;
  const { origin, pathname } = new URL(address);
  const path = pathname.replace(/\/$/u, '');
  if (path === '') return `${origin}/v1`;
  return ROUTE.test(path) ? `${origin}${path.replace(ROUTE, '')}` : undefined;
}
