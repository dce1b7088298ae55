import { ReadConversation } from '../../src/pipeline/application/read-conversation.js';
import { SessionStore } from '../../src/test-automation/sessions/domain/session-store.js';
import { ImprovementStore } from '../../src/test-automation/sessions/domain/improvement.js';
import { aSession } from './a-session.js';
import type { RunningApplication } from './application.js';
import { exampleOf, type OpenApiDocument } from './open-api.js';
import { uploadForm } from './multipart.js';
import { testResultOf } from './test-result-of.js';

/** Values of the parameters of an address and of members of a body, by their names. */
export type Ids = Readonly<Record<string, string | number | readonly string[]>>;

const OWNER = 'anonymous';
const FOLLOW = { message: '휴학 신청은 언제까지 해야 하나요?' };
const WHEN = '2026-01-01T00:00:00.000Z';

/**
 * Creates what an operation of the API works on, by the operations that create it with their own examples, a new thing for each: so that
 * no operation depends on another one, and a person can repeat it in Swagger UI.
 */
export class ThingsToTry {
  private made = 0;

  constructor(
    private readonly running: RunningApplication,
    private readonly document: OpenApiDocument,
    private readonly directorySecret: string,
  ) {}

  /** The maker of an operation by its name; otherwise by the longest start of its path. */
  private readonly makers: Readonly<Record<string, () => Promise<Ids>>> = {
    '/api-keys/': async () => ({ id: await this.created('/api-keys', 'id') }),
    '/jobs/': async () => ({ job_id: await this.created('/index/optimize', 'job_id', {}) }),
    'DELETE /documents/{document_id}': async () => ({ document_id: await this.created('/documents', 'document_id') }),
    'GET /documents/{document_id}/original': () => this.uploaded(),
    '/sources/': async () => ({ source_id: await this.source(), name: `tried ${this.made}` }),
    'PUT /configuration/synonyms': async () => ({ base_version: await this.version() }),
    'GET /sources/{source_id}/runs/{run_id}': () => this.sourceRun(),
    '/traces/': async () => ({ trace_id: (await this.asked()).trace }),
    '/conversations/': async () => {
      const { conversation, trace } = await this.asked();
      return { conversation_id: conversation, trace_id: trace };
    },
    'DELETE /conversations/{conversation_id}/shares/{share_id}': () => this.share(),
    '/shared/': () => this.share(),
    '/reviews/': async () => ({ review_id: await this.review() }),
    '/agents/': async () => ({ agent_id: await this.created('/agents/from-category', 'agent_id') }),
    '/v1/responses/': async () => ({ response_id: await this.created('/v1/responses', 'id') }),
    '/cbr/cases/': async () => ({ case_id: await this.created('/cbr/case', 'case_id', this.aCase()) }),
    'POST /insights/reports/done': () => this.report(),
    'POST /insights/reports/ask-again': () => this.report(),
    'POST /feedback': async () => ({ trace_id: (await this.asked()).trace }),
    '/test-sessions/': async () => ({ id: await this.session('completed') }),
    'PUT /test-sessions/{id}/labels/{result_id}': async () => {
      const id = await this.session('completed');
      const { gold, ...row } = testResultOf('tried', 'success');
      const store = this.running.app.get(SessionStore, { strict: false });
      await store.saveResult(id, { ...row, gold: { ...gold, documentId: null, quote: null } });
      return { id, result_id: row.resultId };
    },
    'POST /test-sessions/{id}/cancel': async () => ({ id: await this.session('queued') }),
    'POST /test-sessions/{id}/resume': async () => ({ id: await this.session('interrupted') }),
    'GET /test-sessions/compare': async () => ({
      base: await this.session('completed'),
      candidate: await this.session('completed'),
    }),
    '/test-schedules/': () => this.schedule(),
    '/improvements/': async () => ({ id: await this.improvement() }),
    'POST /improvements/{id}/restore': async () => {
      const id = await this.improvement();
      await this.running.post(`/improvements/${id}/dismiss`, this.exampleFor('/improvements/{id}/dismiss'));
      return { id };
    },
    'POST /improvements/{id}/apply': async () => ({ id: await this.verified() }),
    'POST /improvements/{id}/rollback': async () => {
      const id = await this.verified();
      await this.running.post(`/improvements/${id}/apply`, {});
      return { id };
    },
    '/datasets/': async () => ({ id: await this.created('/datasets', 'dataset_id') }),
    '/scim/v2/Users/': () => this.inDirectory('/scim/v2/Users', 'userName'),
    '/scim/v2/Groups/': () => this.inDirectory('/scim/v2/Groups', 'displayName'),
    '/webhooks/': async () => ({ webhook_id: await this.created('/webhooks', 'id') }),
  };

  /** @returns {} where nothing has to be there before */
  async idsFor(name: string, path: string): Promise<Ids> {
    const start = Object.keys(this.makers)
      .filter((one) => path.startsWith(one) && path.includes('{'))
      .sort((a, b) => b.length - a.length)[0];
    const maker = this.makers[name] ?? this.makers[start ?? ''];
    return maker === undefined ? {} : maker();
  }

