import { Injectable, OnModuleInit } from '@nestjs/common';
import { Sql, sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { AccessSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { Delivery, DeliveryStatus, Webhook, WEBHOOK_EVENTS, WebhookStatus } from '../domain/webhook.js';
import { AttemptEnd, ClaimedDelivery, WebhookStore } from '../domain/webhook-store.js';
import { SecretSealing } from './secret-sealing.js';

/** Ended deliveries that are kept for each webhook. */
const KEPT = 200;

interface WebhookRow {
  readonly webhook_id: string;
  readonly owner: string;
  readonly url: string;
  /** A JSON list. */
  readonly events: string;
  readonly description: string;
  /** As `SecretSealing` wrote it, as the next one. */
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: string | null;
  readonly status: WebhookStatus;
  readonly failures: number;
  readonly created_at: string;
}

interface DeliveryRow {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly event_owner: string | null;
  readonly payload: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_at: string;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

function toWebhook(row: WebhookRow, sealing: SecretSealing): Webhook {
  const { webhook_id: id, previous_secret: earlier, previous_until: until } = row;
  const listed: unknown = JSON.parse(row.events);
  return {
    id,
    owner: row.owner,
    url: row.url,
    events: WEBHOOK_EVENTS.filter((event) => Array.isArray(listed) && listed.includes(event)),
    description: row.description,
    secret: sealing.unseal(row.secret, id),
    previous: earlier === null || until === null ? null : { secret: sealing.unseal(earlier, id), until },
    status: row.status,
    failures: row.failures,
    createdAt: row.created_at,
  };
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.delivery_id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    eventOwner: row.event_owner,
    payload: row.payload,
    status: row.status,
    attempts: row.attempts,
    nextAt: row.next_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

/** Webhooks and deliveries, next to the keys: their secrets are not in a backup of documents. */
@Injectable()
export class SqlWebhookStore extends WebhookStore implements OnModuleInit {
  constructor(
    private readonly store: AccessSqlStore,
    private readonly sealing: SecretSealing,
  ) {
    super();
  }

  /** Seals the secrets of a time without SECRETS_KEY. */
  async onModuleInit(): Promise<void> {
    const rows = await this.store.query<WebhookRow>(sql`SELECT * FROM webhooks`);
    for (const { webhook_id: id, secret, previous_secret: earlier } of rows) {
      if (!this.sealing.isOpen(secret) && (earlier === null || !this.sealing.isOpen(earlier))) continue;
      await this.store.change(sql`UPDATE webhooks SET secret = ${this.sealed(secret, id)},
        previous_secret = ${earlier === null ? null : this.sealed(earlier, id)}
        WHERE webhook_id = ${id} AND secret = ${secret}`);
    }
  }

  private sealed(stored: string, id: string): string {
    return this.sealing.isOpen(stored) ? this.sealing.seal(stored, id) : stored;
  }

  async list(owner: string | undefined, after: string, limit: number): Promise<readonly Webhook[]> {
    const mine = owner === undefined ? sql`1 = 1` : sql`owner = ${owner}`;
    return this.webhooks(sql`${mine} AND webhook_id > ${after} ORDER BY webhook_id LIMIT ${limit}`);
  }

  async find(id: string): Promise<Webhook | undefined> {
    return (await this.webhooks(sql`webhook_id = ${id}`))[0];
  }

  create(webhook: Webhook, most: number): Promise<boolean> {
    const { id, owner, url, events, description, status, failures, createdAt } = webhook;
    const secret = this.sealing.seal(webhook.secret ?? '', id);
    return this.store.transaction(async () => {
      await this.store.lockTable('webhooks');
      const row = await this.store.one<{ n: number }>(
        sql`SELECT CAST(count(*) AS integer) AS n FROM webhooks WHERE owner = ${owner}`,
      );
      if ((row?.n ?? 0) >= most) return false;
      await this.store
        .change(sql`INSERT INTO webhooks (webhook_id, owner, url, events, description, secret, status, failures, created_at)
        VALUES (${id}, ${owner}, ${url}, ${JSON.stringify(events)}, ${description}, ${secret}, ${status}, ${failures}, ${createdAt})`);
      return true;
    });
  }

  async update({ id, url, events, description, status, failures }: Webhook): Promise<boolean> {
    const changed = await this.store.change(sql`UPDATE webhooks SET url = ${url}, events = ${JSON.stringify(events)},
      description = ${description}, status = ${status}, failures = ${failures} WHERE webhook_id = ${id}`);
    return changed > 0;
  }

  async rotate({ id, secret, previous }: Webhook): Promise<boolean> {
    const earlier = previous?.secret ?? null;
    const changed = await this.store.change(sql`UPDATE webhooks SET secret = ${this.sealing.seal(secret ?? '', id)},
      previous_secret = ${earlier === null ? null : this.sealing.seal(earlier, id)},
      previous_until = ${earlier === null ? null : (previous?.until ?? null)} WHERE webhook_id = ${id}`);
    return changed > 0;
  }

  async remove(id: string): Promise<void> {
    await this.store.transaction(async () => {
      await this.store.change(sql`DELETE FROM webhook_deliveries WHERE webhook_id = ${id}`);
      await this.store.change(sql`DELETE FROM webhooks WHERE webhook_id = ${id}`);
    });
  }

  active(): Promise<readonly Webhook[]> {
    return this.webhooks(sql`status = 'active' ORDER BY webhook_id`);
  }

  async queue(deliveries: readonly Delivery[]): Promise<void> {
    await this.store.transaction(async () => {
      for (const each of deliveries)
        // Without the webhook, which may have been removed meanwhile, there is nothing to store.
        await this.store
          .change(sql`INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, type, event_owner,
            payload, status, attempts, next_at, last_status, last_error, created_at, ended_at)
          SELECT CAST(${each.id} AS text), webhook_id, CAST(${each.eventId} AS text), CAST(${each.type} AS text),
            CAST(${each.eventOwner} AS text), CAST(${each.payload} AS text), CAST(${each.status} AS text),
            CAST(${each.attempts} AS integer), CAST(${each.nextAt} AS text), CAST(${each.lastStatus} AS integer),
            CAST(${each.lastError} AS text), CAST(${each.createdAt} AS text), CAST(${each.endedAt} AS text)
          FROM webhooks WHERE webhook_id = ${each.webhookId}
          ON CONFLICT (webhook_id, event_id) DO NOTHING`);
      for (const webhookId of new Set(deliveries.map((each) => each.webhookId)))
        await this.store
          .change(sql`DELETE FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status <> 'pending'
          AND number NOT IN (SELECT number FROM webhook_deliveries WHERE webhook_id = ${webhookId} ORDER BY number DESC LIMIT ${KEPT})`);
    });
  }

  async deliveries(webhookId: string, limit: number, before: string | undefined): Promise<readonly Delivery[]> {
    const older =
      before === undefined
        ? sql`1 = 1`
        : sql`number < (SELECT number FROM webhook_deliveries WHERE delivery_id = ${before})`;
    const rows = await this.store.query<DeliveryRow>(sql`SELECT * FROM webhook_deliveries
      WHERE webhook_id = ${webhookId} AND ${older} ORDER BY number DESC LIMIT ${limit}`);
    return rows.map(toDelivery);
  }

  async claim(now: string, leaseUntil: string): Promise<ClaimedDelivery | undefined> {
    const due = await this.store.one<{ delivery_id: string }>(sql`
      SELECT d.delivery_id FROM webhook_deliveries d JOIN webhooks w ON w.webhook_id = d.webhook_id
      WHERE d.status = 'pending' AND d.next_at <= ${now} AND w.status = 'active' AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries o WHERE o.webhook_id = d.webhook_id AND o.status = 'pending' AND o.claimed_until > ${now})
      ORDER BY d.next_at, d.number LIMIT 1`);
    if (due === undefined) return undefined;
    // Of two processes that read the same row, the second finds it claimed when it changes it, and looks again.
    const row = await this.store.one<DeliveryRow>(sql`
      UPDATE webhook_deliveries SET claimed_until = ${leaseUntil}, attempts = attempts + 1
      WHERE delivery_id = ${due.delivery_id} AND status = 'pending' AND (claimed_until IS NULL OR claimed_until <= ${now})
      RETURNING *`);
    if (row === undefined) return this.claim(now, leaseUntil);
    const webhook = await this.find(row.webhook_id);
    return webhook && { webhook, delivery: toDelivery(row) };
  }

  async settle({ id, webhookId, attempts }: Delivery, end: AttemptEnd, most: number): Promise<void> {
    const { status, nextAt, lastStatus, lastError, endedAt } = end;
    await this.store.transaction(async () => {
      // After a lease that ended, the attempt of another process counts.
      const own = await this.store.change(sql`UPDATE webhook_deliveries SET status = ${status}, next_at = ${nextAt},
        last_status = ${lastStatus}, last_error = ${lastError}, ended_at = ${endedAt}, claimed_until = NULL
        WHERE delivery_id = ${id} AND status = 'pending' AND (attempts = ${attempts} OR ${status} = 'delivered')`);
      if (own === 0 || status === 'pending') return;
      await this.store.change(
        status === 'delivered'
          ? sql`UPDATE webhooks SET failures = 0 WHERE webhook_id = ${webhookId}`
          : sql`UPDATE webhooks SET failures = failures + 1, status = CASE WHEN status = 'active' AND failures + 1 >= ${most}
              THEN 'disabled' ELSE status END WHERE webhook_id = ${webhookId}`,
      );
    });
  }

  private async webhooks(condition: Sql): Promise<readonly Webhook[]> {
    const rows = await this.store.query<WebhookRow>(sql`SELECT * FROM webhooks WHERE ${condition}`);
    return rows.map((row) => toWebhook(row, this.sealing));
  }
}
