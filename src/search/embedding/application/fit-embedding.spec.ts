import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { FixedClock, EVERYTHING, pottery, StoredCorpus, document } from '../../../../test/support/stored-corpus.js';
import { ChangingProviders, FakeEmbedder } from '../../../../test/support/fake-embedder.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { NGRAM_MODEL } from '../domain/ngram-embedding.js';
import { Ranking } from '../../ranking/domain/passage-ranking.js';
import { FitThread } from '../infrastructure/fit-thread.js';
import { SearchEngine } from '../../index-memory/infrastructure/search-engine.js';
import { SqliteIndexMaintenance } from '../../index-memory/infrastructure/sqlite-index-maintenance.js';
import { EmbedBacklog, ProviderVectors } from './embed-backlog.js';
import { FitEmbedding, RevertEmbedding } from './fit-embedding.js';
import { JobsAtOnce } from '../../../../test/support/jobs-at-once.js';
import { OptimizeIndex, RenewVectors } from '../../maintenance/application/optimize-index.js';
import { ReadIndexStatus } from '../../maintenance/application/read-index-status.js';

let corpus: StoredCorpus;
let engine: SearchEngine;
let providers: ChangingProviders;
let damages: string[];
let changes: number;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  [damages, changes] = [[], 0];
  providers = new ChangingProviders(undefined);
  engine = await open();
});
afterEach(async () => {
  engine.close();
  await corpus.close();
});

function open(): Promise<SearchEngine> {
  return SearchEngine.open(corpus.file, { onChange: () => changes++, onDamage: (reason) => damages.push(reason) });
}

function useCases() {
  const clock = new FixedClock();
  const vectors = new ProviderVectors(corpus.models, corpus.backlog, providers, clock);
  const backlog = new EmbedBacklog(vectors, corpus.transaction);
  const fit = new FitEmbedding(new FitThread(corpus.database), corpus.models, corpus.transaction, clock);
  const maintenance = new SqliteIndexMaintenance(corpus.database);
  const renew = new RenewVectors(backlog, fit, engine, vectors);
  const optimize = new OptimizeIndex(renew, maintenance, corpus.transaction, clock);
  const status = new ReadIndexStatus(engine, vectors, maintenance, new JobsAtOnce());
  return { backlog, fit, optimize, status, revert: new RevertEmbedding(corpus.models, corpus.transaction) };
}

const serving = async () => (await engine.served()).model;
const fit = () => useCases().fit.fit({ progress: () => undefined, serving });
const rows = () => corpus.number('SELECT count(*) FROM search_models');

function rank(query: string): Promise<Ranking> {
  const asked = { query, topK: 5, mode: 'vector', rerank: false, scope: EVERYTHING } as const;
  return engine.rank({ ...asked, synonyms: false, feedback: false, vector: undefined });
}

