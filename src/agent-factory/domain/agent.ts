import { CategoryPath, foldLabel } from '../../shared/domain/category-path.js';

/** MCP tools that an agent may be allowed (contract, Agents). */
export const TOOLS = ['search', 'ask', 'suggest_cases'] as const;
export type ToolName = (typeof TOOLS)[number];

export const MAX_NODE_PATHS = 10;
export const MAX_NAME_LENGTH = 200;
/** Least and most of every number of passages in a manifest. */
export const TOP_K_RANGE = { min: 1, max: 50 } as const;
export const REVIEW_RANGE = { min: 0.1, max: 0.9 } as const;

/** How an agent retrieves; counts of passages. */
export interface AgentRetrieval {
  /** Maximum number of hits from lexical search. */
  readonly wordTopK: number;
  /** Maximum number of hits from vector search. */
  readonly vectorTopK: number;
  /** Passages that are reranked. */
  readonly candidates: number;
  /** Passages of the result; at most `candidates`. */
  readonly finalTopK: number;
}

/** AC-ORCH-006 A. */
export const DEFAULT_RETRIEVAL: AgentRetrieval = { wordTopK: 12, vectorTopK: 12, candidates: 50, finalTopK: 5 };
export const DEFAULT_REVIEW_BELOW = 0.7;

/** What an agent is asked to be; every value is within its limits. */
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

/** All that an agent is. */
export interface AgentDefinition {
  readonly name: string;
  readonly taxonomyVersion: string;
  /** Folded labels, without repeats, in the order of the request. */
  readonly allowedPaths: readonly CategoryPath[];
  readonly retrieval: AgentRetrieval;
  readonly reviewBelow: number;
  /** In the order of TOOLS, without repeats. */
  readonly tools: readonly ToolName[];
}

/** An agent that is kept. */
export interface Agent extends AgentDefinition {
  readonly agentId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** A name for those who give none: the last label of each category, as many as a name holds. */
function nameOf(paths: readonly CategoryPath[]): string {
  const labels = [...new Set(paths.map((path) => path.at(-1) ?? ''))];
  return Array.from(labels.join(', ')).slice(0, MAX_NAME_LENGTH).join('');
}

/** The agent that a request describes: paths folded and without repeats (AC-ORCH-006 E), what was left out filled in. */
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

/** One text for requests that mean the same agent, another for any other. */
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
