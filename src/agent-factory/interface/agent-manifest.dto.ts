import { ApiProperty } from '@nestjs/swagger';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/category-path-schema.js';

/** How many candidates are reranked and kept. */
export class AgentRerankDto {
  /** @example 50 */
  candidates!: number;
  /** @example 5 */
  final_topk!: number;
}

/** Where the category filter acts. */
export class AgentFilterDto {
  /** The filter acts inside every index query. @example true */
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

/** Capabilities of an agent in addition to answering. */
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
  /** @example "agent_3f9a1c5be2d04718a6c9f012" */
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
  /** @example "2026-11-22T09:00:00.000Z" */
  created_at!: string;
}

/** The manifest of an agent that was just made. */
export class MadeAgentDto extends AgentManifestDto {
  /** Categories that the taxonomy does not have: the agent is made all the same. @example [] */
  warnings!: string[];
}

/** A page of agents. */
export class AgentPageDto {
  items!: AgentManifestDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
