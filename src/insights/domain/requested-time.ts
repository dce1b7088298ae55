import { daysBefore } from '../../shared/domain/clock.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';

const DEFAULT_DAYS = 30;
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;

/** The time that a caller asks about. */
export interface RequestedTime {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** ISO 8601, UTC; `since` is inclusive, `until` exclusive. */
export interface TimeRange {
  readonly since: string;
  readonly until: string;
}

/** The last 30 days by default. @throws InvalidInputError for a time that ends before it begins, or is longer than 400 days */
export function rangeOf({ since, until }: RequestedTime, now: Date): TimeRange {
  const end = until === undefined ? now : new Date(until);
  const start = since === undefined ? new Date(daysBefore(end, DEFAULT_DAYS)) : new Date(since);
  const pointer = since === undefined ? '/until' : '/since';
  if (start >= end) throw new InvalidInputError([{ pointer, detail: 'since must be before until' }]);
  if (end.getTime() - start.getTime() > MOST_DAYS * DAY_MS)
    throw new InvalidInputError([{ pointer, detail: `since and until are more than ${MOST_DAYS} days apart` }]);
  return { since: start.toISOString(), until: end.toISOString() };
}
