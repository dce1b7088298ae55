import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { temporaryFolder } from '../../../../test/support/application.js';
import { document, EVERYTHING, FixedClock, pottery, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { FitEmbedding } from '../../embedding/application/fit-embedding.js';
import { NGRAM_MODEL } from '../../embedding/domain/ngram-embedding.js';
import { Ranking, RankingRequest } from '../../ranking/domain/passage-ranking.js';
import { readParaphrases, shippedLexicon } from '../../query/infrastructure/paraphrase-files.js';
import { readStaticEmbedding } from '../../embedding/infrastructure/static-embedding-file.js';
import { FitThread } from '../../embedding/infrastructure/fit-thread.js';
import { SearchEngine } from './search-engine.js';
import { SearchThread } from './search-thread.js';

let corpus: StoredCorpus;
let thread: SearchThread;
let logged: string[];
beforeEach(async () => {
  logged = [];
  const hear = (...told: unknown[]) => void logged.push(told.map(String).join(' '));
  Logger.overrideLogger({ log: hear, warn: hear, error: hear });
  corpus = await StoredCorpus.open();
  thread = await SearchThread.start(corpus.file);
});
afterEach(async () => {
  await thread.close();
  await corpus.close();
  Logger.overrideLogger(['log', 'warn', 'error']);
});

const request: RankingRequest = {
  query: 'kiln 가마',
  topK: 5,
  mode: 'hybrid',
  rerank: true,
  scope: EVERYTHING,
  synonyms: true,
  feedback: true,
  vector: undefined,
};
const found = ({ hits }: Ranking) => hits.map(({ passage }) => passage.documentId);

/** Ends the thread as a crash would. */
function kill(): Promise<number> {
  const { worker } = thread as unknown as { worker: Worker };
  return worker.terminate();
}

describe('the search thread', () => {
  it('answers as the engine in this thread does, and sees the latest commit', async () => {
    await corpus.put(...pottery(30), document('a'));
    const quiet = { onChange: () => undefined, onDamage: () => undefined };
    const engine = await SearchEngine.open(corpus.file, quiet, {
      meaning: await readStaticEmbedding(),
      paraphrases: readParaphrases([shippedLexicon()]),
    });
    const [here, there] = [await engine.rank(request), await thread.rank(request)];
    expect(there).toEqual({ ...here, times: there.times });
    expect(there.hits.length).toBe(5);
    expect(await thread.embed(['kiln', ''])).toEqual(await engine.embed(['kiln', '']));
    expect(await thread.served()).toEqual(await engine.served());
    engine.close();
    await corpus.put(document('b', { title: 'unheard' }));
    expect(found(await thread.rank({ ...request, query: 'unheard', mode: 'bm25' }))).toEqual(['b']);
  });

  it('separates the callers of many questions', async () => {
    await corpus.put(...Array.from({ length: 20 }, (_, i) => document(`d${i}`, { title: `word${i}` })));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => thread.rank({ ...request, query: `word${i}`, mode: 'bm25', topK: 1 })),
    );
    expect(answers.map(found)).toEqual(Array.from({ length: 20 }, (_, i) => [`d${i}`]));
  });

  it('rejects a call that fails, and no other', async () => {
    await corpus.put(document('a'));
    const broken = { ...request, scope: undefined } as unknown as RankingRequest;
    const [before, failed, after] = await Promise.allSettled([
      thread.rank(request),
      thread.rank(broken),
      thread.rank(request),
    ]);
    expect([before.status, failed.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('does not start on a file that is not a store', async () => {
    await expect(SearchThread.start(`${corpus.file}.none`)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  });

  it('does not start on a lexicon that cannot be read, and names the file and the line', async () => {
    const lexicon = [temporaryFolder()];
    const folder = path.join(lexicon[0] ?? '', 'ko');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'own.txt'), '알바 > 시간제 근로\n알바 시간제 근로\n');
    const attempt = SearchThread.start(corpus.file, { lexicon });
    await expect(attempt).rejects.toThrow(`${path.join(folder, 'own.txt')}, line 2: write expressions`);
  });

  it('reads questions with the lexicon of the given folders', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'en'));
    writeFileSync(path.join(folder, 'en', 'own.txt'), 'moon stove > kiln');
    const asked = { ...request, query: 'moon stove', mode: 'words' as const };
    await corpus.put(document('a'));
    expect(found(await thread.rank(asked))).toEqual([]);
    const own = await SearchThread.start(corpus.file, { lexicon: [folder] });
    expect(found(await own.rank(asked))).toEqual(['a']);
    await own.close();
  });

  it('accepts questions while it loads its index, and does not serve before', async () => {
    await corpus.put(...pottery(60));
    const loading = SearchThread.begin(corpus.file);
    const asked = loading.rank(request);
    await loading.onApplicationBootstrap();
    expect(found(await asked)).toHaveLength(5);
    expect(found(await asked)).toEqual(found(await thread.rank(request)));
    await loading.close();
  });

  it('fails all calls, then and later, if it cannot load its index', async () => {
    const broken = SearchThread.begin(`${corpus.file}.none`);
    await expect(broken.rank(request)).rejects.toThrow('could not load its index');
    await expect(broken.onApplicationBootstrap()).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    await expect(broken.rank(request)).rejects.toThrow('not available');
  });

  it('starts with a damaged embedding, and reports it', async () => {
    await corpus.put(...pottery(60));
    const fitter = new FitThread(corpus.database);
    const fit = new FitEmbedding(fitter, corpus.models, corpus.transaction, new FixedClock());
    await fit.fit({ progress: () => undefined, serving: async () => (await thread.served()).model });
    expect([(await thread.served()).byProvider, thread.generation]).toEqual([false, 1]);
    expect((await thread.served()).model).toMatch(/^builtin-lsa-/u);
    await corpus.transaction.run(() =>
      Promise.resolve(corpus.database.writer.exec("UPDATE search_model_parts SET bytes = x'00'")),
    );
    await thread.close();
    thread = await SearchThread.start(corpus.file);
    expect((await thread.served()).model).toBe(NGRAM_MODEL);
    expect(logged.join('\n')).toContain('stored embedding cannot be read');
  });
});

