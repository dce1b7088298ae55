import type { LightMyRequestResponse } from 'fastify';
import { AccessDatabase } from '../src/shared/infrastructure/database/databases.js';
import { FinishSession } from '../src/test-automation/sessions/application/finish-session.js';
import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { ImprovementStore } from '../src/test-automation/sessions/domain/improvement.js';
import { scopeOf } from '../src/test-automation/domain/session-scope.js';
import { restrictedTo } from '../src/shared/domain/category-filter.js';
import { aSession } from './support/a-session.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { openApiDocument, operationsOf } from './support/open-api.js';
import { testResultOf } from './support/test-result-of.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
/** Words that only the planted document contains: its text, its title, its id. */
const AMOUNT = '137,500';
const TITLE = '은하품삯표';
const DOCUMENT = 'doc-xylophone';
const QUESTION = '과수원 일꾼의 하루 품삯은 얼마인가요?';
const TEXT = `제1조(품삯) 과수원 일꾼의 하루 품삯은 ${AMOUNT}원이다.`;
const ALLOWED = [['품앗이']];
const SESSION = 'ses_planted';

interface Client {
  readonly name: string;
  readonly headers: Record<string, string>;
}

const planted = {
  document_id: DOCUMENT,
  title: TITLE,
  text: TEXT,
  canonical_path: ['품앗이'],
};

/** Everything that keeps words of the document: each reading route shows them before the change. */
class Planted {
  private readonly trail: string;
  private constructor(
    readonly running: RunningApplication,
    readonly reader: Client,
    readonly readerId: string,
    private readonly ids: Readonly<Record<string, string>>,
  ) {
    this.trail = ids['trace'] ?? '';
  }

  static async make(): Promise<Planted> {
    const running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    const made = await running.post(
      '/api-keys',
      { name: 'reader', scopes: ['query', 'ingest', 'test'], allowed_category_paths: ALLOWED },
      ADMIN,
    );
    const { key, id } = made.json();
    const reader = { name: 'the limited key', headers: { 'x-api-key': key } };
    await running.post('/documents', planted, ADMIN);
    const other = { document_id: 'snack', title: '새참 기준', text: '제1조(새참) 새참은 세 시에 낸다.' };
    await running.post('/documents', { ...other, canonical_path: ['품앗이'] }, ADMIN);
    const answer = (await running.post('/chat/run', { message: QUESTION }, reader.headers)).json();
    const { trace_id: trace } = answer.metadata;
    const rated = await running.post('/feedback', { trace_id: trace, feedback: 'thumbs_up' }, reader.headers);
    const caseId = /case_[^\s.]+/u.exec(rated.json().message)?.[0] ?? 'none';
    // An answer that a reviewer looks at, of a key that may keep no cases.
    const asker = await running.post(
      '/api-keys',
      { name: 'asker', scopes: ['query'], allowed_category_paths: ALLOWED },
      ADMIN,
    );
    const askerKey = { 'x-api-key': asker.json().key };
    const asked = (await running.post('/chat/run', { message: QUESTION }, askerKey)).json();
    await running.post('/feedback', { trace_id: asked.metadata.trace_id, feedback: 'thumbs_up' }, askerKey);
    const shares = `/conversations/${answer.conversation_id}/shares`;
    const shared = (await running.post(shares, {}, reader.headers)).json();
    await Planted.session(running, id);
    return new Planted(running, reader, id, {
      conversation: answer.conversation_id,
      share: shared.share_id,
      trace,
      case: caseId,
      review: asked.metadata.trace_id,
    });
  }

