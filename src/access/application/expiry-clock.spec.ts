import { Logger } from '@nestjs/common';
import { MemoryKeyStore, PlainSecrets, SECRET, storedKey } from '../../../test/support/memory-keys.js';
import { VerifiedSecrets } from '../domain/verified-secrets.js';
import { ExpiryClock } from './expiry-clock.js';
import { RecogniseKey } from './recognise-key.js';

const START = Date.parse('2026-11-22T09:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the clock of expiry', () => {
  let store: MemoryKeyStore;
  let wallMs: number;
  let monotonicMs: number;
  const clock = () => new ExpiryClock(store, { now: () => new Date(wallMs) }, { nowMs: () => monotonicMs });
  const pass = (ms: number) => {
    wallMs += ms;
    monotonicMs += ms;
  };

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    store = new MemoryKeyStore();
    wallMs = START;
    monotonicMs = 0;
  });

  it('follows the wall clock while it advances, and small corrections', async () => {
    const time = clock();
    expect((await time.now()).getTime()).toBe(START);
    pass(HOUR_MS);
    expect((await time.now()).getTime()).toBe(START + HOUR_MS);
    wallMs -= 2_000;
    expect((await time.now()).getTime()).toBe(START + HOUR_MS - 2_000);
    wallMs += DAY_MS;
    expect((await time.now()).getTime()).toBe(wallMs);
  });

  it('continues from the latest time if the wall clock is set back', async () => {
    const time = clock();
    await time.now();
    wallMs -= DAY_MS;
    pass(HOUR_MS);
    expect((await time.now()).getTime()).toBe(START + HOUR_MS);
  });

  it('does not move back through many small corrections', async () => {
    const time = clock();
    for (let i = 0; i < 100; i++) {
      wallMs -= 30_000;
      await time.now();
    }
    expect((await time.now()).getTime()).toBeGreaterThanOrEqual(START - 60_000);
  });

  it('uses the latest time after a restart, and that of another process', async () => {
    await clock().now();
    expect(store.latest).toBe(new Date(START).toISOString());
    wallMs -= DAY_MS;
    monotonicMs = 0;
    expect((await clock().now()).getTime()).toBe(START);
  });

  it('stores the time at most once a minute, and recognises keys if storing fails', async () => {
    let writes = 0;
    store.raiseLatestTime = () => Promise.reject(new Error(`the disk is full ${++writes}`));
    const time = clock();
    for (let i = 0; i < 10; i++) {
      pass(10_000);
      await time.now();
    }
    expect(writes).toBe(2);
  });

  it('still rejects an expired key if the clock is set back, also after a restart', async () => {
    await store.insert(storedKey({ expiresAt: new Date(START + HOUR_MS).toISOString() }));
    const recognise = () => new RecogniseKey(store, new PlainSecrets(), new VerifiedSecrets(), clock());
    const running = recognise();
    expect(await running.recognise(SECRET)).toBeDefined();
    pass(HOUR_MS);
    await expect(running.recognise(SECRET)).rejects.toThrow('expired');
    wallMs -= DAY_MS;
    await expect(running.recognise(SECRET)).rejects.toThrow('expired');
    store.latest = undefined;
    await expect(recognise().recognise(SECRET)).rejects.toThrow('expired');
  });
});
