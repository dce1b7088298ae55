import { encodeNameCursor } from '../../shared/domain/page.js';
import { Agent, AgentRetrieval, TOOLS, ToolName } from '../domain/agent.js';

/** A row of agents. */
export interface AgentRow {
  readonly agent_id: string;
  readonly name: string;
  readonly taxonomy_version: string;
  readonly allowed_paths: string;
  readonly word_top_k: number;
  readonly vector_top_k: number;
  readonly candidates: number;
  readonly final_top_k: number;
  readonly review_below: number;
  readonly tools: string;
  readonly created_at: string;
}

/** Maximum number of rows that one query reads: a caller may not see all of them. */
export const BATCH = 200;

function readPaths(json: string): string[][] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((path): path is string[] => Array.isArray(path)) : [];
}

function readTools(json: string): ToolName[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? TOOLS.filter((tool) => value.includes(tool)) : [];
}

export function toAgent(row: AgentRow): Agent {
  const retrieval: AgentRetrieval = {
    wordTopK: row.word_top_k,
    vectorTopK: row.vector_top_k,
    candidates: row.candidates,
    finalTopK: row.final_top_k,
  };
  return {
    agentId: row.agent_id,
    name: row.name,
    taxonomyVersion: row.taxonomy_version,
    allowedPaths: readPaths(row.allowed_paths),
    retrieval,
    reviewBelow: row.review_below,
    tools: readTools(row.tools),
    createdAt: row.created_at,
  };
}

/** After an agent that was shown: its row number would disclose how many hidden agents precede it. */
export function cursorBehind(agent: Agent | undefined): string | null {
  return agent === undefined ? null : encodeNameCursor(`${agent.createdAt} ${agent.agentId}`);
}
