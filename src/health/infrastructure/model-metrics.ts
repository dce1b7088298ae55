import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ReadModelStatistics } from '../../llm/application/model-spending.js';
import { BreakerState } from '../../llm/domain/model-statistics.js';
import { addCounter, addGauge } from './read-metrics.js';

const BREAKER: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Language model calls: outcome, cost and the state of the circuit breaker; read on each scrape. */
@Injectable()
export class ModelMetrics implements OnModuleInit {
  constructor(
    @Inject(Registry) private readonly registry: Registry,
    private readonly statistics: ReadModelStatistics,
  ) {}

  onModuleInit(): void {
    const { registry } = this;
    const labelNames = ['provider', 'model'];
    const read = () => this.statistics.read();
    const labels = () => {
      const { provider, model } = read();
      return { provider, model };
    };
    const calls = {
      name: 'touchstone_llm_calls_total',
      help: 'Calls by outcome: ok, failed, late, silent, cancelled, busy, circuit_open, cost_guard',
      labelNames: [...labelNames, 'outcome'],
    };
    addCounter(registry, calls, () =>
      [...read().calls()].map(([outcome, count]) => [{ ...labels(), outcome }, count] as const),
    );
    const total = (name: string, help: string, value: () => number) =>
      addCounter(registry, { name: `touchstone_llm_${name}_total`, help, labelNames }, () => [[labels(), value()]]);
    const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
      addGauge(registry, { name: `touchstone_llm_${name}`, help, labelNames }, async () => [[labels(), await value()]]);
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
}
