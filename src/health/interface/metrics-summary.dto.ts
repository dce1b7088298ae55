import { ApiProperty } from '@nestjs/swagger';
import { Latency, ServiceSummary } from '../domain/service-figures.js';

export class LatencyDto {
  /** Since the start. @example 1042 */
  count!: number;
  /** Milliseconds, over about the last thousand. @example 6.2 */
  p50_ms!: number;
  /** @example 12.9 */
  p95_ms!: number;
  /** @example 31.4 */
  p99_ms!: number;
}

const COUNTS = { type: 'object', additionalProperties: { type: 'integer' } } as const;
const LATENCIES = {
  type: 'object',
  additionalProperties: { $ref: '#/components/schemas/LatencyDto' },
} as const;

export class PipelineSummaryDto {
  /** @example 311 */
  answers!: number;
  /** Answers that said that the documents do not answer. @example 12 */
  abstained!: number;
  latency!: LatencyDto;
  /** The four steps, and each component that fired. */
  @ApiProperty(LATENCIES)
  parts!: Record<string, LatencyDto>;
  /** Steps past their limit, by step. */
  @ApiProperty({ ...COUNTS, example: { retrieve: 1 } })
  timeouts!: Record<string, number>;
  /** Mean confidence; null before the first answer. */
  @ApiProperty({ type: 'number', nullable: true, example: 0.71 })
  confidence_avg!: number | null;
  /** Mean number of sources; null before the first answer. */
  @ApiProperty({ type: 'number', nullable: true, example: 1.4 })
  sources_avg!: number | null;
}

export class EventLoopDto {
  /** How long work waited, in milliseconds, over about the last minute. @example 0.4 */
  p50_ms!: number;
  /** @example 4.1 */
  p99_ms!: number;
  /** @example 9.8 */
  max_ms!: number;
}

export class ModelSummaryDto {
  /** @example "extractive" */
  provider!: string;
  /** @example "quoted-sentences" */
  model!: string;
  /** Calls by how they ended. */
  @ApiProperty({ ...COUNTS, example: { ok: 120, late: 2 } })
  calls!: Record<string, number>;
  @ApiProperty({ enum: ['closed', 'half_open', 'open'], example: 'closed' })
  breaker!: string;
  /** @example 1 */
  running!: number;
  /** @example 0 */
  waiting!: number;
}

export class BudgetDto {
  /** What the cost guard counts for today (TIME_ZONE); null while it cannot be read. */
  @ApiProperty({ type: 'number', nullable: true, example: 0.42 })
  spent_today_usd!: number | null;
  /** Null where no budget is kept. */
  @ApiProperty({ type: 'number', nullable: true, example: 5 })
  day_usd!: number | null;
  @ApiProperty({ type: 'number', nullable: true, example: 0.05 })
  request_usd!: number | null;
}

export class MetricsSummaryDto {
  /** Seconds since the start. @example 421.5 */
  uptime_s!: number;
  /** Resident memory. @example 142 */
  memory_mb!: number;
  requests!: LatencyDto;
  pipeline!: PipelineSummaryDto;
  /** Answers that could do less than they should, by door and mark. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { ...COUNTS },
    example: { chat: { llm: 3 }, search: { embedding: 1 } },
  })
  degraded!: Record<string, Record<string, number>>;
  event_loop!: EventLoopDto;
  llm!: ModelSummaryDto;
  budget!: BudgetDto;
}

function latency({ count, p50, p95, p99 }: Latency): LatencyDto {
  return { count, p50_ms: p50, p95_ms: p95, p99_ms: p99 };
}

function record<T, U>(map: ReadonlyMap<string, T>, of: (value: T) => U): Record<string, U> {
  return Object.fromEntries([...map].map(([name, value]) => [name, of(value)]));
}

const same = (count: number) => count;

/** Shapes the figures of the service for those who watch it. */
export function toSummary(summary: ServiceSummary): MetricsSummaryDto {
  const { pipeline, model, eventLoop } = summary;
  const mean = (value: number) => (pipeline.answers === 0 ? null : value);
  return {
    uptime_s: summary.uptimeS,
    memory_mb: Math.round(summary.memoryMb),
    requests: latency(summary.requests),
    pipeline: {
      answers: pipeline.answers,
      abstained: pipeline.abstained,
      latency: latency(pipeline.latency),
      parts: record(pipeline.parts, latency),
      timeouts: record(pipeline.timeouts, same),
      confidence_avg: mean(pipeline.confidence),
      sources_avg: mean(pipeline.sources),
    },
    degraded: record(summary.degraded, (marks) => record(marks, same)),
    event_loop: { p50_ms: eventLoop.p50, p99_ms: eventLoop.p99, max_ms: eventLoop.max },
    llm: {
      provider: model.provider,
      model: model.model,
      calls: record(model.calls, same),
      breaker: model.breaker,
      running: model.running,
      waiting: model.waiting,
    },
    budget: {
      spent_today_usd: Number.isNaN(model.spentTodayUsd) ? null : model.spentTodayUsd,
      day_usd: model.dayBudgetUsd ?? null,
      request_usd: model.requestBudgetUsd ?? null,
    },
  };
}
