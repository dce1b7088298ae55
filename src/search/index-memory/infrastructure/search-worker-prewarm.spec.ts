import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { temporaryFolder } from '../../../../test/support/application.js';
import { document, EVERYTHING, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { RankingRequest } from '../../ranking/domain/passage-ranking.js';
import { PLAIN_SETTINGS } from '../../ranking/domain/search-settings.js';
import { SearchWorkerPrewarm } from './search-worker-prewarm.js';
import { SearchThread } from './search-thread.js';

const request: RankingRequest = {
  query: 'kiln',
  topK: 5,
  mode: 'bm25',
  rerank: true,
  scope: EVERYTHING,
  synonyms: true,
  feedback: true,
  vector: undefined,
};
/** Longer than a thread needs to start and to detect an error. */
const SETTING_OUT_MS = 1_500;

let corpus: StoredCorpus;
let thread: SearchThread | undefined;
let launched: Worker[];
beforeEach(async () => {
  launched = [];
  corpus = await StoredCorpus.open();
  await corpus.put(document('a'), document('b', { title: 'bisque' }));
});
afterEach(async () => {
  await thread?.close();
  thread = undefined;
  await corpus.close();
});

function begin(file = corpus.file): SearchWorkerPrewarm {
  const early = SearchWorkerPrewarm.begin({ DATA_DIR: path.dirname(file) });
  if (early === undefined) throw new Error('No thread started.');
  return early;
}

function workerOf(early: SearchWorkerPrewarm): Worker {
  return (early as unknown as { worker: Worker }).worker;
}

function endOf(early: SearchWorkerPrewarm): Promise<void> {
  return new Promise((resolve) => workerOf(early).once('exit', () => resolve()));
}

async function take(early: SearchWorkerPrewarm, settings = PLAIN_SETTINGS): Promise<SearchThread> {
  const onLaunch = (worker: Worker) => void launched.push(worker);
  thread = SearchThread.begin(corpus.file, { settings }, { early, onLaunch });
  await thread.onApplicationBootstrap();
  return thread;
}

async function found(by: SearchThread, query: string): Promise<string[]> {
  const { hits } = await by.rank({ ...request, query });
  return hits.map(({ passage }) => passage.documentId).sort();
}

describe('a search thread that started before the program', () => {
  it('answers when it is taken over, with the settings of that call', async () => {
    const early = begin();
    const synonyms = [['biscuit', 'bisque']];
    const taken = await take(early, { ...PLAIN_SETTINGS, synonyms });
    expect(launched).toEqual([workerOf(early)]);
    expect(await found(taken, 'kiln')).toEqual(['a', 'b']);
    expect(await found(taken, 'biscuit')).toEqual(['b']);
  });

  it('answers as well if its index was loaded long before, and sees later changes', async () => {
    const early = begin();
    await delay(SETTING_OUT_MS);
    await corpus.put(document('c', { title: 'saggar' }));
    const taken = await take(early);
    expect(launched).toEqual([workerOf(early)]);
    expect(await found(taken, 'saggar')).toEqual(['c']);
  });

  it('reads nothing of a store that has to be migrated, until it is taken over', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'documents.db');
    new Database(file).exec('CREATE TABLE migrations (id INTEGER PRIMARY KEY, name TEXT)').close();
    const early = begin(file);
    await delay(SETTING_OUT_MS);
    new Database(file).exec('DROP TABLE migrations').close();
    await corpus.close();
    corpus = await StoredCorpus.open(folder);
    await corpus.put(document('late'));
    const taken = await take(early);
    expect(launched).toEqual([workerOf(early)]);
    expect(await found(taken, 'kiln')).toEqual(['late']);
  });

  it('is replaced by another one if it failed', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'documents.db'), 'no database'.repeat(1_000));
    const early = SearchWorkerPrewarm.begin({ DATA_DIR: folder });
    if (early === undefined) throw new Error('No thread started.');
    await endOf(early);
    const taken = await take(early);
    expect(launched).not.toContain(workerOf(early));
    expect(await found(taken, 'kiln')).toEqual(['a', 'b']);
  });

  it('is ended where another store is served', async () => {
    const other = await StoredCorpus.open();
    const early = begin(other.file);
    const ended = endOf(early);
    const taken = await take(early);
    await ended;
    expect(launched).not.toContain(workerOf(early));
    expect(await found(taken, 'kiln')).toEqual(['a', 'b']);
    await other.close();
  });

  it('does not start without an embedded store', () => {
    expect(SearchWorkerPrewarm.begin({ DATA_DIR: temporaryFolder() })).toBeUndefined();
    const DATA_DIR = path.dirname(corpus.file);
    expect(SearchWorkerPrewarm.begin({ DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1/none' })).toBeUndefined();
  });
});
