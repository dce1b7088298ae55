/** Requests per second that this machine finishes when saturated; undefined until it has been saturated once. */
export type Rate = number | undefined;

/** A measurement window between two answers. */
export interface WorkWindow {
  /** Requests answered in the window. */
  readonly answered: number;
  readonly seconds: number;
  /** Utilisation of the busiest thread in the window, 0..1. */
  readonly busyShare: number;
  /** Lowest number of requests in flight during the window. */
  readonly leastInside: number;
}

export interface CapacityBounds {
  /** Lowest limit, also on the slowest machine. */
  readonly floor: number;
  readonly ceiling: number;
  /** Seconds within which all requests in flight should be answered. */
  readonly finishWithinS: number;
}

/** At or above this utilisation a thread is the bottleneck, so the measured throughput is the machine's capacity. */
const BUSY_SHARE = 0.85;
/** With fewer requests in flight the rate measures demand, not capacity. */
const FEWEST_INSIDE = 16;
/** Weight of the newest window. */
const NEWEST = 0.5;
/** The rate doubles in each second with idle time, so that one slow moment lowers the limit only briefly. */
const GROWTH_PER_S = 2;
/** Upper bound of the rate: it must not grow without limit while there are no requests. */
const LONGEST_GROWTH_S = 10;

/**
 * Updates the estimated rate from a window. If the machine is busy, the rate is an exponentially weighted mean. If it is not busy, or no
 * request waits, the rate grows step by step, so that a low limit does not persist.
 */
export function nextRate(rate: Rate, { answered, seconds, busyShare, leastInside }: WorkWindow): Rate {
  if (busyShare < BUSY_SHARE)
    return rate === undefined ? undefined : rate * GROWTH_PER_S ** Math.min(seconds, LONGEST_GROWTH_S);
  if (leastInside < FEWEST_INSIDE || seconds <= 0) return rate;
  const measured = answered / seconds;
  return rate === undefined ? measured : NEWEST * measured + (1 - NEWEST) * rate;
}

/** Returns how many requests may be in flight: rate times target time (Little's law), within the bounds. */
export function placesAt(rate: Rate, { floor, ceiling, finishWithinS }: CapacityBounds): number {
  if (rate === undefined) return ceiling;
  return Math.max(floor, Math.min(ceiling, Math.floor(rate * finishWithinS)));
}
