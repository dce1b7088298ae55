import { CategoryPath, foldLabel } from '../../shared/domain/category-path.js';
import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';

/** MCP tools that an agent may use (contract, Agents). */
export const TOOLS = ['search', 'ask', 'suggest_cases'] as const;
export type ToolName = (typeof TOOLS)[number];

export const MAX_NODE_PATHS = 10;
export const MAX_NAME_LENGTH = 200;
/** Range of every number of chunks in a manifest. */
export const TOP_K_RANGE = { min: 1, max: 50 } as const;
export const REVIEW_RANGE = { min: 0.1, max: 0.9 } as const;

/** Retrieval settings of an agent, as numbers of chunks. */
export interface AgentRetrieval {
  /** Maximum number of hits from lexical search. */
  readonly wordTopK: number;
  /** Maximum number of hits from vector search. */
  readonly vectorTopK: number;
  /** Number of reranked chunks. */
  readonly candidates: number;
  /** Number of chunks in the result; at most `candidates`. */
  readonly finalTopK: number;
}

/** AC-ORCH-006 A. */
export const DEFAULT_RETRIEVAL: AgentRetrieval = { wordTopK: 12, vectorTopK: 12, candidates: 50, finalTopK: 5 };
export const DEFAULT_REVIEW_BELOW = 0.7;

/** The requested agent; every value is within its limits. */
export interface AgentRequest {
  /** Version of the taxonomy, SemVer 2.0.0 without build metadata. */
  readonly version: string;
  /** 1..10 valid category paths. */
  readonly nodePaths: readonly CategoryPath[];
  readonly name: string | undefined;
  readonly tools: readonly ToolName[];
  readonly retrieval: AgentRetrieval;
  readonly reviewBelow: number;
}

/** The complete definition of an agent. */
export interface AgentDefinition {
  readonly name: string;
  readonly taxonomyVersion: string;
  /** Folded labels, without duplicates, in the order of the request. */
  readonly allowedPaths: readonly CategoryPath[];
  readonly retrieval: AgentRetrieval;
  readonly reviewBelow: number;
  /** In the order of TOOLS, without duplicates. */
  readonly tools: readonly ToolName[];
}

/** A stored agent. */
export interface Agent extends AgentDefinition {
  readonly agentId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** The default name: the last label of each category, as far as they fit. */
function nameOf(paths: readonly CategoryPath[]): string {
  const labels = [...new Set(paths.map((path) => path.at(-1) ?? ''))];
  return Array.from(labels.join(', ')).slice(0, MAX_NAME_LENGTH).join('');
}

/** The definition from a request: folded paths without duplicates (AC-ORCH-006 E), with defaults filled in. */
export function defineAgent(request: AgentRequest): AgentDefinition {
  const folded = request.nodePaths.map((path) => path.map(foldLabel));
  const allowedPaths = [...new Map(folded.map((path) => [JSON.stringify(path), path])).values()];
  const wanted = new Set(request.tools);
  return {
    name: request.name?.trim() ?? nameOf(allowedPaths),
    taxonomyVersion: request.version,
    allowedPaths,
    retrieval: request.retrieval,
    reviewBelow: request.reviewBelow,
    tools: TOOLS.filter((tool) => wanted.has(tool)),
  };
}

/** A canonical text: equal for equivalent requests, different for others. */
export function canonicalText(agent: AgentDefinition): string {
  const { wordTopK, vectorTopK, candidates, finalTopK } = agent.retrieval;
  return JSON.stringify([
    agent.taxonomyVersion,
    agent.allowedPaths,
    agent.name,
    [wordTopK, vectorTopK, candidates, finalTopK],
    agent.reviewBelow,
    agent.tools,
  ]);
}

/**
 * An agent is visible only to callers who may see all of its categories: its paths alone would disclose hidden
 * categories.
 */
export function mayKnow(filter: CategoryFilter, agent: Pick<AgentDefinition, 'allowedPaths'>): boolean {
  return agent.allowedPaths.every((path) => allows(filter, path));
}

/** A path that is not a category of the version. */
export interface MissingCategory {
  readonly path: CategoryPath;
  /** Whether the category contains documents nevertheless. */
  readonly holdsDocuments: boolean;
  /** The most similar category. */
  readonly meant?: CategoryPath | undefined;
}

/** The result of a check, or the reason why there is none. */
export type CategoryCheck =
  { readonly missing: readonly MissingCategory[] } | { readonly unchecked: 'unknown-version' | 'taxonomy-away' };

/** Port: the category tree of a version, adapted to the taxonomy feature in infrastructure. */
export abstract class KnownCategories {
  /** The paths that are not categories of the version, as far as the filter permits disclosing it. */
  abstract check(version: string, paths: readonly CategoryPath[], filter: CategoryFilter): Promise<CategoryCheck>;
}
