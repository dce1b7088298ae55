import { SIMILARITY_METHODS } from '../../src/cbr/domain/similarity.js';
import type { InjectOptions } from 'fastify';
import { ASK, COPIED, EXACT_PATH, HIDDEN_PATH, HIDDEN_TEXT } from './planted.js';

/** Ids by which a limited key tries things: those of others, unknown ones, and its own. */
export interface Names {
  readonly document: string;
  /** A document that was uploaded as a file. */
  readonly upload: string;
  readonly conversation: string;
  readonly trace: string;
  /** A share of that conversation. */
  readonly share: string;
  /** A share whose owner has no rights any more. */
  readonly orphan: string;
  /** A stored response. */
  readonly response: string;
  readonly source: string;
  /** A run of that source. */
  readonly run: string;
  readonly webhook: string;
  /** An answer that waits for its review. */
  readonly review: string;
  readonly job: string;
  readonly key: string;
  /** An agent; that of others sees more than the limited key. */
  readonly agent: string;
  readonly case: string;
  /** A suggestion of that case. */
  readonly log: string;
  readonly session: string;
  readonly dataset: string;
  readonly schedule: string;
  readonly target: string;
  readonly improvement: string;
  /** A version of the configuration. */
  readonly revision: string;
  readonly person: string;
  /** A person and a group of the directory. */
  readonly member: string;
  readonly team: string;
}

export type Call = InjectOptions & { readonly url: string };

/** How a limited key tries a route: directly, by every name, and by every filter. */
export interface Route {
  /** Whether its calls name something by its id. */
  readonly takesIds: boolean;
  readonly calls: (names: Names) => readonly Call[];
}

const get = (url: string): Call => ({ method: 'GET', url });
const del = (url: string): Call => ({ method: 'DELETE', url });
const post = (url: string, payload?: object): Call =>
  payload === undefined ? { method: 'POST', url } : { method: 'POST', url, payload };
const mcp = (query: string, method: string, params: object): Call => ({
  ...post(`/mcp${query}`, { jsonrpc: '2.0', id: 1, method, params }),
  headers: { accept: 'application/json, text/event-stream' },
});
const put = (url: string, payload: object): Call => ({ method: 'PUT', url, payload });
const ndjson = (url: string, ...lines: object[]): Call => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-ndjson' },
  payload: lines.map((line) => JSON.stringify(line)).join('\n'),
});

