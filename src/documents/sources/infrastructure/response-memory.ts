import { createHash } from 'node:crypto';
import { LruCache } from '../../../shared/domain/lru-cache.js';
import { SourceSettings } from '../domain/source.js';

/** What a response said about its version. */
interface Validators {
  readonly etag: string | null;
  readonly modified: string | null;
}

const NOT_MODIFIED = 304;

interface Remembered<Value> extends Validators {
  readonly value: Value;
}

/** A text that changes with the content: the ETag, or the time of the last change with the size; undefined without both. */
export function versionOf(headers: Headers): string | undefined {
  const etag = headers.get('etag');
  if (etag !== null) return etag;
  const modified = headers.get('last-modified');
  return modified === null ? undefined : `${modified} ${headers.get('content-length') ?? ''}`.trim();
}

/**
 * What was read from responses of other servers, for conditional requests: "not modified" then means the same value. It is in memory;
 * the first run after a start reads everything.
 */
export class ResponseMemory<Value> {
  private readonly entries: LruCache<string, Remembered<Value>>;

  /** @param capacity sum of the costs */
  constructor(capacity: number) {
    this.entries = new LruCache(capacity);
  }

  /**
   * Asks for the content only if it is another.
   * @param send sends the request with these headers
   * @returns `known` is the remembered value if the content is the same
   */
  async ask(
    key: string,
    send: (conditions: Readonly<Record<string, string>>) => Promise<Response>,
  ): Promise<{ readonly response: Response; readonly known: Value | undefined }> {
    const response = await send(this.conditions(key));
    return { response, known: response.status === NOT_MODIFIED ? this.entries.get(key)?.value : undefined };
  }

  /** Empty if nothing is remembered. */
  private conditions(key: string): Record<string, string> {
    const found = this.entries.get(key);
    if (found === undefined) return {};
    return {
      ...(found.etag === null ? {} : { 'if-none-match': found.etag }),
      ...(found.modified === null ? {} : { 'if-modified-since': found.modified }),
    };
  }

  /** Remembers a value if its response can be asked for by condition. */
  set(key: string, { headers }: Response, value: Value, cost = 1): void {
    const [etag, modified] = [headers.get('etag'), headers.get('last-modified')];
    if (etag === null && modified === null) this.entries.delete(key);
    else this.entries.set(key, { etag, modified, value }, Math.max(1, Math.ceil(cost)));
  }
}

/** Identifies an address as one source sees it: servers answer differently to other credentials. */
export function memoryKey({ name, headers, location }: SourceSettings, url: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, headers, location, url]))
    .digest('base64');
}
