/** When requests that were let in begin. */
export interface BeginRules {
  /**
   * Requests that begin in one turn of the event loop: a burst must not keep those from being refused who come behind it, and a request
   * whose code has not run yet takes several milliseconds.
   */
  readonly startsPerTurn: number;
  /** Requests that work at the same time while a thread is busy: more would only share its time, and each has a deadline. */
  readonly begunWhenBusy: number;
  /** Of these, as many as work at the same time whatever else waits for a thread. */
  readonly begunBeforeThread: number;
  /**
   * Beyond those a request begins only while fewer calls than this stand before a thread: what a request has made until it waits there
   * would live for as long as the queue is, and be copied into the old generation of values.
   */
  readonly callsBeforeThread: number;
  /** Where so many come within BURST_WINDOW_MS and more are waiting, those who still arrive are told first whether they have a place. */
  readonly burst: number;
  /** How long that may hold up those who wait. */
  readonly burstLimitMs: number;
  /** After this a request begins in any case: what holds the others up may be a stream of hours. */
  readonly longestWaitMs: number;
}

export const BEGIN_RULES: BeginRules = {
  startsPerTurn: 1,
  begunWhenBusy: 48,
  begunBeforeThread: 6,
  callsBeforeThread: 2,
  burst: 8,
  burstLimitMs: 100,
  longestWaitMs: 1_000,
};

/** Of a burst: far more come than any machine answers. A steady load that has to wait for a moment must not be taken for one. */
const BURST_WINDOW_MS = 10;
/** How often it is looked again whether there is room to begin, or whether a burst still comes in. */
const LOOK_AGAIN_MS = 5;
const LOOK_FOR_MORE_MS = 1;
/** Shortest time over which a thread is judged busy. */
const JUDGED_MS = 50;
const BUSY_SHARE = 0.85;

/** What is seen of the threads that requests need. */
export interface ThreadWatch {
  /** How busy the busiest thread was since the last call, 0..1. */
  readonly busyShare: () => number;
  /** Calls that stand before a thread, the one at which it works among them. */
  readonly callsWaiting: () => number;
}

/** A request that has a place. */
interface Place {
  readonly begin: () => void;
  readonly sinceMs: number;
  hasBegun: boolean;
}

/**
 * Requests that have a place, in the order of their coming: it lets them begin a few at a time. One request of a hundred that
 * came together is so answered long before the last one, and each meets its deadline, which counts from its beginning.
 */
export class StartQueue<K> {
  private readonly places = new Map<K, Place>();
  private waiting: Place[] = [];
  private begun = 0;
  private startsLeft: number;
  /** When the last `burst` requests came. */
  private readonly arrivals: number[] = [];
  private burstSinceMs: number | undefined;
  private turning = false;
  private lookingAgain: NodeJS.Timeout | undefined;
  private judgedMs = -Infinity;
  private isBusy = false;

  constructor(
    private readonly rules: BeginRules,
    private readonly threads: ThreadWatch,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startsLeft = rules.startsPerTurn;
  }

  /** Requests that have a place, begun or not. */
  get size(): number {
    return this.places.size;
  }

  /** Gives a place, which is kept until `remove`. @param begin is called once it may begin */
  add(key: K, begin: () => void): void {
    const place: Place = { begin, sinceMs: this.now(), hasBegun: false };
    this.places.set(key, place);
    this.arrived(place.sinceMs);
    if (this.waiting.length === 0 && this.startsLeft > 0 && this.hasRoom) this.start(place);
    else this.waiting.push(place);
    this.turnSoon();
  }

  /** Somebody came who got no place. */
  turnedAway(): void {
    this.arrived(this.now());
  }

  /** The request was answered, or its client left. @returns whether it had a place */
  remove(key: K): boolean {
    const place = this.places.get(key);
    if (place === undefined) return false;
    this.places.delete(key);
    if (!place.hasBegun) {
      this.waiting = this.waiting.filter((other) => other !== place);
      return true;
    }
    this.begun--;
    if (this.waiting.length > 0) this.turnSoon();
    return true;
  }

  private arrived(now: number): void {
    this.arrivals.push(now);
    if (this.arrivals.length > this.rules.burst) this.arrivals.shift();
    if (this.isCrowded(now)) this.burstSinceMs ??= now;
    else this.burstSinceMs = undefined;
  }

  private isCrowded(now: number): boolean {
    const [first] = this.arrivals;
    return first !== undefined && this.arrivals.length === this.rules.burst && now - first < BURST_WINDOW_MS;
  }

  private turnSoon(): void {
    if (this.turning) return;
    this.turning = true;
    setImmediate(() => this.turn());
  }

  private lookAgain(afterMs: number): void {
    // The connections of those who wait keep the process alive.
    this.lookingAgain = setTimeout(() => this.turn(), afterMs).unref();
  }

  private turn(): void {
    clearTimeout(this.lookingAgain);
    this.turning = false;
    this.startsLeft = this.rules.startsPerTurn;
    while (this.startsLeft > 0 && this.mayBegin()) {
      const place = this.waiting.shift();
      if (place !== undefined) this.start(place);
    }
    if (this.waiting.length === 0) return;
    if (this.startsLeft === 0) this.turnSoon();
    else this.lookAgain(this.isArriving ? LOOK_FOR_MORE_MS : LOOK_AGAIN_MS);
  }

  private start(place: Place): void {
    this.startsLeft--;
    this.begun++;
    place.hasBegun = true;
    place.begin();
  }

  private mayBegin(): boolean {
    const [oldest] = this.waiting;
    if (oldest === undefined || this.isArriving) return false;
    return this.hasRoom || !this.judgeBusy() || this.waited(oldest) > this.rules.longestWaitMs;
  }

  private get hasRoom(): boolean {
    const { begunBeforeThread, begunWhenBusy, callsBeforeThread } = this.rules;
    if (this.begun >= begunWhenBusy) return false;
    return this.begun < begunBeforeThread || this.threads.callsWaiting() < callsBeforeThread;
  }

  /** Whether a burst still comes in. */
  private get isArriving(): boolean {
    if (this.burstSinceMs === undefined || this.waiting.length <= this.rules.burst) return false;
    const now = this.now();
    return this.isCrowded(now) && now - this.burstSinceMs < this.rules.burstLimitMs;
  }

  private waited({ sinceMs }: Place): number {
    return this.now() - sinceMs;
  }

  private judgeBusy(): boolean {
    const now = this.now();
    if (now - this.judgedMs >= JUDGED_MS) {
      this.isBusy = this.threads.busyShare() >= BUSY_SHARE;
      this.judgedMs = now;
    }
    return this.isBusy;
  }
}
