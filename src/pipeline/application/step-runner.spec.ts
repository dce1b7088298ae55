import { getEventListeners } from 'node:events';
import { RequestCancelledError, StepTimeoutError } from '../domain/step.js';
import { runStep, startDeadline } from './step-runner.js';
import { inTime } from '../../../test/support/in-time.js';

const step = (limitS: number) => ({ name: 'compose', limitS, deadline: startDeadline(60_000) });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => undefined);

describe('startDeadline', () => {
  afterEach(() => jest.restoreAllMocks());

  it('counts down and stops at 0', () => {
    let nowMs = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const deadline = startDeadline(15);
    expect(deadline.remainingMs()).toBe(15);
    nowMs += 10;
    expect(deadline.remainingMs()).toBe(5);
    nowMs += 10;
    expect(deadline.remainingMs()).toBe(0);
  });

  it('does not count down while it is paused', () => {
    let nowMs = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const deadline = startDeadline(15);
    nowMs += 5;
    const resume = deadline.pause();
    nowMs += 60_000;
    expect(deadline.remainingMs()).toBe(10);
    resume();
    resume();
    nowMs += 4;
    expect(deadline.remainingMs()).toBe(6);
  });
});

describe('runStep', () => {
  it('lets work that lifts its limit continue beyond it, while the clock of the deadline is paused', async () => {
    const clock: string[] = [];
    const deadline = {
      remainingMs: () => 20,
      pause: () => {
        clock.push('paused');
        return () => void clock.push('resumed');
      },
    };
    const done = runStep({ name: 'compose', limitS: 0.01, deadline }, undefined, async (signal, limit) => {
      limit.lift();
      limit.lift();
      await wait(40);
      clock.push('worked');
      return signal.aborted;
    });
    expect(await done).toBe(false);
    expect(clock).toEqual(['paused', 'worked', 'resumed']);
  });

  it('does not revive work by lifting a limit that has passed', async () => {
    let limit: { lift(): void } | undefined;
    const late = runStep(step(0.01), undefined, (_, given) => {
      limit = given;
      return never();
    });
    await expect(late).rejects.toThrow(StepTimeoutError);
    expect(() => limit?.lift()).not.toThrow();
  });

  it('ends work that lifted its limit if the client disconnects', async () => {
    const client = new AbortController();
    const left = runStep(step(30), client.signal, (_, limit) => {
      limit.lift();
      return never();
    });
    client.abort();
    await expect(left).rejects.toThrow(RequestCancelledError);
  });

  it('leaves no listener on the client signal after any end', async () => {
    const client = new AbortController();
    await runStep(step(30), client.signal, () => Promise.resolve());
    await expect(runStep(step(30), client.signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(runStep(step(0.01), client.signal, never)).rejects.toThrow(StepTimeoutError);
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  });

  it('throws the error of its work unchanged, also if the work throws at once', async () => {
    const failure = new Error('inside');
    const client = new AbortController();
    await expect(runStep(step(5), client.signal, () => Promise.reject(failure))).rejects.toBe(failure);
    const atOnce = runStep(step(5), client.signal, () => {
      throw failure;
    });
    await expect(atOnce).rejects.toBe(failure);
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  });

  it('leaves no rejection unhandled if its work fails after the timeout', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const late = runStep(step(0.01), undefined, async () => {
        await wait(25);
        throw new Error('too late');
      });
      await expect(late).rejects.toThrow(StepTimeoutError);
      await wait(40);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('ends a step at once whose deadline has passed', async () => {
    const late = runStep(
      { name: 'respond', limitS: 600, deadline: { remainingMs: () => 0, pause: () => () => undefined } },
      undefined,
      never,
    );
    await expect(inTime(late)).rejects.toThrow(StepTimeoutError);
  });

  it('passes its work the reason of the abort if the client disconnects', async () => {
    const client = new AbortController();
    let reason: unknown;
    const left = runStep(step(30), client.signal, (signal) => {
      signal.addEventListener('abort', () => (reason = signal.reason));
      return never();
    });
    client.abort();
    await expect(left).rejects.toThrow(RequestCancelledError);
    expect(reason).toBeInstanceOf(RequestCancelledError);
  });

  it('does not stop a finished step if the client disconnects later', async () => {
    const client = new AbortController();
    let seen: AbortSignal | undefined;
    await runStep(step(30), client.signal, (signal) => {
      seen = signal;
      return Promise.resolve();
    });
    client.abort();
    expect(seen?.aborted).toBe(false);
  });
});
