import { ImprovementStore } from '../src/test-automation/sessions/domain/improvement.js';
import { SessionStore } from '../src/test-automation/sessions/domain/session-store.js';
import { TestSession } from '../src/test-automation/sessions/domain/test-session.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { easyYardDocuments } from './support/yard.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const improvement = (id: string) => ({
  id,
  type: 'synonym' as const,
  priority: 'medium' as const,
  description: `Found by ${id}`,
  suggestedValue: 'a group',
  patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'en', words: ['quay', 'wharf'] } }],
  evidence: { result_ids: [] },
  sources: [],
  status: 'proposed' as const,
});

describe('improvements of several keys', () => {
  let running: RunningApplication;
  const keyOf: Record<string, { readonly id: string; readonly headers: { 'x-api-key': string } }> = {};

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    for (const document of easyYardDocuments.slice(0, 4)) await running.post('/documents', document, ADMIN);
    const make = async (name: string, scopes: readonly string[], more: object = {}) => {
      const made = (await running.post('/api-keys', { name, scopes, ...more }, ADMIN)).json();
      keyOf[name] = { id: made.id, headers: { 'x-api-key': made.key } };
    };
    await make('ann', ['test']);
    await make('bob', ['test']);
    await make('limited', ['admin'], { allowed_category_paths: [['Open']] });
    const [sessions, improvements] = [
      running.app.get(SessionStore, { strict: false }),
      running.app.get(ImprovementStore, { strict: false }),
    ];
    for (const name of ['ann', 'bob']) {
      const owner = keyOf[name]?.id ?? '';
      const request = { target: { kind: 'self' }, scope: null, personaSet: 'university', personas: [], seed: 1 };
      const times = { createdAt: '2026-01-01T00:00:00.000Z', startedAt: null, completedAt: null };
      const planned = { queries: 1, turns: 0 };
      const plain = { status: 'completed', request, planned, startState: {}, error: null, ...times };
      const session = { sessionId: `ses-${name}`, owner, ...plain };
      await sessions.create(session as unknown as TestSession);
      await improvements.replace(`ses-${name}`, owner, [improvement(`imp-${name}`)]);
    }
  });
  afterAll(() => running.stop());

  const headersOf = (name: string) => (name === 'admin' ? ADMIN : (keyOf[name]?.headers ?? {}));
  const idsFor = async (name: string): Promise<string[]> => {
    const reply = await running.call({ method: 'GET', url: '/improvements', headers: headersOf(name) });
    return reply.json().items.map(({ id }: { id: string }) => id);
  };
  const act = (id: string, action: string, name: string) =>
    running.post(`/improvements/${id}/${action}`, {}, headersOf(name));

  it('are listed for their own key, and all of them for an administrator without categories', async () => {
    expect(await Promise.all(['ann', 'bob', 'limited', 'admin'].map(idsFor))).toEqual([
      ['imp-ann'],
      ['imp-bob'],
      [],
      ['imp-bob', 'imp-ann'],
    ]);
  });

  it('are verified, applied and rolled back by an administrator, and by no other key', async () => {
    expect((await act('imp-bob', 'verify', 'ann')).statusCode).toBe(404);
    expect((await act('imp-bob', 'apply', 'ann')).statusCode).toBe(403);
    expect((await act('imp-bob', 'apply', 'limited')).statusCode).toBe(403);
    const verified = await act('imp-bob', 'verify', 'admin');
    expect([verified.statusCode, verified.json().audit]).toEqual([200, [expect.objectContaining({ by: 'admin' })]]);
    // This spec does not test its verification: it is stored as verified.
    const store = running.app.get(ImprovementStore, { strict: false });
    const version = verified.json().evidence.verified_version;
    const entry = { at: '2026-01-01T00:00:00.000Z', by: 'admin', action: 'verified' as const, detail: '' };
    const proved = { ...improvement('imp-bob'), status: 'verified' as const, evidence: { verified_version: version } };
    await store.record(proved, keyOf['bob']?.id ?? '', entry);
    const applied = await act('imp-bob', 'apply', 'admin');
    expect([applied.statusCode, applied.json().status]).toEqual([200, 'applied']);
    const versions = await running.call({ method: 'GET', url: '/configuration/versions', headers: headersOf('admin') });
    expect(versions.json().items[0]).toMatchObject({ note: expect.stringContaining('imp-bob'), created_by: 'admin' });
    const back = await act('imp-bob', 'rollback', 'admin');
    expect([back.statusCode, back.json().status]).toEqual([200, 'rolled_back']);
    const own = await running.call({ method: 'GET', url: '/improvements', headers: headersOf('bob') });
    expect(own.json().items[0].status).toBe('rolled_back');
  }, 60_000);

  it('are dismissed by their own key with a reason, and have the earlier status when they are restored', async () => {
    const dismiss = (id: string, name: string, reason = '다른 카드를 뜻한다') =>
      running.post(`/improvements/${id}/dismiss`, { reason }, headersOf(name));
    expect((await dismiss('imp-bob', 'ann')).statusCode).toBe(404);
    expect((await dismiss('imp-bob', 'bob', ' ')).statusCode).toBe(422);
    expect((await dismiss('imp-bob', 'bob', 'x'.repeat(1001))).statusCode).toBe(422);
    const dismissed = await dismiss('imp-bob', 'bob');
    expect([dismissed.statusCode, dismissed.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'dismissed', dismissal_reason: '다른 카드를 뜻한다' }),
    ]);
    expect(dismissed.json().audit.at(-1)).toMatchObject({ action: 'dismissed', by: keyOf['bob']?.id });
    const refused = await Promise.all([act('imp-bob', 'verify', 'admin'), act('imp-bob', 'apply', 'admin')]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect((await dismiss('imp-bob', 'bob')).statusCode).toBe(409);
    expect((await act('imp-bob', 'restore', 'ann')).statusCode).toBe(404);
    const restored = await act('imp-bob', 'restore', 'bob');
    expect([restored.statusCode, restored.json().status]).toEqual([200, 'rolled_back']);
    expect(restored.json()).not.toHaveProperty('dismissal_reason');
    expect((await act('imp-bob', 'restore', 'bob')).statusCode).toBe(409);
  });
});
