import Database from 'better-sqlite3';
import fc from 'fast-check';
import {
  document,
  EVERYTHING,
  IndexUnderTest,
  passage,
  StoredCorpus,
  TODAY,
} from '../../../../test/support/stored-corpus.js';
import { restrictedTo } from '../../../shared/domain/category-filter.js';
import { ChangeFeed } from './change-feed.js';

let corpus: StoredCorpus;
let index: IndexUnderTest;
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  index = await corpus.index();
});
afterEach(() => corpus.close());

const about = (word: string, id: string) => document(id, { title: '안내', passages: [passage(word)] });

/** A connection with a hook: `before` runs before each statement, with its SQL. */
function watched(reader: Database.Database, before: (sql: string) => void): Database.Database {
  return new Proxy(reader, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'prepare') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (sql: string) => {
        const statement = target.prepare(sql);
        return new Proxy(statement, {
          get(of, method) {
            const member: unknown = Reflect.get(of, method, of);
            if (typeof member !== 'function') return member;
            return (...params: unknown[]): unknown => {
              before(`${String(method)} ${sql}`);
              return Reflect.apply(member, of, params);
            };
          },
        });
      };
    },
  });
}

describe('the in-memory index', () => {
  it('sees every committed write at once: new, replaced and removed documents', async () => {
    await corpus.put(about('kiln', 'a'));
    expect([await index.byWords('kiln'), await index.byVector('kiln')]).toEqual([['a'], ['a']]);
    await corpus.put(about('kiln', 'b'));
    expect(await index.byWords('kiln')).toEqual(['a', 'b']);
    await corpus.put(about('oven', 'a'));
    expect([await index.byWords('kiln'), await index.byWords('oven')]).toEqual([['b'], ['a']]);
    await corpus.remove('b');
    expect([await index.byWords('kiln'), await index.byVector('kiln')]).toEqual([[], ['a']]);
    await corpus.remove('a');
    index.live.sync();
    // Names of removed documents must not accumulate.
    expect([1, 2, 3].map((row) => index.live.catalogue.get(row))).toEqual([undefined, undefined, undefined]);
  });

  it('distinguishes a replaced document from the old one whose row it takes', async () => {
    await corpus.put(document('a', { title: '가마 규정' }));
    expect(await index.byName('가마 규정 제8조')).toEqual(['a']);
    const row = corpus.number('SELECT id FROM search_documents');
    await corpus.put(document('b', { title: '유약 규정' }));
    await corpus.remove('b');
    await corpus.put(document('a', { title: '물레 규정', passages: [passage('돌린다', { article: '제9조' })] }));
    expect(corpus.number('SELECT id FROM search_documents')).toBe(row);
    expect([await index.byName('가마 규정 제8조'), await index.byName('물레 규정 제9조')]).toEqual([[], ['a']]);
    expect([await index.byWords('kiln'), await index.byWords('돌린다')]).toEqual([[], ['a']]);
  });

  it('finds a document that took the row of one which was removed before the next look', async () => {
    await corpus.put(document('a', { title: '가마 규정' }));
    index.live.sync();
    await corpus.remove('a');
    await corpus.put(document('b', { title: '물레 규정', passages: [passage('돌린다', { article: '제9조' })] }));
    expect(corpus.number('SELECT id FROM search_documents')).toBe(1);
    expect([await index.byName('가마 규정 제8조'), await index.byName('물레 규정 제9조')]).toEqual([[], ['b']]);
    expect([await index.byWords('kiln'), await index.byWords('돌린다')]).toEqual([[], ['b']]);
  });

  it('is the same as a rebuilt one, whatever was put, replaced and removed', async () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      words: fc.array(fc.constantFrom('kiln', 'clay', '가마', 'oven'), { maxLength: 3 }),
      isRemoval: fc.boolean(),
      isSeen: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        for (const { id, words, isRemoval, isSeen } of steps) {
          if (isRemoval) await corpus.remove(id);
          else await corpus.put(document(id, { passages: words.map((word) => passage(`${word} ${id}`)) }));
          if (isSeen) index.live.sync();
        }
        const anew = await corpus.index();
        const question = 'kiln 가마 oven';
        expect(await index.retrieve(question)).toEqual(await anew.retrieve(question));
        const terms = ['kiln', 'clay', '가마', 'oven'];
        expect(await index.memory.frequencies(terms, EVERYTHING)).toEqual(
          await anew.memory.frequencies(terms, EVERYTHING),
        );
        expect(await index.byName('가마 규정')).toEqual(await anew.byName('가마 규정'));
      }),
      { numRuns: 40 },
    );
  });

  it('shows nothing of a transaction before its commit, and never anything of a failed one', async () => {
    await corpus.put(about('kiln', 'a'));
    let during: string[] = [];
    const failing = corpus.transaction.run(async () => {
      await corpus.writer.put(about('kiln', 'b'));
      await corpus.writer.remove('a');
      during = await index.byWords('kiln');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([during, await index.byWords('kiln')]).toEqual([['a'], ['a']]);
    await corpus.put(about('kiln', 'c'));
    expect(await index.byWords('kiln')).toEqual(['a', 'c']);
    expect((await index.memory.frequencies(['kiln'], EVERYTHING)).byTerm.get('kiln')).toBe(2);
  });

  it('includes or excludes a moved category at once', async () => {
    const ids = await corpus.put(document('a', { canonicalPath: ['도예', '가마'] }));
    const [pottery, glaze] = [['도예'], ['유약']].map((at) => ({ filter: restrictedTo([at]), asOf: TODAY }));
    expect([await index.byWords('kiln', pottery), await index.byWords('kiln', glaze)]).toEqual([['a'], []]);
    const row = corpus.number('SELECT path_id FROM search_documents');
    await corpus.transaction.run(() => {
      corpus.paths.move(row, ['유약', '가마']);
      return Promise.resolve();
    });
    // Even before the index looks again, a passage is never shown outside the filter.
    expect(await index.documentsOf(ids, pottery)).toEqual([]);
    expect([await index.byWords('kiln', pottery), await index.byWords('kiln', glaze)]).toEqual([[], ['a']]);
    expect([await index.byName('가마 규정 제8조', pottery), await index.byName('가마 규정 제8조', glaze)]).toEqual([
      [],
      ['a'],
    ]);
  });

  it('drops the words of removed passages if most were removed, and finds the rest as before', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => passage(`word${i} clay`));
    await corpus.put(document('many', { title: '안내', passages: many }), about('kiln clay', 'kept'));
    expect((await index.retrieve('clay')).lexical).toHaveLength(1_000);
    const before = index.live.slots;
    await corpus.remove('many');
    expect([await index.byWords('clay'), await index.byVector('clay')]).toEqual([['kept'], ['kept']]);
    expect(index.live.slots).not.toBe(before);
    expect([index.live.slots.length, index.live.slots.words.dictionary.find('word7')]).toEqual([1, -1]);
    await corpus.put(about('clay', 'later'));
    expect((await index.byWords('clay')).sort()).toEqual(['kept', 'later']);
  });

  it('does not read the store again while nothing was committed', async () => {
    await corpus.put(about('kiln', 'a'));
    const statements: string[] = [];
    const quiet = await IndexUnderTest.open(watched(corpus.connect(), (sql) => statements.push(sql)));
    quiet.live.sync();
    statements.length = 0;
    quiet.live.sync();
    expect(statements.filter((sql) => !sql.includes('data_version'))).toEqual([]);
  });
});

