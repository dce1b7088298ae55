import { SessionRequest, SessionTarget } from './session-request.js';

/** The target in a request: a configured target by its name, this system, or an address. */
export type OrderedTarget = SessionTarget | { readonly name: string };

/** A request as the client sent it: no personas means all of the set, no seed means a new one. */
export type SessionOrder = Omit<SessionRequest, 'target' | 'personas' | 'seed' | 'isSeedGiven' | 'targetScope'> & {
  readonly target: OrderedTarget;
  readonly personas: readonly string[] | undefined;
  readonly seed: number | undefined;
};
