import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { Agent, AgentRequest, AgentRetrieval, DEFAULT_RETRIEVAL, DEFAULT_REVIEW_BELOW } from '../domain/agent.js';
import { AgentManifestDto, MadeAgentDto } from './agent-manifest.dto.js';
import { AgentFromCategoryDto, AgentSettingsDto } from './agent.dto.js';

function toRetrieval(settings: AgentSettingsDto | undefined): AgentRetrieval {
  const candidates = settings?.rerank?.candidates ?? DEFAULT_RETRIEVAL.candidates;
  const asked = settings?.rerank?.final_topk;
  if (asked !== undefined && asked > candidates)
    throw new InvalidInputError([
      {
        pointer: '/options/override_settings/rerank/final_topk',
        detail: `must be at most candidates, which is ${candidates}`,
      },
    ]);
  return {
    wordTopK: settings?.bm25_topk ?? DEFAULT_RETRIEVAL.wordTopK,
    vectorTopK: settings?.vector_topk ?? DEFAULT_RETRIEVAL.vectorTopK,
    candidates,
    // With fewer candidates than the default result, the result contains all of them.
    finalTopK: asked ?? Math.min(DEFAULT_RETRIEVAL.finalTopK, candidates),
  };
}

/** @throws InvalidInputError for a result larger than its candidates */
export function toAgentRequest(body: AgentFromCategoryDto): AgentRequest {
  const { options } = body;
  return {
    version: body.version,
    nodePaths: body.node_paths,
    name: options?.name,
    tools: options?.mcp_tools ?? [],
    retrieval: toRetrieval(options?.override_settings),
    reviewBelow: options?.custom_features?.hitl_below_conf ?? DEFAULT_REVIEW_BELOW,
  };
}

export function toManifest(agent: Agent): AgentManifestDto {
  const { retrieval } = agent;
  return {
    agent_id: agent.agentId,
    name: agent.name,
    taxonomy_version: agent.taxonomyVersion,
    allowed_category_paths: agent.allowedPaths.map((path) => [...path]),
    retrieval: {
      bm25_topk: retrieval.wordTopK,
      vector_topk: retrieval.vectorTopK,
      rerank: { candidates: retrieval.candidates, final_topk: retrieval.finalTopK },
      filter: { canonical_in: true },
    },
    features: { debate: false, hitl_below_conf: agent.reviewBelow, cost_guard: true },
    mcp_tools_allowlist: [...agent.tools],
    created_at: agent.createdAt,
  };
}

export function toMadeAgent(agent: Agent, warnings: readonly string[]): MadeAgentDto {
  return Object.assign(toManifest(agent), { warnings: [...warnings] });
}
