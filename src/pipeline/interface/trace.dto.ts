import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ANY_JSON_SCHEMA } from '../../shared/interface/property-schemas.js';

export class TraceTokensDto {
  /** @example 182 */
  input!: number;
  /** @example 64 */
  output!: number;
}

export class TraceEventDto {
  /** @example "hybrid_search" */
  component!: string;
  /** @example true */
  fired!: boolean;
  @ApiProperty({
    ...ANY_JSON_SCHEMA,
    description: 'Input; its shape depends on the component.',
    example: { question: '휴학 신청은 언제까지 해야 하나요?' },
  })
  input!: unknown;
  @ApiProperty({
    ...ANY_JSON_SCHEMA,
    description: 'Output; null for a component that did not run.',
    example: { bm25_candidates: 100, vector_candidates: 100 },
  })
  output!: unknown;
  /** @example "10 passages by words and vectors" */
  effect!: string;
  /** Own milliseconds, without the wrapped part of the pipeline. @example 4.2 */
  took_ms!: number;
  /** Tokens of the language model, if it was called. */
  tokens?: TraceTokensDto;
}

export class ConfigurationMarkDto {
  /** Version of data/config, with the applied changes. @example 1 */
  version!: number;
  /** @example "5f0c9a1b22d4" */
  hash!: string;
}

export class TraceDto {
  /** @example "trace_5f0c" */
  trace_id!: string;
  /** The configuration used for the answer. */
  configuration?: ConfigurationMarkDto;
  events!: TraceEventDto[];
  @ApiPropertyOptional({ example: 'key_8c1d', description: 'The key of the caller; for an administrator.' })
  owner?: string;
}
