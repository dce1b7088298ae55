import { ApiProperty } from '@nestjs/swagger';

/** A model. */
export class ModelDto {
  /** `default`, or the id of an agent. @example "default" */
  id!: string;
  /** @example "model" */
  object!: string;
  /** Seconds since 1970. @example 1795251600 */
  created!: number;
  /** @example "touchstone" */
  owned_by!: string;
}

/** The models. */
export class ModelListDto {
  /** @example "list" */
  object!: string;
  data!: ModelDto[];
}

/** The source of a span of the answer. */
export class UrlCitationDto {
  /** @example "https://example.org/rules/leave" */
  url!: string;
  /** @example "휴학·복학 규정" */
  title!: string;
  /** UTF-16 offset in the content. @example 0 */
  start_index!: number;
  /** @example 24 */
  end_index!: number;
}

/** Edition of the document of an annotation. */
export class AnnotationEditionDto {
  /** @example "2026" */
  label!: string | null;
  /** @example "2026-03-01" */
  effective_from!: string | null;
  /** @example null */
  effective_to!: string | null;
}

/** A note on a span of the answer. */
export class CompletionAnnotationDto {
  /** @example "url_citation" */
  type!: string;
  url_citation!: UrlCitationDto;
  /** Edition of the document, as in /chat/run; null without a version and days of force. */
  @ApiProperty({ type: AnnotationEditionDto, nullable: true })
  edition!: AnnotationEditionDto | null;
}

/** The answer. */
export class CompletionMessageDto {
  /** @example "assistant" */
  role!: string;
  /** @example "휴학은 개강 전날까지 신청한다." */
  content!: string;
  @ApiProperty({ type: 'string', nullable: true, example: null })
  refusal!: string | null;
  annotations!: CompletionAnnotationDto[];
}

/** There is always one choice. */
export class CompletionChoiceDto {
  /** @example 0 */
  index!: number;
  message!: CompletionMessageDto;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  logprobs!: Record<string, unknown> | null;
  /** @example "stop" */
  finish_reason!: string;
}

/** Tokens as counted by the model; with the built-in writer, index terms of the question and of the answer. */
export class CompletionUsageDto {
  /** @example 20 */
  prompt_tokens!: number;
  /** @example 12 */
  completion_tokens!: number;
  /** @example 32 */
  total_tokens!: number;
}

/** An answer in the form of OpenAI's chat completions. */
export class ChatCompletionDto {
  /** @example "chatcmpl-7f3a" */
  id!: string;
  /** @example "chat.completion" */
  object!: string;
  /** Seconds since 1970. @example 1795251600 */
  created!: number;
  /** @example "default" */
  model!: string;
  choices!: CompletionChoiceDto[];
  usage!: CompletionUsageDto;
  /** The other fields of /chat/run: sources, citations, metadata. `confidence` is the calibrated one here. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { confidence: 0.84, abstained: false, sources: [{ n: 1, doc_id: 'rules/leave', quote: '개강 전날까지' }] },
  })
  touchstone!: Record<string, unknown>;
}

/** The vector of a text. */
export class EmbeddingDto {
  /** @example "embedding" */
  object!: string;
  /** Position of the text in the request. @example 0 */
  index!: number;
  /** Numbers, or 32-bit floats as base64. */
  @ApiProperty({
    oneOf: [{ type: 'array', items: { type: 'number' } }, { type: 'string' }],
    example: [0.12, -0.03, 0.4],
  })
  embedding!: unknown;
}

/** Tokens of the embedded texts. */
export class EmbeddingUsageDto {
  /** @example 6 */
  prompt_tokens!: number;
  /** @example 6 */
  total_tokens!: number;
}

/** One vector for each text. */
export class EmbeddingListDto {
  /** @example "list" */
  object!: string;
  data!: EmbeddingDto[];
  /** Name of the embedding; vectors of two names are not comparable. @example "builtin-lsa-256-7d9c08c5374b9ac6" */
  model!: string;
  usage!: EmbeddingUsageDto;
}
