import { call, query, send } from './call.js';
import { list, nullable, number, object, page, type Read, text } from './shape.js';

const webhook = {
  id: text,
  url: text,
  events: list(text),
  description: text,
  status: text,
  failures: number,
  previous_secret_until: nullable(text),
  created_at: text,
};
const Webhook = object(webhook);
export type Webhook = Read<typeof Webhook>;
/** The secret is only in the answer that made it. */
const CreatedWebhook = object({ ...webhook, secret: text });
export type CreatedWebhook = Read<typeof CreatedWebhook>;

const Delivery = object({
  id: text,
  type: text,
  status: text,
  attempts: number,
  next_attempt_at: nullable(text),
  last_status: nullable(number),
  last_error: nullable(text),
  created_at: text,
});
export type Delivery = Read<typeof Delivery>;

export const WEBHOOK_EVENTS = ['test_session.ended', 'job.ended', 'source_run.ended'] as const;

export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
}

const urlOf = (id: string) => `/webhooks/${encodeURIComponent(id)}`;

export const listWebhooks = (cursor: string | null) => call(`/webhooks${query({ cursor, limit: 50 })}`, page(Webhook));
export const createWebhook = (made: NewWebhook) => call('/webhooks', CreatedWebhook, { body: { ...made } });
/** Pauses a webhook, or starts it again. */
export const setWebhook = (id: string, active: boolean) =>
  call(urlOf(id), Webhook, { method: 'PATCH', body: { active } });
export const rotateWebhook = (id: string) => call(`${urlOf(id)}/rotate`, CreatedWebhook, { body: {} });
export const deleteWebhook = (id: string) => send(urlOf(id), { method: 'DELETE' });
/** Sends a message now. @returns what came of it */
export const testWebhook = (id: string) => call(`${urlOf(id)}/test`, Delivery, { method: 'POST' });
/** The newest messages. */
export const listDeliveries = (id: string) => call(`${urlOf(id)}/deliveries${query({ limit: 20 })}`, page(Delivery));
