import { EventLoopYielder } from './event-loop-yielder.js';

/** Work in steps: each `yield` is a place where it may rest. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The result of work in steps, done without a rest. */
export function lastOf<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The result of work in steps; other requests get their turns between them. @throws the reason of the signal when it fires */
export async function inSlices<T>(steps: Steps<T>, others = new EventLoopYielder(), signal?: AbortSignal): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await others.yieldIfDue();
    signal?.throwIfAborted();
    step = steps.next();
  }
  return step.value;
}
