import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';

/** Category paths of one request. */
export const MAX_PATHS = 1_000;
const MAX_DOCUMENTS = 20_000;

export class ValidateFilterDto {
  /** Up to 1,000 category paths to check; any other item of the list is reported as invalid. */
  @ApiProperty({
    type: 'array',
    items: {},
    example: [
      ['AI', 'ML'],
      ['학칙', '휴학'],
    ],
  })
  @IsArray()
  @ArrayMaxSize(MAX_PATHS)
  paths!: unknown[];
}

export class FilterValidationDto {
  /** Whether every path is valid. @example true */
  valid!: boolean;
  /** Number of paths in the request. @example 2 */
  paths_count!: number;
  /** Valid paths in normalized form: NFC, trimmed, case folded, without duplicates. */
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [
      ['ai', 'ml'],
      ['학칙', '휴학'],
    ],
  })
  normalized_paths!: string[][];
  /** @example "All 2 paths are valid." */
  message!: string;
  /** Faults by JSON Pointer. */
  errors?: FilterFaultDto[];
}

export class FilterFaultDto {
  /** @example "/paths/0/1" */
  pointer!: string;
  /** @example "a label must be a string" */
  detail!: string;
}

export class TestFilterDto {
  /** Up to 1,000 paths that the filter allows; [] and [[]] allow nothing. */
  @ApiProperty({ type: 'array', items: {}, example: [['AI'], ['Database']] })
  @IsArray()
  @ArrayMaxSize(MAX_PATHS)
  allowed_paths!: unknown[];

  /** Up to 20,000 documents to filter, each with its canonical_path; one without a valid path is blocked. */
  @ApiProperty({
    type: 'array',
    items: {},
    example: [{ canonical_path: ['AI', 'ML'] }, { canonical_path: ['Network'] }],
  })
  @IsArray()
  @ArrayMaxSize(MAX_DOCUMENTS)
  test_documents!: unknown[];
}

export class FilterTestPerformanceDto {
  /** Milliseconds. @example 0.4 */
  filter_latency_ms!: number;
  /** @example 7500000 */
  documents_per_second!: number;
  /** Whether it took at most 10 ms at more than 10,000 documents a second (AC-ORCH-007). @example true */
  meets_target!: boolean;
}

export class FilterTestResultsDto {
  /** @example 3000 */
  total_documents!: number;
  /** @example 2000 */
  allowed_documents!: number;
  /** @example 1000 */
  blocked_documents!: number;
  /** Allowed over total, 0..1. @example 0.6667 */
  pass_rate!: number;
}

export class FilterTestDto {
  performance!: FilterTestPerformanceDto;
  filtering_results!: FilterTestResultsDto;
}

export class FilterSystemDto {
  /** Requests with a filter since the start. @example 120 */
  total_requests!: number;
  /** Requests that were refused with 403. @example 2 */
  blocked_attempts!: number;
  /** @example 0.02 */
  average_latency_ms!: number;
  /** @example 2 */
  security_violations!: number;
}

export class FilterPerformanceDto {
  /** @example 0.01 */
  p50_latency_ms!: number;
  /** @example 0.03 */
  p95_latency_ms!: number;
  /** @example 0.08 */
  p99_latency_ms!: number;
  /** Measured by /filter/test; 0 before its first use. @example 9000000 */
  throughput_docs_per_sec!: number;
}

export class FilterSecurityDto {
  /** @example 1 */
  path_traversal_attempts!: number;
  /** @example 0 */
  injection_attempts!: number;
  /** All refused filters. @example 2 */
  bypass_attempts!: number;
  /** Time of the last refused filter. @example "2026-11-21T09:30:00.000Z" */
  last_violation!: string | null;
}

export class FilterMetricsDto {
  filter_system!: FilterSystemDto;
  performance_metrics!: FilterPerformanceDto;
  security_metrics!: FilterSecurityDto;
}

/** The `filters` of a request in the OpenAPI document. The access guard checks them before the body is validated. */
export const FILTERS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    allowed_category_paths: {
      type: 'array',
      items: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 50 }, maxItems: 5 },
    },
  },
  example: { allowed_category_paths: [['학사'], ['도서관', '이용']] },
  description: 'What the request may see; left out or {} is unfiltered within the key. Anything malformed is a 403.',
} satisfies ApiPropertyOptions;
