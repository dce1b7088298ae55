import { administers, OwnerRights } from '../../shared/domain/current-rights.js';

/** What a webhook may report. */
export const WEBHOOK_EVENTS = ['test_session.ended', 'job.ended', 'source_run.ended'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The message of `POST /webhooks/{id}/test`. */
export const TEST_EVENT = 'webhook.test';

/** `paused` by its owner; `disabled` by the server, because its deliveries kept failing. */
export type WebhookStatus = 'active' | 'paused' | 'disabled';

/** An address that is notified of what ends. */
export interface Webhook {
  readonly id: string;
  /** Id of the key or person that created it; it reports what this owner may see. */
  readonly owner: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  /** Signs the messages: `whsec_` and 32 random bytes in base64. Null if the store has it sealed with another key. */
  readonly secret: string | null;
  /** The secret before the last rotation, which signs as well until a time; null without one. */
  readonly previous: { readonly secret: string | null; readonly until: string } | null;
  readonly status: WebhookStatus;
  /** Deliveries in a row of which no attempt succeeded. */
  readonly failures: number;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
}

/** Something that ended, as the store recorded it in the transaction of the end. */
export interface EndedWork {
  /** Id of the message: the same in every attempt and at every webhook. */
  readonly eventId: string;
  readonly type: string;
  /** Who started it; null for the server's own work. */
  readonly owner: string | null;
  readonly endedAt: string;
  /** Ids, status and counts: never words of documents, questions or answers. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The secrets that sign a message now, the newest first. */
export function signingSecrets({ secret, previous }: Webhook, now: Date): readonly string[] {
  const isOverlapping = previous !== null && Date.parse(previous.until) > now.getTime();
  return [secret, isOverlapping ? previous.secret : null].filter((each) => each !== null);
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** A message for one webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  /** Owner of what ended, whose visibility is checked again before each attempt. */
  readonly eventOwner: string | null;
  /** The body, as it is signed and sent. */
  readonly payload: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Time of the next attempt. */
  readonly nextAt: string;
  /** HTTP status of the last attempt; null without a response. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits after the first, second, ... failed attempt: 7 attempts in 18 hours. */
const WAITS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
/** A server may ask for a longer wait, up to this. */
const LONGEST_WAIT_MS = 24 * HOUR;
/** After this many deliveries in a row that failed in every attempt, the webhook is disabled. */
export const MOST_FAILURES = 5;

/**
 * The wait before the next attempt; undefined after the last one.
 * @param attempts failed attempts so far @param askedMs wait that the receiver asks for by `Retry-After`, 0 without
 */
export function waitAfter(attempts: number, askedMs: number): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : Math.min(Math.max(wait, askedMs), LONGEST_WAIT_MS);
}

const NEEDED = { 'test_session.ended': 'test', 'source_run.ended': 'ingest', 'job.ended': 'query' } as const;

/** Whether a webhook may report this end: that of an administrator reports all, others what their owner started and may still read. */
export function mayKnow(
  webhookOwner: string,
  rights: OwnerRights | undefined,
  { type, owner }: Pick<EndedWork, 'type' | 'owner'>,
): boolean {
  if (rights === undefined) return false;
  if (type === TEST_EVENT) return owner === webhookOwner;
  if (!isEvent(type)) return false;
  return administers(rights) || (owner === webhookOwner && rights.mayUse(NEEDED[type]));
}

function isEvent(type: string): type is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === type);
}

/** Whether a webhook reports an end of this type now. */
export function reports({ status, events }: Webhook, type: string): boolean {
  return status === 'active' && events.some((event) => event === type);
}

/** The body of a message, in the form of Standard Webhooks. */
export function payloadOf({ type, endedAt, data }: EndedWork): string {
  return JSON.stringify({ type, timestamp: endedAt, data });
}

const MOST_CHARACTERS = 2_000;

/** Why a text is not the address of a webhook, as the end of a sentence; undefined if it is one. Unlike a base URL it may have a query. */
export function faultOfUrl(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return `must have up to ${MOST_CHARACTERS} characters`;
  if (/[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text))
    return 'must be an http(s) URL, for example https://hooks.example.org/touchstone';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'must be an http(s) URL, for example https://hooks.example.org/touchstone';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
  return url.hash === '' ? undefined : 'must not contain a fragment';
}
