import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { given, IsVisibleName } from '../../../shared/interface/field.validators.js';
import { SECRET_VARIABLE, SECRET_VARIABLE_RULE } from '../../targets/domain/target-rules.js';
import { HasSharesOfOne } from './test-session.validators.js';
import { IsBaseUrl } from '../../targets/interface/test-target.validators.js';

const TARGETS = ['self', 'touchstone', 'openai'] as const;
const ATTRIBUTIONS = ['off', 'trace', 'leave_one_out', 'factorial', 'shapley'] as const;
const JUDGES = ['rules', 'llm'] as const;
const MAX_PERSONAS = 100;
const REPORT_FORMATS = ['markdown', 'html', 'json', 'junit'] as const;

/** The system under test. */
export class SessionTargetDto {
  /** A target that an administrator configured (`/test-targets`); no other field is given with it. @example "help-desk-bot" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 100)
  name?: string;

  /** Without a name: this server, another Touchstone, or an OpenAI-compatible server. */
  @ValidateIf(({ name }: SessionTargetDto, kind) => name === undefined || kind !== undefined)
  @IsIn(TARGETS, { message: `must be one of ${TARGETS.join(', ')}, or give the name of a configured target` })
  @ApiPropertyOptional({ enum: TARGETS, example: 'self' })
  kind?: (typeof TARGETS)[number];

  /**
   * Its address, without query, fragment, user and password. Giving one needs the scope `admin` without
   * categories, or `AUTH_MODE=none` on loopback.
   * @example "http://127.0.0.1:8002"
   */
  @ValidateIf(given)
  @IsBaseUrl()
  base_url?: string;

  /**
   * The model of an OpenAI-compatible server; for this server `default`, or the id of an agent, whose categories it then searches.
   * @example "default"
   */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  model?: string;

  /** Name of the environment variable that holds the target's key; it starts with TARGET_. Never the key itself. @example "TARGET_API_KEY" */
  @ValidateIf(given)
  @Matches(SECRET_VARIABLE, { message: SECRET_VARIABLE_RULE })
  api_key_env?: string;
}

/** Shares of the questions; they add up to 1. */
export class DifficultyMixDto {
  /** @example 0.3 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  @Max(1)
  easy?: number = 0.3;

  /** @example 0.4 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  @Max(1)
  medium?: number = 0.4;

  /** @example 0.3 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  @Max(1)
  hard?: number = 0.3;
}

/** Dialogues of the session. */
export class MultiTurnDto {
  /** At least 1. @example 3 */
  @ValidateIf(given)
  @IsInt()
  @Min(1)
  @Max(100)
  scenarios?: number = 3;

  /** Follow-ups of each dialogue after its opening question, at least 3. @example 5 */
  @ValidateIf(given)
  @IsInt()
  @Min(3)
  @Max(20)
  turns?: number = 5;
}

/** A session of questions by simulated people. */
export class TestSessionRequestDto {
  /** @example "nightly" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  @IsVisibleName()
  name?: string;

  /** The same seed gives the same questions; without one, questions that passed in earlier sessions are not asked again. @example 7 */
  @ValidateIf(given)
  @IsInt()
  @Min(Number.MIN_SAFE_INTEGER)
  @Max(Number.MAX_SAFE_INTEGER)
  seed?: number;

  /** Default: this server. */
  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => SessionTargetDto)
  @ApiPropertyOptional({ type: () => SessionTargetDto, example: { kind: 'self' } })
  target?: SessionTargetDto;

  /** Ids of personas; default: all. @example ["freshman", "new_staff"] */
  @ValidateIf(given)
  @IsArray()
  @ArrayMaxSize(MAX_PERSONAS)
  @IsString({ each: true })
  personas?: string[];

  /** Set of personas; default: `university` (the ten of the specification). @example "university" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 50)
  persona_set?: string;

  /** At least 3. @example 3 */
  @ValidateIf(given)
  @IsInt()
  @Min(3)
  @Max(200)
  queries_per_persona?: number = 3;

  @ValidateIf(given)
  @IsObject()
  @HasSharesOfOne()
  @ValidateNested()
  @Type(() => DifficultyMixDto)
  difficulty?: DifficultyMixDto;

  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => MultiTurnDto)
  multi_turn?: MultiTurnDto;

  /** How the contribution of each component is measured. */
  @ValidateIf(given)
  @IsIn(ATTRIBUTIONS, { message: `must be one of ${ATTRIBUTIONS.join(', ')}` })
  @ApiPropertyOptional({ enum: ATTRIBUTIONS, example: 'trace' })
  attribution?: (typeof ATTRIBUTIONS)[number];

  /** Number of concurrent questions. @example 4 */
  @ValidateIf(given)
  @IsInt()
  @Min(1)
  @Max(64)
  concurrency?: number = 4;

  /**
   * The judge: `rules`, or a language model in addition to them (`llm`). Default: a model if one is configured. The verdict of the rules is
   * always reported as well.
   */
  @ValidateIf(given)
  @IsIn(JUDGES, { message: `must be one of ${JUDGES.join(', ')}` })
  @ApiPropertyOptional({ enum: JUDGES, example: 'rules' })
  judge?: (typeof JUDGES)[number];

  /** Whether a language model puts the questions into the persona's words; default: if one is configured. @example false */
  @ValidateIf(given)
  @IsBoolean()
  paraphrase?: boolean;

  /** Maximum cost of the session in US dollars, judging included; the session fails when it is used up. @example 2.5 */
  @ValidateIf(given)
  @IsNumber()
  @Min(0)
  budget_usd?: number;

  /**
   * A dataset of yours (`POST /datasets`): its questions are asked unchanged, and judged by their expected answers. Personas, dialogues,
   * difficulty and paraphrases are not used then.
   */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  dataset_id?: string;

  /**
   * How often a question is asked again after a check of its answer failed, 0..3. A target that is not this server is asked in a new
   * conversation each time, and its verdict is that of its first answer.
   * @example 3
   */
  @ValidateIf(given)
  @IsInt()
  @Min(0)
  @Max(3)
  retries?: number = 3;

  /** A session whose questions are not asked again. */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  resume_of?: string;
}

/** Requested format of the report. */
export class ReportQueryDto {
  @IsOptional()
  @IsIn(REPORT_FORMATS, { message: `must be one of ${REPORT_FORMATS.join(', ')}` })
  @ApiPropertyOptional({ enum: REPORT_FORMATS, default: 'markdown' })
  format?: (typeof REPORT_FORMATS)[number] = 'markdown';
}

/** Two sessions to compare. */
export class CompareSessionsQueryDto {
  /** Id of the earlier session. */
  @IsString()
  @Length(1, 200)
  base!: string;

  /** Id of the session that is compared with it. */
  @IsString()
  @Length(1, 200)
  candidate!: string;
}
