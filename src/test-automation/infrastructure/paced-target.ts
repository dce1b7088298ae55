import { setTimeout as delay } from 'node:timers/promises';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../domain/rag-target.js';

/** A question waits for a busy target so long at most, all its waits together: after that it is `not_evaluated`. */
const LONGEST_WAIT_MS = 600_000;
/** A target that turns away again and again and asks for no wait is left alone at least so long, each time twice as long. */
const FIRST_WAIT_MS = 100;
const LONGEST_OWN_WAIT_MS = 10_000;

/**
 * A target that is left alone as long as it asks to be (`Retry-After` of 429 and 503): by the question that it turned away and by all
 * others of the session, which would only be turned away as well.
 */
export class PacedTarget extends RagTarget {
  private freeAtMs = 0;

  constructor(private readonly target: RagTarget) {
    super();
  }

  get kind(): RagTarget['kind'] {
    return this.target.kind;
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const startedAtMs = performance.now();
    for (let turnedAway = 0; ; turnedAway++) {
      await this.untilFree(signal);
      try {
        return await this.target.ask(question, signal);
      } catch (error) {
        const asked = error instanceof TargetError ? error.retryAfterMs : undefined;
        if (asked === undefined || signal.aborted) throw error;
        const waitMs = Math.max(asked, Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** turnedAway));
        const nowMs = performance.now();
        if (nowMs + waitMs - startedAtMs > LONGEST_WAIT_MS)
          throw new TargetError(
            `the target is busy for longer than ${LONGEST_WAIT_MS / 1000} s; ask it with less concurrency`,
          );
        this.freeAtMs = Math.max(this.freeAtMs, nowMs + waitMs);
      }
    }
  }

  /** Another question may be turned away meanwhile, which makes the wait longer. */
  private async untilFree(signal: AbortSignal): Promise<void> {
    for (let left = this.freeAtMs; left > performance.now(); left = this.freeAtMs)
      await delay(left - performance.now(), undefined, { signal }).catch(() => {
        throw new TargetError('the session was stopped');
      });
  }
}
