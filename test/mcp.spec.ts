import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startApplication, type RunningApplication } from './support/application.js';

const KEY = 'The-Key-Of-The-Administrator-1';
const DOCUMENTS = [
  {
    document_id: 'kiln/가마 1',
    canonical_path: ['Pottery'],
    title: 'Kiln',
    text: 'The blue kiln is fired at 1240 degrees.',
  },
  {
    document_id: 'boat',
    canonical_path: ['Harbour'],
    title: 'Boat',
    content_type: 'text/markdown',
    text: '# Ferry\n\nThe ferry leaves the pier at 7 in the morning.',
  },
];

interface ToolAnswer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, any>;
}

/** Revisions of the protocol that begin with `initialize`. */
const EARLIER_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const NEWEST_REVISION = '2026-07-28';

/** The client of the official SDK, as it speaks by default and as it speaks the newest revision. */
const CLIENTS: readonly { readonly mode: 'legacy' | 'auto'; readonly revision: string }[] = [
  { mode: 'legacy', revision: EARLIER_REVISIONS[0] },
  { mode: 'auto', revision: NEWEST_REVISION },
];

describe.each(CLIENTS)('the MCP server, asked by the client of the official SDK ($revision)', ({ mode, revision }) => {
  let running: RunningApplication;
  let url: string;
  const opened: Client[] = [];
  const headers = { 'x-api-key': KEY };

  async function connect(query = ''): Promise<Client> {
    const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(`${url}${query}`), { requestInit: { headers } });
    await client.connect(transport);
    opened.push(client);
    return client;
  }
  const call = async (client: Client, name: string, args: Record<string, unknown>): Promise<ToolAnswer> =>
    (await client.callTool({ name, arguments: args })) as ToolAnswer;
  const agentOf = async (node_paths: string[][], mcp_tools: string[]): Promise<string> =>
    (
      await running.post('/agents/from-category', { version: '1.0.0', node_paths, options: { mcp_tools } }, headers)
    ).json().agent_id;

  beforeAll(async () => {
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: KEY,
      CORS_ALLOWED_ORIGINS: 'http://localhost:3000',
    });
    await running.app.listen(0, '127.0.0.1');
    url = `${await running.app.getUrl()}/mcp`;
    for (const document of DOCUMENTS) await running.post('/documents', document, headers);
  });
  afterAll(async () => {
    for (const client of opened) await client.close();
    await running.stop();
  });

  it('says who it is and offers its tools with schemas', async () => {
    const client = await connect();
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'touchstone', version: expect.stringMatching(/^\d/) });
    expect(client.getInstructions()).toContain('documents');
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['search', 'fetch', 'ask', 'suggest_cases']);
    expect(tools.map((tool) => tool.inputSchema.required)).toEqual([['query'], ['id'], ['message'], ['query']]);
    for (const tool of tools)
      expect([tool.annotations?.readOnlyHint, tool.outputSchema?.type]).toEqual([true, 'object']);
  });

  it('searches, with the exact text and its position', async () => {
    const client = await connect();
    const answer = await call(client, 'search', { query: 'blue kiln degrees', top_k: 1 });
    expect(answer.isError).toBeFalsy();
    expect(answer.content[0]?.text).toContain('fired at 1240 degrees');
    expect(answer.structuredContent).toMatchObject({
      hits: [{ document_id: 'kiln/가마 1', start: 0, title: 'Kiln', canonical_path: ['Pottery'] }],
      degraded: [],
    });
    const read = await client.readResource({ uri: answer.structuredContent?.hits[0].uri });
    expect(read.contents[0]).toMatchObject({ text: DOCUMENTS[0]?.text, mimeType: 'text/plain' });
  });

  it('answers, and continues a conversation', async () => {
    const client = await connect();
    const answer = await call(client, 'ask', { message: 'At how many degrees is the blue kiln fired?' });
    expect(answer.content[0]?.text).toMatch(/1240[\s\S]*\[1\] Kiln \(kiln\/가마 1\)/);
    expect(answer.structuredContent).toMatchObject({
      sources: [{ doc_id: 'kiln/가마 1' }],
      metadata: { abstained: false },
    });
    const conversation_id = String(answer.structuredContent?.conversation_id);
    await call(client, 'ask', { message: 'When does the ferry leave?', conversation_id });
    const kept = await running.call({ method: 'GET', url: `/conversations/${conversation_id}`, headers });
    expect(kept.json().turns).toHaveLength(2);
  });

  it('suggests the cases of the caller that resemble a question, with a log to rate them by', async () => {
    const cases = [
      {
        case_id: 'kiln-case',
        query: 'How hot is the blue kiln?',
        category_path: ['Pottery'],
        content: '1240 degrees.',
      },
      { case_id: 'boat-case', query: 'When does the ferry leave?', category_path: ['Harbour'], content: 'At 7.' },
    ];
    for (const one of cases) expect((await running.post('/cbr/case', one, headers)).statusCode).toBe(201);
    const client = await connect();
    const answer = await call(client, 'suggest_cases', { query: 'How hot is the kiln?', k: 1 });
    expect(answer.isError).toBeFalsy();
    expect(answer.structuredContent?.suggestions).toMatchObject([{ case_id: 'kiln-case', content: '1240 degrees.' }]);
    expect(answer.content[0]?.text).toContain('1240 degrees');
    const rating = { log_id: answer.structuredContent?.log_id, case_id: 'kiln-case', feedback: 'thumbs_up' };
    expect((await running.post('/cbr/feedback', rating, headers)).json()).toMatchObject({ log_bound: true });
    const harbour = await connect(`?agent_id=${await agentOf([['Harbour']], ['suggest_cases'])}`);
    expect(JSON.stringify(await call(harbour, 'suggest_cases', { query: 'How hot is the kiln?' }))).not.toContain(
      '1240',
    );
  });

  it('searches and fetches in the shapes that research programs read', async () => {
    const client = await connect();
    const found = await call(client, 'search', { query: 'At how many degrees is the blue kiln fired?' });
    expect(found.content).toHaveLength(1);
    const { results } = JSON.parse(found.content[0]?.text ?? '') as { results: Record<string, string>[] };
    expect(results).toEqual(found.structuredContent?.results);
    expect(results[0]).toMatchObject({
      id: 'kiln/가마 1',
      title: 'Kiln',
      url: expect.stringContaining(`/documents/${encodeURIComponent('kiln/가마 1')}`),
    });
    const read = await call(client, 'fetch', { id: results[0]?.id });
    expect(JSON.parse(read.content[0]?.text ?? '')).toEqual(read.structuredContent);
    expect(read.structuredContent).toMatchObject({
      id: 'kiln/가마 1',
      title: 'Kiln',
      text: DOCUMENTS[0]?.text,
      // The document as a whole: no passage is asked for.
      url: results[0]?.url?.replace(/\?.*$/u, ''),
      metadata: { canonical_path: ['Pottery'], is_whole: true },
    });
    expect(await call(client, 'fetch', { id: 'nobody' })).toMatchObject({ isError: true });
  });

  it('stays in a category that is named', async () => {
    const client = await connect();
    const inside = { query: 'blue kiln degrees', category: ['Harbour'] };
    expect(JSON.stringify(await call(client, 'search', inside))).not.toContain('1240');
    const answer = await call(client, 'ask', { message: 'When does the ferry leave?', category: ['Harbour'] });
    expect(answer.structuredContent).toMatchObject({ metadata: { abstained: false } });
    expect(await call(client, 'search', { query: 'x', category: ['..'] })).toMatchObject({ isError: true });
  });

  it('links the documents of an answer as resources that can be opened', async () => {
    const client = await connect();
    const answer = await call(client, 'ask', { message: 'At how many degrees is the blue kiln fired?' });
    const links = answer.content.filter((item) => item.type === 'resource_link') as unknown as { uri: string }[];
    expect(links).toHaveLength(1);
    const read = await client.readResource({ uri: links[0]!.uri });
    expect(read.contents[0]).toMatchObject({ text: DOCUMENTS[0]?.text });
  });

  it('has prompts, and completes categories and documents that the caller may see', async () => {
    const client = await connect();
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual(['ask_documents', 'check_text']);
    const { messages } = await client.getPrompt({
      name: 'ask_documents',
      arguments: { question: 'How hot?', category: 'Pottery' },
    });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/\["Pottery"\][\s\S]*How hot\?/) } },
    ]);
    const category = {
      ref: { type: 'ref/prompt', name: 'ask_documents' },
      argument: { name: 'category', value: 'pot' },
    };
    expect((await client.complete(category as never)).completion).toMatchObject({ values: ['Pottery'], total: 1 });
    const uri = 'touchstone://documents/{document_id}';
    const document = { ref: { type: 'ref/resource', uri }, argument: { name: 'document_id', value: 'bo' } };
    expect((await client.complete(document as never)).completion.values).toEqual(['boat']);
    const limited = await connect(`?agent_id=${await agentOf([['Harbour']], ['ask'])}`);
    expect((await limited.complete(category as never)).completion.values).toEqual([]);
  });

  it('completes agents by name and id, and puts their categories into the prompt', async () => {
    const both = await agentOf([['Harbour'], ['Pottery']], ['ask']);
    const one = await agentOf([['Pottery']], ['ask']);
    const client = await connect();
    const complete = async (of: Awaited<ReturnType<typeof connect>>, value: string) => {
      const asked = { ref: { type: 'ref/prompt', name: 'ask_documents' }, argument: { name: 'agent', value } };
      return (await of.complete(asked as never)).completion.values;
    };
    expect(await complete(client, 'POTTERY')).toEqual(expect.arrayContaining([one, both]));
    expect(await complete(client, one)).toEqual([one]);
    const promptFor = async (agent: string, of = client) => {
      const asked = { name: 'ask_documents', arguments: { question: 'How hot?', agent } };
      return JSON.stringify((await of.getPrompt(asked)).messages);
    };
    expect(await promptFor(one)).toMatch(/Pass the category .{1,3}pottery/u);
    expect(await promptFor(both)).toMatch(/once for each of these categories.*harbour.*pottery/u);
    await expect(promptFor('agent_unknown')).rejects.toThrow("Unknown agent 'agent_unknown'");
    // An agent with a category that the caller may not see does not exist for that caller.
    const limited = await connect(`?agent_id=${one}`);
    expect(await complete(limited, 'agent')).toEqual([one]);
    await expect(promptFor(both, limited)).rejects.toThrow('Unknown agent');
  });

  it('takes null for every optional argument of every tool as an argument that is absent', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    let count = 0;
    for (const { name, inputSchema } of tools) {
      const { properties = {}, required = [] } = inputSchema;
      const needed = Object.fromEntries(
        required.map((field) => [field, field === 'id' ? 'berths' : 'Where do boats lie?']),
      );
      const optional = Object.keys(properties).filter((field) => !required.includes(field));
      count += optional.length;
      for (const field of optional)
        expect([name, field, JSON.stringify(properties[field])]).toEqual([
          name,
          field,
          expect.stringContaining('"null"'),
        ]);
      const nulls = Object.fromEntries(optional.map((field) => [field, null]));
      const [absent, given] = [await call(client, name, needed), await call(client, name, { ...needed, ...nulls })];
      const words = ({ content }: typeof given) => JSON.stringify(content).replaceAll(/"log_id.{60}/gu, '');
      expect([name, given.isError ?? false, words(given)]).toEqual([name, absent.isError ?? false, words(absent)]);
      if (name !== 'fetch') expect(given.isError).not.toBe(true);
    }
    expect(count).toBe(5);
  });

  it('refuses unknown tools and arguments that do not fit', async () => {
    const client = await connect();
    for (const [name, args] of [
      ['rm_rf', {}],
      ['search', {}],
      ['search', { query: 7 }],
      ['search', { query: 'x', top_k: 0 }],
      ['search', { query: '' }],
      ['ask', { message: 'x', conversation_id: 'c'.repeat(201) }],
    ] as const) {
      const outcome = await call(client, name, args).catch(() => ({ isError: true }));
      expect([name, args, outcome.isError]).toEqual([name, args, true]);
    }
  });

  it('lists documents as resources, page by page, and reads them', async () => {
    for (let i = 0; i < 120; i++)
      await running.post(
        '/documents',
        { document_id: `shelf-${i}`, title: `S${i}`, text: 'x', canonical_path: ['Shelf'] },
        headers,
      );
    const client = await connect();
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map((resource) => resource.uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect([uris.length, new Set(uris).size]).toEqual([122, 122]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]?.uriTemplate).toBe('touchstone://documents/{document_id}');
    const { contents } = await client.readResource({ uri: 'touchstone://documents/boat' });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: DOCUMENTS[1]?.text });
    for (const uri of ['touchstone://documents/nobody', 'file:///etc/passwd'])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
    await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
  });

  it('gives an agent its own tools and its own categories, resources included', async () => {
    const client = await connect(`?agent_id=${await agentOf([['Harbour']], ['search'])}`);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['search', 'fetch']);
    const answer = await call(client, 'search', { query: 'blue kiln fired at degrees' });
    expect(JSON.stringify(answer)).not.toContain('1240');
    expect((await client.listResources()).resources.map((resource) => resource.name)).toEqual(['boat']);
    const uri = `touchstone://documents/${encodeURIComponent('kiln/가마 1')}`;
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
  });
});