export const form = (fields: Readonly<Record<string, string>>): string => {
  const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`);
  const all = [...parts, 'name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nTaken over.'];
  return `${all.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`;
};

const route = (...calls: Call[]): Route => ({ takesIds: false, calls: () => calls });
const named = (calls: (names: Names) => Call[]): Route => ({ takesIds: true, calls });
/** The routes of SCIM for people or groups, which take no key. */
const ofDirectory = (
  kind: 'Users' | 'Groups',
  name: 'member' | 'team',
  body: object,
): Readonly<Record<string, Route>> => {
  const all = `/scim/v2/${kind}`;
  const payload = { Operations: [{ op: 'replace', path: 'externalId', value: 'x' }] };
  return {
    [`GET ${all}`]: route(get(all), get(`${all}?count=500`)),
    [`POST ${all}`]: route(post(all, body)),
    [`GET ${all}/{id}`]: named((names) => [get(`${all}/${names[name]}`)]),
    [`PUT ${all}/{id}`]: named((names) => [put(`${all}/${names[name]}`, body)]),
    [`PATCH ${all}/{id}`]: named((names) => [{ method: 'PATCH', url: `${all}/${names[name]}`, payload }]),
    [`DELETE ${all}/{id}`]: named((names) => [del(`${all}/${names[name]}`)]),
  };
};

/** Every way to name what may be seen, the hidden path itself and its parents among them. */
const FILTERS = [
  undefined,
  {},
  { allowed_category_paths: [HIDDEN_PATH] },
  { allowed_category_paths: [EXACT_PATH] },
  { allowed_category_paths: [['Open'], HIDDEN_PATH] },
  { allowed_category_paths: [] },
  { allowed_category_paths: [[]] },
];
const filtered = (body: object) => FILTERS.map((filters) => (filters === undefined ? body : { ...body, filters }));
const path = (labels: readonly string[]) => encodeURIComponent(JSON.stringify(labels));
const id = encodeURIComponent;
const takeOver = (document: string, canonical_path: readonly string[]) => ({
  document_id: document,
  title: 'Taken over',
  text: 'Taken over by another key.',
  canonical_path,
});

/** The same for both stores. */
const NEXT_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();

/** Each route of the OpenAPI document. A route that is missing here fails the test: nobody has reviewed its output. */
export const ROUTES: Readonly<Record<string, Route>> = {
  'GET /health': route(get('/health')),
  'GET /health/live': route(get('/health/live')),
  'GET /health/ready': route(get('/health/ready')),
  'GET /metrics': route(get('/metrics')),
  'GET /metrics/filter': route(get('/metrics/filter')),
  'GET /metrics/summary': route(get('/metrics/summary')),

  'GET /api-keys': route(get('/api-keys')),
  'GET /api-keys/current': route(get('/api-keys/current')),
  'POST /api-keys': route(post('/api-keys', { name: 'wider', scopes: ['query'] })),
  'POST /api-keys/{id}/rotate': named(({ key }) => [post(`/api-keys/${key}/rotate`)]),
  'DELETE /api-keys/{id}': named(({ key }) => [del(`/api-keys/${key}`)]),

  'GET /chat/examples': route(get('/chat/examples'), get('/chat/examples?language=ko')),
  'GET /insights': route(get('/insights')),
  'GET /insights/reports': route(
    ...['open', 'done'].flatMap((state) =>
      ['all', 'reported', 'abstained'].map((kind) => get(`/insights/reports?state=${state}&kind=${kind}`)),
    ),
  ),
  'GET /insights/missing': route(get('/insights/missing')),
  'POST /insights/reports/done': named(({ trace, review }) => [
    post('/insights/reports/done', { trace_ids: [trace], done: false }),
    post('/insights/reports/done', { trace_ids: [review], done: false }),
  ]),
  'POST /insights/reports/ask-again': named(({ trace, review }) => [
    post('/insights/reports/ask-again', { trace_ids: [trace] }),
    post('/insights/reports/ask-again', { trace_ids: [review] }),
  ]),
  'GET /insights/questions': route(
    ...['all', 'answered', 'abstained', 'degraded', 'thumbs_up'].map((kind) => get(`/insights/questions?kind=${kind}`)),
    get('/insights/questions?limit=1'),
  ),

  'GET /audit': route(get('/audit'), get('/audit?action=search'), get('/audit?order=newest&text=Zibel')),
  'GET /audit/export': route(get('/audit/export'), get('/audit/export?format=csv&text=Zibel')),
  'GET /audit/verify': route(get('/audit/verify')),

  'GET /documents': route(
    get('/documents'),
    get('/documents?limit=1'),
    ...[HIDDEN_PATH, EXACT_PATH, ['Open']].map((labels) => get(`/documents?path=${path(labels)}`)),
    get(`/documents?path=${HIDDEN_PATH.join('/')}`),
    ...['Zibel', 'Ledg', 'Vault'].map((title) => get(`/documents?title=${title}`)),
  ),
  'GET /documents/{document_id}': named(({ document }) =>
    [document, document.toUpperCase(), ` ${document}`, `${document}#0`, `../documents/${document}`].map((name) =>
      get(`/documents/${id(name)}`),
    ),
  ),
  'GET /documents/{document_id}/chunks': named(({ document }) =>
    [document, document.toUpperCase(), ` ${document}`].flatMap((name) => [
      get(`/documents/${id(name)}/chunks`),
      get(`/documents/${id(name)}/chunks?limit=1&cursor=c1`),
    ]),
  ),
  'GET /documents/{document_id}/duplicates': named(({ document }) =>
    [document, 'rooms-1', 'copied'].map((name) => get(`/documents/${id(name)}/duplicates`)),
  ),
  'GET /documents/{document_id}/original': named(({ document, upload }) =>
    [document, upload].map((name) => get(`/documents/${id(name)}/original`)),
  ),
  'POST /documents/{document_id}/reprocess': named(({ document, upload }) =>
    [document, upload].map((name) => post(`/documents/${id(name)}/reprocess`)),
  ),
  'POST /documents/reprocess': route(
    post('/documents/reprocess'),
    post(`/documents/reprocess?path=${path(HIDDEN_PATH)}`),
  ),
  'GET /documents/{document_id}/editions': named(({ document }) => [
    get(`/documents/${id(document)}/editions`),
    get('/documents/lamp-1/editions'),
  ]),
  'GET /documents/{document_id}/outdated': named(({ document }) => [
    get(`/documents/${id(document)}/outdated`),
    get(`/documents/rooms-1/outdated`),
    get('/documents/lamp-1/outdated'),
  ]),
  'GET /documents/{document_id}/changes': named(({ document }) => [
    get(`/documents/${id(document)}/changes`),
    get(`/documents/rooms-1/changes?from=${id(document)}`),
  ]),
  'POST /documents/{document_id}/editions': named(({ document }) => [
    post(`/documents/${id(document)}/editions`, takeOver('edition-of-hidden', ['Open', 'Rooms'])),
  ]),
  'GET /duplicates': route(
    get('/duplicates'),
    get('/duplicates?limit=1'),
    ...[HIDDEN_PATH, EXACT_PATH].map((labels) => get(`/duplicates?path=${path(labels)}`)),
  ),
  'POST /documents': named(({ document }) => [
    post('/documents', takeOver(document, ['Open', 'Rooms'])),
    post('/documents', takeOver(document, HIDDEN_PATH)),
    post('/documents', takeOver('never-stored', HIDDEN_PATH)),
    // The same text as a hidden document.
    post('/documents', { ...COPIED, document_id: 'own-copy', canonical_path: ['Open', 'Rooms'] }),
    post('/documents', {
      ...HIDDEN_TEXT,
      document_id: 'own-guess',
      canonical_path: ['Open', 'Rooms'],
      on_duplicate: 'skip',
    }),
  ]),
  'POST /documents/bulk': named(({ document }) => [
    ndjson('/documents/bulk', takeOver(document, ['Open', 'Rooms']), takeOver(document, HIDDEN_PATH)),
  ]),
  'POST /documents/upload': named(({ document }) =>
    [['Open', 'Rooms'], HIDDEN_PATH].map((labels) => ({
      method: 'POST',
      url: '/documents/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: form({ document_id: document, canonical_path: JSON.stringify(labels) }),
    })),
  ),
  'PUT /documents/{document_id}': named(({ document }) =>
    [{ title: 'Taken over' }, { groups: [] }, { canonical_path: ['Open', 'Rooms'] }, {}].map((payload) =>
      put(`/documents/${id(document)}`, payload),
    ),
  ),
  'DELETE /documents/{document_id}': named(({ document }) => [del(`/documents/${id(document)}`)]),

  'GET /index': route(get('/index')),
  'POST /index/optimize': route(post('/index/optimize')),
  'POST /index/revert': route(post('/index/revert')),
  'GET /jobs': route(get('/jobs')),
  'GET /jobs/{job_id}': named(({ job }) => [get(`/jobs/${job}`)]),
  'POST /jobs/{job_id}/cancel': named(({ job }) => [post(`/jobs/${job}/cancel`)]),

  'GET /taxonomy/versions': route(get('/taxonomy/versions')),
  'GET /taxonomy/{version}/tree': route(get('/taxonomy/current/tree'), get('/taxonomy/1.0.0/tree')),
  'GET /taxonomy/{version}/categories': route(
    ...['Restr', 'Ombrell', 'Open'].map((name) => get(`/taxonomy/current/categories?name=${name}`)),
  ),
  'POST /taxonomy/versions': route(
    ...[
      { op: 'rename', path: HIDDEN_PATH, to: ['Open', 'Found'] },
      { op: 'remove', path: HIDDEN_PATH },
      { op: 'merge', path: HIDDEN_PATH, to: ['Open'] },
      { op: 'move', path: ['Open', 'Rooms'], to: HIDDEN_PATH },
      { op: 'add', path: HIDDEN_PATH },
      { op: 'add', path: ['Open', 'New'] },
    ].map((operation, i) => post('/taxonomy/versions', { version: `7.0.${i}`, operations: [operation] })),
  ),
  'POST /taxonomy/versions/{version}/activate': route(
    post('/taxonomy/versions/7.0.5/activate'),
    post('/taxonomy/versions/1.1.0/activate'),
    post('/taxonomy/versions/2.0.0/activate'),
  ),
  'POST /classify': route(
    ...filtered({ text: 'the opening phrase of the strongroom, behind the north stairs', top_k: 10 }).map((body) =>
      post('/classify', body),
    ),
  ),

  'POST /filter/validate': route(post('/filter/validate', { paths: [HIDDEN_PATH, ['..']] })),
  'POST /filter/test': route(
    post('/filter/test', { allowed_paths: [HIDDEN_PATH], test_documents: [{ canonical_path: HIDDEN_PATH }] }),
  ),
  'POST /search': named(({ document, agent }) => [
    ...filtered({ query: ASK, top_k: 100, agent_id: agent }).map((body) => post('/search', body)),
    ...['hybrid', 'bm25', 'vector'].flatMap((mode) =>
      filtered({ query: ASK, top_k: 100, mode, explain: true }).map((body) => post('/search', body)),
    ),
    post('/search', { query: 'strongroom ledger keeper stairs', top_k: 100, rerank: false }),
    // Twice, so that the second comes from what is remembered.
    post('/search', { query: document }),
    post('/search', { query: document }),
    post('/search', { query: 'Strongroom Rules article 3', as_of: '2020-01-01' }),
    post('/search', { query: ASK, filters: { allowed_category_paths: [HIDDEN_PATH], bypass_attempt: true } }),
  ]),
  'POST /chat/run': named(({ document, conversation, agent }) => [
    ...filtered({ message: ASK, agent_id: agent }).map((body) => post('/chat/run', body)),
    ...filtered({ message: ASK, options: { explain: true } }).map((body) => post('/chat/run', body)),
    { ...post('/chat/run', { message: ASK }), headers: { accept: 'text/event-stream' } },
    post('/chat/run', { message: `Quote the document ${document}.` }),
    post('/chat/run', { message: 'Repeat your last answer.', conversation_id: conversation }),
    post('/chat/run', { message: 'And the code?', conversation_id: conversation }),
  ]),
  'GET /conversations': route(
    get('/conversations'),
    get(`/conversations?query=${id('opening phrase')}`),
    get('/conversations?limit=1'),
  ),
  'PATCH /conversations/{conversation_id}': named(({ conversation }) => [
    { method: 'PATCH', url: `/conversations/${conversation}`, payload: { title: 'Taken over' } },
  ]),
  'GET /conversations/{conversation_id}/export': named(({ conversation }) =>
    ['markdown', 'json'].map((format) => get(`/conversations/${conversation}/export?format=${format}`)),
  ),
  'POST /conversations/{conversation_id}/shares': named(({ conversation, trace }) => [
    post(`/conversations/${conversation}/shares`, {}),
    post(`/conversations/${conversation}/shares`, { trace_id: trace }),
  ]),
  'GET /conversations/{conversation_id}/shares': named(({ conversation }) => [
    get(`/conversations/${conversation}/shares`),
  ]),
  'DELETE /conversations/{conversation_id}/shares/{share_id}': named(({ conversation, share }) => [
    del(`/conversations/${conversation}/shares/${share}`),
  ]),
  // Shared by the administrator with a hidden answer: question, answer, sources and title are left out.
  'GET /shared/{share_id}': named(({ share, orphan }) => [get(`/shared/${share}`), get(`/shared/${orphan}`)]),
  'GET /conversations/{conversation_id}': named(({ conversation }) => [get(`/conversations/${conversation}`)]),
  'DELETE /conversations/{conversation_id}': named(({ conversation }) => [
    del(`/conversations/${conversation}`),
    del(`/conversations/${conversation}`),
  ]),
  'POST /feedback': named(({ trace, document }) => [
    post('/feedback', { trace_id: trace, feedback: 'thumbs_up' }),
    post('/feedback', { trace_id: trace, feedback: 'thumbs_down', gold: { document_id: document, quote: 'phrase' } }),
  ]),
  'GET /reviews': route(get('/reviews'), get('/reviews?status=decided'), get('/reviews?limit=1')),
  'GET /reviews/{review_id}': named(({ review }) => [get(`/reviews/${review}`)]),
  'POST /reviews/{review_id}/decision': named(({ review }) => [
    post(`/reviews/${review}/decision`, { decision: 'approve' }),
    post(`/reviews/${review}/decision`, { decision: 'edit', answer: 'Taken over.' }),
    post(`/reviews/${review}/decision`, { decision: 'reject' }),
  ]),
  'GET /traces/{trace_id}': named(({ trace }) => [get(`/traces/${trace}`)]),
  'POST /fact-check': route(
    ...filtered({
      answer: 'The opening phrase of the strongroom is known. The keeper of the strongroom is in room four.',
    }).map((body) => post('/fact-check', body)),
  ),
  'POST /judge': named(({ document }) => [
    post('/judge', { question: ASK, answer: 'The opening phrase of the strongroom is known.' }),
    post('/judge', {
      question: ASK,
      answer: 'The opening phrase of the strongroom is known.',
      expected: { answerable: true, gold: [{ document_id: document, quote: 'phrase' }] },
    }),
  ]),

  'POST /cbr/suggest': route(
    ...SIMILARITY_METHODS.flatMap((similarity_method) =>
      // Twice, so that the second comes from what is remembered.
      [1, 2].map(() => post('/cbr/suggest', { query: ASK, k: 50, similarity_method })),
    ),
    post('/cbr/suggest', { query: ASK, rank_by: 'selector' }),
    ...[HIDDEN_PATH, ['Open', 'Rooms']].map((category_path) =>
      post('/cbr/suggest', { query: 'keeper of the strongroom', category_path, min_quality_score: 0.1 }),
    ),
  ),
  'POST /cbr/feedback': named(({ case: hidden, log }) => [
    post('/cbr/feedback', { log_id: log, case_id: hidden, feedback: 'thumbs_up' }),
    post('/cbr/feedback', { log_id: log, case_id: 'case-rooms-1', feedback: 'ignored', success: false }),
  ]),
  'POST /cbr/reuse': named(({ case: hidden }) => [
    post('/cbr/reuse', { case_id: hidden, query: ASK }),
    post('/cbr/reuse', { case_id: 'case-rooms-1', query: ASK }),
  ]),
  'POST /cbr/retain': route(
    post('/cbr/retain', { query: ASK, category_path: HIDDEN_PATH, content: 'It is known.' }),
    // True only of the hidden document: the fact check must not reveal it.
    post('/cbr/retain', { query: ASK, category_path: ['Open'], content: 'The ledger is kept behind 4 north stairs.' }),
  ),
  'POST /cbr/case': named(({ case: hidden }) => [
    post('/cbr/case', { query: 'q', category_path: HIDDEN_PATH, content: 'c' }),
    // The same answer whether or not a hidden case has the id, also the second time.
    post('/cbr/case', { case_id: hidden, query: 'q', category_path: ['Open'], content: 'c' }),
    post('/cbr/case', { case_id: hidden, query: 'q', category_path: ['Open'], content: 'c' }),
    get(`/cbr/cases/${hidden}`),
    put(`/cbr/cases/${hidden}`, { content: 'x' }),
    put(`/cbr/cases/${hidden}/quality`, { quality_score: 0.1 }),
    post('/cbr/feedback', { log_id: 'none', case_id: hidden, feedback: 'thumbs_down' }),
    del(`/cbr/cases/${hidden}`),
    get(`/cbr/cases/${hidden}`),
  ]),
  'GET /cbr/cases': route(
    get('/cbr/cases'),
    get('/cbr/cases?limit=1'),
    ...['strongroom', 'keeper', 'phrase', 'e'].flatMap((words) =>
      ['', '&limit=1'].map((more) => get(`/cbr/cases?query=${words}${more}`)),
    ),
    get(`/cbr/cases?category=${path(HIDDEN_PATH)}`),
    get(`/cbr/cases?category=${path(EXACT_PATH)}`),
  ),
  'GET /cbr/cases/{case_id}': named(({ case: hidden }) =>
    [hidden, hidden.toUpperCase(), `${hidden}%`, `../cases/${hidden}`].map((name) => get(`/cbr/cases/${id(name)}`)),
  ),
  'GET /cbr/cases/{case_id}/logs': named(({ case: hidden }) =>
    [hidden, 'case-rooms-1'].map((name) => get(`/cbr/cases/${name}/logs`)),
  ),
  'PUT /cbr/cases/{case_id}': named(({ case: hidden }) => [
    put(`/cbr/cases/${hidden}`, { content: 'x' }),
    put('/cbr/cases/case-rooms-1', { category_path: HIDDEN_PATH }),
  ]),
  'DELETE /cbr/cases/{case_id}': named(({ case: hidden }) => [del(`/cbr/cases/${hidden}`)]),
  'PUT /cbr/cases/{case_id}/quality': named(({ case: hidden }) => [
    put(`/cbr/cases/${hidden}/quality`, { quality_score: 0.1 }),
  ]),
  'GET /cbr/logs': route(get('/cbr/logs?limit=1000'), get('/cbr/logs?success_only=true')),
  'GET /cbr/stats': route(get('/cbr/stats')),
  'GET /cbr/export': route(get('/cbr/export')),
  'POST /cbr/import': named(({ case: hidden }) => [
    ndjson('/cbr/import', { query: 'q', category_path: HIDDEN_PATH, content: 'c' }),
    ndjson('/cbr/import', { case_id: hidden, query: 'q', category_path: ['Open'], content: 'c' }),
    ndjson('/cbr/import', { case_id: hidden, query: 'q', category_path: ['Open'], content: 'c' }),
    get('/cbr/export'),
  ]),

  'POST /agents/from-category': route(
    ...[
      [HIDDEN_PATH],
      [EXACT_PATH],
      [['Open'], HIDDEN_PATH],
      [
        ['Open', 'Rooms'],
        ['Open', 'Ombre'],
      ],
    ].map((node_paths) => post('/agents/from-category', { version: '1.0.0', node_paths })),
  ),
  'GET /agents': route(get('/agents'), get('/agents?limit=1')),
  'GET /agents/{agent_id}': named(({ agent }) => [get(`/agents/${agent}`)]),
  'DELETE /agents/{agent_id}': named(({ agent }) => [del(`/agents/${agent}`)]),
  'GET /v1/models': route(get('/v1/models')),
  'GET /v1/models/{model}': named(({ agent }) => [get('/v1/models/default'), get(`/v1/models/${agent}`)]),
  'POST /v1/chat/completions': named(({ agent }) =>
    ['default', agent].flatMap((model) =>
      [false, true].map((stream) =>
        post('/v1/chat/completions', { model, stream, messages: [{ role: 'user', content: ASK }] }),
      ),
    ),
  ),
  'POST /v1/responses': named(({ agent, response }) =>
    ['default', agent].flatMap((model) => [
      ...[false, true].map((stream) =>
        post('/v1/responses', {
          model,
          stream,
          input: ASK,
          tools: [{ type: 'file_search' }],
          include: ['file_search_call.results'],
        }),
      ),
      post('/v1/responses', { model, input: 'And where?', previous_response_id: response }),
    ]),
  ),
  'GET /v1/responses/{response_id}': named(({ response }) => [get(`/v1/responses/${id(response)}`)]),
  'DELETE /v1/responses/{response_id}': named(({ response }) => [del(`/v1/responses/${id(response)}`)]),
  'POST /v1/embeddings': route(post('/v1/embeddings', { model: 'default', input: [ASK, 'strongroom', 'keeper'] })),
  'POST /mcp': named(({ agent, document }) => [
    ...['', `?agent_id=${agent}`].flatMap((query) => [
      ...['tools/list', 'prompts/list', 'resources/templates/list'].map((method) => mcp(query, method, {})),
      ...[{}, { agent }, { category: 'Restricted' }].map((more) =>
        mcp(query, 'prompts/get', { name: 'ask_documents', arguments: { question: ASK, ...more } }),
      ),
      mcp(query, 'tools/call', { name: 'search', arguments: { query: ASK, top_k: 100 } }),
      mcp(query, 'tools/call', { name: 'ask', arguments: { message: ASK } }),
      mcp(query, 'tools/call', { name: 'suggest_cases', arguments: { query: ASK, k: 50 } }),
      mcp(query, 'tools/call', { name: 'fetch', arguments: { id: document } }),
      mcp(query, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'ask_documents' },
        argument: { name: 'category', value: '' },
      }),
      mcp(query, 'completion/complete', {
        ref: { type: 'ref/resource', uri: 'touchstone://documents/{document_id}' },
        argument: { name: 'document_id', value: '' },
      }),
      mcp(query, 'resources/list', {}),
      mcp(query, 'resources/read', { uri: `touchstone://documents/${id(document)}` }),
    ]),
  ]),

  'GET /auth/session': route(get('/auth/session')),
  'GET /auth/tokens': route(get('/auth/tokens')),
  'POST /auth/tokens': route(post('/auth/tokens', { name: 'own', scopes: ['query'], expires_at: NEXT_WEEK })),
  'DELETE /auth/tokens/{id}': named(({ key }) => [del(`/auth/tokens/${key}`)]),
  'GET /users': route(get('/users'), get('/users?text=a&active=true')),
  'DELETE /users/{user_id}/directory-person': route(del('/users/user_1/directory-person')),
  'PATCH /users/{user_id}': named(({ person }) => [
    { method: 'PATCH', url: `/users/${person}`, payload: { active: false } },
  ]),
  'GET /group-mapping': route(get('/group-mapping')),
  'PUT /group-mapping': route(put('/group-mapping', { base_version: 0, rules: [] })),
  'POST /group-mapping/preview': route(
    post('/group-mapping/preview', {
      provider_groups: ['all'],
      rules: [{ provider_group: 'all', scopes: ['admin'], allowed_category_paths: null, groups: [] }],
      message: ASK,
    }),
  ),
  'GET /group-mapping/versions': route(get('/group-mapping/versions')),
  'GET /setup/services': route(get('/setup/services')),
  'POST /setup/services/test': route(
    post('/setup/services/test', {
      part: 'embedding',
      kind: 'compatible',
      base_url: 'http://127.0.0.1:9/v1',
      model: 'm',
    }),
  ),
  'GET /configuration': route(get('/configuration')),
  'GET /configuration/versions': route(get('/configuration/versions')),
  'GET /configuration/versions/{version}': named(({ revision }) => [get(`/configuration/versions/${revision}`)]),
  'POST /configuration/versions/{version}/restore': named(({ revision }) => [
    post(`/configuration/versions/${revision}/restore`, { base_version: 1 }),
  ]),
  'PUT /configuration/synonyms': route(
    put('/configuration/synonyms', { base_version: 1, groups: [], translations: [] }),
  ),

  'GET /test-sessions': route(get('/test-sessions'), get('/test-sessions?limit=1')),
  'POST /test-sessions': named(({ dataset, target, session }) => [
    post('/test-sessions', { dataset_id: dataset }),
    post('/test-sessions', { target: { name: target } }),
    post('/test-sessions', { resume_of: session }),
    post('/test-sessions', { personas: ['nobody'] }),
  ]),
  'POST /test-sessions/estimate': named(({ dataset, target }) => [
    post('/test-sessions/estimate', {}),
    post('/test-sessions/estimate', { dataset_id: dataset }),
    post('/test-sessions/estimate', { target: { name: target } }),
    post('/test-sessions/estimate', { personas: ['nobody'] }),
  ]),
  'GET /test-sessions/compare': named(({ session }) => [
    get(`/test-sessions/compare?base=${session}&candidate=${session}`),
  ]),
  'GET /test-sessions/{id}': named(({ session }) => [get(`/test-sessions/${session}`)]),
  'GET /test-sessions/{id}/results': named(({ session }) => [get(`/test-sessions/${session}/results`)]),
  'GET /test-sessions/{id}/labels': named(({ session }) => [get(`/test-sessions/${session}/labels?reviewer=ann`)]),
  'PUT /test-sessions/{id}/labels/{result_id}': named(({ session }) => [
    ...['result-open', 'result-hidden', 'result-expired'].map((row) =>
      put(`/test-sessions/${session}/labels/${row}`, { reviewer: 'ann', label: 'success' }),
    ),
    get(`/test-sessions/${session}/labels?reviewer=ann`),
  ]),
  'GET /test-sessions/{id}/events': named(({ session }) => [get(`/test-sessions/${session}/events`)]),
  'GET /test-sessions/{id}/report': named(({ session }) =>
    ['markdown', 'html', 'json', 'junit'].map((format) => get(`/test-sessions/${session}/report?format=${format}`)),
  ),
  'POST /test-sessions/{id}/cancel': named(({ session }) => [post(`/test-sessions/${session}/cancel`, {})]),
  'POST /test-sessions/{id}/resume': named(({ session }) => [post(`/test-sessions/${session}/resume`, {})]),
  'POST /test-sessions/{id}/rejudge': named(({ session }) => [post(`/test-sessions/${session}/rejudge`, {})]),
  'GET /sources': route(get('/sources'), get('/sources?limit=1')),
  'POST /sources': route(
    ...[HIDDEN_PATH, ['Open']].map((category) =>
      post('/sources', { name: 'hidden', kind: 'folder', location: { folder: '/hidden' }, category }),
    ),
  ),
  'GET /sources/{source_id}': named(({ source }) => [get(`/sources/${source}`)]),
  'PUT /sources/{source_id}': named(({ source }) => [
    put(`/sources/${source}`, { name: 'hidden', kind: 'folder', location: { folder: '/' }, category: ['Open'] }),
  ]),
  'DELETE /sources/{source_id}': named(({ source }) => [del(`/sources/${source}?documents=delete`)]),
  'POST /sources/{source_id}/sync': named(({ source }) => [post(`/sources/${source}/sync?dry_run=true`)]),
  'GET /sources/{source_id}/runs': named(({ source }) => [get(`/sources/${source}/runs`)]),
  'GET /sources/{source_id}/runs/{run_id}': named(({ source, run }) => [get(`/sources/${source}/runs/${run}`)]),
  'GET /webhooks': route(get('/webhooks'), get('/webhooks?limit=1')),
  'POST /webhooks': route(
    post('/webhooks', { url: 'https://hooks.example.org/a', events: ['job.ended', 'source_run.ended'] }),
    post('/webhooks', { url: 'http://127.0.0.1:1/', events: ['job.ended'] }),
  ),
  'GET /webhooks/{webhook_id}': named(({ webhook }) => [get(`/webhooks/${webhook}`)]),
  'PATCH /webhooks/{webhook_id}': named(({ webhook }) => [
    { method: 'PATCH', url: `/webhooks/${webhook}`, payload: { url: 'https://hooks.example.org/mine' } },
  ]),
  'POST /webhooks/{webhook_id}/rotate': named(({ webhook }) => [post(`/webhooks/${webhook}/rotate`)]),
  'DELETE /webhooks/{webhook_id}': named(({ webhook }) => [del(`/webhooks/${webhook}`)]),
  'POST /webhooks/{webhook_id}/test': named(({ webhook }) => [post(`/webhooks/${webhook}/test`)]),
  'GET /webhooks/{webhook_id}/deliveries': named(({ webhook }) => [get(`/webhooks/${webhook}/deliveries`)]),
  'GET /personas': route(get('/personas'), get('/personas?set=handbook')),
  'GET /test-schedules': route(get('/test-schedules')),
  'GET /datasets': route(get('/datasets'), get('/datasets?limit=1')),
  'POST /datasets': route(post('/datasets', { name: 'own', items: [{ question: ASK, citations: ['rooms-1'] }] })),
  'GET /datasets/{id}': named(({ dataset }) => ['', '?format=csv'].map((query) => get(`/datasets/${dataset}${query}`))),
  'DELETE /datasets/{id}': named(({ dataset }) => [del(`/datasets/${dataset}`)]),
  'GET /test-targets': route(get('/test-targets')),
  'GET /test-targets/names': route(get('/test-targets/names')),
  'PUT /test-targets': route(put('/test-targets', { items: [] })),
  'PUT /test-schedules': route(put('/test-schedules', { items: [] })),
  'DELETE /test-schedules/{id}': named(({ schedule, key }) =>
    ['', '?owner=admin', `?owner=${key}`].map((query) => del(`/test-schedules/${schedule}${query}`)),
  ),
  'GET /improvements': route(get('/improvements')),
  'POST /improvements/{id}/verify': named(({ improvement }) => [post(`/improvements/${improvement}/verify`, {})]),
  'POST /improvements/{id}/apply': named(({ improvement }) => [post(`/improvements/${improvement}/apply`, {})]),
  'POST /improvements/{id}/rollback': named(({ improvement }) => [post(`/improvements/${improvement}/rollback`, {})]),
  'POST /improvements/{id}/dismiss': named(({ improvement }) => [
    post(`/improvements/${improvement}/dismiss`, { reason: 'Not wanted.' }),
  ]),
  'POST /improvements/{id}/restore': named(({ improvement }) => [post(`/improvements/${improvement}/restore`, {})]),
  ...ofDirectory('Users', 'member', { userName: 'zibel' }),
  ...ofDirectory('Groups', 'team', { displayName: 'zibel' }),
  'GET /scim/v2/ServiceProviderConfig': route(get('/scim/v2/ServiceProviderConfig')),
  'GET /scim/v2/ResourceTypes': route(get('/scim/v2/ResourceTypes')),
  'GET /scim/v2/ResourceTypes/{id}': route(get('/scim/v2/ResourceTypes/User')),
  'GET /scim/v2/Schemas': route(get('/scim/v2/Schemas')),
  'GET /scim/v2/Schemas/{id}': route(get('/scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')),
  // The last one: a person is not known after it.
  'POST /auth/logout': route(post('/auth/logout', {})),
};
