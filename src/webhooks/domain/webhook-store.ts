import { Delivery, EndedWork, Webhook } from './webhook.js';

/** What an attempt changes of a delivery. */
export type AttemptEnd = Pick<Delivery, 'status' | 'nextAt' | 'lastStatus' | 'lastError' | 'endedAt'>;

/** A delivery that this process took, for one attempt. */
export interface ClaimedDelivery {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

/** Webhooks and their deliveries. Every acknowledged change survives a power failure. */
export abstract class WebhookStore {
  /** By id. @param owner whose webhooks; undefined lists all @param after id after which the list begins, '' for the start */
  abstract list(owner: string | undefined, after: string, limit: number): Promise<readonly Webhook[]>;
  abstract find(id: string): Promise<Webhook | undefined>;
  /** @returns whether it was stored; false if the owner has this many webhooks */
  abstract create(webhook: Webhook, most: number): Promise<boolean>;
  /** Stores address, events, description and status; activating counts the failures from 0 again. @returns whether it still exists */
  abstract update(webhook: Webhook): Promise<boolean>;
  /** Stores both secrets. @returns whether it still exists */
  abstract rotate(webhook: Webhook): Promise<boolean>;
  /** With its deliveries. */
  abstract remove(id: string): Promise<void>;

  /** Webhooks that are active. */
  abstract active(): Promise<readonly Webhook[]>;
  /** Stores deliveries; one of the same event and webhook is stored once. Removes the oldest ended ones of each webhook beyond a number. */
  abstract queue(deliveries: readonly Delivery[]): Promise<void>;
  /** Newest first. @param before id after which the list begins */
  abstract deliveries(webhookId: string, limit: number, before: string | undefined): Promise<readonly Delivery[]>;
  /**
   * Takes a due delivery of an active webhook and counts the attempt. Until `leaseUntil` no other process takes it or another one of its
   * webhook. A process that dies meanwhile leaves it to the others.
   */
  abstract claim(now: string, leaseUntil: string): Promise<ClaimedDelivery | undefined>;
  /**
   * Stores the result of an attempt. A delivery that failed for good counts for its webhook, which is disabled at `most` of them in a row;
   * a success starts the count again.
   */
  abstract settle(delivery: Delivery, end: AttemptEnd, most: number): Promise<void>;
}

/** What ended and was not yet made into deliveries. The store records it in the transaction of the end itself. */
export abstract class EndedWorkFeed {
  /** Oldest first. */
  abstract next(limit: number): Promise<readonly EndedWork[]>;
  abstract done(eventIds: readonly string[]): Promise<void>;
}

export interface SentMessage {
  readonly url: string;
  /** Each signs the message. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly payload: string;
  readonly sentAt: Date;
}

/** The response of the receiver, or why there is none. */
export interface AttemptResult {
  readonly status: number | null;
  readonly error: string | null;
  /** Wait that the receiver asks for; 0 without. */
  readonly retryAfterMs: number;
}

/** Sends signed messages. */
export abstract class WebhookSender {
  /** @param mayReachInside whether loopback and private networks are allowed */
  abstract send(message: SentMessage, mayReachInside: boolean, signal: AbortSignal): Promise<AttemptResult>;
  /** Why no message may go to this address, as the end of a sentence; undefined if one may. A name is checked when it is resolved. */
  abstract faultOfAddress(url: string, mayReachInside: boolean): string | undefined;
  /** A new secret: `whsec_` and 32 random bytes in base64. */
  abstract newSecret(): string;
}