describe('the MCP server, asked by messages', () => {
  let running: RunningApplication;
  const headers = { 'x-api-key': KEY };
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  beforeAll(async () => {
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: KEY,
      CORS_ALLOWED_ORIGINS: 'http://localhost:3000',
    });
  });
  afterAll(() => running.stop());

  it.each(EARLIER_REVISIONS)('takes up the revision %s', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a test', version: '1.0.0' } };
    const first = await running.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers);
    expect(first.json().result).toMatchObject({
      protocolVersion,
      capabilities: { tools: { listChanged: false }, prompts: { listChanged: false }, completions: {} },
    });
    const next = { ...headers, 'mcp-protocol-version': protocolVersion };
    const ready = await running.post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, next);
    expect([ready.statusCode, ready.body]).toEqual([202, '']);
    expect((await running.post('/mcp', LIST, next)).json().result.tools).toHaveLength(4);
  });

  it.each([
    ['2025-03-26', 0],
    ['2025-06-18', 1],
  ])('gives a client of the revision %s %d links', async (revision, links) => {
    await running.post('/documents', DOCUMENTS[0]!, headers);
    const ask = { name: 'ask', arguments: { message: 'At how many degrees is the blue kiln fired?' } };
    const more = { ...headers, 'mcp-protocol-version': revision };
    const answer = await running.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: ask }, more);
    const content = answer.json().result.content as { type: string }[];
    expect(content.filter(({ type }) => type === 'resource_link')).toHaveLength(links);
  });

  it('answers a list of messages with a list, as the revision 2025-03-26 has it', async () => {
    const ping = { jsonrpc: '2.0', id: 'second', method: 'ping' };
    const answers = (await running.post('/mcp', [LIST, ping], headers)).json();
    expect(answers.map(({ id }: { id: unknown }) => id).sort()).toEqual([1, 'second']);
  });

  it('refuses a revision that it does not know, and names those that it knows', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = { ...LIST, params: { _meta: meta } };
    const more = { ...headers, 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' };
    const answer = await running.post('/mcp', message, more);
    expect([answer.statusCode, answer.json().error]).toMatchObject([
      400,
      { code: -32022, data: { supported: [NEWEST_REVISION] } },
    ]);
  });

  it('ends a subscription at once, because no change is ever announced', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': NEWEST_REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta: meta, notifications: { toolsListChanged: true, resourcesListChanged: true } };
    const message = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params };
    const more = { ...headers, 'mcp-protocol-version': NEWEST_REVISION, 'mcp-method': 'subscriptions/listen' };
    const answer = await running.post('/mcp', message, more);
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.body).toMatch(/subscriptions\/acknowledged[\s\S]*"id":7,"result":\{"resultType":"complete"/);
  });

  it.each([undefined, '*/*', 'application/json', 'application/*;q=0.5', 'application/json, text/event-stream'])(
    'serves a client that accepts %s',
    async (accept) => {
      const more = accept === undefined ? headers : { ...headers, accept };
      expect((await running.post('/mcp', LIST, more)).statusCode).toBe(200);
    },
  );

  it.each(['text/event-stream', 'text/html', '*/*;q=0'])('refuses a client that accepts only %s', async (accept) => {
    const answer = await running.post('/mcp', LIST, { ...headers, accept });
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      406,
      expect.stringContaining('application/json'),
    ]);
  });

  it('is 404 through an unknown agent, and 422 through two at once', async () => {
    const send = async (query: string) => (await running.post(`/mcp${query}`, LIST, headers)).statusCode;
    expect(await send('?agent_id=nobody')).toBe(404);
    const made = { version: '1.0.0', node_paths: [['Harbour']], options: { mcp_tools: [] } };
    const agent = (await running.post('/agents/from-category', made, headers)).json().agent_id;
    expect(await send(`?agent_id=${agent}&agent_id=${agent}`)).toBe(422);
  });

  it('needs a key, and does not answer to pages of others', async () => {
    const status = async (more: Record<string, string>) => (await running.post('/mcp', LIST, more)).statusCode;
    expect(await status({})).toBe(401);
    expect(await status(headers)).toBe(200);
    expect(await status({ ...headers, origin: 'http://evil.example' })).toBe(403);
    expect(await status({ ...headers, origin: 'http://localhost:3000' })).toBe(200);
  });

  it('has no stream to listen to and no session to end, and says so as the protocol wants it', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const response = await running.call({
        method,
        url: '/mcp',
        headers: { ...headers, accept: 'text/event-stream' },
      });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
      expect(response.headers['content-type']).toContain('application/problem+json');
    }
  });

  it('answers an invalid message with an error of the protocol', async () => {
    for (const body of [{ hello: 'world' }, {}, [{ hello: 'world' }]]) {
      const response = await running.post('/mcp', body, headers);
      expect([body, response.statusCode]).toEqual([body, 400]);
      // Invalid request, or a text that is not a message.
      expect([-32600, -32700]).toContain(response.json().error.code);
    }
  });
});

describe('the MCP server without keys', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
  });
  afterAll(() => running.stop());

  it('answers to the names of its own machine only', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const status = async (host: string) => (await running.post('/mcp', message, { accept, host })).statusCode;
    expect([await status('localhost:8001'), await status('127.0.0.1:8001'), await status('evil.example:8001')]).toEqual(
      [200, 200, 403],
    );
  });
});

describe('the MCP server without a case base', () => {
  it('says so in the answer of the tool', async () => {
    const running = await startApplication({ CBR_ENABLED: 'false' });
    const accept = 'application/json, text/event-stream';
    const params = { name: 'suggest_cases', arguments: { query: 'anything' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = (await running.post('/mcp', message, { accept, host: 'localhost' })).json();
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toEqual({ available: false, suggestions: [] });
    expect(result.content[0].text).toContain('CBR system is not enabled');
    await running.stop();
  });
});
