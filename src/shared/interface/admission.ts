import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TryLaterError } from '../domain/domain-error.js';
import { whenClosed } from './when-closed.js';

/** How many requests are let in. */
export interface AdmissionLimits {
  /** Requests that are answered at the same time. */
  readonly places: number;
  /** Requests that begin in one turn of the event loop: a burst must not keep those from being refused who come behind it. */
  readonly startsPerTurn: number;
}

/**
 * At 150 chats a second the last of 256 is answered after 1.7 s, well inside its deadline of 4 s; with more the deadline would be spent
 * on waiting.
 */
export const ADMISSION_LIMITS: AdmissionLimits = { places: 256, startsPerTurn: 4 };
const RETRY_AFTER_S = 1;

/** Probes must be told the truth; a session's progress is a stream that lasts for as long as the session and costs nothing. */
function isFree({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return path.startsWith('/health') || path === '/metrics' || /^\/test-sessions\/[^/]+\/events$/u.test(path);
}

/**
 * Refuses what is beyond capacity at once, with 503 and Retry-After, before its body is read: a queue that grows would answer
 * everybody too late.
 */
export function limitAdmission(
  fastify: FastifyInstance,
  { places, startsPerTurn }: AdmissionLimits = ADMISSION_LIMITS,
): void {
  const inside = new Set<FastifyRequest>();
  const waiting: (() => void)[] = [];
  let startsLeft = startsPerTurn;
  let isTurning = false;
  const turn = (): void => {
    startsLeft = startsPerTurn;
    isTurning = waiting.length > 0;
    if (isTurning) setImmediate(turn);
    while (startsLeft > 0 && waiting.length > 0) {
      startsLeft--;
      waiting.shift()?.();
    }
  };
  const start = (begin: () => void): void => {
    if (!isTurning) {
      isTurning = true;
      setImmediate(turn);
    }
    if (startsLeft === 0 || waiting.length > 0) {
      waiting.push(begin);
      return;
    }
    startsLeft--;
    begin();
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isFree(request)) {
      done();
      return;
    }
    if (inside.size >= places) {
      done(
        new TryLaterError(
          'overloaded',
          `${places} requests are being answered, which is all that this server takes at a time: try again in ${RETRY_AFTER_S} s.`,
          RETRY_AFTER_S,
        ),
      );
      return;
    }
    inside.add(request);
    whenClosed(reply, () => inside.delete(request));
    start(done);
  });
  // Requests that are handed in by a program of this process may have no end but this.
  fastify.addHook('onResponse', (request, _reply, done) => {
    inside.delete(request);
    done();
  });
}
