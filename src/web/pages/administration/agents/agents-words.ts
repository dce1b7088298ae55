import { speechWith } from '../../words/language.js';

/** Texts of the page about agents. */
const en = {
  agents: 'Agents',
  agentsPromise:
    'An agent answers from some categories only. People choose it on the page Ask, programs name its id as `agent_id` or as the model.',
  noAgents: 'No agents yet.',
  addAgent: 'Add an agent',
  allAgents: 'All agents',
  agentName: 'Name',
  namedAfterCategories: 'named after its categories',
  agentCategories: 'Categories',
  agentTools: 'MCP tools',
  tool_search: 'search',
  tool_ask: 'ask',
  tool_suggest_cases: 'suggest cases',
  retrievalSettings: 'Retrieval',
  wordTopK: 'Passages found by words',
  vectorTopK: 'Passages found by meaning',
  candidates: 'Passages reranked',
  finalTopK: 'Passages for the answer',
  reviewBelow: 'Review below this confidence',
  taxonomyWord: 'Taxonomy',
  createdAt: 'Created',
  createAgent: 'Create the agent',
  saveAsNewAgent: 'Save as a new agent',
  changeMakesAgent:
    'An agent does not change. What you save is a new agent with its own id; the earlier one stays until it is deleted.',
  otherTaxonomy: 'Made for the taxonomy {version}; {active} is active now. Save it as a new agent for that version.',
  agentMade: 'The agent is stored.',
  deleteEarlier: 'Delete the earlier agent',
  deleteAgentQuestion: 'Requests that name this agent are refused from then on.',
  tryAgent: 'Try it',
  triesAgent: 'Asks the stored agent. The question is not kept among your conversations.',
  triesForm:
    'Asks with the categories and the number of passages of the form. The other settings count once the agent is saved. The question is not kept among your conversations.',
} as const;

const ko: Readonly<Record<keyof typeof en, string>> = {
  agents: '에이전트',
  agentsPromise:
    '에이전트는 일부 분류에서만 답합니다. 사용자는 질문 화면에서 고르고, 프로그램은 그 ID를 `agent_id` 또는 모델 이름으로 지정합니다.',
  noAgents: '아직 에이전트가 없습니다.',
  addAgent: '에이전트 추가',
  allAgents: '모든 에이전트',
  agentName: '이름',
  namedAfterCategories: '분류에 따라 정해집니다',
  agentCategories: '분류',
  agentTools: 'MCP 도구',
  tool_search: '검색',
  tool_ask: '질문',
  tool_suggest_cases: '사례 제안',
  retrievalSettings: '검색 설정',
  wordTopK: '단어로 찾는 문단 수',
  vectorTopK: '의미로 찾는 문단 수',
  candidates: '재정렬할 문단 수',
  finalTopK: '답에 쓸 문단 수',
  reviewBelow: '검토 기준 신뢰도',
  taxonomyWord: '분류 체계',
  createdAt: '만든 날',
  createAgent: '에이전트 만들기',
  saveAsNewAgent: '새 에이전트로 저장',
  changeMakesAgent:
    '에이전트 자체는 바뀌지 않습니다. 저장하면 새 ID의 에이전트가 만들어지고, 이전 에이전트는 삭제할 때까지 남습니다.',
  otherTaxonomy:
    '분류 체계 {version}용으로 만들었습니다. 지금은 {active}을(를) 씁니다. 그 버전용 새 에이전트로 저장하세요.',
  agentMade: '에이전트를 저장했습니다.',
  deleteEarlier: '이전 에이전트 삭제',
  deleteAgentQuestion: '이후로 이 에이전트를 지정한 요청은 거부됩니다.',
  tryAgent: '테스트해 보기',
  triesAgent: '저장된 에이전트에 질문합니다. 질문은 대화 목록에 남지 않습니다.',
  triesForm:
    '양식의 분류와 문단 수로 질문합니다. 다른 설정은 저장한 뒤에 적용됩니다. 질문은 대화 목록에 남지 않습니다.',
};

export const useAgents = speechWith({ en, ko });
