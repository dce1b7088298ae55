import { setDeadline } from '../../shared/domain/signal-deadline.js';
import { RequestCancelledError, StepTimeoutError } from '../domain/step.js';

/** The limit of a step, for work that has limits of its own once somebody sees it. */
export interface StepLimit {
  /** From here to its end the step has no limit, and the deadline's clock stands still. */
  lift(): void;
}

/** Work that stops when its signal fires. */
export type CancellableWork<T> = (signal: AbortSignal, limit: StepLimit) => Promise<T>;

export interface Deadline {
  /** Milliseconds that are left of the whole pipeline; never negative. */
  remainingMs(): number;
  /** Stops the clock until the function that it returns is called. */
  pause(): () => void;
}

/** A deadline `limitMs` from now. */
export function startDeadline(limitMs: number): Deadline {
  let end = performance.now() + limitMs;
  let pausedAt: number | undefined;
  return {
    remainingMs: () => Math.max(0, end - (pausedAt ?? performance.now())),
    pause: () => {
      const from = performance.now();
      pausedAt ??= from;
      return () => {
        if (pausedAt === undefined) return;
        end += performance.now() - pausedAt;
        pausedAt = undefined;
      };
    },
  };
}

/**
 * Runs a step with its own limit inside the deadline (`execute_with_timeout` of the specification): past it the step's work is
 * told to stop by its AbortSignal, and StepTimeoutError is thrown whether it listens or not. Its timer is always cleared.
 * Work that lifts its limit goes on until it ends by itself or the client leaves.
 * One controller with one timer: AbortSignal.any with AbortSignal.timeout hung under load on Node 20.
 * @throws StepTimeoutError when late, RequestCancelledError when the client left
 */
export async function runStep<T>(
  step: { readonly name: string; readonly limitS: number; readonly deadline: Deadline },
  client: AbortSignal | undefined,
  work: CancellableWork<T>,
): Promise<T> {
  if (client?.aborted === true) throw new RequestCancelledError();
  const controller = new AbortController();
  const limitMs = Math.min(step.limitS * 1000, step.deadline.remainingMs());
  // What works elsewhere, such as a statement of the database, is given no more time than is left.
  setDeadline(controller.signal, performance.now() + limitMs);
  let timer: NodeJS.Timeout | undefined;
  let onClientGone: (() => void) | undefined;
  let resume: (() => void) | undefined;
  const lift = () => {
    if (resume !== undefined || controller.signal.aborted) return;
    clearTimeout(timer);
    resume = step.deadline.pause();
  };
  const stopped = new Promise<never>((_, reject) => {
    const stop = (error: Error) => {
      reject(error);
      controller.abort(error);
    };
    timer = setTimeout(() => stop(new StepTimeoutError(step.name, step.limitS)), limitMs);
    onClientGone = () => stop(new RequestCancelledError());
    client?.addEventListener('abort', onClientGone, { once: true });
  });
  try {
    return await Promise.race([work(controller.signal, { lift }), stopped]);
  } finally {
    clearTimeout(timer);
    resume?.();
    if (onClientGone !== undefined) client?.removeEventListener('abort', onClientGone);
  }
}
