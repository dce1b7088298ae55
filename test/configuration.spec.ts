import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const TEXT = 'Every pupil may use the kiln on Friday. The clay is in the cellar, and the key hangs next to the door.';

interface Shown {
  readonly version: number;
  readonly groups: readonly { readonly lang: string; readonly words: readonly string[] }[];
  readonly translations: readonly object[];
}

describe('the configuration over HTTP', () => {
  let running: RunningApplication;
  const get = async (url: string, headers: Record<string, string> = ADMIN) => running.call({ url, headers });
  const shown = async (): Promise<Shown> => (await get('/configuration')).json<Shown>();
  const put = async (payload: object, headers: Record<string, string> = ADMIN) =>
    running.call({ method: 'PUT', url: '/configuration/synonyms', headers, payload });

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    await running.post(
      '/documents',
      { document_id: 'kiln', title: 'Kiln', text: TEXT, canonical_path: ['Art'] },
      ADMIN,
    );
  });
  afterAll(() => running.stop());

  it('changes synonyms as a version that searches use at once, and that is listed, audited and restored', async () => {
    const { version, groups, translations } = await shown();
    const expansions = async () =>
      (await running.post('/search', { query: 'brennofen', mode: 'bm25' }, ADMIN)).json<{ hits: unknown[] }>().hits
        .length;
    const before = await expansions();
    const made = await put({
      base_version: version,
      groups: [...groups, { lang: 'en', words: ['kiln', 'brennofen'] }],
      translations,
      note: '가마',
    });
    expect([made.statusCode, made.json<Shown>().version]).toEqual([200, version + 1]);
    expect(await expansions()).toBeGreaterThan(before);
    const { items } = (await get('/configuration/versions?limit=1')).json<{ items: object[] }>();
    expect(items).toEqual([
      expect.objectContaining({ version: version + 1, note: '가마', active: true, created_by: 'admin' }),
    ]);
    const compared = (await get(`/configuration/versions/${version + 1}`)).json<object>();
    expect(compared).toMatchObject({
      change_count: 1,
      changes: [{ pointer: '/synonyms/groups', after: { lang: 'en', words: ['kiln', 'brennofen'] } }],
    });
    const audited = (await get('/audit?order=newest&limit=20&action=change')).body;
    expect(audited).toContain('PUT /configuration/synonyms');
    const url = `/configuration/versions/${version}/restore`;
    const late = await running.call({ method: 'POST', url, headers: ADMIN, payload: { base_version: version } });
    expect(late.statusCode).toBe(409);
    const payload = { base_version: version + 1 };
    const restored = await running.call({ method: 'POST', url, headers: ADMIN, payload });
    expect([restored.statusCode, restored.json<Shown>().groups.length]).toEqual([200, groups.length]);
    expect(await expansions()).toBe(before);
  });

  it('explains what is wrong: an older base, a word in two groups, too little in a row', async () => {
    const { version, groups, translations } = await shown();
    const statuses = await Promise.all(
      [
        { base_version: version + 7, groups, translations },
        { base_version: version, groups: [...groups, { lang: 'ko', words: ['기숙사', '새말'] }], translations },
        { base_version: version, groups: [{ lang: 'de', words: ['one'] }], translations },
        { base_version: version, groups: [['a', 'b']], translations },
      ].map((payload) => put(payload)),
    );
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([409, 422, 422, 422]);
    expect(statuses[0]?.body).toContain('no longer in service');
    expect(statuses[1]?.body).toContain("'기숙사' is already in group");
    expect((await shown()).version).toBe(version);
    for (const version of ['0', '99', 'x', '1e3'])
      expect((await get(`/configuration/versions/${version}`)).statusCode).toBe(404);
  });

  it('is for administrators of the whole service alone', async () => {
    const { version, groups, translations } = await shown();
    for (const more of [
      { scopes: ['query', 'ingest', 'test'] },
      { scopes: ['admin'], allowed_category_paths: [['Art']] },
    ]) {
      const { key } = (await running.post('/api-keys', { name: 'k', ...more }, ADMIN)).json<{ key: string }>();
      const headers = { 'x-api-key': key };
      const answers = await Promise.all([
        get('/configuration', headers),
        get('/configuration/versions', headers),
        get('/configuration/versions/1', headers),
        put({ base_version: version, groups, translations }, headers),
        running.post('/configuration/versions/1/restore', { base_version: version }, headers),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    }
  });
});
