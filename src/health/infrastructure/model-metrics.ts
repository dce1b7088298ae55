import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { ReadModelStatistics } from '../../llm/application/model-spending.js';
import { BreakerState } from '../../llm/domain/model-statistics.js';

const BREAKER: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Language model calls: outcome, cost and the state of the circuit breaker; read on each scrape. */
@Injectable()
export class ModelMetrics implements OnModuleInit {
  constructor(
    @Inject(Registry) private readonly registry: Registry,
    private readonly statistics: ReadModelStatistics,
  ) {}

  onModuleInit(): void {
    const names = ['provider', 'model'] as const;
    const read = () => this.statistics.read();
    const labels = () => {
      const { provider, model } = read();
      return { provider, model };
    };
    const total = (name: string, help: string, value: () => number) =>
      new Counter({
        name: `touchstone_llm_${name}_total`,
        help,
        labelNames: names,
        registers: [this.registry],
        collect() {
          this.reset();
          this.inc(labels(), value());
        },
      });
    const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
      new Gauge({
        name: `touchstone_llm_${name}`,
        help,
        labelNames: names,
        registers: [this.registry],
        async collect() {
          this.set(labels(), await value());
        },
      });
    this.outcomes(labels);
    total('retries', 'Retries of calls', () => read().retries);
    total('call_seconds', 'Total time of calls', () => read().seconds);
    total('input_tokens', 'Tokens sent', () => read().inputTokens);
    total('output_tokens', 'Tokens received', () => read().outputTokens);
    total('cost_usd', 'Cost of calls whose price is known, in US dollars', () => read().costUsd);
    total('unpriced', 'Calls of unknown cost', () => read().unpriced);
    gauge('spent_today_usd', 'What the cost guard counts for today (TIME_ZONE)', () => this.statistics.spentTodayUsd());
    gauge('running', 'Calls in flight', () => read().load().running);
    gauge('waiting', 'Calls that wait for capacity', () => read().load().waiting);
    gauge('breaker', '0 closed, 1 half open, 2 open: the provider is not called', () => BREAKER[read().breaker()]);
  }

  private outcomes(labels: () => { readonly provider: string; readonly model: string }): void {
    const read = () => this.statistics.read().calls();
    new Counter({
      name: 'touchstone_llm_calls_total',
      help: 'Calls by outcome: ok, failed, late, silent, cancelled, busy, circuit_open, cost_guard',
      labelNames: ['provider', 'model', 'outcome'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [outcome, count] of read()) this.inc({ ...labels(), outcome }, count);
      },
    });
  }
}