  /** A finished session of the key whose question, answer and findings are made of the document. */
  private static async session(running: RunningApplication, owner: string): Promise<void> {
    const store = running.app.get(SessionStore, { strict: false });
    const session = aSession(
      {
        sessionId: SESSION,
        owner,
        status: 'completed',
        startedAt: '2099-01-01T00:00:00Z',
        completedAt: '2099-01-01T00:00:00Z',
      },
      { scope: scopeOf(restrictedTo(ALLOWED)) },
    );
    await store.create(session);
    const source = {
      documentId: DOCUMENT,
      chunkId: `${DOCUMENT}#0`,
      title: TITLE,
      quote: TEXT,
      start: 0,
      end: TEXT.length,
    };
    const claim = {
      claim: `하루 품삯은 ${AMOUNT}원이다.`,
      query: AMOUNT,
      verdict: 'supported' as const,
      checkable: true,
      quote: TEXT,
      documentId: DOCUMENT,
      chunkId: `${DOCUMENT}#0`,
      confidence: 1,
      reasons: [],
    };
    const said = `${TITLE}에 따르면 ${AMOUNT}원이다.`;
    for (const [id, verdict] of [
      ['a', 'success'],
      ['b', 'failure'],
      ['c', 'failure'],
    ] as const)
      await store.saveResult(
        SESSION,
        testResultOf(id, verdict, {
          resultId: `${SESSION}-${id}`,
          language: 'ko',
          query: `${TITLE}의 ${AMOUNT}원은 무엇인가요?`,
          intents: { surface: AMOUNT, hidden: AMOUNT, behavioral: AMOUNT },
          gold: {
            documentId: DOCUMENT,
            section: '제1조',
            quote: TEXT,
            requiredFacts: [AMOUNT],
            forbiddenFacts: [],
            answerable: true,
          },
          answer: said,
          sources: [source],
          attempts: [{ answer: said, sources: [source], abstained: false, claims: [claim], traceId: null, tookMs: 1 }],
          events: [
            {
              component: 'hybrid_search',
              fired: true,
              input: { question: AMOUNT },
              output: { passages: [{ chunk_id: `${DOCUMENT}#0`, score: 1 }] },
              effect: AMOUNT,
              tookMs: 1,
            },
          ],
          judgement: {
            claims: [claim],
            reasons: [`${AMOUNT} is right`],
            failureType: verdict === 'failure' ? 'WRONG_FACT' : null,
          },
        }),
      );
    await running.app.get(FinishSession, { strict: false }).finish(session);
    const improvements = running.app.get(ImprovementStore, { strict: false });
    // A failure need not lead to a proposal.
    await improvements.replace(SESSION, owner, [
      {
        id: 'imp_planted',
        type: 'synonym',
        priority: 'medium',
        description: `'품값' is written as '${TITLE}'.`,
        suggestedValue: TITLE,
        patch: [],
        evidence: { question: `${AMOUNT}원은 무엇인가요?` },
        status: 'dismissed',
        audit: [{ at: '2026-01-01T00:00:00.000Z', by: owner, action: 'dismissed', detail: `${AMOUNT} is right` }],
        sources: [{ documentId: DOCUMENT, quote: TEXT }],
      },
    ]);
  }

