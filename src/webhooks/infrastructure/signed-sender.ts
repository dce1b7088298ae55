import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OwnAddresses } from '../../shared/domain/base-url.js';
import { addressIn } from '../../shared/infrastructure/outgoing/forbidden-address.js';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { OutgoingError } from '../../shared/infrastructure/outgoing/outgoing-failure.js';
import { isPrivateAddress } from '../../shared/infrastructure/outgoing/private-address.js';
import { retryAfterOf } from '../../shared/infrastructure/retry-within-deadline.js';
import { AttemptResult, SentMessage, WebhookSender } from '../domain/webhook-store.js';

/** A receiver stores the message and answers; it works afterwards. */
const LIMITS = { timeoutMs: 15_000, maxBytes: 64 * 1024 };
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** The signature of Standard Webhooks: HMAC-SHA256 over id, time and body. @param seconds Unix time */
export function signatureOf(secret: string, eventId: string, seconds: string, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64')}`;
}

/** Sends by the client for other servers. Addresses of this server are refused, and without the right to them those of its network too. */
@Injectable()
export class SignedSender extends WebhookSender {
  private readonly wide: OutgoingClient;
  private readonly narrow: OutgoingClient;

  constructor(private readonly own: OwnAddresses) {
    super();
    this.wide = new OutgoingClient({ ...LIMITS, isRefused: (address, port) => own.isOwn(address, port) });
    this.narrow = new OutgoingClient({
      ...LIMITS,
      isRefused: (address, port) => isPrivateAddress(address) || own.isOwn(address, port),
    });
  }

  async send(message: SentMessage, mayReachInside: boolean, signal: AbortSignal): Promise<AttemptResult> {
    const { url, secrets, eventId, payload, sentAt } = message;
    const seconds = String(Math.floor(sentAt.getTime() / 1000));
    try {
      const response = await (mayReachInside ? this.wide : this.narrow).fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Touchstone',
          'webhook-id': eventId,
          'webhook-timestamp': seconds,
          'webhook-signature': secrets.map((secret) => signatureOf(secret, eventId, seconds, payload)).join(' '),
        },
        body: payload,
        signal,
      });
      await response.body?.cancel();
      const asked = retryAfterOf(response.headers, sentAt.getTime());
      return {
        status: response.status,
        error: response.ok ? null : `The receiver answered ${response.status}.`,
        retryAfterMs: asked === 'unspecified' ? 0 : asked,
      };
    } catch (error) {
      if (signal.aborted) return { status: null, error: 'The server stopped during the attempt.', retryAfterMs: 0 };
      if (!(error instanceof OutgoingError)) throw error;
      return { status: null, error: `It was not sent: ${error.message}.`, retryAfterMs: 0 };
    }
  }

  faultOfAddress(url: string, mayReachInside: boolean): string | undefined {
    if (this.own.isForbiddenUrl(url)) return 'must not be a link-local address or a metadata service';
    if (this.own.isOwnUrl(url)) return 'must not be an address of this server';
    const parsed = new URL(url);
    const address = addressIn(parsed);
    const isInside = address === undefined ? /(?:^|\.)localhost\.?$/u.test(parsed.hostname) : isPrivateAddress(address);
    return isInside && !mayReachInside
      ? 'must be a public address; an administrator may name one of a private network'
      : undefined;
  }

  newSecret(): string {
    return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
  }
}
