import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { onEveryStore } from '../../../test/support/every-store.js';
import { Delivery, Webhook } from '../domain/webhook.js';
import { AttemptEnd } from '../domain/webhook-store.js';
import { SecretSealing } from './secret-sealing.js';
import { SqlWebhookStore } from './sql-webhook-store.js';

const at = (minutes: number): string => new Date(Date.UTC(2026, 2, 1, 9, minutes)).toISOString();

const webhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  id,
  owner: 'key_1',
  url: 'https://hooks.example.org/a?sig=1',
  events: ['job.ended'],
  description: '알림',
  secret: 'whsec_AA==',
  previous: null,
  status: 'active',
  failures: 0,
  createdAt: at(0),
  ...more,
});

const delivery = (id: string, webhookId: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  webhookId,
  eventId: `evt_${id}`,
  type: 'job.ended',
  eventOwner: 'key_1',
  payload: '{"type":"job.ended"}',
  status: 'pending',
  attempts: 0,
  nextAt: at(1),
  lastStatus: null,
  lastError: null,
  createdAt: at(0),
  endedAt: null,
  ...more,
});

const FAILED: AttemptEnd = { status: 'failed', nextAt: at(1), lastStatus: 500, lastError: 'no', endedAt: at(3) };

onEveryStore('webhooks', 'access', (opened) => {
  const store = () => new SqlWebhookStore(opened().sql, new SecretSealing({}));

  it('are returned as they were stored, up to a number for each owner', async () => {
    expect(await store().create(webhook('w2'), 2)).toBe(true);
    expect(await store().create(webhook('w1', { status: 'paused' }), 2)).toBe(true);
    expect(await store().create(webhook('w3'), 2)).toBe(false);
    expect(await store().create(webhook('w3', { owner: 'key_2' }), 2)).toBe(true);
    await opened().restart();
    expect(await store().list('key_1', '', 9)).toEqual([webhook('w1', { status: 'paused' }), webhook('w2')]);
    expect((await store().list(undefined, 'w1', 9)).map(({ id }) => id)).toEqual(['w2', 'w3']);
    expect((await store().active()).map(({ id }) => id)).toEqual(['w2', 'w3']);
    await store().queue([delivery('d1', 'w2')]);
    await store().remove('w2');
    expect([await store().find('w2'), await store().deliveries('w2', 9, undefined)]).toEqual([undefined, []]);
    expect(await store().update(webhook('w2'))).toBe(false);
  });

  it('have their secrets sealed at rest, those of a time without a key as well', async () => {
    const raw = async () =>
      JSON.stringify(await opened().sql.query(sql`SELECT secret, previous_secret FROM webhooks ORDER BY webhook_id`));
    await store().create(webhook('w1'), 9);
    const rotated = webhook('w1', { secret: 'whsec_BB==', previous: { secret: 'whsec_AA==', until: at(9) } });
    expect(await store().rotate(rotated)).toBe(true);
    expect(await store().rotate(webhook('unknown'))).toBe(false);
    expect(await raw()).toContain('whsec_BB==');

    const sealed = new SqlWebhookStore(opened().sql, new SecretSealing({ SECRETS_KEY: 'k'.repeat(32) }));
    await sealed.onModuleInit();
    await sealed.create(webhook('w2'), 9);
    expect(await raw()).not.toContain('whsec_');
    await opened().restart();
    const again = new SqlWebhookStore(opened().sql, new SecretSealing({ SECRETS_KEY: 'k'.repeat(32) }));
    expect(await again.list(undefined, '', 9)).toEqual([rotated, webhook('w2')]);
    // Another key, no key, and a secret that was moved to another row open nothing.
    for (const key of [{ SECRETS_KEY: 'j'.repeat(32) }, {}])
      expect((await new SqlWebhookStore(opened().sql, new SecretSealing(key)).find('w2'))?.secret).toBeNull();
    await opened().sql.change(sql`UPDATE webhooks SET secret = (SELECT secret FROM webhooks WHERE webhook_id = 'w1')
      WHERE webhook_id = 'w2'`);
    expect((await again.find('w2'))?.secret).toBeNull();
  });

  it('give each due delivery to one process at a time, and to another one when that process does not return', async () => {
    await store().create(webhook('w1'), 9);
    await store().create(webhook('w2'), 9);
    await store().create(webhook('off', { status: 'paused' }), 9);
    const all = [
      delivery('d1', 'w1'),
      delivery('d2', 'w1', { nextAt: at(2) }),
      delivery('d3', 'w2'),
      delivery('d4', 'off'),
    ];
    await store().queue(all);
    // A crash after storing them queues them again.
    await store().queue([delivery('again', 'w1', { eventId: 'evt_d1' }), delivery('gone', 'no-such-webhook')]);
    expect(await store().claim(at(0), at(1))).toBeUndefined();
    const claims = await Promise.all([1, 2, 3, 4].map(() => store().claim(at(2), at(3))));
    expect(claims.map((each) => each?.delivery.id).sort()).toEqual(['d1', 'd3', undefined, undefined]);
    expect(claims.find((each) => each?.delivery.id === 'd1')?.webhook).toEqual(webhook('w1'));
    expect(await store().claim(at(2), at(3))).toBeUndefined();
    const second = await store().claim(at(4), at(5));
    expect([second?.delivery.id, second?.delivery.eventId, second?.delivery.attempts]).toEqual(['d1', 'evt_d1', 2]);
    // The first process was only slow: its failure is no longer of interest.
    await store().settle(delivery('d1', 'w1', { attempts: 1 }), FAILED, 9);
    expect((await store().deliveries('w1', 9, undefined)).map(({ id, status }) => [id, status])).toEqual([
      ['d2', 'pending'],
      ['d1', 'pending'],
    ]);
    expect((await store().deliveries('w1', 1, 'd2')).map(({ id }) => id)).toEqual(['d1']);
  });

  it('are disabled after deliveries in a row that failed; a success and a restart count from 0 again', async () => {
    await store().create(webhook('w1'), 9);
    const settle = async (id: string, end: AttemptEnd) => {
      await store().queue([delivery(id, 'w1')]);
      await store().settle(delivery(id, 'w1', { attempts: 0 }), end, 2);
      const found = await store().find('w1');
      return [found?.status, found?.failures];
    };
    expect(await settle('d1', FAILED)).toEqual(['active', 1]);
    expect(await settle('d2', { ...FAILED, status: 'pending', endedAt: null })).toEqual(['active', 1]);
    expect(await settle('d3', { ...FAILED, status: 'delivered', lastStatus: 204, lastError: null })).toEqual([
      'active',
      0,
    ]);
    expect(await settle('d4', FAILED)).toEqual(['active', 1]);
    expect(await settle('d5', FAILED)).toEqual(['disabled', 2]);
    expect(await store().claim(at(9), at(10))).toBeUndefined();
    await store().update(webhook('w1'));
    expect((await store().claim(at(9), at(10)))?.delivery.id).toBe('d2');
  });

  it('keep the last 200 ended deliveries', async () => {
    await store().create(webhook('w1'), 9);
    const many = Array.from({ length: 230 }, (_, i) => delivery(`d${i}`, 'w1', i === 0 ? {} : { ...FAILED }));
    await store().queue(many);
    const kept = await store().deliveries('w1', 500, undefined);
    expect([kept.length, kept.at(-1)?.id]).toEqual([201, 'd0']);
  });
});