  private exampleFor(path: string, method = 'post'): object {
    const [media] = Object.values(this.document.paths[path]?.[method]?.requestBody?.content ?? {});
    if (media === undefined) return {};
    const { examples } = media as { readonly examples?: Readonly<Record<string, { readonly value: object }>> };
    const [first] = Object.values(examples ?? {});
    return first?.value ?? ((media.example ?? exampleOf(this.document, media.schema, 'all')) as object);
  }

  /** Sends the example of a route, and takes the id from its reply. A refusal fails the claim about that route. */
  private async created(path: string, field: string, body = this.exampleFor(path)): Promise<string> {
    const own = { ...body, ...('document_id' in body ? { document_id: `tried-${++this.made}` } : {}) };
    const reply = await this.running.post(path, own);
    return String(reply.json()[field]);
  }

  /** Sent as a directory does: with its secret, and a name that is not taken. */
  private async inDirectory(path: string, field: string): Promise<Ids> {
    const name = `tried-${++this.made}`;
    const headers = { authorization: `Bearer ${this.directorySecret}` };
    const reply = await this.running.post(path, { ...this.exampleFor(path), [field]: name }, headers);
    return { id: reply.json().id, [field]: name };
  }

  private aCase(): object {
    return { ...this.exampleFor('/cbr/case'), case_id: `tried-${++this.made}` };
  }

  private async asked(body: object = FOLLOW): Promise<{ readonly trace: string; readonly conversation: string }> {
    const { conversation_id: conversation, metadata } = (await this.running.post('/chat/run', body)).json();
    return { trace: metadata.trace_id, conversation };
  }

  private async report(): Promise<Ids> {
    const { trace } = await this.asked();
    await this.running.post('/feedback', { trace_id: trace, feedback: 'thumbs_down' });
    return { trace_ids: [trace] };
  }

  private async uploaded(): Promise<Ids> {
    const file = { bytes: `The lighthouse ${++this.made} was painted white.`, name: 'light.txt', type: 'text/plain' };
    const form = await uploadForm(file, { canonical_path: '["Tried"]', document_id: `tried-${this.made}` });
    await this.running.call({ method: 'POST', url: '/documents/upload', ...form });
    return { document_id: `tried-${this.made}` };
  }

  private async version(): Promise<number> {
    return (await this.running.call({ method: 'GET', url: '/configuration' })).json().version;
  }

  private source(): Promise<string> {
    return this.created('/sources', 'source_id', { ...this.exampleFor('/sources'), name: `tried ${++this.made}` });
  }

  private async sourceRun(): Promise<Ids> {
    const source = await this.source();
    const { job_id } = (await this.running.post(`/sources/${source}/sync`, {})).json();
    for (;;) {
      const { status } = (await this.running.call({ method: 'GET', url: `/jobs/${job_id}` })).json();
      if (status !== 'queued' && status !== 'running') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { items } = (await this.running.call({ method: 'GET', url: `/sources/${source}/runs` })).json();
    return { source_id: source, run_id: String(items[0]?.run_id ?? items[0]?.id) };
  }

  private async share(): Promise<Ids> {
    const { conversation } = await this.asked();
    const path = `/conversations/${conversation}/shares`;
    const share = await this.running.post(path, {});
    return { conversation_id: conversation, share_id: String(share.json().share_id) };
  }

  /** An answer that a person called right waits for a review, where the person may keep no cases. */
  private async review(): Promise<string> {
    const { trace } = await this.asked();
    await this.running.app.get(ReadConversation, { strict: false }).flag(trace, 'confirmed');
    return trace;
  }

  private async session(status: 'completed' | 'queued' | 'interrupted'): Promise<string> {
    const sessionId = `ses_tried_${++this.made}`;
    const isEnded = status === 'completed';
    const times = { startedAt: isEnded ? WHEN : null, completedAt: isEnded ? WHEN : null };
    await this.running.app
      .get(SessionStore, { strict: false })
      .create(aSession({ sessionId, owner: OWNER, status, ...times }));
    return sessionId;
  }

  private async schedule(): Promise<Ids> {
    const payload = this.exampleFor('/test-schedules', 'put') as { items: { id: string }[] };
    await this.running.call({ method: 'PUT', url: '/test-schedules', payload });
    return { id: payload.items[0]?.id ?? '' };
  }

  private readonly suggestion = (id: string) => ({
    id,
    type: 'synonym' as const,
    priority: 'medium' as const,
    description: 'Users say wharf for quay',
    suggestedValue: 'a group',
    patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'en', words: [`quay${id}`, `wharf${id}`] } }],
    evidence: { result_ids: [] },
    sources: [],
    status: 'proposed' as const,
  });

  private async improvement(): Promise<string> {
    const session = await this.session('completed');
    const id = `imp-tried-${this.made}`;
    await this.running.app.get(ImprovementStore, { strict: false }).replace(session, OWNER, [this.suggestion(id)]);
    return id;
  }

  /** Its verification would need the answers of its session. */
  private async verified(): Promise<string> {
    const id = await this.improvement();
    const reply = await this.running.post(`/improvements/${id}/verify`, {});
    const evidence = { verified_version: reply.json().evidence.verified_version };
    const entry = { at: WHEN, by: OWNER, action: 'verified' as const, detail: '' };
    await this.running.app
      .get(ImprovementStore, { strict: false })
      .record({ ...this.suggestion(id), status: 'verified', evidence }, OWNER, entry);
    return id;
  }
}