  /** Bodies of all routes that read, by name. */
  async read(client: Client): Promise<ReadonlyMap<string, string>> {
    const bodies = new Map<string, string>();
    const keep = (name: string, reply: LightMyRequestResponse) => bodies.set(name, reply.body);
    const document = await openApiDocument(this.running);
    const values: readonly (readonly [RegExp, string])[] = [
      [/^\/conversations\//u, this.ids['conversation'] ?? ''],
      [/^\/shared\//u, this.ids['share'] ?? ''],
      [/^\/traces\//u, this.trail],
      [/^\/cbr\/cases\//u, this.ids['case'] ?? ''],
      [/^\/reviews\//u, this.ids['review'] ?? ''],
      [/^\/test-sessions\//u, SESSION],
      [/^\/documents\//u, 'snack'],
    ];
    for (const { method, path, name } of operationsOf(document)) {
      // The audit log names the shown documents by design. The events of a session end with it.
      if (method !== 'GET' || path.startsWith('/audit') || path === '/mcp') continue;
      const value = values.find(([fits]) => fits.test(path))?.[1] ?? 'unknown';
      const url = path.replaceAll(/\{[^}]+\}/gu, encodeURIComponent(value));
      keep(name, await this.running.call({ method, url, headers: client.headers }));
    }
    const get = async (url: string) =>
      keep(`GET ${url}`, await this.running.call({ method: 'GET', url, headers: client.headers }));
    for (const format of ['markdown', 'html', 'json', 'junit'])
      await get(`/test-sessions/${SESSION}/report?format=${format}`);
    await get(`/test-sessions/compare?base=${SESSION}&candidate=${SESSION}`);
    await get('/reviews?status=decided');
    const post = async (url: string, body: object) =>
      keep(
        `POST ${url}`,
        await this.running.post(url, body, { ...client.headers, accept: 'application/json, text/event-stream' }),
      );
    await post('/cbr/suggest', { query: QUESTION, k: 10 });
    await post('/cbr/reuse', { query: QUESTION, case_id: this.ids['case'] });
    await post('/chat/run', { message: QUESTION, options: { explain: true } });
    await post('/chat/run', { message: '방금 말한 품삯이 얼마였죠?', conversation_id: this.ids['conversation'] });
    await post('/search', { query: QUESTION, explain: true });
    await post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'suggest_cases', arguments: { query: QUESTION } },
    });
    return bodies;
  }

  async showing(client: Client): Promise<string[]> {
    const words = [AMOUNT, TITLE, DOCUMENT];
    const bodies = await this.read(client);
    return [...bodies].flatMap(([name, body]) => {
      const found = words.filter((word) => body.includes(word));
      return found.length === 0 ? [] : [`${name}: ${found.join(', ')}`];
    });
  }
}

/** Routes that are known to keep words; without them the walk would prove nothing. */
const KEEPING = [
  'GET /conversations/{conversation_id}',
  'GET /conversations/{conversation_id}/export',
  'GET /shared/{share_id}',
  'GET /traces/{trace_id}',
  'GET /cbr/cases',
  'GET /cbr/cases/{case_id}',
  'GET /cbr/export',
  'GET /reviews',
  'GET /test-sessions/{id}/results',
  `GET /test-sessions/${SESSION}/report?format=markdown`,
  `GET /test-sessions/${SESSION}/report?format=html`,
  `GET /test-sessions/${SESSION}/report?format=json`,
  `GET /test-sessions/${SESSION}/report?format=junit`,
  'GET /improvements',
  'POST /cbr/suggest',
  'POST /cbr/reuse',
  'POST /mcp',
];

const administrator: Client = { name: 'the administrator', headers: ADMIN };

const CHANGES: readonly {
  readonly title: string;
  readonly change: (planted: Planted) => Promise<unknown>;
  /** Whether no caller may see the words. */
  readonly forAll: boolean;
}[] = [
  {
    title: 'was deleted',
    change: ({ running }) => running.call({ method: 'DELETE', url: `/documents/${DOCUMENT}`, headers: ADMIN }),
    forAll: true,
  },
  {
    title: 'moved out of the categories of the key',
    change: ({ running }) => running.post('/documents', { ...planted, canonical_path: ['조합장'] }, ADMIN),
    forAll: false,
  },
  {
    title: 'was replaced by a text without the words',
    change: ({ running }) =>
      running.post('/documents', { ...planted, title: '다른 표', text: '제1조(휴식) 일꾼은 정오에 쉰다.' }, ADMIN),
    forAll: true,
  },
  {
    title: 'is beyond a key that was narrowed',
    change: ({ running, readerId }) => {
      running.app
        .get(AccessDatabase, { strict: false })
        .writer.prepare('UPDATE api_keys SET allowed_category_paths = ? WHERE id = ?')
        .run(JSON.stringify([['다른 곳']]), readerId);
      return Promise.resolve();
    },
    forAll: false,
  },
];

describe.each(CHANGES)('what keeps words of a document that $title', ({ change, forAll, title }) => {
  let planted: Planted;
  let before: string[];

  beforeAll(async () => {
    planted = await Planted.make();
    before = [...(await planted.showing(planted.reader)), ...(await planted.showing(administrator))];
    await change(planted);
  });
  afterAll(() => planted.running.stop());

  it('shows them before, so that the walk proves something', () => {
    const routes = new Set(before.map((line) => line.slice(0, line.lastIndexOf(': '))));
    expect(KEEPING.filter((route) => !routes.has(route))).toEqual([]);
  });

  it('shows none of them to the key afterwards', async () => {
    const words = title.startsWith('was replaced') ? [`: ${AMOUNT}`, TITLE] : [''];
    const shown = await planted.showing(planted.reader);
    expect(shown.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
  });

  it('shows none of them to an administrator if no caller may see them', async () => {
    if (!forAll) return;
    const words = title.startsWith('was replaced') ? [`: ${AMOUNT}`, TITLE] : [''];
    const shown = await planted.showing(administrator);
    expect(shown.filter((line) => words.some((word) => line.includes(word)))).toEqual([]);
  });
});
