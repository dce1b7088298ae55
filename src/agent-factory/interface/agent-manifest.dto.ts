import { ApiProperty } from '@nestjs/swagger';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/property-schemas.js';

/** Numbers of reranked and returned chunks. */
export class AgentRerankDto {
  /** @example 50 */
  candidates!: number;
  /** @example 5 */
  final_topk!: number;
}

/** Where the category filter is applied. */
export class AgentFilterDto {
  /** The filter is part of every index query. @example true */
  canonical_in!: boolean;
}

/** Retrieval settings of an agent. */
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
  /** Answers below this confidence need a review. @example 0.7 */
  hitl_below_conf!: number;
  /** @example true */
  cost_guard!: boolean;
}

/** The manifest of an agent; equal requests return the same agent_id. */
export class AgentManifestDto {
  /** @example "agent_3f9a1c5be2d04718a6c9f012" */
  agent_id!: string;
  /** @example "학사 도우미" */
  name!: string;
  /** @example "1.0.0" */
  taxonomy_version!: string;
  /** Lower-cased, trimmed, without duplicates, in order. */
  @ApiProperty(CATEGORY_PATHS_SCHEMA)
  allowed_category_paths!: string[][];
  retrieval!: AgentRetrievalDto;
  features!: AgentFeaturesDto;
  /** @example [] */
  mcp_tools_allowlist!: string[];
  /** @example "2026-11-22T09:00:00.000Z" */
  created_at!: string;
}

/** The manifest of a new agent. */
export class MadeAgentDto extends AgentManifestDto {
  /** Categories that the taxonomy does not have; they do not prevent the agent. @example [] */
  warnings!: string[];
}

/** A page of agents. */
export class AgentPageDto {
  items!: AgentManifestDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
