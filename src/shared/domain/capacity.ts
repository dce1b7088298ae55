/** Requests a second that this machine finishes while it is busy all the time; undefined as long as it was never seen busy. */
export type Rate = number | undefined;

/** A stretch of time between two answers. */
export interface WorkWindow {
  /** Requests that were answered in it. */
  readonly answered: number;
  readonly seconds: number;
  /** Share of it in which the busiest thread had something to do, 0..1. */
  readonly busyShare: number;
  /** Fewest requests that were inside at a time. */
  readonly leastInside: number;
}

export interface CapacityBounds {
  /** Places that there are on the slowest machine. */
  readonly floor: number;
  readonly ceiling: number;
  /** Seconds within which all who are inside should be answered. */
  readonly finishWithinS: number;
}

/** From this share on a thread is taken to be the limit: what was answered then is what the machine can do. */
const BUSY_SHARE = 0.85;
/** With fewer requests inside the rate says how much was asked and not how much can be done. */
const FEWEST_INSIDE = 16;
/** Weight of the newest window. */
const NEWEST = 0.5;
/** The rate doubles in each second in which the machine had time to spare, so that one slow moment is not held against it for long. */
const GROWTH_PER_S = 2;
/** Enough for any rate; a night without requests must not make it infinite. */
const LONGEST_GROWTH_S = 10;

/**
 * What a window teaches of the machine's speed. While it is busy this is measured (an exponentially weighted mean); while it is not, or
 * nobody waits, the limit is let go step by step, so that a limit never lasts by itself.
 */
export function nextRate(rate: Rate, { answered, seconds, busyShare, leastInside }: WorkWindow): Rate {
  if (busyShare < BUSY_SHARE)
    return rate === undefined ? undefined : rate * GROWTH_PER_S ** Math.min(seconds, LONGEST_GROWTH_S);
  if (leastInside < FEWEST_INSIDE || seconds <= 0) return rate;
  const measured = answered / seconds;
  return rate === undefined ? measured : NEWEST * measured + (1 - NEWEST) * rate;
}

/** How many requests may be inside: as many as are answered in time at this rate (Little's law), within the bounds. */
export function placesAt(rate: Rate, { floor, ceiling, finishWithinS }: CapacityBounds): number {
  if (rate === undefined) return ceiling;
  return Math.max(floor, Math.min(ceiling, Math.floor(rate * finishWithinS)));
}
