/** Rules for the start of admitted requests. */
export interface BeginRules {
  /**
   * Requests that start in one turn of the event loop. A burst must not delay the refusal of later requests, and a request whose code is
   * not compiled yet takes several milliseconds.
   */
  readonly startsPerTurn: number;
  /** Maximum running requests while a thread is busy: more would only share its time, and each has a deadline. */
  readonly begunWhenBusy: number;
  /** Running requests that are always allowed, regardless of the queues of the threads. */
  readonly begunBeforeThread: number;
  /**
   * Further requests start only while fewer calls than this are queued for a thread. Otherwise the objects of a request would live as long
   * as the queue, and be promoted to the old generation.
   */
  readonly callsBeforeThread: number;
  /** Arrivals within BURST_WINDOW_MS that count as a burst: reject excess requests before starting queued ones. */
  readonly burst: number;
  /** Maximum delay of queued requests by a burst. */
  readonly burstLimitMs: number;
  /** Maximum waiting time: the running requests may be streams of hours. */
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

/** Window of a burst: far more requests arrive than any machine can answer. A steady load that waits briefly must not count as a burst. */
const BURST_WINDOW_MS = 10;
/** Intervals of the checks for free capacity and for the end of a burst. */
const LOOK_AGAIN_MS = 5;
const LOOK_FOR_MORE_MS = 1;
/** Minimum interval for the measurement of utilisation. */
const JUDGED_MS = 50;
const BUSY_SHARE = 0.85;

/** Measurements of the threads that requests need. */
export interface ThreadWatch {
  /** Utilisation of the busiest thread since the last call, 0..1. */
  readonly busyShare: () => number;
  /** Calls queued for a thread, including the running one. */
  readonly callsWaiting: () => number;
}

/** An admitted request. */
interface Place {
  readonly begin: () => void;
  readonly sinceMs: number;
  hasBegun: boolean;
}

/**
 * Admitted requests in the order of arrival; starts a few at a time. So the first of a hundred concurrent requests is answered long before
 * the last one, and each meets its deadline, which counts from its start.
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

  /** Number of admitted requests, started or not. */
  get size(): number {
    return this.places.size;
  }

  /** Admits a request until `remove`. @param begin is called when the request may start */
  add(key: K, begin: () => void): void {
    const place: Place = { begin, sinceMs: this.now(), hasBegun: false };
    this.places.set(key, place);
    this.arrived(place.sinceMs);
    if (this.waiting.length === 0 && this.startsLeft > 0 && this.hasRoom) this.start(place);
    else this.waiting.push(place);
    this.turnSoon();
  }

  /** Records a refused request. */
  turnedAway(): void {
    this.arrived(this.now());
  }

  /** Removes a request that was answered, or whose client disconnected. @returns whether it was admitted */
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
    // The connections of queued requests keep the process alive.
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

  /** Whether a burst is still arriving. */
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
