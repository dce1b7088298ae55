import { NotFoundError } from '../../shared/domain/domain-error.js';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { withinLimit } from '../../shared/infrastructure/with-timeout.js';
import { ServedTree } from '../domain/taxonomy-service.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { readServedTree, readServedVersions, UnreadableTaxonomyError } from './served-taxonomy-schema.js';

export interface TaxonomyClientLimits {
  /** Time limit of a whole answer, its pages included. */
  readonly limitMs: number;
  readonly maxAnswerBytes: number;
}

/** A second (contract), and a hundred thousand categories: limits the memory that an answer can take. */
const LIMITS: TaxonomyClientLimits = { limitMs: 1_000, maxAnswerBytes: 16 * 1024 * 1024 };
const MAX_PAGES = 50;

/** The service did not answer as agreed; `message` gives the reason and contains no address. */
export class TaxonomyAwayError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaxonomyAwayError';
  }
}

/** The received JSON; reading ends when the answer exceeds the limit. */
async function limitedJson(response: Response, maxBytes: number): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!/\bjson\b/u.test(type)) throw new TaxonomyAwayError('its answer is not JSON');
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw new TaxonomyAwayError(`its answer is larger than ${maxBytes / 1024} KB`);
    }
    parts.push(part.value);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString());
    return value;
  } catch {
    throw new TaxonomyAwayError('its answer is not JSON');
  }
}

/** Calls an external taxonomy service, whose reading routes have the shape of this server's (`GET /taxonomy/…`). */
export class TaxonomyClient {
  private readonly base: string;
  private readonly client: OutgoingClient;

  /** @param base its address; `/taxonomy/…` is appended */
  constructor(
    base: string,
    private readonly limits: TaxonomyClientLimits = LIMITS,
  ) {
    this.base = base.replace(/(?<!\/)\/+$/u, '');
    this.client = new OutgoingClient({ timeoutMs: limits.limitMs });
  }

  /** @param version SemVer or `current`. @throws NotFoundError, TaxonomyAwayError */
  async tree(version: string): Promise<ServedTree> {
    return this.asking(async (signal) => {
      const answer = await this.get(`/taxonomy/${encodeURIComponent(version)}/tree`, signal);
      if (answer === undefined) throw new NotFoundError('taxonomy version', version);
      return readServedTree(answer);
    });
  }

  /** All pages. @throws TaxonomyAwayError */
  async versions(): Promise<readonly TaxonomyVersionSummary[]> {
    return this.asking(async (signal) => {
      const items: TaxonomyVersionSummary[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
        const answer = await this.get(`/taxonomy/versions${query}`, signal);
        const read = readServedVersions(answer);
        items.push(...read.items);
        cursor = read.nextCursor;
        if (cursor === undefined) return items;
      }
      throw new TaxonomyAwayError(`its list of versions has more than ${MAX_PAGES} pages`);
    });
  }

  private async asking<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinLimit(this.limits.limitMs, undefined, async (signal) => {
      try {
        return await ask(signal);
      } catch (error) {
        if (error instanceof NotFoundError || error instanceof TaxonomyAwayError) throw error;
        if (signal.aborted) throw new TaxonomyAwayError(`no answer within ${this.limits.limitMs} ms`);
        if (error instanceof UnreadableTaxonomyError)
          throw new TaxonomyAwayError(`its answer is not of the agreed form: ${error.message.slice(0, 200)}`);
        throw new TaxonomyAwayError('it cannot be reached');
      }
    });
  }

  /** @returns undefined for 404 */
  private async get(path: string, signal: AbortSignal): Promise<unknown> {
    const response = await this.client.fetch(this.base + path, {
      headers: { accept: 'application/json' },
      signal,
    });
    if (response.ok) return limitedJson(response, this.limits.maxAnswerBytes);
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new TaxonomyAwayError(`it answered with status ${response.status}`);
  }
}
