import { ModelFailure } from './language-model.js';
import { Budget } from './spending.js';
import { Usage } from './written-answer.js';

/** How a call ended; the failures by their names. */
export type CallOutcome = 'ok' | ModelFailure;

/** `open`: the provider is not called; `half_open`: one call tests whether it has recovered. */
export type BreakerState = 'closed' | 'half_open' | 'open';

/** Statistics of the models since the start; gauges are read on request. */
export class ModelStatistics {
  private readonly outcomes = new Map<CallOutcome, number>();
  inputTokens = 0;
  outputTokens = 0;
  costUsd = 0;
  /** Number of calls with unknown cost. */
  unpriced = 0;
  retries = 0;
  seconds = 0;
  /** The budget; undefined without one. */
  budget: Budget | undefined;
  breaker: () => BreakerState = () => 'closed';
  load: () => { readonly running: number; readonly waiting: number } = () => ({ running: 0, waiting: 0 });

  constructor(
    readonly provider: string,
    readonly model: string,
  ) {}

  countCall(outcome: CallOutcome, seconds: number): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    this.seconds += seconds;
  }

  countUsage(usage: Usage): void {
    this.inputTokens += usage.inputTokens;
    this.outputTokens += usage.outputTokens;
    if (usage.costUsd === null) this.unpriced++;
    else this.costUsd += usage.costUsd;
  }

  calls(): ReadonlyMap<CallOutcome, number> {
    return this.outcomes;
  }
}
