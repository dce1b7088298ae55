import { renameSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { CategorisedDocuments } from '../../../test/support/categorised-documents.js';
import { FixedClock } from '../../../test/support/stored-corpus.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import type { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { CategoryModelsThread } from './category-models-thread.js';

let store: CategorisedDocuments;
let thread: CategoryModelsThread;
let logged: string[];
beforeEach(() => {
  logged = [];
  const hear = (...told: unknown[]) => void logged.push(told.map(String).join(' '));
  Logger.overrideLogger({ log: hear, warn: hear, error: hear });
  store = new CategorisedDocuments();
  thread = new CategoryModelsThread({ file: store.file } as MainDatabase, new FixedClock());
});
afterEach(async () => {
  await thread.onApplicationShutdown();
  store.close();
  Logger.overrideLogger(['log', 'warn', 'error']);
});

/** The category with the best score; undefined when the thread is unavailable. */
async function first(text: string): Promise<string | undefined> {
  const scores = await thread.scores({ text, title: '', filter: UNRESTRICTED });
  return scores?.[0]?.path.join('/');
}

function worker(): Worker {
  const { worker: running } = thread as unknown as { worker: Worker };
  return running;
}

/** The thread reads the request's members without a check: an uncaught error. */
const crash = () => worker().postMessage(undefined);

describe('the thread of the category models', () => {
  it('answers each request with its own scores', async () => {
    const asked = ['a bud of the roses', 'who mows the lawn', 'a berth for ships'];
    expect(await Promise.all(asked.map(first))).toEqual(['Garden/Roses', 'Garden/Lawn', 'Harbour']);
  });

  it('fails only the request that cannot be answered, in the same thread', async () => {
    await first('roses');
    const before = worker();
    const broken = { text: 'roses', title: '', filter: undefined } as unknown as Parameters<typeof thread.scores>[0];
    expect(await Promise.all([thread.scores(broken), first('lawn')])).toEqual([undefined, 'Garden/Lawn']);
    expect(worker()).toBe(before);
    expect(logged.join('\n')).toContain('Nothing could be learned');
  });

  it('is replaced after a crash by one that answers the waiting requests, and later ones', async () => {
    await first('roses');
    crash();
    expect(await Promise.all([first('which bud'), first('mown lawn')])).toEqual(['Garden/Roses', 'Garden/Lawn']);
    expect(logged.join('\n')).toContain('classification thread failed');
    expect(await first('a berth for ships')).toBe('Harbour');
  });

  it('is replaced after it was terminated from outside', async () => {
    await first('roses');
    const waiting = first('a berth for ships');
    await worker().terminate();
    expect([await waiting, await first('the lawn')]).toEqual(['Harbour', 'Garden/Lawn']);
  });

  it('returns nothing while the documents cannot be read, and scores again when they can', async () => {
    renameSync(store.file, `${store.file}.away`);
    expect(await Promise.all([first('roses'), first('lawn')])).toEqual([undefined, undefined]);
    renameSync(`${store.file}.away`, store.file);
    expect(await first('roses')).toBe('Garden/Roses');
  });

  it('settles waiting requests when the application ends, and starts no other thread', async () => {
    await first('roses');
    const waiting = first('lawn');
    await thread.onApplicationShutdown();
    expect([undefined, 'Garden/Lawn']).toContain(await waiting);
    expect(await first('lawn')).toBeUndefined();
    expect(worker()).toBeUndefined();
  });
});
