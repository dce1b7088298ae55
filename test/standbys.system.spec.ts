import { ReadServers } from '../src/shared/infrastructure/database/postgres/read-servers.js';
import { RunningApplication, startApplication } from './support/application.js';
import { CLUSTER_MISSING, PostgresCluster } from './support/postgres-cluster.js';
import { describeUnless } from './support/lacking.js';

interface Found {
  readonly hits: readonly { readonly document_id: string }[];
  readonly degraded: readonly string[];
}

describeUnless(CLUSTER_MISSING, 'searches on a streaming standby', () => {
  let cluster: PostgresCluster;
  let running: RunningApplication;
  beforeAll(async () => {
    cluster = await PostgresCluster.start();
    running = await startApplication({
      DATABASE_URL: cluster.primary.url,
      DATABASE_READ_URLS: cluster.standby.url,
      SEARCH_STORE: 'database',
    });
  });
  afterAll(async () => {
    await running.stop();
    await cluster.close();
  });

  const counts = () => running.app.get(ReadServers, { strict: false }).statistics();
  const store = async (id: string) => {
    const answer = await running.post('/documents', {
      document_id: id,
      title: `Notes on ${id}`,
      text: `The kiln of ${id} fires clay.`,
      canonical_path: ['Pottery'],
    });
    expect(answer.statusCode).toBe(201);
  };
  const search = async (query: string): Promise<Found> => {
    const answer = await running.post('/search', { query });
    expect(answer.statusCode).toBe(200);
    const found = answer.json<Found>();
    expect(found.degraded).toEqual([]);
    return found;
  };
  const names = ({ hits }: Found) => hits.map(({ document_id }) => document_id);
  /** Asks ever new questions, so that none is answered from memory. */
  let asked = 0;
  const untilAnsweredBy = async (server: 'primary' | 'standby') => {
    const before = counts()[server];
    for (let tries = 0; tries < 400; tries++) {
      await search(`kiln fire question${asked++}`);
      if (counts()[server] > before) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`No search was answered by the ${server}.`);
  };

  it('are answered by it after it has replayed the acknowledged writes', async () => {
    await store('first');
    await cluster.replayed();
    await untilAnsweredBy('standby');
    expect(names(await search('kiln of first'))).toEqual(['first']);
  });

  it('find what was stored a moment ago on the primary while the standby lags', async () => {
    await untilAnsweredBy('standby');
    await cluster.standby.query('SELECT pg_wal_replay_pause()');
    const before = counts();
    for (const id of ['second', 'third', 'fourth']) {
      await store(id);
      expect(names(await search(`kiln of ${id}`))[0]).toBe(id);
    }
    expect(counts()).toMatchObject({ standby: before.standby, primary: before.primary + 3 });
    expect(counts().behind).toBeGreaterThan(before.behind);
    await cluster.standby.query('SELECT pg_wal_replay_resume()');
    await cluster.replayed();
    await untilAnsweredBy('standby');
    expect(names(await search('kiln of fourth'))[0]).toBe('fourth');
  });

  it('continue without it when it dies, undegraded, and return to it', async () => {
    await untilAnsweredBy('standby');
    const before = counts();
    const diedAtMs = performance.now();
    await cluster.standby.kill();
    for (let i = 0; i < 5; i++) await search(`clay without a standby ${i}`);
    expect(counts()).toMatchObject({ standby: before.standby, primary: before.primary + 5, usable: 0 });
    // One attempt met the dead standby, the others did not try: the next check is after a second, which only a slow machine needs.
    const failed = counts().failed - before.failed;
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThanOrEqual(1 + Math.floor((performance.now() - diedAtMs) / 1_000));
    const metrics = (await running.call({ url: '/metrics' })).body;
    expect(metrics).toContain('touchstone_store_replicas_available 0');
    expect(metrics).toContain(`touchstone_store_reads_total{server="failed"} ${counts().failed}`);
    await cluster.standby.start();
    await untilAnsweredBy('standby');
  });
});