describe('fitting the built-in embedding', () => {
  it('needs fifty passages', async () => {
    await corpus.put(...pottery(49));
    expect(await fit()).toBe(false);
    expect([await serving(), rows()]).toEqual([NGRAM_MODEL, 0]);
  });

  it('puts another model in service, which finds the same passages', async () => {
    await corpus.put(...pottery(60));
    expect(await serving()).toBe(NGRAM_MODEL);
    expect(await fit()).toBe(true);
    const model = await serving();
    expect(model).toMatch(/^builtin-lsa-256-/u);
    expect([changes, engine.generation]).toEqual([1, 1]);
    const { hits, degraded } = await rank('kiln oven fire brick');
    expect(degraded).toEqual([]);
    for (const { passage, vector } of hits) {
      expect(passage.text).toContain('kiln oven');
      expect(vector?.score).toBeGreaterThan(0.5);
    }
    // The next start serves it too.
    engine.close();
    engine = await open();
    expect(await serving()).toBe(model);
    expect((await rank('kiln oven')).hits).toHaveLength(5);
  });

  it('changes nothing when the corpus is the same', async () => {
    await corpus.put(...pottery(60));
    await fit();
    expect([await fit(), rows(), engine.generation]).toEqual([false, 1, 1]);
  });

  it('answers searches during the change, and finds what is written meanwhile', async () => {
    await corpus.put(...pottery(600));
    const running = fit();
    const models = new Set([engine.state().model]);
    let isDone = false;
    const done = running.finally(() => (isDone = true));
    for (let i = 0; !isDone; i++) {
      await corpus.put(document(`during${i % 5}`, { title: 'glaze colour ash' }));
      const { hits, degraded } = await rank('kiln oven fire brick');
      expect([hits.length, degraded]).toEqual([5, []]);
      models.add(engine.state().model);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await done).toBe(true);
    models.add(await serving());
    expect(models.size).toBe(2);
    const { passages } = (await rank('glaze')).frequencies;
    expect(passages).toBe(corpus.number('SELECT count(*) FROM search_chunks'));
  });

  it('removes what an earlier fit left unfinished, and the models before the last two', async () => {
    await corpus.put(...pottery(60));
    const unfinished = {
      model: 'builtin-lsa-256-0',
      kind: 'fitted',
      dimensions: 256,
      passages: 9,
      createdAt: 'x',
    } as const;
    await corpus.transaction.run(() => corpus.models.add(unfinished));
    expect([await serving(), await corpus.models.newestFirst()]).toEqual([NGRAM_MODEL, []]);
    const served: string[] = [];
    for (const size of [60, 80, 100]) {
      await corpus.put(...pottery(size));
      await fit();
      served.unshift(await serving());
    }
    expect((await corpus.models.newestFirst()).map(({ model }) => model)).toEqual(served.slice(0, 2));
    expect(rows()).toBe(2);
    const orphans = 'SELECT count(*) FROM search_model_parts WHERE model NOT IN (SELECT id FROM search_models)';
    expect(corpus.number(orphans)).toBe(0);
  });
});

describe('going back', () => {
  it('is rejected if no other embedding served before', async () => {
    await expect(useCases().revert.revert()).rejects.toBeInstanceOf(ConflictError);
    await corpus.put(...pottery(60));
    await fit();
    await expect(useCases().revert.revert()).rejects.toBeInstanceOf(ConflictError);
  });

  it('puts the previous embedding in service, and a second call reverts that', async () => {
    await corpus.put(...pottery(60));
    await fit();
    const first = await serving();
    await corpus.put(...pottery(90));
    await fit();
    const second = await serving();
    expect(second).not.toBe(first);
    for (const expected of [first, second, first]) {
      await useCases().revert.revert();
      expect(await serving()).toBe(expected);
      expect((await rank('kiln oven')).hits).toHaveLength(5);
    }
  });
});

describe('serving the embedding that serves already', () => {
  it('changes nothing: the previous one stays the one to revert to', async () => {
    await corpus.put(...pottery(60));
    await fit();
    const first = await serving();
    await corpus.put(...pottery(90));
    await fit();
    expect(await serving()).not.toBe(first);
    const row = await corpus.models.served();
    const { generation } = engine;
    await corpus.transaction.run(() => corpus.models.serve(row?.id));
    expect([await serving(), engine.generation]).toEqual([row?.model, generation]);
    expect((await corpus.models.previous())?.model).toBe(first);
  });
});

