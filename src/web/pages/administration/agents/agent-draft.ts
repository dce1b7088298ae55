import type { AgentDraft, Manifest } from '../../api/agents.js';

/** The defaults of the server. */
export const NEW_AGENT: AgentDraft = {
  name: '',
  paths: [],
  tools: [],
  wordTopK: 12,
  vectorTopK: 12,
  candidates: 50,
  finalTopK: 5,
  reviewBelow: 0.7,
};

type Path = readonly string[];

/** The server compares labels without regard to case and to the composition of letters. */
const folded = (path: Path) => JSON.stringify(path.map((label) => label.trim().normalize('NFC').toLowerCase()));

export const isSamePath = (one: Path, other: Path): boolean => folded(one) === folded(other);

/** The draft of a stored agent, with its categories as the tree writes them. */
export function draftOf(agent: Manifest, known: readonly Path[]): AgentDraft {
  const { retrieval } = agent;
  return {
    name: agent.name,
    paths: agent.allowed_category_paths.map((path) => known.find((one) => isSamePath(one, path)) ?? path),
    tools: agent.mcp_tools_allowlist,
    wordTopK: retrieval.bm25_topk,
    vectorTopK: retrieval.vector_topk,
    candidates: retrieval.rerank.candidates,
    finalTopK: retrieval.rerank.final_topk,
    reviewBelow: agent.features.hitl_below_conf,
  };
}

/** Whether two drafts make the same agent. */
export function isSameDraft(one: AgentDraft, other: AgentDraft): boolean {
  const textOf = ({ paths, tools, ...rest }: AgentDraft) =>
    JSON.stringify([
      paths.map(folded),
      tools.toSorted((a, b) => a.localeCompare(b)),
      rest.name.trim(),
      rest.wordTopK,
      rest.vectorTopK,
      rest.candidates,
      rest.finalTopK,
      rest.reviewBelow,
    ]);
  return textOf(one) === textOf(other);
}