describe('a look at the store with a concurrent write', () => {
  /** Writes on a separate connection, since the store's may be busy. */
  function beside(write: (db: Database.Database) => void): void {
    const db = new Database(corpus.file);
    write(db);
    db.close();
  }

  it('misses no change of the embedding that is committed while it reads', async () => {
    const provider = await corpus.transaction.run(() => corpus.models.ofProvider('fake', 2, 'now'));
    let isDue = false;
    const live = await IndexUnderTest.open(
      watched(corpus.connect(), (sql) => {
        if (!isDue || !sql.includes('FROM search_chunks')) return;
        isDue = false;
        beside((db) => db.exec(`INSERT INTO search_settings (key, value) VALUES ('served_model', '${provider}')`));
      }),
    );
    await corpus.put(about('kiln', 'a'));
    isDue = true;
    live.live.sync();
    expect(isDue).toBe(false);
    live.live.sync();
    expect(live.live.model).toBe('fake');
  });

  it('misses no change of the embedding that is committed between the look at it and the read', async () => {
    const provider = await corpus.transaction.run(() => corpus.models.ofProvider('fake', 2, 'now'));
    let models = -1;
    const live = await IndexUnderTest.open(
      watched(corpus.connect(), (sql) => {
        if (models < 0) return;
        if (sql.includes('served_model')) models++;
        else if (models > 0) {
          models = -1;
          beside((db) => db.exec(`INSERT INTO search_settings (key, value) VALUES ('served_model', '${provider}')`));
        }
      }),
    );
    await corpus.put(about('kiln', 'a'));
    models = 0;
    live.live.sync();
    expect(models).toBe(-1);
    live.live.sync();
    expect(live.live.model).toBe('fake');
  });

  it('does not read, when it is the first, all removals of the past', async () => {
    await corpus.put(about('kiln', 'a'), about('kiln', 'b'));
    await corpus.remove('a');
    const removed: number[][] = [];
    const feed = new ChangeFeed(corpus.connect());
    const look = () => {
      expect(feed.look()).toBe(true);
      feed.read(undefined, (changes) => {
        removed.push([...changes.removed]);
        expect([...changes.documents].length).toBeLessThanOrEqual(1);
      });
      expect(feed.look()).toBe(false);
    };
    look();
    await corpus.remove('b');
    look();
    await corpus.put(about('kiln', 'c'));
    look();
    expect(removed).toEqual([[], [2], []]);
  });

  it('is completed by the next one if it fails in the middle of a document', async () => {
    let failures = 0;
    const torn = await corpus.index();
    const words = torn.live.slots.words;
    const add = words.add.bind(words);
    words.add = (heading, body) => {
      if (body.includes('second') && failures++ === 0) throw new RangeError('no room');
      return add(heading, body);
    };
    await corpus.put(
      document('a', { title: '안내', passages: ['first', 'second', 'third'].map((text) => passage(`kiln ${text}`)) }),
      about('kiln', 'b'),
    );
    expect(() => torn.live.sync()).toThrow('no room');
    expect((await torn.byWords('kiln')).sort()).toEqual(['a', 'a', 'a', 'b']);
    expect((await torn.memory.frequencies(['kiln'], EVERYTHING)).byTerm.get('kiln')).toBe(4);
    expect(await torn.byVector('kiln', EVERYTHING)).toHaveLength(4);
  });
});
