import { setTimeout as delay } from 'node:timers/promises';
import { RagTarget, TargetAnswer, TargetError, TargetQuestion } from '../../domain/rag-target.js';

/** Maximum total wait of a question for a busy target; after that it is `not_evaluated`. */
const LONGEST_WAIT_MS = 600_000;
/** Minimum pause of a target that refuses repeatedly without `Retry-After`; it doubles each time. */
const FIRST_WAIT_MS = 100;
const LONGEST_OWN_WAIT_MS = 10_000;
/** A request that failed in the target, or whose answer broke off, is sent again this often. */
const MOST_RETRIES = 2;

/**
 * A target that is paused after `Retry-After` of 429 and 503. The pause applies to the refused question and to all others of the session,
 * which would be refused as well. A request that failed inside the target (500, 502, 504) or broke off is repeated. Requests that are sent
 * again after a 5xx or a broken answer are counted separately from the answers, also if there is no answer in the end.
 */
export class ThrottledTarget extends RagTarget {
  private freeAtMs = 0;

  constructor(private readonly target: RagTarget) {
    super();
  }

  get kind(): RagTarget['kind'] {
    return this.target.kind;
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const failed = { server_error: 0, cut_answer: 0 };
    const retriesOf = () => ({ serverErrors: failed.server_error, cutAnswers: failed.cut_answer });
    const isRepeated = () => failed.server_error + failed.cut_answer > 0;
    try {
      const answer = await this.askPatiently(question, failed, signal);
      return isRepeated() ? { ...answer, retries: retriesOf() } : answer;
    } catch (error) {
      if (!(error instanceof TargetError) || !isRepeated()) throw error;
      throw new TargetError(error.message, error.retryAfterMs, error.failure, retriesOf());
    }
  }

  /** @param failed counts the requests that failed and are sent again, also those after a pause for 503 */
  private async askPatiently(
    question: TargetQuestion,
    failed: Record<'server_error' | 'cut_answer', number>,
    signal: AbortSignal,
  ): Promise<TargetAnswer> {
    const startedAtMs = performance.now();
    let repeated = 0;
    for (let turnedAway = 0; ; turnedAway++) {
      await this.untilFree(signal);
      try {
        return await this.target.ask(question, signal);
      } catch (error) {
        if (!(error instanceof TargetError) || signal.aborted) throw error;
        const { failure, retryAfterMs } = error;
        if (retryAfterMs !== undefined) this.leaveAlone(Math.max(retryAfterMs, ownWait(turnedAway)), startedAtMs);
        else if (failure === undefined || repeated++ >= MOST_RETRIES) throw error;
        else await pause(FIRST_WAIT_MS * 2 ** turnedAway, signal);
        if (failure !== undefined) failed[failure]++;
      }
    }
  }

  private leaveAlone(waitMs: number, startedAtMs: number): void {
    const nowMs = performance.now();
    if (nowMs + waitMs - startedAtMs > LONGEST_WAIT_MS)
      throw new TargetError(
        `the target is busy for longer than ${LONGEST_WAIT_MS / 1000} s; ask it with less concurrency`,
      );
    this.freeAtMs = Math.max(this.freeAtMs, nowMs + waitMs);
  }

  /** Another question may be refused meanwhile, which extends the wait. */
  private async untilFree(signal: AbortSignal): Promise<void> {
    for (let left = this.freeAtMs; left > performance.now(); left = this.freeAtMs)
      await pause(left - performance.now(), signal);
  }
}

const ownWait = (turnedAway: number): number => Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** turnedAway);

/** @throws TargetError if the session is stopped meanwhile */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw new TargetError('the session was stopped');
  });
}
