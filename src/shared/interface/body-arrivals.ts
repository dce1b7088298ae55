import { DomainError, TryLaterError } from '../domain/domain-error.js';

const MB = 1_000_000;

/** Limits of time and size for bodies that are being received. */
export interface ArrivalRules {
  /** From the start of a JSON body to its last byte. */
  readonly wholeMs: number;
  /** Idle time of a stream: an upload or lines of JSON. */
  readonly idleMs: number;
  /** A stream must send `windowBytes` within this time. */
  readonly windowMs: number;
  readonly windowBytes: number;
  /** Minimum age of a body before it may be closed as the slowest. */
  readonly graceMs: number;
  /** Maximum number of bodies being received. */
  readonly arriving: number;
  /** Maximum bytes of all bodies together, from their arrival until their requests are answered. */
  readonly heldBytes: number;
  /** Smaller bodies are not counted, so that a question is answered even while many documents are held. */
  readonly smallBytes: number;
}

export const ARRIVAL_RULES: ArrivalRules = {
  wholeMs: 30_000,
  idleMs: 30_000,
  windowMs: 60_000,
  windowBytes: 60_000,
  graceMs: 1_000,
  arriving: 512,
  heldBytes: 128 * MB,
  smallBytes: 64_000,
};

const RETRY_AFTER_S = 2;

/** A body that is being received. */
export interface ArrivingBody {
  /** Whether it is read completely before its request is processed; otherwise the route reads it as a stream. */
  readonly isWhole: boolean;
  /** Bytes received on the connection so far. */
  readonly bytesRead: () => number;
  /** Whether received bytes wait for the server: then the client is not slow. */
  readonly isWaiting: () => boolean;
  /** Ends the body with an answer that states the reason. */
  readonly fail: (error: DomainError) => void;
}

/** Reports of the reader of a body. */
export interface Arrival {
  /** The body holds this many bytes more (or fewer) in memory. @throws TryLaterError (503) if all bodies together hold too many */
  hold(bytes: number): void;
  /** The last byte has arrived. */
  arrived(): void;
  /** The request is over; the memory of the body is free. */
  close(): void;
}

class OpenArrival implements Arrival {
  held = 0;
  lastByteMs: number;
  lastBytes: number;
  windowStartMs: number;
  windowStartBytes: number;
  /** Bytes per millisecond since the last sweep; undefined for a new body. */
  speed = Infinity;

  constructor(
    readonly body: ArrivingBody,
    readonly sinceMs: number,
    private readonly owner: BodyArrivals,
  ) {
    this.lastByteMs = this.windowStartMs = sinceMs;
    this.lastBytes = this.windowStartBytes = body.bytesRead();
  }

  hold(bytes: number): void {
    this.owner.hold(this, bytes);
  }

  arrived(): void {
    this.owner.remove(this);
  }

  close(): void {
    this.owner.close(this);
  }
}

/**
 * All bodies that are being received. Ends those that are too slow (the slowest first if there are too many) and bounds their total memory.
 * A request whose body has not arrived does not count as in flight.
 */
export class BodyArrivals {
  private readonly open = new Set<OpenArrival>();
  private heldBytes = 0;
  private lookedMs: number;

  constructor(
    private readonly rules: ArrivalRules = ARRIVAL_RULES,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.lookedMs = now();
  }

  /** Number of incomplete bodies. */
  get size(): number {
    return this.open.size;
  }

  /** Bytes that are counted against the limit. */
  get held(): number {
    return this.heldBytes;
  }

  /** @throws TryLaterError (503) if too many bodies arrive and none of them is slow */
  begin(body: ArrivingBody): Arrival {
    if (this.open.size >= this.rules.arriving && !this.closeSlowest()) throw this.tooMany();
    const arrival = new OpenArrival(body, this.now(), this);
    this.open.add(arrival);
    return arrival;
  }

