import { EventLoopYielder } from './event-loop-yielder.js';

/** Work in steps: it may pause at each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs work in steps without a pause and returns its result. */
export function lastOf<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Runs work in steps and returns its result; yields to other requests between the steps. @throws the reason of the signal when it fires */
export async function inSlices<T>(steps: Steps<T>, others = new EventLoopYielder(), signal?: AbortSignal): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await others.yieldIfDue();
    signal?.throwIfAborted();
    step = steps.next();
  }
  return step.value;
}
