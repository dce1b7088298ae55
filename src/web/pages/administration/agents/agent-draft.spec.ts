import { draftOf, isSameDraft, isSamePath, NEW_AGENT } from './agent-draft.js';

const MANIFEST = {
  agent_id: 'agent_1',
  name: 'Rules',
  taxonomy_version: '1.0.0',
  allowed_category_paths: [
    ['library', 'use'],
    ['학사', '등록'],
  ],
  retrieval: { bm25_topk: 20, vector_topk: 10, rerank: { candidates: 40, final_topk: 4 } },
  features: { hitl_below_conf: 0.6 },
  mcp_tools_allowlist: ['search', 'ask'],
  created_at: '2026-11-22T09:00:00.000Z',
};

describe('the draft of an agent', () => {
  it('has the values of the stored one, with categories as the tree writes them', () => {
    const draft = draftOf(MANIFEST, [['Library'], ['Library', 'Use']]);
    expect(draft.paths).toEqual([
      ['Library', 'Use'],
      ['학사', '등록'],
    ]);
    expect(draft).toMatchObject({ name: 'Rules', wordTopK: 20, vectorTopK: 10, candidates: 40, finalTopK: 4 });
  });

  it('is the same in another order of tools and another spelling of categories', () => {
    const draft = draftOf(MANIFEST, []);
    const spelt = {
      ...draft,
      tools: ['ask', 'search'],
      paths: [
        [' LIBRARY', 'Use'],
        ['학사'.normalize('NFD'), '등록'],
      ],
    };
    expect(isSameDraft(draft, spelt)).toBe(true);
  });

  it.each([{ name: 'Other' }, { paths: [['A']] }, { tools: [] }, { finalTopK: 6 }, { reviewBelow: 0.5 }])(
    'is another with %j',
    (change) => {
      const draft = draftOf(MANIFEST, []);
      expect(isSameDraft(draft, { ...draft, ...change })).toBe(false);
    },
  );

  it('never joins the labels of a path', () => {
    expect(isSamePath(['a', 'b'], ['a b'])).toBe(false);
    expect(isSameDraft(NEW_AGENT, { ...NEW_AGENT })).toBe(true);
  });
});
