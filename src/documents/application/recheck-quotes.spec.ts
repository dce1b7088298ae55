import { MemoryDocumentStore, NoEditions, draft } from '../../../test/support/memory-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DocumentRecord } from '../domain/document.js';
import { Clock } from '../../shared/domain/clock.js';
import { ThreadPassageSplitter } from '../infrastructure/thread-passage-splitter.js';
import { CompareEditions } from './compare-editions.js';
import { RecheckQuotes } from './recheck-quotes.js';

const at = '2026-01-01T00:00:00.000Z';

class FixedClock extends Clock {
  now(): Date {
    return new Date(at);
  }
}
const FIXED = new FixedClock();
const stored = (documentId: string, text: string, canonicalPath = ['Pottery']): DocumentRecord => ({
  ...draft(documentId, text, { canonicalPath }),
  documentId,
  groups: [],
  contentHash: 'hash',
  fingerprint: 'print',
  sketch: '-',
  chunks: 1,
  createdAt: at,
  updatedAt: at,
});

describe('rechecking quotes', () => {
  let store: MemoryDocumentStore;
  let quotes: RecheckQuotes;
  let queries: number;
  beforeEach(async () => {
    store = new MemoryDocumentStore();
    quotes = new RecheckQuotes(store, new CompareEditions(store, new NoEditions(), new ThreadPassageSplitter(), FIXED));
    queries = 0;
    const holding = store.holding.bind(store);
    store.holding = (...query) => {
      queries++;
      return holding(...query);
    };
    await store.put(stored('kiln', 'The kiln fires at 1,240 degrees.'));
    await store.put(stored('wheel', 'The wheel turns.', ['Closed']));
  });
  const kiln = { documentId: 'kiln', quote: 'fires at 1,240' };

  it('keeps quotes of visible documents that still contain them, and text that a person wrote', async () => {
    expect(await quotes.withheld([[kiln], [{ documentId: 'wheel' }], []], UNRESTRICTED)).toEqual([false, false, false]);
  });

  it('withholds a quote if one of its documents is deleted, moved outside the filter, or no longer contains it', async () => {
    const pottery = restrictedTo([['Pottery']]);
    expect(await quotes.withheld([[kiln, { documentId: 'wheel' }], [kiln]], pottery)).toEqual([true, false]);
    await store.put(stored('kiln', 'The kiln is cold.'));
    expect(await quotes.isWithheld([kiln], UNRESTRICTED)).toBe(true);
    await store.remove('kiln');
    expect(await quotes.isWithheld([{ documentId: 'kiln' }], UNRESTRICTED)).toBe(true);
  });

  it('withholds text that was read before a document was replaced', async () => {
    const since = (unchangedSince: string) => quotes.isWithheld([{ documentId: 'kiln', unchangedSince }], UNRESTRICTED);
    expect([await since(at), await since('2025-12-31T23:59:59.999Z')]).toEqual([false, true]);
  });

  it('queries the store once for a whole answer, and never for an answer without quotes', async () => {
    await quotes.withheld([[kiln, kiln], [kiln], [{ documentId: 'wheel' }]], UNRESTRICTED);
    expect(queries).toBe(1);
    await quotes.withheld([[], []], UNRESTRICTED);
    expect(queries).toBe(1);
  });

  it('withholds a quote that no store can contain', async () => {
    for (const quote of ['\u0000', 'a\ud800'])
      expect(await quotes.isWithheld([{ documentId: 'kiln', quote }], UNRESTRICTED)).toBe(true);
  });
});
