import { Logger } from '@nestjs/common';
import { Clock, today } from '../../shared/domain/clock.js';
import {
  AvailableModel,
  Completion,
  CompletionRequest,
  LanguageModel,
  LanguageModelError,
  OnToken,
} from '../domain/language-model.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { estimatedTokens } from '../domain/price-table.js';
import { Budget, overrun, RequestSpending, SpendingLedger, Spent } from '../domain/spending.js';

export interface BudgetSettings {
  readonly budget: Budget;
  /** In US dollars. */
  readonly costUsd: (inputTokens: number, outputTokens: number) => number;
  /** Maximum number of tokens of a reply. */
  readonly outputLimit: (maxTokens: number) => number;
}

/** Where spending is stored. */
export interface SpendingContext {
  readonly ledger: SpendingLedger;
  readonly request: RequestSpending;
  readonly clock: Clock;
}

/** A model that is called only if the budget covers the worst-case cost of the call. */
export class BudgetedModel extends AvailableModel {
  override readonly priceUsd = (inputTokens: number, outputTokens: number): number =>
    this.settings.costUsd(inputTokens, outputTokens);
  private readonly logger = new Logger('cost-guard');
  /** Worst-case cost of running calls: concurrent calls must not exceed the budget that sequential ones could not. */
  private reservedUsd = 0;
  /** Spending of this process; used while the store cannot be read or written. */
  private own = { day: '', usd: 0 };

  constructor(
    private readonly inner: LanguageModel,
    private readonly settings: BudgetSettings,
    private readonly books: SpendingContext,
    private readonly statistics: ModelStatistics,
  ) {
    super(inner);
  }

  async complete(request: CompletionRequest, signal: AbortSignal, onToken?: OnToken): Promise<Completion> {
    const inputTokens = estimatedTokens(request.system) + estimatedTokens(request.user);
    const worstUsd = this.settings.costUsd(inputTokens, this.settings.outputLimit(request.maxTokens));
    this.refuseOverrun(worstUsd, await this.spentToday());
    this.reservedUsd += worstUsd;
    try {
      const completion = await this.inner.complete(request, signal, onToken);
      const { usage } = completion;
      const isCounted = usage.costUsd !== null;
      await this.record({
        inputTokens: isCounted ? usage.inputTokens : inputTokens,
        outputTokens: isCounted ? usage.outputTokens : estimatedTokens(completion.text),
      });
      return completion;
    } catch (error) {
      // A call that was sent and then aborted is charged for the received part: at most one token per character.
      const received = error instanceof LanguageModelError ? error.receivedCharacters : undefined;
      if (received !== undefined) await this.record({ inputTokens, outputTokens: received });
      throw error;
    } finally {
      this.reservedUsd -= worstUsd;
    }
  }

  healthy(): Promise<boolean> {
    return this.inner.healthy();
  }

  private refuseOverrun(worstUsd: number, todayUsd: number): void {
    const spent = { requestUsd: this.books.request.spentUsd(), dayUsd: todayUsd + this.reservedUsd };
    const over = overrun(this.settings.budget, spent, worstUsd);
    if (over === undefined) return;
    this.statistics.countCall('cost_guard', 0);
    const name = over === 'day' ? 'LLM_BUDGET_DAY_USD' : 'LLM_BUDGET_REQUEST_USD';
    throw new LanguageModelError('cost_guard', `${this.provider}: the call could overrun ${name}`);
  }

  /** Adds the spending of this process during the read, which may or may not be included in the result. */
  private async spentToday(): Promise<number> {
    const day = today(this.books.clock);
    const own = () => (this.own.day === day ? this.own.usd : 0);
    const before = own();
    try {
      const stored = await this.books.ledger.spentOn(day);
      return Math.max(own(), stored + own() - before);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to read the spending of the day; using the spending of this process');
      return own();
    }
  }

  private async record(tokens: Omit<Spent, 'usd'>): Promise<void> {
    const usd = this.settings.costUsd(tokens.inputTokens, tokens.outputTokens);
    const day = today(this.books.clock);
    this.own = { day, usd: usd + (this.own.day === day ? this.own.usd : 0) };
    this.books.request.add(usd);
    try {
      const model = `${this.provider}/${this.model}`;
      await this.books.ledger.add(day, { ...tokens, usd }, { ...this.books.request.account(), model });
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to store the spending of the day; kept in this process');
    }
  }
}
