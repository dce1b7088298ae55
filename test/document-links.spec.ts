import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'admin-key-for-tests-0123456789abcdef' };
/** What browsers send when a person opens a link. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };
const FERRY = {
  document_id: 'ferry/2026 정기편',
  title: 'Ferry',
  canonical_path: ['Harbour'],
  text: 'The ferry leaves the harbour at 06:40. The night ferry leaves at 23:15.',
};
const QUESTION = 'When does the night ferry leave?';
const PAGE = '/pages/documents?id=ferry%2F2026+%EC%A0%95%EA%B8%B0%ED%8E%B8';

describe('links to documents in answers to programs', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await running.post('/documents', FERRY, ADMIN);
  });
  afterAll(() => running.stop());

  const pathOf = (url: string) => url.slice(new URL(url).origin.length);
  const open = (url: string, headers: Readonly<Record<string, string>>) =>
    running.call({ method: 'GET', url, headers: { ...headers } });
  const rpc = (name: string, parameters: object) =>
    running.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: parameters } },
      { ...ADMIN, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    );

  const LINKS: readonly (readonly [string, () => Promise<string>, marks: boolean])[] = [
    [
      'a chat completion',
      async () => {
        const messages = [{ role: 'user', content: QUESTION }];
        const answer = await running.post('/v1/chat/completions', { model: 'default', messages }, ADMIN);
        return answer.json().choices[0].message.annotations[0].url_citation.url;
      },
      true,
    ],
    [
      'a response',
      async () => {
        const answer = await running.post('/v1/responses', { model: 'default', input: QUESTION }, ADMIN);
        const message = answer.json().output.find(({ type }: { type: string }) => type === 'message');
        return message.content[0].annotations[0].url;
      },
      true,
    ],
    [
      'a search by MCP',
      async () => (await rpc('search', { query: QUESTION })).json().result.structuredContent.results[0].url,
      true,
    ],
    [
      'a document by MCP',
      async () => (await rpc('fetch', { id: FERRY.document_id })).json().result.structuredContent.url,
      false,
    ],
  ];

  it.each(LINKS)('lead programs from %s to the JSON, and a browser to the page', async (_from, link, marks) => {
    const url = pathOf(await link());
    expect((await open(url, ADMIN)).json()).toMatchObject({ document_id: FERRY.document_id });
    const { statusCode, headers } = await open(url, BROWSER);
    expect(statusCode).toBe(303);
    const location = String(headers.location);
    expect(location.split('&', 1)).toEqual([PAGE]);
    const { searchParams } = new URL(location, 'http://localhost');
    const passage = FERRY.text.slice(Number(searchParams.get('start')), Number(searchParams.get('end')));
    expect(passage.includes('23:15')).toBe(marks);
    expect((await open(location, BROWSER)).headers['content-type']).toMatch(/^text\/html/u);
  });

  const CITED = `/documents/${encodeURIComponent(FERRY.document_id)}`;
  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['a key', { ...BROWSER, ...ADMIN }, 200],
    ['a bearer token', { ...BROWSER, authorization: `Bearer ${ADMIN['x-api-key']}` }, 200],
    ['JSON as what it takes', { accept: 'application/json, text/html' }, 401],
    ['no wish', { accept: '*/*' }, 401],
  ])('lead to no page for a program with %s', async (_what, headers, status) => {
    expect((await open(CITED, headers)).statusCode).toBe(status);
  });

  it('reveal nothing to a browser without rights: documents that do not exist lead to a page as well', async () => {
    const { statusCode, headers } = await open('/documents/nobody?start=1&end=x&more=<script>', BROWSER);
    expect([statusCode, headers.location]).toEqual([303, '/pages/documents?id=nobody&start=1']);
    expect(String(headers.vary)).toMatch(/\bAccept\b/u);
  });
});