describe('a fitted embedding whose bytes are damaged', () => {
  const status = () => useCases().status.read(UNRESTRICTED);

  it('neither stops the start nor stays unnoticed: n-grams serve, it is reported, and the next maintenance repairs it', async () => {
    await corpus.put(...pottery(60));
    await fit();
    const model = await serving();
    expect(await status()).toMatchObject({ refitDue: false, model: { model } });
    await corpus.transaction.run(() =>
      Promise.resolve(corpus.database.writer.exec('UPDATE search_model_parts SET bytes = zeroblob(length(bytes))')),
    );
    engine.close();
    engine = await open();
    expect([await serving(), damages.length]).toEqual([NGRAM_MODEL, 1]);
    expect((await rank('kiln oven')).hits).toHaveLength(5);
    expect(await status()).toMatchObject({ refitDue: true, model: undefined, embedding: { model: NGRAM_MODEL } });
    await useCases().optimize.optimize(() => undefined);
    expect(await status()).toMatchObject({ refitDue: false, model: { model }, embedding: { model } });
  });

  it.each(['DELETE FROM search_model_parts', "UPDATE search_model_parts SET bytes = x'00'"])(
    'is detected after: %s',
    async (damage) => {
      await corpus.put(...pottery(60));
      await fit();
      await corpus.transaction.run(() => Promise.resolve(corpus.database.writer.exec(damage)));
      engine.close();
      engine = await open();
      expect([await serving(), damages.length]).toEqual([NGRAM_MODEL, 1]);
    },
  );
});

describe("maintenance while a provider's vectors serve", () => {
  it('keeps them in service, and prepares a fitted embedding for when the provider is removed', async () => {
    await corpus.put(...pottery(60));
    providers.configured = new FakeEmbedder('fake');
    await useCases().backlog.embedBacklog();
    expect(await serving()).toBe('fake');
    for (let i = 0; i < 2; i++) {
      await useCases().optimize.optimize(() => undefined);
      expect([await serving(), engine.generation, rows()]).toEqual(['fake', 1, 2]);
    }
    providers.configured = undefined;
    await useCases().backlog.embedBacklog();
    expect(await serving()).toMatch(/^builtin-lsa-256-/u);
  });
});

describe('maintenance with a provider that has never returned a vector', () => {
  it('fits nothing, since n-grams or a fitted embedding would only replace it temporarily', async () => {
    await corpus.put(...pottery(60));
    const unavailable = new FakeEmbedder('fake');
    unavailable.callsLeft = 0;
    providers.configured = unavailable;
    const { optimize, status } = useCases();
    await optimize.optimize(() => undefined);
    expect([await serving(), rows()]).toEqual([NGRAM_MODEL, 0]);
    expect(await status.read(UNRESTRICTED)).toMatchObject({
      refitDue: false,
      pending: { model: 'fake', remaining: 60 },
      optimizedAt: new FixedClock().now().toISOString(),
    });
  });
});

describe('whether a fit is due', () => {
  it('is always false if a provider is configured', async () => {
    await corpus.put(...pottery(60));
    const isDue = async () => (await useCases().status.read(UNRESTRICTED)).refitDue;
    expect(await isDue()).toBe(true);
    const provider = (providers.configured = new FakeEmbedder('fake'));
    expect(await isDue()).toBe(false);
    providers.configured = undefined;
    await fit();
    await corpus.put(...pottery(160));
    expect(await isDue()).toBe(true);
    providers.configured = provider;
    expect(await isDue()).toBe(false);
  });
});

describe('maintenance of the index', () => {
  it('reports its progress up to the end, and when it ended', async () => {
    await corpus.put(...pottery(60));
    const told: number[] = [];
    const { optimize, status } = useCases();
    expect((await status.read(UNRESTRICTED)).optimizedAt).toBeUndefined();
    const running = optimize.optimize((done, total) => told.push(done / total));
    expect(optimize.running).toBe(true);
    await running;
    expect([told[0], told.at(-1), optimize.running]).toEqual([0, 1, false]);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.length).toBeGreaterThan(3);
    expect((await status.read(UNRESTRICTED)).optimizedAt).toBe(new FixedClock().now().toISOString());
  });

  it('is not running after it failed', async () => {
    await corpus.put(...pottery(60));
    const { optimize } = useCases();
    await expect(optimize.optimize(() => undefined, AbortSignal.abort())).rejects.toThrow();
    expect(optimize.running).toBe(false);
    expect(await serving()).toBe(NGRAM_MODEL);
  });
});
