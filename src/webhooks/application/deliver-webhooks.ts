import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import {
  Delivery,
  EndedWork,
  mayKnow,
  MOST_FAILURES,
  payloadOf,
  reports,
  waitAfter,
  Webhook,
  signingSecrets,
} from '../domain/webhook.js';
import { AttemptEnd, ClaimedDelivery, EndedWorkFeed, WebhookSender, WebhookStore } from '../domain/webhook-store.js';
import { WebhookRights } from './webhook-rights.js';

/** Time of a process for one attempt; the sender gives up earlier. */
const LEASE_MS = 60_000;
const EVENTS_AT_ONCE = 100;

const NO_SECRET =
  'The secret cannot be read: SECRETS_KEY is missing or another one. Set it again, or rotate the secret.';
const NOT_PERMITTED = 'The key or person that owns the webhook has ended, or may no longer see this.';
/** The receiver says that it is gone for good. */
const GONE = 410;

/**
 * Makes deliveries of what ended, and sends those that are due. Both steps leave their state in the store, so they continue after a crash,
 * and several processes share the work: each message is delivered at least once, with the same id in every attempt.
 */
@Injectable()
export class DeliverWebhooks {
  private readonly logger = new Logger('webhooks');

  constructor(
    private readonly store: WebhookStore,
    private readonly feed: EndedWorkFeed,
    private readonly sender: WebhookSender,
    private readonly rights: WebhookRights,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Queues deliveries of everything that ended since. */
  async queueEnded(): Promise<void> {
    for (;;) {
      const ended = await this.feed.next(EVENTS_AT_ONCE);
      if (ended.length === 0) return;
      const active = await this.store.active();
      for (const webhook of active) {
        const reported = ended.filter(({ type }) => reports(webhook, type));
        if (reported.length === 0) continue;
        const rights = await this.rights.of(webhook.owner);
        const known = reported.filter((event) => mayKnow(webhook.owner, rights, event));
        await this.store.queue(known.map((event) => this.deliveryOf(webhook, event)));
      }
      // A crash before this line queues the same events again, which the store recognises.
      await this.feed.done(ended.map(({ eventId }) => eventId));
    }
  }

  /** Takes a delivery that is due; undefined if there is none. Send it. */
  claimNext(): Promise<ClaimedDelivery | undefined> {
    const now = this.clock.now();
    return this.store.claim(now.toISOString(), new Date(now.getTime() + LEASE_MS).toISOString());
  }

  /** Makes one attempt and stores its result. */
  async send({ webhook, delivery }: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const end = await this.attempt(webhook, delivery, signal);
    await this.store.settle(delivery, end, end.lastStatus === GONE ? 1 : MOST_FAILURES);
    if (end.status === 'failed')
      this.logger.warn(
        { webhook: webhook.id, delivery: delivery.id, error: end.lastError },
        'a webhook was not delivered',
      );
  }

  /** One attempt without a further one. */
  async tryOnce(webhook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<AttemptEnd> {
    const end = await this.attempt(webhook, delivery, signal);
    return end.status === 'pending' ? { ...end, status: 'failed', endedAt: this.clock.now().toISOString() } : end;
  }

  private async attempt(webhook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<AttemptEnd> {
    const rights = await this.rights.of(webhook.owner);
    const { nextAt, lastStatus } = delivery;
    if (!mayKnow(webhook.owner, rights, { type: delivery.type, owner: delivery.eventOwner }))
      return {
        status: 'failed',
        nextAt,
        lastStatus,
        lastError: NOT_PERMITTED,
        endedAt: this.clock.now().toISOString(),
      };
    const mayReachInside = this.rights.mayReachInside(webhook.owner, rights);
    const { url } = webhook;
    const { eventId, payload } = delivery;
    const sentAt = this.clock.now();
    const secrets = signingSecrets(webhook, sentAt);
    if (secrets.length === 0)
      return { status: 'failed', nextAt, lastStatus, lastError: NO_SECRET, endedAt: sentAt.toISOString() };
    const result = await this.sender.send({ url, secrets, eventId, payload, sentAt }, mayReachInside, signal);
    const now = this.clock.now();
    // The next start repeats it at once.
    if (signal.aborted && result.status === null)
      return { status: 'pending', nextAt: now.toISOString(), lastStatus, lastError: result.error, endedAt: null };
    const last = { lastStatus: result.status, lastError: result.error };
    if (result.error === null) return { status: 'delivered', nextAt, ...last, endedAt: now.toISOString() };
    const wait = result.status === GONE ? undefined : waitAfter(delivery.attempts, result.retryAfterMs);
    if (wait === undefined) return { status: 'failed', nextAt, ...last, endedAt: now.toISOString() };
    return { status: 'pending', nextAt: new Date(now.getTime() + wait).toISOString(), ...last, endedAt: null };
  }

  private deliveryOf(webhook: Webhook, event: EndedWork): Delivery {
    const now = this.clock.now().toISOString();
    return {
      id: this.ids.next('delivery'),
      webhookId: webhook.id,
      eventId: event.eventId,
      type: event.type,
      eventOwner: event.owner,
      payload: payloadOf(event),
      status: 'pending',
      attempts: 0,
      nextAt: now,
      lastStatus: null,
      lastError: null,
      createdAt: now,
      endedAt: null,
    };
  }
}
