import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { DEFAULT_PAGE, MAX_PAGE } from '../../shared/domain/page.js';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/property-schemas.js';
import { IsCategoryPathList } from '../../shared/interface/category-paths.validator.js';
import { given, IsVisibleName, IsPlainSemVer } from '../../shared/interface/field.validators.js';
import {
  DEFAULT_RETRIEVAL,
  DEFAULT_REVIEW_BELOW,
  MAX_NAME_LENGTH,
  MAX_NODE_PATHS,
  REVIEW_RANGE,
  TOOLS,
  ToolName,
  TOP_K_RANGE,
} from '../domain/agent.js';

const TOP_K = { message: `must be a whole number from ${TOP_K_RANGE.min} to ${TOP_K_RANGE.max}` };
const REVIEW = { message: `must be a number from ${REVIEW_RANGE.min} to ${REVIEW_RANGE.max}` };

/** A number of passages. @param without what it is when it is left out */
function IsTopK(without: number): PropertyDecorator {
  return (target, key) => {
    for (const rule of [
      ValidateIf(given),
      IsInt(TOP_K),
      Min(TOP_K_RANGE.min, TOP_K),
      Max(TOP_K_RANGE.max, TOP_K),
      ApiProperty({
        type: 'integer',
        minimum: TOP_K_RANGE.min,
        maximum: TOP_K_RANGE.max,
        default: without,
        required: false,
      }),
    ])
      rule(target, key);
  };
}

/** Numbers of reranked and returned chunks. */
export class RerankSettingsDto {
  /** Number of reranked chunks, 1..50. @example 50 */
  @IsTopK(DEFAULT_RETRIEVAL.candidates)
  candidates?: number;

  /** Number of chunks in the result, 1..50, at most `candidates`. @example 5 */
  @IsTopK(DEFAULT_RETRIEVAL.finalTopK)
  final_topk?: number;
}

/** Settings of retrieval that replace the defaults. */
export class AgentSettingsDto {
  /** Maximum number of chunks from lexical search, 1..50. @example 20 */
  @IsTopK(DEFAULT_RETRIEVAL.wordTopK)
  bm25_topk?: number;

  /** Maximum number of chunks from vector search, 1..50. @example 20 */
  @IsTopK(DEFAULT_RETRIEVAL.vectorTopK)
  vector_topk?: number;

  @ValidateIf(given)
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => RerankSettingsDto)
  rerank?: RerankSettingsDto;
}

/** Features that replace the defaults. */
export class AgentCustomFeaturesDto {
  /** Below this calibrated confidence an answer carries `metadata.needs_review`, .1 to .9. @example 0.6 */
  @ValidateIf(given)
  @IsNumber({ allowNaN: false, allowInfinity: false }, REVIEW)
  @Min(REVIEW_RANGE.min, REVIEW)
  @Max(REVIEW_RANGE.max, REVIEW)
  hitl_below_conf?: number = DEFAULT_REVIEW_BELOW;

  /** Debate between writers is not supported: only false is accepted. @example false */
  @ValidateIf(given)
  @Equals(false, { message: 'must be false: answers are not debated between writers' })
  debate?: boolean = false;

  /**
   * A paid model is called only for questions that the documents seem to answer; this cannot be disabled.
   * @example true
   */
  @ValidateIf(given)
  @Equals(true, { message: 'must be true: the cost guard cannot be switched off' })
  cost_guard?: boolean = true;
}

/** Optional fields of an agent in addition to its categories. */
export class AgentOptionsDto {
  /** Name of the agent; made from its categories without it. @example "학사 도우미" */
  @ValidateIf(given)
  @IsString({ message: 'must be a string' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Length(1, MAX_NAME_LENGTH, { message: `must have 1..${MAX_NAME_LENGTH} characters` })
  @IsVisibleName()
  name?: string;

  /** MCP tools that the agent may use at `/mcp?agent_id=`; none without it. @example ["search", "ask"] */
  @ValidateIf(given)
  @IsArray({ message: `must be a list of ${TOOLS.join(', ')}` })
  @ArrayMaxSize(TOOLS.length)
  @IsIn(TOOLS, { each: true, message: `takes ${TOOLS.join(', ')} and no other tool` })
  @ArrayUnique({ message: 'must name each tool once' })
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...TOOLS] },
    required: false,
    example: ['search', 'ask'],
  })
  mcp_tools?: ToolName[];

  @ValidateIf(given)
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => AgentCustomFeaturesDto)
  custom_features?: AgentCustomFeaturesDto;

  @ValidateIf(given)
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => AgentSettingsDto)
  override_settings?: AgentSettingsDto;
}

/** The categories of an agent. */
export class AgentFromCategoryDto {
  /** Version of the taxonomy: SemVer 2.0.0 without build metadata. @example "1.0.0" */
  @IsPlainSemVer()
  version!: string;

  /** Categories that the agent may see: 1..10 paths of 1..5 labels. */
  @IsCategoryPathList(1, MAX_NODE_PATHS)
  @ApiProperty({ ...CATEGORY_PATHS_SCHEMA, minItems: 1, maxItems: MAX_NODE_PATHS })
  node_paths!: string[][];

  /** Optional. */
  @ValidateIf(given)
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => AgentOptionsDto)
  options?: AgentOptionsDto;
}

/** Which part of the list. */
export class ListAgentsDto {
  /** Agents a page, 1..500. @example 50 */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: `must be a whole number from 1 to ${MAX_PAGE}` })
  @Min(1, { message: 'must be at least 1' })
  @Max(MAX_PAGE, { message: `must be at most ${MAX_PAGE}` })
  limit?: number = DEFAULT_PAGE;

  /** next_cursor of the page before. */
  @IsOptional()
  @IsString({ message: 'must be a string' })
  cursor?: string;
}
