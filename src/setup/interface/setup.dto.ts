import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { IsVisibleName } from '../../shared/interface/field.validators.js';
import {
  SERVICE_KINDS,
  SERVICE_PARTS,
  type ServiceKind,
  type ServicePart,
  TRIAL_FAILURES,
} from '../domain/model-service.js';

const PRESENT_KINDS = [...SERVICE_KINDS, 'none', 'builtin', 'local'] as const;

/** A service of the settings, without its key. */
export class PresentServiceDto {
  @ApiProperty({ enum: SERVICE_PARTS, example: 'model' })
  part!: string;
  @ApiProperty({ enum: PRESENT_KINDS, example: 'none' })
  kind!: string;
  /** Address without user and password; null for the provider's own. @example null */
  base_url!: string | null;
  /** Null for the usual one. @example null */
  model!: string | null;
  /** The setting with the key; null if the kind has none. @example null */
  key_name!: string | null;
  /** Whether that setting has a value. @example false */
  has_key!: boolean;
}

export class PresentServicesDto {
  /** The language model, the embedding and the reranker. */
  services!: PresentServiceDto[];
}

/** A service to try. */
export class TryServiceDto {
  @IsIn(SERVICE_PARTS, { message: `must be one of ${SERVICE_PARTS.join(', ')}` })
  @ApiProperty({ enum: SERVICE_PARTS, example: 'model' })
  part!: ServicePart;

  /** `compatible`: a server with the API of OpenAI, such as Ollama; for a reranker one with `/rerank`. */
  @IsIn(SERVICE_KINDS, { message: `must be one of ${SERVICE_KINDS.join(', ')}` })
  @ApiProperty({ enum: SERVICE_KINDS, example: 'compatible' })
  kind!: ServiceKind;

  /** Needed for `compatible`; by default the provider's own address. @example "http://127.0.0.1:11434/v1" */
  @IsOptional()
  @IsString()
  @Length(1, 500)
  base_url?: string;

  /** Needed for a model and an embedding. @example "gemma3:4b" */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @IsVisibleName()
  model?: string;

  /** Key for this request alone, which is not stored. Without it the key of the settings, if the address is that of the settings. */
  @IsOptional()
  @IsString()
  @Length(1, 500)
  @Matches(/^[\x21-\x7e]+$/u, { message: 'must have only visible ASCII characters' })
  api_key?: string;
}

export class TrialAnswerDto {
  /** @example "How many books may I borrow at once?" */
  question!: string;
  /** @example "A member may borrow up to 7 books at a time [1]." */
  text!: string;
  /** Whether it says what the passages say. @example true */
  right!: boolean;
}

/** What a service did with one small request. */
export class TrialResultDto {
  /** Whether it answers, and a model what its passages say. @example false */
  works!: boolean;
  @ApiProperty({ enum: TRIAL_FAILURES, nullable: true, type: String, example: 'unreachable' })
  failure!: string | null;
  /** What the service says about its failure, without the key. @example null */
  detail!: string | null;
  /** @example 12 */
  took_ms!: number;
  /** `PIPELINE_TIMEOUT_MULTIPLIER` that it needs; null if it answers within the limits of the settings. @example null */
  timeout_multiplier!: number | null;
  /** Of a model: a question about an invented document, and its reply. */
  @ApiProperty({ type: () => TrialAnswerDto, nullable: true })
  answer!: TrialAnswerDto | null;
  /** Of an embedding: numbers of a vector. @example null */
  dimensions!: number | null;
}
