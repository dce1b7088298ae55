import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {
  document,
  EVERYTHING,
  FixedClock,
  passage,
  pottery,
  StoredCorpus,
} from '../../../../test/support/stored-corpus.js';
import { FitEmbedding } from '../../embedding/application/fit-embedding.js';
import { Ranking } from '../../ranking/domain/passage-ranking.js';
import { FitThread } from '../../embedding/infrastructure/fit-thread.js';
import { SnapshotMaintenance } from './snapshot-maintenance.js';
import { EngineOptions, SearchEngine } from './search-engine.js';

const QUIET = 12;

let corpus: StoredCorpus;
let folder: string;
let image: string;
let faults: string[];
const engines: SearchEngine[] = [];
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  name('first');
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-image-'));
  image = path.join(folder, 'documents.db-index');
  faults = [];
});
afterEach(async () => {
  for (const engine of engines.splice(0)) engine.close();
  await corpus.close();
  rmSync(folder, { recursive: true, force: true });
});

const change = (sql: string) => void corpus.database.writer.exec(sql);

function name(store: string): void {
  change('CREATE TABLE IF NOT EXISTS store_identity (name TEXT NOT NULL)');
  change('DELETE FROM store_identity');
  change(`INSERT INTO store_identity VALUES ('${store}')`);
}

async function open(options: EngineOptions = { image: { path: image, isKept: true } }): Promise<SearchEngine> {
  const hear = (reason: string) => void faults.push(reason);
  const events = { onChange: () => undefined, onDamage: hear, onImageFault: hear };
  const engine = await SearchEngine.open(corpus.file, events, options);
  engine.keepImage();
  engines.push(engine);
  return engine;
}

const plain = () => open({});

/** Looks until the snapshot is written, as without writes to the store for an interval. */
function rest(engine: SearchEngine): void {
  for (let look = 0; look < QUIET; look++) engine.follow();
}

const asked = (engine: SearchEngine, query: string): Promise<Ranking> =>
  engine.rank({
    query,
    topK: 20,
    mode: 'hybrid',
    rerank: true,
    scope: EVERYTHING,
    synonyms: true,
    feedback: true,
    vector: undefined,
  });
const QUESTIONS = ['kiln 가마', '가마 규정 제8조', 'glaze 3', '유약을 바른 그릇', 'word17'];

/** Compares the results of two engines with every score: a restored index equals a rebuilt one. */
async function expectSame(one: SearchEngine, other: SearchEngine): Promise<void> {
  expect(await one.served()).toEqual(await other.served());
  for (const query of QUESTIONS) {
    const [a, b] = [await asked(one, query), await asked(other, query)];
    expect(a).toEqual({ ...b, times: a.times });
  }
}

const many = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, i) =>
    document(`${word}-${i}`, {
      title: `가마 규정 ${i}`,
      passages: [passage(`제8조 ${word}${i % 40} 가마 kiln`, { article: '제8조', section: '제8조(가마)' })],
    }),
  );

