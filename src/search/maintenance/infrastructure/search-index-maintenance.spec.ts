import { Logger } from '@nestjs/common';
import { ChangingProviders, FakeEmbedder } from '../../../../test/support/fake-embedder.js';
import { JobsAtOnce } from '../../../../test/support/jobs-at-once.js';
import { document, FixedClock, pottery, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { EmbedBacklog, ProviderVectors } from '../../embedding/application/embed-backlog.js';
import { FitEmbedding } from '../../embedding/application/fit-embedding.js';
import { OptimizeIndex, RenewVectors } from '../application/optimize-index.js';
import { ReadIndexStatus } from '../application/read-index-status.js';
import { NGRAM_MODEL } from '../../embedding/domain/ngram-embedding.js';
import { SearchEngine } from '../../index-memory/infrastructure/search-engine.js';
import { FitThread } from '../../embedding/infrastructure/fit-thread.js';
import { SearchIndexMaintenance } from './search-index-maintenance.js';
import { SqliteIndexMaintenance } from '../../index-memory/infrastructure/sqlite-index-maintenance.js';
import { EmbeddingFitter, FittedEmbedding } from '../../embedding/domain/embedding-models.js';

class SharedJobs extends JobsAtOnce {
  override readonly isShared = true;
}

class FailingFitter extends EmbeddingFitter {
  fit(): Promise<FittedEmbedding | undefined> {
    return Promise.reject(new Error('out of memory'));
  }
}

let corpus: StoredCorpus;
let engine: SearchEngine;
let jobs: JobsAtOnce;
let providers: ChangingProviders;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  engine = await SearchEngine.open(corpus.file, { onChange: () => undefined, onDamage: () => undefined });
  jobs = new JobsAtOnce();
  providers = new ChangingProviders(undefined);
});
afterEach(async () => {
  engine.close();
  await corpus.close();
});

function maintained(fitter: EmbeddingFitter = new FitThread(corpus.database)): SearchIndexMaintenance {
  const clock = new FixedClock();
  const vectors = new ProviderVectors(corpus.models, corpus.backlog, providers, clock);
  const backlog = new EmbedBacklog(vectors, corpus.transaction);
  const fit = new FitEmbedding(fitter, corpus.models, corpus.transaction, clock);
  const maintenance = new SqliteIndexMaintenance(corpus.database);
  const renew = new RenewVectors(backlog, fit, engine, vectors);
  const optimize = new OptimizeIndex(renew, maintenance, corpus.transaction, clock);
  const status = new ReadIndexStatus(engine, vectors, maintenance, jobs);
  return new SearchIndexMaintenance(backlog, optimize, jobs, status, maintenance);
}

/** Number of fits that were started after each of these checks. */
async function looks(of: SearchIndexMaintenance, count: number): Promise<number[]> {
  const started: number[] = [];
  for (let i = 0; i < count; i++) {
    await of.look();
    await jobs.idle();
    started.push(jobs.startedKinds.length);
  }
  return started;
}

describe('maintenance of the index', () => {
  it('fits the first embedding when writes pause, once', async () => {
    await corpus.put(...pottery(60));
    const own = maintained();
    expect(await looks(own, 1)).toEqual([0]);
    await corpus.put(document('a'));
    expect(await looks(own, 4)).toEqual([0, 1, 1, 1]);
    expect((await engine.served()).model).toMatch(/^builtin-lsa-/u);
  });

  it('does nothing for a corpus that is too small, or that changed little', async () => {
    const own = maintained();
    await corpus.put(...pottery(49));
    expect(await looks(own, 3)).toEqual([0, 0, 0]);
    await corpus.put(...pottery(60));
    expect(await looks(own, 2)).toEqual([0, 1]);
    await corpus.put(...pottery(65));
    expect(await looks(own, 3)).toEqual([1, 1, 1]);
  });

  it('fits again if the corpus has doubled', async () => {
    const own = maintained();
    await corpus.put(...pottery(60));
    await looks(own, 2);
    await corpus.put(...pottery(120));
    expect(await looks(own, 3)).toEqual([1, 2, 2]);
  });

  it('does not retry a failed fit until something was written', async () => {
    const own = maintained(new FailingFitter());
    await corpus.put(...pottery(60));
    expect(await looks(own, 5)).toEqual([0, 1, 1, 1, 1]);
    await corpus.put(document('a'));
    expect(await looks(own, 3)).toEqual([1, 2, 2]);
  });

  it('ignores words that were added and removed again', async () => {
    const own = maintained();
    await corpus.put(...pottery(60));
    await looks(own, 2);
    const strange = document('strange', { title: Array.from({ length: 400 }, (_, i) => `strange${i}`).join(' ') });
    await corpus.put(strange);
    await engine.served();
    await corpus.remove('strange');
    expect(await looks(own, 3)).toEqual([1, 1, 1]);
    expect((await engine.served()).newTermShare).toBeLessThan(0.1);
  });

  it("gives passages their provider's vectors, and fits nothing while they serve", async () => {
    providers.configured = new FakeEmbedder('fake');
    await corpus.put(...pottery(60));
    expect(await looks(maintained(), 3)).toEqual([0, 0, 0]);
    expect(await engine.served()).toMatchObject({ model: 'fake', byProvider: true, dimensions: 8 });
  });

  it('embeds in one of the processes that share a store, while vectors are missing', async () => {
    jobs = new SharedJobs();
    providers.configured = new FakeEmbedder('fake');
    const own = maintained();
    expect(await looks(own, 2)).toEqual([0, 0]);
    await corpus.put(...pottery(60));
    expect(await looks(own, 3)).toEqual([1, 1, 1]);
    expect(jobs.startedKinds).toEqual(['index.embed']);
    expect(await engine.served()).toMatchObject({ model: 'fake', byProvider: true });
    providers.configured = undefined;
    await looks(own, 1);
    expect((await engine.served()).byProvider).toBe(false);
  });

  it('fits nothing in place of a provider that has never answered', async () => {
    const unavailable = new FakeEmbedder('fake');
    unavailable.callsLeft = 0;
    providers.configured = unavailable;
    await corpus.put(...pottery(60));
    expect(await looks(maintained(), 3)).toEqual([0, 0, 0]);
    expect((await engine.served()).model).toBe(NGRAM_MODEL);
  });
});
