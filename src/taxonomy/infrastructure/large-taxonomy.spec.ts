import { openEmbedded, StoreUnderTest } from '../../../test/support/every-store.js';
import { startProcessorClock } from '../../../test/support/processor-time.js';
import { StoredDocuments } from '../../../test/support/stored-documents.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { ActivateTaxonomyVersion } from '../application/activate-taxonomy-version.js';
import { CreateTaxonomyVersion } from '../application/create-taxonomy-version.js';
import { CurrentTaxonomy } from '../application/current-taxonomy.js';
import { EnsureFirstTaxonomy } from '../application/ensure-first-taxonomy.js';
import { MAX_CATEGORIES } from '../domain/taxonomy-version.js';
import { SqlTaxonomyStore } from './sql-taxonomy-store.js';

const clock = { now: () => new Date('2026-06-01T00:00:00Z') };
const RENAMED = [{ op: 'rename', path: ['Root'], to: ['Trunk'] }] as const;

/** The taxonomy of an embedded store with the given number of categories, each with one document. */
async function withCategories(count: number) {
  const opened: StoreUnderTest = await openEmbedded('main');
  const store = opened.make(
    (db) => new SqlTaxonomyStore(db.sql, new CategoryPathRegistry(db)),
    () => {
      throw new Error('The embedded store was opened.');
    },
  );
  await new EnsureFirstTaxonomy(opened.transaction, store, clock).onModuleInit();
  const documents = new StoredDocuments(opened);
  for (let i = 0; i < count; i++) await documents.put(`d${i}`, ['Root', `Branch ${i % 50}`, `Leaf ${i}`]);
  const creation = new CreateTaxonomyVersion(opened.transaction, store, clock);
  const activation = new ActivateTaxonomyVersion(
    opened.transaction,
    store,
    clock,
    new CurrentTaxonomy(store.uncommitted),
  );
  return { opened, store, creation, activation };
}

/** Processor time of an activation in milliseconds, and the number of turns that other work had meanwhile. */
async function activating(count: number): Promise<{ ms: number; turns: number; moved: number }> {
  const { opened, creation, activation } = await withCategories(count);
  await creation.createTaxonomyVersion({ version: '2.0.0', operations: RENAMED }, UNRESTRICTED);
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const processor = startProcessorClock();
  const { documentsMoved } = await activation.activateTaxonomyVersion('2.0.0', UNRESTRICTED);
  const ms = processor();
  clearInterval(others);
  const shown = await opened.number(`SELECT count(*) FROM category_prefixes WHERE prefix LIKE 'trunk%'`);
  expect(shown).toBe(3 * count);
  await opened.close();
  return { ms, turns, moved: documentsMoved };
}

describe('a taxonomy of many categories', () => {
  it('is activated in slices, in time that grows only with its size', async () => {
    const growths: number[] = [];
    // A busy neighbour comes into some runs, never into all.
    while (growths.length < 4 && !growths.some((growth) => growth < 3.2)) {
      const [small, large] = [await activating(1_500), await activating(3_000)];
      expect([small.moved, large.moved]).toEqual([1_500, 3_000]);
      expect(large.turns).toBeGreaterThanOrEqual(3);
      growths.push(large.ms / Math.max(60, small.ms));
    }
    expect(Math.min(...growths)).toBeLessThan(3.2);
  }, 120_000);

  it('has at most 100,000 categories of its own', async () => {
    const { opened, store, creation } = await withCategories(0);
    const categories = Array.from({ length: MAX_CATEGORIES }, (_, i) => [`Category ${i}`]);
    const full = { version: '2.0.0', baseVersion: '1.0.0', createdAt: '', operations: [], categories };
    const diff = { added: [], removed: [], moved: [], documentsMoved: 0 };
    await opened.transaction.run(() => store.insert(full, diff));
    const operations = [{ op: 'add', path: ['One more'] }] as const;
    await expect(
      creation.createTaxonomyVersion({ version: '3.0.0', baseVersion: '2.0.0', operations }, UNRESTRICTED),
    ).rejects.toThrow('makes 100001 categories, and a version has at most 100000');
    await opened.close();
  }, 120_000);
});
