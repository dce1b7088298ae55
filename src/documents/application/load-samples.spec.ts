import { draft, memoryDocuments } from '../../../test/support/memory-documents.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DocumentDraft } from '../domain/document.js';
import { SampleCorpus, SampleLoader, SampleState } from './load-samples.js';

const SAMPLES = Array.from({ length: 150 }, (_, i) => draft(`sample-${i}`, `Rule ${i} of the kiln.`));

class FakeCorpus extends SampleCorpus {
  reads = 0;
  documents(): Promise<readonly DocumentDraft[]> {
    this.reads++;
    return Promise.resolve(SAMPLES);
  }
}

class FakeState extends SampleState {
  value: 'none' | 'started' | 'done' = 'none';
  read(): Promise<'none' | 'started' | 'done'> {
    return Promise.resolve(this.value);
  }
  write(state: 'started' | 'done'): Promise<void> {
    this.value = state;
    return Promise.resolve();
  }
}

function start() {
  const memory = memoryDocuments();
  const [corpus, state] = [new FakeCorpus(), new FakeState()];
  const loader = new SampleLoader(corpus, memory.store, memory.documents, state);
  return { ...memory, corpus, state, loader };
}

const silent = () => undefined;

describe('SampleLoader', () => {
  it('fills an empty store and reports its progress', async () => {
    const { loader, documents, state } = start();
    const told: (readonly [number, number])[] = [];
    await loader.load((done, total) => told.push([done, total]));
    expect([...documents.kept.keys()]).toEqual(SAMPLES.map((s) => s.documentId));
    expect(state.value).toBe('done');
    expect(told[0]).toEqual([0, 150]);
    expect(told.at(-1)).toEqual([150, 150]);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b));
  });

  it('resumes an interrupted load and stores nothing twice', async () => {
    const { loader, documents, state } = start();
    const stop = (done: number) => {
      if (done > 0) throw new Error('killed');
    };
    await expect(loader.load(stop)).rejects.toThrow('killed');
    expect(state.value).toBe('started');
    const first = [...documents.kept.values()];
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(150);
    await loader.load(silent);
    expect(documents.kept.size).toBe(150);
    expect(state.value).toBe('done');
    for (const document of first) expect(documents.kept.get(document.documentId)).toBe(document);
  });

  it('does not change a store that has documents of its user', async () => {
    const { loader, documents, store, corpus, state } = start();
    await store.one(draft('own', 'Our own rule.'), UNRESTRICTED);
    await loader.load(silent);
    expect([...documents.kept.keys()]).toEqual(['own']);
    expect(corpus.reads).toBe(0);
    expect(state.value).toBe('none');
  });

  it('does not restore samples that were deleted after the load', async () => {
    const { loader, documents, corpus } = start();
    await loader.load(silent);
    documents.kept.clear();
    await loader.load(silent);
    expect(documents.kept.size).toBe(0);
    expect(corpus.reads).toBe(1);
  });
});
