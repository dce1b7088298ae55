import { Logger } from '@nestjs/common';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { OwnAddresses } from '../../../shared/domain/base-url.js';
import { guardedAddress } from '../../../shared/infrastructure/outgoing/guarded-lookup.js';
import { secretOf } from '../../../shared/infrastructure/outgoing/header-secrets.js';
import { SecretError } from '../../../shared/infrastructure/secret-files.js';
import { UNREACHABLE } from '../../../shared/infrastructure/outgoing/outgoing-failure.js';
import { SourceError } from '../domain/source-connector.js';
import { SOURCE_SECRET } from '../domain/source-rules.js';

const CONNECT_TIMEOUT_MS = 30_000;
const SILENCE_TIMEOUT_MS = 120_000;
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/u;

export interface ImapLocation {
  readonly host: string;
  readonly port: number;
  readonly hasTls: boolean;
  readonly user: string;
  /** The variable that contains the password. */
  readonly secret: string;
  readonly folder: string;
  readonly maxMessages: number;
}

/** An open connection with the number that makes the UIDs of its folder unique. */
interface Opened {
  readonly client: ImapFlow;
  readonly uidValidity: string;
  /** Number of messages. */
  readonly count: number;
}

/** One folder of an IMAP server, read-only. The connection is opened at the first use, and again after a break. */
export class ImapFolder {
  private readonly logger = new Logger('sources');
  private opened: Opened | undefined;

  /** @param maxBytes largest message */
  constructor(
    private readonly location: ImapLocation,
    private readonly maxBytes: number,
    private readonly own: OwnAddresses,
  ) {}

  /**
   * UID, size and time of every message.
   * @throws SourceError when the folder cannot be listed
   */
  async messages(signal: AbortSignal): Promise<{ uidValidity: string; messages: FetchMessageObject[] }> {
    const { client, uidValidity, count } = await this.open(signal);
    // A range in an empty folder is an error for some servers.
    if (count === 0) return { uidValidity, messages: [] };
    const messages = await this.guarded(signal, () =>
      client.fetchAll('1:*', { uid: true, size: true, internalDate: true }),
    );
    return { uidValidity, messages };
  }

  /** The message as it was received (RFC 5322). @throws SourceError when it no longer exists or cannot be read */
  async source(uid: number, uidValidity: string, signal: AbortSignal): Promise<Uint8Array> {
    const opened = await this.open(signal);
    if (opened.uidValidity !== uidValidity)
      throw new SourceError('The server has numbered the messages again; the next run reads them.');
    const found = await this.guarded(signal, () =>
      opened.client.fetchOne(String(uid), { source: true }, { uid: true }),
    );
    if (found === false || found.source === undefined) throw new SourceError('The folder no longer contains it.');
    return found.source;
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (opened?.client.usable !== true) return;
    // The server may have ended the connection in the meantime.
    await opened.client.logout().catch(() => {
      opened.client.close();
    });
  }

  private async open(signal: AbortSignal): Promise<Opened> {
    signal.throwIfAborted();
    if (this.opened?.client.usable === true) return this.opened;
    const client = await this.client();
    const stop = () => {
      client.close();
    };
    signal.addEventListener('abort', stop, { once: true });
    await this.guarded(signal, () => client.connect());
    this.opened = await this.select(client, signal);
    return this.opened;
  }

  private async select(client: ImapFlow, signal: AbortSignal): Promise<Opened> {
    const { folder } = this.location;
    try {
      const { uidValidity, exists } = await client.mailboxOpen(folder, { readOnly: true });
      return { client, uidValidity: String(uidValidity), count: exists };
    } catch (error) {
      client.close();
      signal.throwIfAborted();
      this.log(error);
      throw new SourceError(
        `The folder '${folder}' cannot be opened; correct folder, with the separators of the server.`,
      );
    }
  }

  private async client(): Promise<ImapFlow> {
    const { host, port, hasTls, user } = this.location;
    const pass = this.password();
    const isOwn = (address: string) => this.own.isOwn(address, port);
    const address = await guardedAddress(host, isOwn).catch((error: unknown) => this.refused(error));
    const { ImapFlow: Client } = await import('imapflow');
    const needsUpgrade = !hasTls && !LOOPBACK.test(address);
    const client = new Client({
      host: address,
      ...(host === address ? {} : { servername: host }),
      port,
      secure: hasTls,
      ...(needsUpgrade ? { doSTARTTLS: true } : {}),
      auth: { user, pass },
      logger: false,
      disableAutoIdle: true,
      // A compressed answer could expand to a thousand times its size.
      disableCompression: true,
      maxLiteralSize: this.maxBytes,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    // The command that is under way fails as well.
    client.on('error', () => undefined);
    return client;
  }

  private password(): string {
    try {
      return secretOf(this.location.secret, SOURCE_SECRET);
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      this.logger.warn({ variable: error.variable }, error.message);
      throw new SourceError('The variable with its password is not set; the log of the server names it.');
    }
  }

  private async guarded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      return this.refused(error);
    }
  }

  private refused(error: unknown): never {
    if (error instanceof SourceError) throw error;
    if (error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true)
      throw new SourceError('The mail server refuses the user or the password; correct them.');
    this.log(error);
    throw new SourceError(
      `The mail cannot be read: ${UNREACHABLE}, its certificate is not trusted, or it has ended the connection. The log says why.`,
    );
  }

  private log(error: unknown): void {
    const reason = error instanceof Error ? error.message : 'unknown';
    this.logger.warn({ host: this.location.host, reason }, 'a request to a mail server failed');
  }
}
