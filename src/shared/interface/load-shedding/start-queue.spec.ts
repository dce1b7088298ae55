import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { BEGIN_RULES, StartQueue, BeginRules } from './start-queue.js';

describe('the start of admitted requests', () => {
  let nowMs: number;
  let busyShare: number;
  let callsWaiting: number;
  let begun: number[];
  let queues: StartQueue<number>[];

  // A queue looks again for as long as somebody waits in it.
  afterEach(() => queues.forEach((queue) => upTo(200).forEach((key) => queue.remove(key))));
  beforeEach(() => {
    [nowMs, busyShare, callsWaiting, begun, queues] = [1_000, 0, 0, [], []];
  });

  function queueOf(rules: Partial<BeginRules>): StartQueue<number> {
    const queue = new StartQueue<number>(
      { ...BEGIN_RULES, ...rules },
      { busyShare: () => busyShare, callsWaiting: () => callsWaiting },
      () => nowMs,
    );
    queues.push(queue);
    return queue;
  }
  function add(queue: StartQueue<number>, ...keys: readonly number[]): void {
    for (const key of keys) queue.add(key, () => begun.push(key));
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
  /** Time passes until the condition holds; the test's own limit ends what never comes. */
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      nowMs += 10;
      await delay(1);
    }
  }

  it('is immediate for one that comes alone', () => {
    add(queueOf({}), 7);
    expect(begun).toEqual([7]);
  });

  it('starts a few in each turn of the event loop, in the order of arrival', async () => {
    add(queueOf({ startsPerTurn: 2, burst: 100 }), ...upTo(5));
    expect(begun).toEqual([0, 1]);
    await turn();
    expect(begun).toEqual([0, 1, 2, 3]);
    await until(() => begun.length === 5);
    expect(begun).toEqual(upTo(5));
  });

  it('waits while a burst arrives, so that refusals are sent first', async () => {
    const queue = queueOf({ startsPerTurn: 1, burst: 3, burstLimitMs: 50 });
    add(queue, ...upTo(10));
    for (let i = 0; i < 4; i++) {
      nowMs += 2;
      queue.turnedAway();
      await turn();
    }
    expect(begun).toEqual([0]);
    await until(() => begun.length === 10);
  });

  it('does not wait for a burst that never ends', async () => {
    const queue = queueOf({ startsPerTurn: 1, burst: 3, burstLimitMs: 50 });
    add(queue, ...upTo(6));
    while (begun.length < 3) {
      nowMs += 2;
      queue.turnedAway();
      await turn();
    }
    expect(nowMs).toBeGreaterThanOrEqual(1_050);
    await until(() => begun.length === 6);
  });

  it('does not treat a steady load that had to wait briefly as a burst', async () => {
    const queue = queueOf({});
    // The thread was busy: what came meanwhile comes at once.
    add(queue, ...upTo(30));
    let longest = 0;
    for (let key = 30; key < 200; key++) {
      nowMs += 3;
      add(queue, key);
      await delay(1);
      longest = Math.max(longest, key < 80 ? 0 : key + 1 - begun.length);
    }
    expect(longest).toBeLessThanOrEqual(BEGIN_RULES.burst);
    await until(() => begun.length === 200);
  });

  it('limits running requests while a thread is busy, and starts the next when one is answered', async () => {
    busyShare = 1;
    const queue = queueOf({ begunWhenBusy: 3, burst: 100, longestWaitMs: Infinity });
    add(queue, ...upTo(8));
    for (let i = 0; i < 20; i++) await turn();
    expect(begun).toEqual([0, 1, 2]);
    queue.remove(1);
    await until(() => begun.length > 3);
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(queue.size).toBe(7);
  });

  it('starts few requests while calls are queued for a thread, and more when none are', async () => {
    [busyShare, callsWaiting] = [1, 2];
    const queue = queueOf({ begunBeforeThread: 2, callsBeforeThread: 2, burst: 100, longestWaitMs: Infinity });
    add(queue, ...upTo(6));
    for (let i = 0; i < 20; i++) await turn();
    expect(begun).toEqual([0, 1]);
    queue.remove(0);
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    callsWaiting = 1;
    await until(() => begun.length === 6);
  });

  it('starts all requests if no thread is busy', async () => {
    add(queueOf({ begunWhenBusy: 3, burst: 100 }), ...upTo(8));
    await until(() => begun.length === 8);
  });

  it('starts a request that has waited long in any case', async () => {
    busyShare = 1;
    add(queueOf({ begunWhenBusy: 1, burst: 100, longestWaitMs: 500 }), 1, 2);
    await until(() => begun.length === 2);
    expect(nowMs).toBeGreaterThan(1_500);
  });

  it('removes a client that disconnects before its start', async () => {
    busyShare = 1;
    const queue = queueOf({ begunWhenBusy: 1, burst: 100, longestWaitMs: Infinity });
    add(queue, 1, 2, 3);
    expect(queue.remove(2)).toBe(true);
    expect(queue.remove(2)).toBe(false);
    queue.remove(1);
    await until(() => begun.length === 2);
    expect(begun).toEqual([1, 3]);
  });
});