describe('a search thread that dies', () => {
  it('is replaced by one that answers the waiting calls, and later ones', async () => {
    await corpus.put(document('a'));
    const waiting = [thread.rank(request), thread.rank(request)];
    const dying = kill();
    waiting.push(thread.rank(request));
    expect((await Promise.all(waiting)).map(found)).toEqual([['a'], ['a'], ['a']]);
    await dying;
    await corpus.put(document('b'));
    expect(found(await thread.rank(request)).sort()).toEqual(['a', 'b']);
    // Results cached from the previous thread are of another generation.
    expect(thread.generation).toBeGreaterThan(0);
  });

  it('is replaced if it failed by itself, which is logged', async () => {
    await corpus.put(document('a'));
    const { worker } = thread as unknown as { worker: Worker };
    // The thread reads the method without checking that there is a message.
    worker.postMessage(undefined);
    const deadline = Date.now() + 45_000;
    while (thread.generation === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(found(await thread.rank(request))).toEqual(['a']);
    expect(logged.join('\n')).toContain('search thread failed');
  });

  it('fails its calls while no other can load, and answers again once one can', async () => {
    await corpus.put(document('a'));
    renameSync(corpus.file, `${corpus.file}.away`);
    const waiting = thread.rank(request);
    await kill();
    await expect(waiting).rejects.toThrow('not available');
    expect(logged.join('\n')).toContain('could not load');
    renameSync(`${corpus.file}.away`, corpus.file);
    expect(found(await thread.rank(request))).toEqual(['a']);
  });
});

describe('closing the search thread', () => {
  it('rejects the waiting calls, and all later ones', async () => {
    await corpus.put(document('a'));
    const waiting = thread.rank(request);
    const outcome = expect(waiting).rejects.toThrow('stopping');
    await thread.close();
    await outcome;
    await expect(thread.rank(request)).rejects.toThrow('not available');
    await thread.close();
  });
});