describe('the snapshot of the index', () => {
  it('restores an index that finds what the saved one found, including names of rule books', async () => {
    await corpus.put(...many(1_100), ...pottery(30));
    const first = await open();
    rest(first);
    expect(existsSync(image)).toBe(true);
    await expectSame(await open(), first);
    expect(faults).toEqual([]);
    expect(readdirSync(folder)).toEqual([path.basename(image)]);
  });

  it('is written at the start, so that a process that ends at once has it the next time', async () => {
    await corpus.put(...many(1_100));
    await open();
    expect(existsSync(image)).toBe(true);
    const before = readFileSync(image);
    await corpus.put(...many(1_100, 'second'));
    await open();
    expect(readFileSync(image).length).toBeGreaterThan(before.length);
    expect(faults).toEqual([]);
  });

  it('is followed by what was stored, replaced and removed since', async () => {
    await corpus.put(...many(1_100), document('gone'), document('other', { passages: [passage('old words')] }));
    rest(await open());
    await corpus.remove('gone', 'word-3');
    await corpus.put(document('other', { passages: [passage('new words')] }), ...many(5, 'later'));
    const [resumed, made] = [await open(), await plain()];
    await expectSame(resumed, made);
    for (const query of ['old words', 'new words', 'later3'])
      expect((await asked(resumed, query)).hits).toEqual((await asked(made, query)).hits);
    expect(faults).toEqual([]);
  });

  it('keeps the vectors of a fitted embedding, and makes others if another one was fitted since', async () => {
    await corpus.put(...many(1_100), ...pottery(60));
    const engine = await open();
    const serving = async () => (await engine.served()).model;
    const fit = async () =>
      new FitEmbedding(new FitThread(corpus.database), corpus.models, corpus.transaction, new FixedClock()).fit({
        progress: () => undefined,
        serving,
      });
    await fit();
    rest(engine);
    await expectSame(await open(), engine);
    await corpus.put(...many(300, 'more'));
    await fit();
    await expectSame(await open({ image: { path: image, isKept: false } }), engine);
    expect(faults).toEqual([]);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['damaged', (bytes: Buffer) => Buffer.from(bytes).fill(7, bytes.length >> 1, (bytes.length >> 1) + 9)],
    ['of another format', (bytes: Buffer) => Buffer.from(bytes).fill(1, 40, 44)],
  ])('is not used if it is %s, which is reported', async (_, spoil) => {
    await corpus.put(...many(1_100));
    rest(await open());
    writeFileSync(image, spoil(readFileSync(image)));
    await expectSame(await open(), await plain());
    expect(faults).toEqual([expect.stringContaining('the index is built again')]);
    // By now another snapshot has replaced it.
    await expectSame(await open(), await plain());
    expect(faults).toHaveLength(1);
  });

  it('is not used with another store', async () => {
    await corpus.put(...many(1_100));
    rest(await open());
    await corpus.remove(...Array.from({ length: 200 }, (_, i) => `word-${i}`));
    name('second');
    await expectSame(await open(), await plain());
    expect(faults).toEqual([expect.stringContaining('it is of another store')]);
    // It is removed, although 900 passages are too few for a new one.
    expect(existsSync(image)).toBe(false);
  });

  it('is not used with a store that is older, contains other passages or no longer lists what was removed', async () => {
    // The last passage is not one of those that are compared over the whole.
    await corpus.put(...many(2_001));
    rest(await open());
    change("UPDATE search_chunks SET text = 'other words' WHERE id = (SELECT max(id) FROM search_chunks)");
    await open({ image: { path: image, isKept: false } });
    change("UPDATE sqlite_sequence SET seq = 5 WHERE name = 'search_chunks'");
    await open({ image: { path: image, isKept: false } });
    change("UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'search_chunks'");
    await corpus.remove('word-1');
    change('DELETE FROM chunk_tombstones');
    await expectSame(await open({ image: { path: image, isKept: false } }), await plain());
    expect(faults).toEqual([
      expect.stringContaining('other passages'),
      expect.stringContaining('the store is older'),
      expect.stringContaining('no longer lists what was removed'),
    ]);
  });

  it('is rebuilt if the store lost a passage without a record', async () => {
    await corpus.put(...many(1_100));
    rest(await open());
    change('DROP TRIGGER search_chunks_ad');
    change("DELETE FROM search_documents WHERE document_id = 'word-500'");
    await expectSame(await open(), await plain());
  });

  it('that cannot be written is reported once, and leaves no file', async () => {
    await corpus.put(...many(1_100));
    image = path.join(folder, 'missing', 'index');
    const engine = await open();
    rest(engine);
    expect(faults).toEqual([expect.stringContaining('could not be written')]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not written for a store without a name, nor by an engine that only reads it', async () => {
    await corpus.put(...many(1_100));
    rest(await open({ image: { path: image, isKept: false } }));
    change('DROP TABLE store_identity');
    rest(await open());
    expect([existsSync(image), faults]).toEqual([false, []]);
  });

  it('is correct after any order of writes, saves and starts', async () => {
    const act = fc.oneof(
      fc.record({ put: fc.nat(12), word: fc.constantFrom('kiln', '가마', 'word1', '유약') }),
      fc.record({ remove: fc.nat(12) }),
      fc.constant('start' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        for (const each of acts) {
          if (each === 'start') {
            const engine = await open();
            rest(engine);
            await expectSame(await open(), await plain());
          } else if ('put' in each)
            await corpus.put(document(`d-${each.put}`, { title: `${each.word} 규정`, passages: [passage(each.word)] }));
          else await corpus.remove(`d-${each.remove}`);
        }
        await corpus.put(...many(1_000, 'bulk'));
        for (const engine of engines.splice(0)) engine.close();
      }),
      { numRuns: 6 },
    );
    expect(faults).toEqual([]);
  });
});

describe('maintenance of the snapshot', () => {
  /** Maintains snapshots of an index with a given number of passages, of which some changed. */
  function maintenanceOf(state: { changes: number; length: number; isSettled?: boolean }) {
    const saves: number[] = [];
    const live = {
      get changes() {
        return state.changes;
      },
      get isSettled() {
        return state.isSettled ?? true;
      },
      slots: {
        get length() {
          return state.length;
        },
      },
    };
    const maintenance = new SnapshotMaintenance(
      live as never,
      { save: () => void saves.push(state.changes) },
      () => undefined,
    );
    return { maintenance, saves };
  }

  it('writes during writes if a quarter of the index is new', () => {
    const state = { changes: 0, length: 10_000 };
    const { maintenance, saves } = maintenanceOf(state);
    for (let i = 0; i < 90; i++) {
      state.changes += 100;
      maintenance.look();
    }
    expect(saves).toEqual([2_500, 5_000, 7_500]);
  });

  it('writes without concurrent writes if a fiftieth is new, and after ten minutes in any case', () => {
    const state = { changes: 1_000, length: 50_000 };
    const { maintenance, saves } = maintenanceOf(state);
    const look = (times: number) => {
      for (let i = 0; i < times; i++) maintenance.look();
    };
    look(9);
    expect(saves).toEqual([]);
    look(1);
    expect(saves).toEqual([1_000]);
    state.changes += 3;
    look(2_990);
    expect(saves).toEqual([1_000]);
    look(20);
    expect(saves).toEqual([1_000, 1_003]);
    look(4_000);
    expect(saves).toEqual([1_000, 1_003]);
  });

  it('waits while other vectors are being made', () => {
    const state = { changes: 5_000, length: 5_000, isSettled: false };
    const { maintenance, saves } = maintenanceOf(state);
    for (let i = 0; i < 20; i++) maintenance.look();
    expect(saves).toEqual([]);
    state.isSettled = true;
    maintenance.look();
    expect(saves).toEqual([5_000]);
  });
});
