import { ApiProperty } from '@nestjs/swagger';

export class ComponentHealthDto {
  @ApiProperty({ enum: ['healthy', 'degraded', 'unhealthy', 'disabled', 'not_available'], example: 'healthy' })
  status!: string;
  /** @example "18230 MB free" */
  detail?: string;
  /** How long the check took, in milliseconds. @example 0.3 */
  latency_ms?: number;
}

export class HealthPerformanceDto {
  /** Requests since the start. @example 1042 */
  requests!: number;
  /** Median of the last 1,000 requests, in milliseconds. @example 6.2 */
  p50_ms!: number;
  /** @example 12.9 */
  p95_ms!: number;
  /** Resident memory. @example 142 */
  memory_mb!: number;
}

export class HealthAnswersDto {
  /** Share of all questions that may be answered wrongly (ANSWER_RISK). @example 0.1 */
  risk!: number;
  /** Calibrated probability of a right answer from which on there is an answer. @example 0.47 */
  threshold!: number;
}

export class HealthDto {
  @ApiProperty({ enum: ['healthy', 'degraded', 'unhealthy'], example: 'healthy' })
  status!: string;
  /** @example "touchstone" */
  service?: string;
  /** @example "0.2.0" */
  version?: string;
  /** Seconds since the start. @example 421.5 */
  uptime_s?: number;
  /** The four parts of the orchestration. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { 'B-O1': 'enabled', 'B-O2': 'enabled', 'B-O3': 'enabled', 'B-O4': 'enabled' },
  })
  features?: Record<string, string>;
  @ApiProperty({ type: 'object', additionalProperties: { $ref: '#/components/schemas/ComponentHealthDto' } })
  components?: Record<string, ComponentHealthDto>;
  performance?: HealthPerformanceDto;
  answers?: HealthAnswersDto;
}

export class ProbeDto {
  /** @example "ok" */
  status!: string;
}
