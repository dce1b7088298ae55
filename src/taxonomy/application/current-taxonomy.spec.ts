import { Lineage } from '../domain/lineage.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';
import { ActiveTaxonomy } from '../domain/taxonomy-version.js';
import { CurrentTaxonomy } from './current-taxonomy.js';

class FakeRecords extends TaxonomyRecords {
  reads = 0;
  constructor(public known: ActiveTaxonomy | undefined) {
    super();
  }
  active(): Promise<ActiveTaxonomy | undefined> {
    this.reads++;
    return Promise.resolve(this.known);
  }
  lineage(): Promise<Lineage | undefined> {
    return Promise.resolve(undefined);
  }
  version(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
  holdsDocuments(): Promise<boolean> {
    return Promise.resolve(false);
  }
  list(): Promise<[]> {
    return Promise.resolve([]);
  }
}

describe('CurrentTaxonomy', () => {
  it('reads the store once', async () => {
    const records = new FakeRecords({ version: '1.0.0', activatedAt: '2025-01-01T00:00:00.000Z' });
    const current = new CurrentTaxonomy(records);
    expect([await current.version(), await current.version(), records.reads]).toEqual(['1.0.0', '1.0.0', 1]);
  });

  it('prefers an activation to a read that was in progress', async () => {
    const current = new CurrentTaxonomy(new FakeRecords({ version: '1.0.0', activatedAt: '2025-01-01T00:00:00.000Z' }));
    const asked = current.version();
    current.changedTo('2.0.0');
    expect([await asked, await current.version()]).toEqual(['2.0.0', '2.0.0']);
  });

  it('reports not ready before the first version, and recovers', async () => {
    const records = new FakeRecords(undefined);
    const current = new CurrentTaxonomy(records);
    await expect(current.version()).rejects.toMatchObject({ kind: 'not-ready' });
    records.known = { version: '1.0.0', activatedAt: '2025-01-01T00:00:00.000Z' };
    expect(await current.version()).toBe('1.0.0');
  });
});
