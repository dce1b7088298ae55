import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pottery, StoredCorpus } from '../../../../test/support/stored-corpus.js';
import { MainDatabase } from '../../../shared/infrastructure/database/databases.js';
import { FitThread } from './fit-thread.js';
import { readLatentSpace } from '../domain/latent-semantics/model-bytes.js';

let corpus: StoredCorpus;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
});
afterEach(() => corpus.close());

const fit = (progress: (share: number) => void = () => undefined, signal?: AbortSignal) =>
  new FitThread(corpus.database).fit(progress, signal);

describe('the fitting thread', () => {
  it('fits an embedding on the stored passages, and reports its progress', async () => {
    await corpus.put(...pottery(60));
    const told: number[] = [];
    const fitted = await fit((share) => told.push(share));
    expect(fitted).toMatchObject({ dimensions: 256, passages: 60 });
    const space = readLatentSpace(fitted?.bytes ?? new Uint8Array());
    expect([space.model, space.dimensions]).toEqual([fitted?.model, 256]);
    expect([space.rowOf('kiln') >= 0, space.rowOf('unheard')]).toEqual([true, -1]);
    expect(Math.hypot(...space.embed([['kiln', 1]]))).toBeCloseTo(1);
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.every((share) => share >= 0 && share <= 1)).toBe(true);
  });

  it('returns the same embedding for the same passages, and another one for others', async () => {
    await corpus.put(...pottery(60));
    const first = await fit();
    expect(await fit()).toEqual(first);
    await corpus.put(...pottery(80));
    expect((await fit())?.model).not.toBe(first?.model);
  });

  it('returns nothing for too few passages', async () => {
    await corpus.put(...pottery(49));
    expect(await fit()).toBeUndefined();
  });

  it('stops when its signal aborts', async () => {
    await corpus.put(...pottery(600));
    const stop = new AbortController();
    let told = 0;
    const running = fit(() => {
      told++;
      stop.abort();
    }, stop.signal);
    await expect(running).rejects.toThrow('stopped');
    const until = told;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told).toBe(until);
  });

  it('does not start if its signal has already aborted', async () => {
    await corpus.put(...pottery(60));
    await expect((async () => fit(() => undefined, AbortSignal.abort()))()).rejects.toThrow();
  });

  it('fails if the store cannot be read', async () => {
    const file = path.join(path.dirname(corpus.file), 'none.db');
    writeFileSync(file, 'no database at all');
    const fitting = new FitThread({ ...corpus.database, file } as MainDatabase).fit(() => undefined);
    await expect(fitting).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
  });
});
