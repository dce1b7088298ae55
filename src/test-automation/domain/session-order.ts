import { SessionRequest } from './test-session.js';

/** A request as it came: no personas means all of the set, no seed means a new one. */
export type SessionOrder = Omit<SessionRequest, 'personas' | 'seed' | 'isSeedGiven' | 'targetScope'> & {
  readonly personas: readonly string[] | undefined;
  readonly seed: number | undefined;
};
