import { RequestCancelledError, StepTimeoutError } from '../domain/step.js';
import { setDeadline } from '../../shared/domain/time-limit.js';

/** The limit of a step, for streamed work that has its own limits. */
export interface StepLimit {
  /** Removes the limit of the step and pauses the clock of the deadline until the step ends. */
  lift(): void;
}

/** Work that stops when its signal fires. */
export type CancellableWork<T> = (signal: AbortSignal, limit: StepLimit) => Promise<T>;

export interface Deadline {
  /** Milliseconds left for the whole pipeline; never negative. */
  remainingMs(): number;
  /** Pauses the clock until the returned function is called. */
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
 * Runs a step with its own limit inside the deadline (`execute_with_timeout` of the specification): after it the step's work is aborted by
 * its AbortSignal, and StepTimeoutError is thrown even if the work ignores the signal. The timer is always cleared. Work that lifts its
 * limit runs until it ends or the client disconnects. One controller with one timer: AbortSignal.any with AbortSignal.timeout hung under
 * load on Node 20.
 * @throws StepTimeoutError if the step exceeds its limit, RequestCancelledError if the client disconnects
 */
export async function runStep<T>(
  step: { readonly name: string; readonly limitS: number; readonly deadline: Deadline },
  client: AbortSignal | undefined,
  work: CancellableWork<T>,
): Promise<T> {
  if (client?.aborted === true) throw new RequestCancelledError();
  const controller = new AbortController();
  const limitMs = Math.min(step.limitS * 1000, step.deadline.remainingMs());
  // Remote work, such as a database statement, gets only the remaining time.
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