  /** Closes the slowest body that is old enough. @returns whether there was one */
  closeSlowest(among: (arrival: OpenArrival) => boolean = () => true): boolean {
    this.measure();
    const now = this.now();
    let slowest: OpenArrival | undefined;
    for (const arrival of this.open) {
      if (now - arrival.sinceMs < this.rules.graceMs || !among(arrival)) continue;
      if (slowest === undefined || arrival.speed < slowest.speed) slowest = arrival;
    }
    if (slowest === undefined) return false;
    this.fail(slowest, this.tooMany());
    return true;
  }

  /** Ends late bodies; call about once per second. */
  sweep(): void {
    this.measure();
    const now = this.now();
    for (const arrival of this.open) {
      const error = this.lateness(arrival, now);
      if (error !== undefined) this.fail(arrival, error);
    }
  }

  hold(arrival: OpenArrival, bytes: number): void {
    this.count(arrival, arrival.held + bytes);
    if (this.counted(arrival) === 0) return;
    const isOther = (other: OpenArrival) => other !== arrival && this.counted(other) > 0;
    while (this.heldBytes > this.rules.heldBytes) {
      // A single body may be as large as its route allows.
      if (this.heldBytes === this.counted(arrival) || this.closeSlowest(isOther)) {
        if (this.heldBytes === this.counted(arrival)) return;
        continue;
      }
      this.close(arrival);
      throw new TryLaterError(
        'overloaded',
        `The bodies that are being received hold ${this.rules.heldBytes / MB} MB: try again in ${RETRY_AFTER_S} s.`,
        RETRY_AFTER_S,
      );
    }
  }

  remove(arrival: OpenArrival): void {
    this.open.delete(arrival);
  }

  close(arrival: OpenArrival): void {
    this.open.delete(arrival);
    this.count(arrival, 0);
  }

  private counted({ held }: OpenArrival): number {
    return held > this.rules.smallBytes ? held : 0;
  }

  private count(arrival: OpenArrival, held: number): void {
    this.heldBytes -= this.counted(arrival);
    arrival.held = held;
    this.heldBytes += this.counted(arrival);
  }

  private fail(arrival: OpenArrival, error: DomainError): void {
    this.close(arrival);
    arrival.body.fail(error);
  }

  /** Updates the speed of each body since the last sweep. */
  private measure(): void {
    const now = this.now();
    const passedMs = now - this.lookedMs;
    if (passedMs <= 0) return;
    this.lookedMs = now;
    for (const arrival of this.open) {
      const bytes = arrival.body.bytesRead();
      const isWaiting = arrival.body.isWaiting();
      if (bytes > arrival.lastBytes || isWaiting) arrival.lastByteMs = now;
      arrival.speed = isWaiting ? Infinity : (bytes - arrival.lastBytes) / passedMs;
      arrival.lastBytes = bytes;
      if (isWaiting) {
        arrival.windowStartMs = now;
        arrival.windowStartBytes = bytes;
      }
    }
  }

  private lateness(arrival: OpenArrival, now: number): DomainError | undefined {
    const { wholeMs, idleMs, windowMs, windowBytes } = this.rules;
    const slow = (what: string) => new DomainError('too-slow', 'too-slow', `The body ${what}; send it faster.`);
    if (arrival.body.isWhole)
      return now - arrival.sinceMs >= wholeMs ? slow(`did not arrive within ${wholeMs / 1000} s`) : undefined;
    if (now - arrival.lastByteMs >= idleMs) return slow(`brought no byte for ${idleMs / 1000} s`);
    if (now - arrival.windowStartMs < windowMs) return undefined;
    const brought = arrival.lastBytes - arrival.windowStartBytes;
    arrival.windowStartMs = now;
    arrival.windowStartBytes = arrival.lastBytes;
    return brought < windowBytes ? slow(`brought ${brought} bytes in ${windowMs / 1000} s`) : undefined;
  }

  private tooMany(): TryLaterError {
    return new TryLaterError(
      'overloaded',
      `${this.rules.arriving} bodies, or more bytes than the server holds, are being received, and slow ones are closed first: send faster, or try again in ${RETRY_AFTER_S} s.`,
      RETRY_AFTER_S,
    );
  }
}
