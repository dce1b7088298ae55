import { ApiProperty } from '@nestjs/swagger';

const FREE = { type: 'object', additionalProperties: true } as const;

/** Tokens as counted by the model; with the built-in writer, index terms of the question and of the answer. */
export class ResponseUsageDto {
  /** @example 20 */
  input_tokens!: number;
  @ApiProperty({ ...FREE, example: { cached_tokens: 0 } })
  input_tokens_details!: Record<string, number>;
  /** @example 12 */
  output_tokens!: number;
  @ApiProperty({ ...FREE, example: { reasoning_tokens: 0 } })
  output_tokens_details!: Record<string, number>;
  /** @example 32 */
  total_tokens!: number;
}

/** An answer in the form of OpenAI's responses. */
export class ResponseDto {
  /** @example "resp_7f3a" */
  id!: string;
  /** @example "response" */
  object!: string;
  /** Seconds since 1970. @example 1795251600 */
  created_at!: number;
  @ApiProperty({ enum: ['completed', 'in_progress', 'failed'], example: 'completed' })
  status!: string;
  /** Seconds since 1970. */
  @ApiProperty({ type: 'number', nullable: true, example: 1795251601 })
  completed_at!: number | null;
  @ApiProperty({ ...FREE, nullable: true, example: null })
  error!: Record<string, unknown> | null;
  @ApiProperty({ ...FREE, nullable: true, example: null })
  incomplete_details!: Record<string, unknown> | null;
  @ApiProperty({ type: 'string', nullable: true, example: null })
  instructions!: string | null;
  @ApiProperty({ type: 'number', nullable: true, example: null })
  max_output_tokens!: number | null;
  /** @example "default" */
  model!: string;
  /**
   * The message with the answer; before it the search, if the request names the tool file_search. Annotations: for each cited span a
   * `url_citation` with its offsets in the text, for each cited document a `file_citation`.
   */
  @ApiProperty({
    type: 'array',
    items: FREE,
    example: [
      {
        id: 'msg_7f3a',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: '휴학은 개강 전날까지 신청한다. [1]',
            annotations: [{ type: 'file_citation', file_id: 'rules/leave', filename: '휴학·복학 규정', index: 17 }],
            logprobs: [],
          },
        ],
      },
    ],
  })
  output!: Record<string, unknown>[];
  /** @example false */
  parallel_tool_calls!: boolean;
  @ApiProperty({ type: 'string', nullable: true, example: null })
  previous_response_id!: string | null;
  @ApiProperty({ ...FREE, example: { effort: null, summary: null } })
  reasoning!: Record<string, unknown>;
  /** Whether it can be read again. @example true */
  store!: boolean;
  @ApiProperty({ type: 'number', nullable: true, example: null })
  temperature!: number | null;
  @ApiProperty({ ...FREE, example: { format: { type: 'text' } } })
  text!: Record<string, unknown>;
  /** @example "auto" */
  tool_choice!: string;
  @ApiProperty({ type: 'array', items: FREE, example: [] })
  tools!: Record<string, unknown>[];
  @ApiProperty({ type: 'number', nullable: true, example: null })
  top_p!: number | null;
  /** @example "disabled" */
  truncation!: string;
  @ApiProperty({ type: ResponseUsageDto, nullable: true })
  usage!: ResponseUsageDto | null;
  @ApiProperty({ ...FREE, example: {} })
  metadata!: Record<string, unknown>;
  /** The other fields of /chat/run: sources, citations, confidence, metadata. */
  @ApiProperty({ ...FREE, example: { confidence: 0.84, abstained: false } })
  touchstone!: Record<string, unknown>;
}

/** A response that was deleted. */
export class DeletedResponseDto {
  /** @example "resp_7f3a" */
  id!: string;
  /** @example "response" */
  object!: string;
  /** @example true */
  deleted!: boolean;
}
