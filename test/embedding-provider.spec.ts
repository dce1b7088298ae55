import { setTimeout as delay } from 'node:timers/promises';
import { RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { SearchIndexMaintenance } from '../src/search/maintenance/infrastructure/search-index-maintenance.js';
import { FakeServer, sendJson } from './support/fake-server.js';

/** Texts that a model of this spec knows, by the direction of their vectors. */
const KILN = /kiln|furnace/u;

const DOCUMENTS = Array.from({ length: 12 }, (_, i) => ({
  document_id: `d${i}`,
  title: i === 0 ? 'Kiln' : `Rule ${i}`,
  text: i === 0 ? 'The kiln is fired to 1,240 degrees.' : `Parking space ${i} belongs to the office.`,
  canonical_path: ['pottery'],
}));

describe('an embedding provider, over the whole server', () => {
  let server: FakeServer;
  let url: string;
  let dataFolder: string;
  let running: RunningApplication | undefined;
  beforeEach(async () => {
    dataFolder = temporaryFolder();
    server = new FakeServer();
    url = `${await server.start()}/v1`;
    answer();
  });
  afterEach(async () => {
    await running?.stop();
    await server.stop();
  });

  /** Vectors that are not of unit length: the server need not normalise. */
  function answer(): void {
    server.respond = (response, call) =>
      sendJson(response, 200, {
        data: (call.body.input as string[]).map((text, index) => ({
          index,
          embedding: KILN.test(text) ? [0, 40, index / 100] : [30, 1, index / 100],
        })),
      });
  }
  async function start(settings: Record<string, string> = {}): Promise<RunningApplication> {
    await running?.app.close();
    server.calls.length = 0;
    running = await startApplication({
      DATA_DIR: dataFolder,
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: url,
      EMBEDDING_MODEL: 'multilingual-e5-small',
      EMBEDDING_TIMEOUT_MS: '10000',
      ...settings,
    });
    return running;
  }
  const texts = () => server.calls.flatMap((call) => call.body.input as string[]);
  const passages = () => texts().filter((text) => !text.includes('furnace'));
  const index = async () => (await running?.call({ method: 'GET', url: '/index' }))?.json();
  const search = async () => (await running?.post('/search', { query: 'furnace' }))?.json();
  async function store(): Promise<void> {
    for (const document of DOCUMENTS) await running?.post('/documents', document);
  }
  /** The task that the server runs every few seconds. */
  const upkeep = async () => running?.app.get(SearchIndexMaintenance, { strict: false }).look();
  async function served(model: string): Promise<void> {
    while ((await index()).embedding.model !== model) {
      await upkeep();
      await delay(50);
    }
  }

  const E5 = 'openai:multilingual-e5-small?query=query%3A%20&passage=passage%3A%20';

  it('gives passages and questions their prefixes, and finds what no word says', async () => {
    await start();
    await store();
    await served(E5);
    expect(passages()).toHaveLength(DOCUMENTS.length);
    expect(passages().every((text) => text.startsWith('passage: '))).toBe(true);
    const found = await search();
    expect(found.degraded).toEqual([]);
    expect(found.hits[0].document_id).toBe('d0');
    expect(texts()).toContain('query: furnace');
    expect((await index()).embedding.dimensions).toBe(3);
  });

  it('embeds nothing again after a restart with the same settings', async () => {
    await start();
    await store();
    await served(E5);
    await start();
    expect((await search()).hits[0].document_id).toBe('d0');
    await upkeep();
    expect(passages()).toEqual([]);
  });

  it.each([
    ['model', { EMBEDDING_MODEL: 'other' }, 'openai:other'],
    [
      'prefix',
      { EMBEDDING_PASSAGE_PREFIX: 'document: ' },
      'openai:multilingual-e5-small?query=query%3A%20&passage=document%3A%20',
    ],
  ])(
    'embeds all passages again for another %s, and the former vectors serve until then',
    async (_, settings, model) => {
      await start();
      await store();
      await served(E5);
      await start(settings);
      expect((await search()).hits[0].document_id).toBe('d0');
      await served(model);
      expect(passages().filter((text) => !text.startsWith('passage: '))).toHaveLength(DOCUMENTS.length);
      expect((await search()).degraded).toEqual([]);
    },
  );

  it('is unavailable for some time: documents are found by their words, the answer reports it, and vectors follow', async () => {
    server.respond = (response) => sendJson(response, 503, { error: { message: 'overloaded' } });
    await start({ EMBEDDING_TIMEOUT_MS: '200' });
    await store();
    const found = (await running?.post('/search', { query: 'kiln' }))?.json();
    expect([found.hits[0].document_id, found.degraded]).toEqual(['d0', ['embedding']]);
    const health = (await running?.call({ method: 'GET', url: '/health' }))?.json();
    expect(health.components.embedding).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('overloaded'),
    });
    answer();
    await served(E5);
    while ((await search()).hits[0]?.document_id !== 'd0') await upkeep();
  });
});
