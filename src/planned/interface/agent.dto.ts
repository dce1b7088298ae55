import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, IsObject, IsString, Length, ValidateIf, ValidateNested } from 'class-validator';
import { IsManifestVersion } from './agent.validators.js';
import { CATEGORY_PATHS_SCHEMA } from './category-path-schema.js';
import { IsCategoryPathList } from './category-paths.validator.js';
import { given } from './given.js';

const MAX_NODE_PATHS = 10;
const FREE_MAP = { type: 'object', additionalProperties: true } as const;

/** What an agent may have beside its categories. */
export class AgentOptionsDto {
  /** Name of the agent; made from its categories without it. @example "학사 도우미" */
  @ValidateIf(given)
  @IsString()
  @Length(1, 200)
  name?: string;

  /** MCP tools that it may use. @example ["search"] */
  @ValidateIf(given)
  @IsArray()
  @IsString({ each: true })
  mcp_tools?: string[];

  /** Free map of features. */
  @ValidateIf(given)
  @IsObject()
  @ApiPropertyOptional({ ...FREE_MAP, example: { debate: false } })
  custom_features?: Record<string, unknown>;

  /** Free map of settings that replace the defaults. */
  @ValidateIf(given)
  @IsObject()
  @ApiPropertyOptional({ ...FREE_MAP, example: { bm25_topk: 20 } })
  override_settings?: Record<string, unknown>;
}

/** The categories that an agent is made of. */
export class AgentFromCategoryDto {
  /** Version of the taxonomy: SemVer 2.0.0 without build metadata. @example "1.0.0" */
  @IsManifestVersion()
  version!: string;

  /** Categories that the agent may see: 1..10 paths of 1..5 labels. */
  @IsCategoryPathList(1, MAX_NODE_PATHS)
  @ApiProperty({ ...CATEGORY_PATHS_SCHEMA, minItems: 1, maxItems: MAX_NODE_PATHS })
  node_paths!: string[][];

  /** May be left out. */
  @ValidateIf(given)
  @IsObject()
  @ValidateNested()
  @Type(() => AgentOptionsDto)
  options?: AgentOptionsDto;
}

/** How many candidates are reranked and kept. */
export class AgentRerankDto {
  /** @example 50 */
  candidates!: number;
  /** @example 5 */
  final_topk!: number;
}

/** Where the category filter acts. */
export class AgentFilterDto {
  /** @example true */
  canonical_in!: boolean;
}

/** How an agent retrieves. */
export class AgentRetrievalDto {
  /** @example 12 */
  bm25_topk!: number;
  /** @example 12 */
  vector_topk!: number;
  rerank!: AgentRerankDto;
  filter!: AgentFilterDto;
}

/** What an agent does beside answering. */
export class AgentFeaturesDto {
  /** @example false */
  debate!: boolean;
  /** Below this confidence a person looks at the answer. @example 0.7 */
  hitl_below_conf!: number;
  /** @example true */
  cost_guard!: boolean;
}

/** The manifest of an agent; the same request gives the same agent_id. */
export class AgentManifestDto {
  /** @example "agent_3f9a1c" */
  agent_id!: string;
  /** @example "학사 도우미" */
  name!: string;
  /** @example "1.0.0" */
  taxonomy_version!: string;
  /** Lower-cased, trimmed, without repeats, in order. */
  @ApiProperty(CATEGORY_PATHS_SCHEMA)
  allowed_category_paths!: string[][];
  retrieval!: AgentRetrievalDto;
  features!: AgentFeaturesDto;
  /** @example [] */
  mcp_tools_allowlist!: string[];
}

/** A page of agents. */
export class AgentPageDto {
  items!: AgentManifestDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
