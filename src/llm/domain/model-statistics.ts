import { ModelFailure } from './language-model.js';
import { Budget } from './spending.js';
import { Usage } from './written-answer.js';

/** How a call ended; the failures by their names. */
export type CallOutcome = 'ok' | ModelFailure;

/** `open`: the provider is left alone; `half_open`: one call tries whether it is back. */
export type BreakerState = 'closed' | 'half_open' | 'open';

/** What the models did since the start; gauges are read when asked. */
export class ModelStatistics {
  private readonly outcomes = new Map<CallOutcome, number>();
  inputTokens = 0;
  outputTokens = 0;
  costUsd = 0;
  /** Calls whose cost nobody knows. */
  unpriced = 0;
  retries = 0;
  seconds = 0;
  /** What may be spent; undefined while no budget is kept. */
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
