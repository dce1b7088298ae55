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

  it('is the wall clock as long as that goes on, and follows small corrections', async () => {
    const time = clock();
    expect((await time.now()).getTime()).toBe(START);
    pass(HOUR_MS);
    expect((await time.now()).getTime()).toBe(START + HOUR_MS);
    wallMs -= 2_000;
    expect((await time.now()).getTime()).toBe(START + HOUR_MS - 2_000);
    wallMs += DAY_MS;
    expect((await time.now()).getTime()).toBe(wallMs);
  });

  it('goes on from the latest time when the wall clock is set back', async () => {
    const time = clock();
    await time.now();
    wallMs -= DAY_MS;
    pass(HOUR_MS);
    expect((await time.now()).getTime()).toBe(START + HOUR_MS);
  });

  it('is not walked back by many small corrections', async () => {
    const time = clock();
    for (let i = 0; i < 100; i++) {
      wallMs -= 30_000;
      await time.now();
    }
    expect((await time.now()).getTime()).toBeGreaterThanOrEqual(START - 60_000);
  });

  it('knows the latest time after a restart, and that of another process', async () => {
    await clock().now();
    expect(store.latest).toBe(new Date(START).toISOString());
    wallMs -= DAY_MS;
    monotonicMs = 0;
    expect((await clock().now()).getTime()).toBe(START);
  });

  it('writes the time down once a minute at most, and recognises keys when it cannot', async () => {
    let writes = 0;
    store.raiseLatestTime = () => Promise.reject(new Error(`the disk is full ${++writes}`));
    const time = clock();
    for (let i = 0; i < 10; i++) {
      pass(10_000);
      await time.now();
    }
    expect(writes).toBe(2);
  });

  it('keeps an expired key refused when the clock is set back, also after a restart', async () => {
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
