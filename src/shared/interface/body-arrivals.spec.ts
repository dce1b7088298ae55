import type { DomainError } from '../domain/domain-error.js';
import { ArrivalRules, BodyArrivals } from './body-arrivals.js';

const RULES: ArrivalRules = {
  wholeMs: 30_000,
  idleMs: 30_000,
  windowMs: 60_000,
  windowBytes: 60_000,
  graceMs: 1_000,
  arriving: 3,
  heldBytes: 1_000,
  smallBytes: 10,
};

describe('bodies on their way', () => {
  let nowMs: number;
  let arrivals: BodyArrivals;
  beforeEach(() => {
    nowMs = 5_000;
    arrivals = new BodyArrivals(RULES, () => nowMs);
  });

  /** A client whose bytes the test sends. */
  function client(isWhole = true) {
    const state = { bytes: 0, isWaiting: false, error: undefined as DomainError | undefined };
    const arrival = arrivals.begin({
      isWhole,
      bytesRead: () => state.bytes,
      isWaiting: () => state.isWaiting,
      fail: (error) => (state.error = error),
    });
    return Object.assign(state, { arrival });
  }
  /** Lets time pass in seconds, each with a look at the bodies. */
  function pass(seconds: number, each: () => void = () => undefined): void {
    for (let i = 0; i < seconds; i++) {
      each();
      nowMs += 1_000;
      arrivals.sweep();
    }
  }

  it('end with 408 after 30 s when they are JSON, however steadily they drip', () => {
    const drip = client();
    pass(29, () => drip.bytes++);
    expect(drip.error).toBeUndefined();
    pass(1);
    expect(drip.error).toMatchObject({ kind: 'too-slow', message: expect.stringContaining('within 30 s') });
    expect(arrivals.size).toBe(0);
  });

  it('may take hours as a stream that flows', () => {
    const stream = client(false);
    pass(7_200, () => (stream.bytes += 1_001));
    expect(stream.error).toBeUndefined();
  });

  it('end as a stream after 30 s without a byte', () => {
    const stream = client(false);
    pass(10, () => (stream.bytes += 100_000));
    pass(29);
    expect(stream.error).toBeUndefined();
    pass(1);
    expect(stream.error).toMatchObject({ kind: 'too-slow', message: expect.stringContaining('no byte for 30 s') });
  });

  it('end as a stream that brings less than 1 kB/s over a minute', () => {
    const stream = client(false);
    pass(59, () => (stream.bytes += 900));
    expect(stream.error).toBeUndefined();
    pass(1);
    expect(stream.error).toMatchObject({ kind: 'too-slow', message: expect.stringContaining('in 60 s') });
  });

  it('do not end while it is the server that has not read them', () => {
    const stream = client(false);
    stream.isWaiting = true;
    pass(600);
    expect(stream.error).toBeUndefined();
    stream.isWaiting = false;
    pass(29);
    expect(stream.error).toBeUndefined();
  });

  it('make room for the next one, the slowest first', () => {
    const [fast, slow, idle] = [client(), client(false), client()];
    pass(2, () => {
      fast.bytes += 1_000;
      slow.bytes += 1;
    });
    const next = client();
    expect([fast, slow, idle].map(({ error }) => error?.kind)).toEqual([undefined, undefined, 'not-ready']);
    client();
    expect([fast, slow].map(({ error }) => error?.kind)).toEqual([undefined, 'not-ready']);
    expect(next.error).toBeUndefined();
  });

  it('are refused with 503 when too many come at once, of which none is slow yet', () => {
    for (let i = 0; i < RULES.arriving; i++) client();
    expect(() => client()).toThrow(expect.objectContaining({ kind: 'not-ready', retryAfterS: 2 }));
  });

  it('are bounded in memory together: the slowest large one is closed, and what it held is free', () => {
    const held = client();
    held.arrival.hold(600);
    pass(2);
    const next = client();
    next.arrival.hold(300);
    expect(held.error).toBeUndefined();
    next.arrival.hold(300);
    expect(held.error).toMatchObject({ kind: 'not-ready' });
    expect(arrivals.held).toBe(600);
    held.arrival.close();
    expect(arrivals.held).toBe(600);
  });

  it('are refused when what others hold is being worked at', () => {
    const first = client();
    first.arrival.hold(900);
    first.arrival.arrived();
    const next = client();
    expect(() => next.arrival.hold(200)).toThrow(expect.objectContaining({ kind: 'not-ready' }));
    expect([arrivals.held, arrivals.size]).toEqual([900, 0]);
    first.arrival.close();
    expect(arrivals.held).toBe(0);
  });

  it('are never refused for their size while they are small, or alone', () => {
    const alone = client();
    alone.arrival.hold(50_000);
    const small = client();
    small.arrival.hold(10);
    expect([alone.error, small.error, arrivals.held]).toEqual([undefined, undefined, 50_000]);
  });
});
