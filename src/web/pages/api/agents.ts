import { call, query, send } from './call.js';
import { list, number, object, page, type Read, text } from './shape.js';

const manifest = {
  agent_id: text,
  name: text,
  taxonomy_version: text,
  allowed_category_paths: list(list(text)),
  retrieval: object({
    bm25_topk: number,
    vector_topk: number,
    rerank: object({ candidates: number, final_topk: number }),
  }),
  features: object({ hitl_below_conf: number }),
  mcp_tools_allowlist: list(text),
  created_at: text,
};
const Manifest = object(manifest);
export type Manifest = Read<typeof Manifest>;
const MadeAgent = object({ ...manifest, warnings: list(text) });
export type MadeAgent = Read<typeof MadeAgent>;

export const AGENT_TOOLS = ['search', 'ask', 'suggest_cases'] as const;

/** What a person chooses for an agent. */
export interface AgentDraft {
  /** Empty: named after its categories. */
  readonly name: string;
  readonly paths: readonly (readonly string[])[];
  readonly tools: readonly string[];
  /** Maximum number of passages found by words. */
  readonly wordTopK: number;
  /** Maximum number of passages found by meaning. */
  readonly vectorTopK: number;
  /** Passages that are reranked. */
  readonly candidates: number;
  /** Passages that are read for the answer. */
  readonly finalTopK: number;
  /** An answer with less confidence needs a review. */
  readonly reviewBelow: number;
}

const urlOf = (id: string) => `/agents/${encodeURIComponent(id)}`;

export const listAgents = (cursor: string | null) => call(`/agents${query({ cursor, limit: 100 })}`, page(Manifest));
export const readAgent = (id: string) => call(urlOf(id), Manifest);
export const deleteAgent = (id: string) => send(urlOf(id), { method: 'DELETE' });

/** @param version of the taxonomy */
export const makeAgent = (version: string, draft: AgentDraft) =>
  call('/agents/from-category', MadeAgent, {
    body: {
      version,
      node_paths: draft.paths,
      options: {
        ...(draft.name === '' ? {} : { name: draft.name }),
        mcp_tools: draft.tools,
        custom_features: { hitl_below_conf: draft.reviewBelow },
        override_settings: {
          bm25_topk: draft.wordTopK,
          vector_topk: draft.vectorTopK,
          rerank: { candidates: draft.candidates, final_topk: draft.finalTopK },
        },
      },
    },
  });
