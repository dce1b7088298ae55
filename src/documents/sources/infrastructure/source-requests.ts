import { Logger } from '@nestjs/common';
import { OwnAddresses } from '../../../shared/domain/base-url.js';
import { headersWithSecrets } from '../../../shared/infrastructure/outgoing/header-secrets.js';
import { SecretError } from '../../../shared/infrastructure/secret-files.js';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { OutgoingError, REDIRECTED, TOO_LARGE } from '../../../shared/infrastructure/outgoing/outgoing-failure.js';
import { SourceError } from '../domain/source-connector.js';
import { SOURCE_SECRET } from '../domain/source-rules.js';
import { SourceSettings } from '../domain/source.js';

/** The product's name in requests, and in the groups of robots.txt. */
export const USER_AGENT = 'Touchstone';
/** Status codes of a file that the server does not have. */
export const GONE: ReadonlySet<number> = new Set([404, 410]);
const REFUSED: ReadonlySet<number> = new Set([401, 403, 407]);

/** The address leads to another host, which is not part of the source. */
export class RedirectedError extends SourceError {}

/** A body that is larger than the limit of the client. */
export class TooLargeError extends SourceError {}

interface SourceRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The credentials of a source cannot be sent, so none of its requests succeeds. */
const NO_SECRET = 'an environment variable that its headers name is not set; the log of the server names it';

/** Requests of one source, with its headers. They are sent only to the host of the source: they may contain secrets. */
export class SourceRequests {
  private readonly logger = new Logger('sources');

  /** @param home an address of the host that gets the headers */
  constructor(
    private readonly client: OutgoingClient,
    private readonly settings: Pick<SourceSettings, 'name' | 'headers'>,
    private readonly home: URL,
    private readonly own: OwnAddresses,
  ) {}

  /**
   * Sends one request. The caller reads the body or cancels it.
   * @throws SourceError when there is no response; the reason of the signal when it is aborted
   */
  async send(url: string | URL, signal: AbortSignal, request: SourceRequest = {}): Promise<Response> {
    // A link may lead to the public name of this server, whose address is that of a proxy.
    if (this.own.isOwnUrl(String(url))) throw new SourceError('It could not be read: it is an address of this server.');
    const headers = new Headers({ 'user-agent': USER_AGENT, accept: '*/*' });
    if (new URL(url).origin === this.home.origin) this.ownHeaders().forEach((value, name) => headers.set(name, value));
    for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
    const { method = 'GET', body } = request;
    return this.guarded(() =>
      this.client.fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) }),
    );
  }

  /**
   * The whole body.
   * @throws SourceError when it is larger than the limit of the client, or incomplete
   */
  async bytes(response: Response): Promise<Uint8Array> {
    return this.guarded(async () => new Uint8Array(await response.arrayBuffer()));
  }

  /** The body of a GET. @throws SourceError for every status but success */
  async read(url: string | URL, signal: AbortSignal): Promise<{ response: Response; bytes: Uint8Array }> {
    const response = await this.send(url, signal);
    if (!response.ok) return refuse(response, 'It could not be read');
    return { response, bytes: await this.bytes(response) };
  }

  private ownHeaders(): Headers {
    try {
      return headersWithSecrets(this.settings.headers, SOURCE_SECRET).headers;
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      const { name } = this.settings;
      this.logger.warn({ source: name, variable: error.variable }, error.message);
      throw new SourceError(`The source could not be reached: ${NO_SECRET}.`);
    }
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OutgoingError && error.message === REDIRECTED)
        throw new RedirectedError(`It could not be read: ${REDIRECTED}.`);
      if (error instanceof OutgoingError && error.message.startsWith(TOO_LARGE))
        throw new TooLargeError(`It could not be read: ${error.message}.`);
      if (error instanceof OutgoingError) throw new SourceError(`It could not be read: ${error.message}.`);
      throw error;
    }
  }
}

/** Why a status is not a success, as the end of a sentence. */
export function refusalOf(status: number): string {
  if (REFUSED.has(status)) return `the server refuses access (${status}); correct the headers of the source`;
  if (GONE.has(status)) return `the server does not have it (${status})`;
  return `the server answered ${status}`;
}

/**
 * Ends a response that is not a success.
 * @param start of the message, without its colon
 */
export async function refuse(response: Response, start: string): Promise<never> {
  await response.body?.cancel();
  throw new SourceError(`${start}: ${refusalOf(response.status)}.`);
}

/** The reason of a failed part of a listing, without the start that all reasons of a source share. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof SourceError)) throw error;
  return error.message.replace(/^It could not be read: /u, '').replace(/\.$/u, '');
}
