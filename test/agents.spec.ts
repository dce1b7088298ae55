import { startApplication, type RunningApplication } from './support/application.js';

const DOCUMENTS = [
  {
    document_id: 'kiln',
    canonical_path: ['Pottery', 'Kilns'],
    title: 'Kiln',
    text: 'The blue kiln is fired at 1240 degrees.',
  },
  {
    document_id: 'glaze',
    canonical_path: ['Pottery', 'Glazes'],
    title: 'Glaze',
    text: 'The ash glaze is fired at 1180 degrees.',
  },
  {
    document_id: 'boat',
    canonical_path: ['Harbour'],
    title: 'Boat',
    text: 'The blue boat leaves the pier at 7 in the morning.',
  },
];

describe('agents over HTTP', () => {
  let running: RunningApplication;
  const make = (body: object) => running.post('/agents/from-category', { version: '1.0.0', ...body });
  const agentOf = async (node_paths: string[][], options: object = {}): Promise<string> =>
    (await make({ node_paths, options })).json().agent_id;

  beforeAll(async () => {
    running = await startApplication();
    for (const document of DOCUMENTS) await running.post('/documents', document);
  });
  afterAll(() => running.stop());

  describe('a manifest', () => {
    it('has the defaults of the specification, and no warning for categories that exist', async () => {
      const response = await make({ node_paths: [['Pottery', 'Kilns']] });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        agent_id: expect.stringMatching(/^agent_[0-9a-f]{24}$/),
        name: 'kilns',
        taxonomy_version: '1.0.0',
        allowed_category_paths: [['pottery', 'kilns']],
        retrieval: {
          bm25_topk: 12,
          vector_topk: 12,
          rerank: { candidates: 50, final_topk: 5 },
          filter: { canonical_in: true },
        },
        features: { debate: false, hitl_below_conf: 0.7, cost_guard: true },
        mcp_tools_allowlist: [],
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        warnings: [],
      });
    });

    it('takes the options and shows them', async () => {
      const response = await make({
        node_paths: [['Pottery']],
        options: {
          name: ' 도예 도우미 ',
          mcp_tools: ['ask', 'search'],
          custom_features: { hitl_below_conf: 0.4, debate: false, cost_guard: true },
          override_settings: { bm25_topk: 20, vector_topk: 1, rerank: { candidates: 10, final_topk: 2 } },
        },
      });
      expect(response.json()).toMatchObject({
        name: '도예 도우미',
        retrieval: { bm25_topk: 20, vector_topk: 1, rerank: { candidates: 10, final_topk: 2 } },
        features: { hitl_below_conf: 0.4 },
        mcp_tools_allowlist: ['search', 'ask'],
      });
    });

    it('warns of categories that the version does not have, and makes the agent all the same', async () => {
      const body = (await make({ node_paths: [['Pottery'], ['Pottery', 'Wheels'], ['정원']] })).json();
      expect(body.warnings).toHaveLength(2);
      expect(body.warnings[0]).toContain('["pottery","wheels"]');
      expect(body.warnings[1]).toContain('정원');
      expect((await running.call({ method: 'GET', url: `/agents/${body.agent_id}` })).statusCode).toBe(200);
    });

    it('says that it could not check categories of a version that is not known', async () => {
      const response = await running.post('/agents/from-category', { version: '9.9.9', node_paths: [['Pottery']] });
      expect(response.statusCode).toBe(200);
      expect(response.json().warnings).toEqual([expect.stringContaining('9.9.9')]);
    });

    it.each<[string, unknown, string]>([
      ['a tool that is not on the list', { mcp_tools: ['search', 'rm'] }, '/options/mcp_tools'],
      ['a tool twice', { mcp_tools: ['search', 'search'] }, '/options/mcp_tools'],
      ['tools that are no list', { mcp_tools: 'search' }, '/options/mcp_tools'],
      ['top-k 0', { override_settings: { bm25_topk: 0 } }, '/options/override_settings/bm25_topk'],
      ['top-k 51', { override_settings: { vector_topk: 51 } }, '/options/override_settings/vector_topk'],
      ['top-k null', { override_settings: { vector_topk: null } }, '/options/override_settings/vector_topk'],
      ['top-k as text', { override_settings: { bm25_topk: '12' } }, '/options/override_settings/bm25_topk'],
      [
        'a result of 51',
        { override_settings: { rerank: { final_topk: 51 } } },
        '/options/override_settings/rerank/final_topk',
      ],
      [
        'more results than candidates',
        { override_settings: { rerank: { candidates: 3, final_topk: 4 } } },
        '/options/override_settings/rerank/final_topk',
      ],
      [
        'a threshold of .09',
        { custom_features: { hitl_below_conf: 0.09 } },
        '/options/custom_features/hitl_below_conf',
      ],
      [
        'a threshold of .91',
        { custom_features: { hitl_below_conf: 0.91 } },
        '/options/custom_features/hitl_below_conf',
      ],
      ['a debate', { custom_features: { debate: true } }, '/options/custom_features/debate'],
      ['no cost guard', { custom_features: { cost_guard: false } }, '/options/custom_features/cost_guard'],
      ['an unknown option', { turbo: true }, '/options/turbo'],
      ['an unknown feature', { custom_features: { turbo: true } }, '/options/custom_features/turbo'],
      ['an unknown setting', { override_settings: { turbo: 1 } }, '/options/override_settings/turbo'],
      ['a blank name', { name: '   ' }, '/options/name'],
      ['a name of 201 characters', { name: 'n'.repeat(201) }, '/options/name'],
    ])('refuses %s with 422 at its field', async (_, options, pointer) => {
      const response = await make({ node_paths: [['Pottery']], options });
      expect(response.statusCode).toBe(422);
      expect(response.json().errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    });

    it.each<[unknown, unknown, string, string]>([
      ['v1.0.0', [['AI']], '/version', 'Invalid version format'],
      ['1.0.0+build', [['AI']], '/version', 'Invalid version format'],
      [null, [['AI']], '/version', 'Invalid version format'],
      ['1.0.0', [['AI'], ['a', '..']], '/node_paths', 'Unsafe characters detected'],
      ['1.0.0', Array.from({ length: 11 }, () => ['AI']), '/node_paths', 'Max 10 paths allowed'],
      ['1.0.0', [['1', '2', '3', '4', '5', '6']], '/node_paths', 'Max 5 levels allowed'],
      ['1.0.0', [['가'.repeat(51)]], '/node_paths', '1..50 characters'],
      ['1.0.0', [], '/node_paths', 'at least 1 path'],
      ['1.0.0', 'AI', '/node_paths', 'must be a list'],
      ['1.0.0', [null], '/node_paths', 'must be a list'],
    ])('of version %j and paths %j is refused at %s: %s', async (version, node_paths, pointer, detail) => {
      const response = await running.post('/agents/from-category', { version, node_paths });
      expect([response.statusCode, response.json().errors.map((f: { pointer: string }) => f.pointer)]).toEqual([
        422,
        [pointer],
      ]);
      expect(response.json().detail).toContain(detail);
    });
  });

  it('gives the same id for the same request, also at the same time, and keeps one agent', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => agentOf([['Same', 'Agent']])));
    expect(new Set(made).size).toBe(1);
    const { items } = (await running.call({ method: 'GET', url: '/agents?limit=500' })).json();
    expect(items.filter((agent: { agent_id: string }) => agent.agent_id === made[0])).toHaveLength(1);
  });

  it('is not available for any use after its deletion', async () => {
    const agent_id = await agentOf([['Pottery']], { name: 'to be deleted' });
    const url = `/agents/${agent_id}`;
    expect((await running.call({ method: 'DELETE', url })).statusCode).toBe(204);
    for (const method of ['GET', 'DELETE'] as const) expect((await running.call({ method, url })).statusCode).toBe(404);
    expect((await running.post('/search', { query: 'kiln', agent_id })).statusCode).toBe(404);
    expect((await running.post('/chat/run', { message: 'kiln?', agent_id })).statusCode).toBe(404);
  });

  describe('named in a request', () => {
    const found = async (body: object): Promise<string[]> =>
      (await running.post('/search', { query: 'blue fired degrees', ...body }))
        .json()
        .hits.map((hit: { document_id: string }) => hit.document_id);

    it('narrows a search to its categories, and further to those of the request', async () => {
      const agent_id = await agentOf([['Pottery']]);
      expect((await found({ agent_id })).sort()).toEqual(['glaze', 'kiln']);
      const both = { agent_id, filters: { allowed_category_paths: [['pottery', 'Glazes'], ['Harbour']] } };
      expect(await found(both)).toEqual(['glaze']);
      expect(await found({ agent_id, filters: { allowed_category_paths: [['Harbour']] } })).toEqual([]);
    });

    it('gives no more passages than its result holds, and fewer when fewer are asked for', async () => {
      const agent_id = await agentOf([['Pottery'], ['Harbour']], {
        override_settings: { rerank: { candidates: 2, final_topk: 2 } },
      });
      expect(await found({ agent_id })).toHaveLength(2);
      expect(await found({ agent_id, top_k: 10 })).toHaveLength(2);
      expect(await found({ agent_id, top_k: 1 })).toHaveLength(1);
    });

    it('lets each retriever contribute as many passages as it says', async () => {
      const agent_id = await agentOf([['Pottery'], ['Harbour']], {
        override_settings: { bm25_topk: 1, vector_topk: 2 },
      });
      const { metrics } = (await running.post('/search', { query: 'blue fired degrees', agent_id })).json();
      expect([metrics.bm25_candidates, metrics.vector_candidates]).toEqual([1, 2]);
    });

    it('says whether an answer needs review by its own threshold', async () => {
      const ask = async (agent_id?: string) =>
        (await running.post('/chat/run', { message: 'At how many degrees is the blue kiln fired?', agent_id })).json();
      const [careful, easy] = [0.9, 0.1].map((hitl_below_conf) =>
        agentOf([['Pottery']], { custom_features: { hitl_below_conf } }),
      );
      const answers = [await ask(await careful), await ask(await easy)];
      for (const answer of answers) expect(answer.response).toContain('1240');
      const { calibrated_confidence } = answers[0].metadata;
      expect(calibrated_confidence).toBeGreaterThan(0.1);
      expect(answers.map((answer) => answer.metadata.needs_review)).toEqual([calibrated_confidence < 0.9, false]);
      expect((await ask()).metadata).not.toHaveProperty('needs_review');
    });

    it('is 404 if it does not exist, and never widens', async () => {
      for (const [url, body] of [
        ['/search', { query: 'x', agent_id: 'nobody' }],
        ['/chat/run', { message: 'x', agent_id: 'nobody' }],
      ] as const) {
        const response = await running.post(url, body);
        expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringContaining("'nobody'")]);
      }
    });

    it('must be a text', async () => {
      for (const agent_id of [7, ['x'], {}]) {
        const response = await running.post('/search', { query: 'x', agent_id });
        expect([response.statusCode, response.json().errors[0].pointer]).toEqual([422, '/agent_id']);
      }
    });
  });

  it('is counted', async () => {
    const metrics = (await running.call({ method: 'GET', url: '/metrics' })).body;
    expect(Number(/^touchstone_agents (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(3);
    expect(Number(/^touchstone_agent_requests_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(5);
    expect(metrics).toMatch(/touchstone_agent_manifest_duration_seconds_count \d+/);
    const health = (await running.call({ method: 'GET', url: '/health' })).json();
    expect(health.features['B-O1']).toBe('enabled');
  });
});
