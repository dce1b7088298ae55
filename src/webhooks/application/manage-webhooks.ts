import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError, DomainError, InvalidInputError, NotFoundError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { decodeNameCursor, encodeNameCursor, Page } from '../../shared/domain/page.js';
import { Delivery, faultOfUrl, payloadOf, TEST_EVENT, Webhook, WebhookEvent } from '../domain/webhook.js';
import { WebhookSender, WebhookStore } from '../domain/webhook-store.js';
import { DeliverWebhooks } from './deliver-webhooks.js';
import { WebhookRights } from './webhook-rights.js';

const MOST_WEBHOOKS = 20;

/** The caller that manages webhooks. */
export interface WebhookCaller {
  readonly id: string;
  /** Whether it sees the webhooks of all owners. */
  readonly isAdministrator: boolean;
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly description?: string | undefined;
  readonly active?: boolean | undefined;
}

/** Creates, shows, changes and removes webhooks. A caller sees its own; an administrator sees all. */
@Injectable()
export class ManageWebhooks {
  constructor(
    private readonly store: WebhookStore,
    private readonly sender: WebhookSender,
    private readonly rights: WebhookRights,
    private readonly deliver: DeliverWebhooks,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** By id. @throws InvalidInputError for a cursor that no page returned */
  async list(caller: WebhookCaller, limit: number, cursor: string | undefined): Promise<Page<Webhook>> {
    const owner = caller.isAdministrator ? undefined : caller.id;
    return pageOf(await this.store.list(owner, decodeNameCursor(cursor), limit + 1), limit);
  }

  /** @throws NotFoundError for an unknown webhook and for one of another owner */
  async read(id: string, caller: WebhookCaller): Promise<Webhook> {
    const webhook = await this.store.find(id);
    if (webhook === undefined || (!caller.isAdministrator && webhook.owner !== caller.id))
      throw new NotFoundError('webhook', id);
    return webhook;
  }

  /** @throws DomainError (403) for a caller that can start nothing; InvalidInputError; ConflictError beyond 20 webhooks */
  async create(
    settings: { readonly url: string; readonly events: readonly WebhookEvent[]; readonly description: string },
    caller: WebhookCaller,
  ): Promise<Webhook> {
    const rights = await this.rights.of(caller.id);
    if (rights === undefined || !(rights.mayUse('test') || rights.mayUse('ingest')))
      throw new DomainError(
        'forbidden',
        'scope',
        'A webhook reports what its owner starts: it needs a key with the scope test or ingest.',
      );
    this.checkUrl(settings.url, this.rights.mayReachInside(caller.id, rights));
    const webhook: Webhook = {
      id: this.ids.next('webhook'),
      owner: caller.id,
      ...settings,
      secret: this.sender.newSecret(),
      previous: null,
      status: 'active',
      failures: 0,
      createdAt: this.now(),
    };
    if (!(await this.store.create(webhook, MOST_WEBHOOKS)))
      throw new ConflictError(`There are ${MOST_WEBHOOKS} webhooks of this caller; remove one first.`);
    return webhook;
  }

  /** Changes what is given; `active: true` also restores a disabled webhook. */
  async change(id: string, change: WebhookChange, caller: WebhookCaller): Promise<Webhook> {
    const webhook = await this.read(id, caller);
    const { url = webhook.url, events = webhook.events, description = webhook.description, active } = change;
    if (url !== webhook.url)
      this.checkUrl(url, this.rights.mayReachInside(webhook.owner, await this.rights.of(webhook.owner)));
    const status = active === undefined ? webhook.status : active ? 'active' : 'paused';
    const failures = active === true ? 0 : webhook.failures;
    const changed = { ...webhook, url, events, description, status, failures } as const;
    if (!(await this.store.update(changed))) throw new NotFoundError('webhook', id);
    return changed;
  }

  /**
   * Makes a new secret. Until the overlap ends, messages have a signature by each of the two.
   * @param overlapMs 0 ends the earlier secret at once, for one that others know
   */
  async rotate(id: string, overlapMs: number, caller: WebhookCaller): Promise<Webhook> {
    const webhook = await this.read(id, caller);
    const until = new Date(this.clock.now().getTime() + overlapMs).toISOString();
    const previous = overlapMs === 0 ? null : { secret: webhook.secret, until };
    const rotated = { ...webhook, secret: this.sender.newSecret(), previous };
    if (!(await this.store.rotate(rotated))) throw new NotFoundError('webhook', id);
    return rotated;
  }

  async remove(id: string, caller: WebhookCaller): Promise<void> {
    await this.read(id, caller);
    await this.store.remove(id);
  }

  /** Sends a message at once, whatever the status of the webhook is. It is not repeated. */
  async test(id: string, caller: WebhookCaller, signal: AbortSignal): Promise<Delivery> {
    const webhook = await this.read(id, caller);
    const now = this.now();
    const eventId = this.ids.next('evt');
    const event = { eventId, type: TEST_EVENT, owner: webhook.owner, endedAt: now, data: { webhook_id: webhook.id } };
    const delivery: Delivery = {
      id: this.ids.next('delivery'),
      webhookId: webhook.id,
      eventId,
      type: TEST_EVENT,
      eventOwner: webhook.owner,
      payload: payloadOf(event),
      // Ended, so that no process takes it.
      status: 'failed',
      attempts: 1,
      nextAt: now,
      lastStatus: null,
      lastError: null,
      createdAt: now,
      endedAt: now,
    };
    const ended = { ...delivery, ...(await this.deliver.tryOnce(webhook, delivery, signal)) };
    await this.store.queue([ended]);
    return ended;
  }

  /** Newest first: up to the last 200. @throws InvalidInputError for a cursor that no page returned */
  async deliveries(
    id: string,
    caller: WebhookCaller,
    limit: number,
    cursor: string | undefined,
  ): Promise<Page<Delivery>> {
    const webhook = await this.read(id, caller);
    const before = decodeNameCursor(cursor);
    return pageOf(await this.store.deliveries(webhook.id, limit + 1, before === '' ? undefined : before), limit);
  }

  private checkUrl(url: string, mayReachInside: boolean): void {
    const detail = faultOfUrl(url) ?? this.sender.faultOfAddress(url, mayReachInside);
    if (detail !== undefined) throw new InvalidInputError([{ pointer: '/url', detail }]);
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

/** @param found one more than the page has, if there is a next page */
function pageOf<T extends { readonly id: string }>(found: readonly T[], limit: number): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? encodeNameCursor(last.id) : null };
}
