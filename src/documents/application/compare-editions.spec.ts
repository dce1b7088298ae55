import { draft, MemoryDocumentStore, NoEditions } from '../../../test/support/memory-documents.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DocumentRecord } from '../domain/document.js';
import { Passage, PassageSplitter } from '../domain/passage.js';
import { splitIntoPassages } from '../domain/split-into-passages.js';
import { CompareEditions } from './compare-editions.js';

const stored = (documentId: string, text: string, updatedAt: string): DocumentRecord => ({
  ...draft(documentId, text, { canonicalPath: ['Rules'] }),
  ...{ documentId, updatedAt, createdAt: updatedAt, groups: [], chunks: 1 },
  ...{ contentHash: text, fingerprint: text, sketch: '-' },
});
const rules = (days: number, count = 1) =>
  Array.from({ length: count }, (_, i) => `제${i + 1}조(대여) 우산 ${i}호는 ${days}일 동안 빌린다.`).join('\n');

describe('comparing editions', () => {
  let store: MemoryDocumentStore;
  let splits: number;
  let editions: CompareEditions;
  beforeEach(() => {
    store = new MemoryDocumentStore();
    splits = 0;
    class Splitter extends PassageSplitter {
      override split({
        text,
        contentType,
        title,
      }: Parameters<PassageSplitter['split']>[0]): Promise<readonly Passage[]> {
        splits++;
        return Promise.resolve(splitIntoPassages(text, contentType, title));
      }
    }
    const clock = { now: () => new Date('2026-06-01T00:00:00Z') };
    editions = new CompareEditions(store, new NoEditions(), new Splitter(), clock);
  });

  it('compares the same two texts once, and again after one was replaced', async () => {
    await store.put(stored('old', rules(3), '2026-01-01'));
    await store.put(stored('new', rules(5), '2026-01-02'));
    const compare = async () => (await editions.compare('new', 'old', UNRESTRICTED)).changes;
    const first = await compare();
    expect(first.map(({ kind }) => kind)).toEqual(['changed']);
    expect([await compare(), splits]).toEqual([first, 2]);
    await store.put(stored('new', rules(3), '2026-01-03'));
    expect([await compare(), splits]).toEqual([[], 4]);
  });

  it('lets other work have its turns while two long texts are compared', async () => {
    await store.put(stored('old', rules(3, 3_000), '2026-01-01'));
    await store.put(stored('new', rules(5, 3_000), '2026-01-02'));
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const { changes } = await editions.compare('new', 'old', UNRESTRICTED);
    clearInterval(others);
    expect(changes).toHaveLength(3_000);
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});
