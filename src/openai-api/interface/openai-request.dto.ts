import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { HasUserMessage, IsEmbeddingInput, IsMessageContent } from './openai.validators.js';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;
const MAX_TEXTS = 2048;
const MAX_MESSAGES = 2_000;

/** A message of the conversation. */
export class ChatCompletionMessageDto {
  /** Author of the message. */
  @IsIn(ROLES, { message: `must be one of ${ROLES.join(', ')}` })
  @ApiProperty({ enum: ROLES, example: 'user' })
  role!: (typeof ROLES)[number];

  /** A text, or a list of parts, of which only text is read; an assistant's may be null. */
  @ValidateIf((message: ChatCompletionMessageDto) => message.role !== 'assistant' || (message.content ?? null) !== null)
  @IsMessageContent()
  @ApiProperty({
    nullable: true,
    oneOf: [
      { type: 'string' },
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['type'],
          properties: { type: { type: 'string', example: 'text' }, text: { type: 'string' } },
        },
      },
    ],
    example: '휴학 신청은 언제까지 해야 하나요?',
  })
  content!: unknown;
}

/** Options of the stream. */
export class ChatCompletionStreamOptionsDto {
  /** Whether the last chunk contains the number of used tokens. @example true */
  @IsOptional()
  @IsBoolean()
  include_usage?: boolean = false;
}

/** A question in the form of OpenAI's chat completions. Its other parameters are accepted and ignored. */
export class ChatCompletionRequestDto {
  /** `default`, or the id of an agent. @example "default" */
  @IsString()
  @Length(1, 200)
  model!: string;

  /** The conversation, up to 2,000 messages; the last message of the user is the question. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_MESSAGES)
  @IsObject({ each: true, message: 'each value must be a message, for example {"role": "user", "content": "…"}' })
  @HasUserMessage()
  @ValidateNested({ each: true })
  @Type(() => ChatCompletionMessageDto)
  messages!: ChatCompletionMessageDto[];

  /** Whether the answer is sent as server-sent events. */
  @IsOptional()
  @IsBoolean()
  stream?: boolean = false;

  /** JSON instead of text: `{type: "json_object"}`, or `{type: "json_schema", json_schema: {name, schema}}`. */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { type: 'text' } })
  response_format?: Record<string, unknown>;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ChatCompletionStreamOptionsDto)
  stream_options?: ChatCompletionStreamOptionsDto;
}

/** Texts to embed, in the form of OpenAI's embeddings. Its other parameters are accepted and ignored. */
export class EmbeddingRequestDto {
  /** `default`, or the name of the embedding in service. @example "default" */
  @IsString()
  @Length(1, 200)
  model!: string;

  /** A text, or a list of at most 2,048 texts. */
  @IsEmbeddingInput(MAX_TEXTS)
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_TEXTS }],
    example: ['휴학 신청', '복학 신청'],
  })
  input!: unknown;

  /** Length of the vectors; any other than the embedding's own length is rejected. @example 256 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(65_536)
  dimensions?: number;

  /** Format of the vectors. */
  @IsOptional()
  @IsIn(['float', 'base64'], { message: 'must be float or base64' })
  encoding_format?: 'float' | 'base64' = 'float';
}
