import type { ReadDocuments } from '../../../documents/application/read-documents.js';
import { StoredDocumentSource } from './stored-document-source.js';

describe('StoredDocumentSource', () => {
  it('yields to other requests between the documents of a store that answers synchronously', async () => {
    // Each read of the clock is 3 ms later: two documents are more than one slice.
    let nowMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 3));
    const ids = ['a', 'b', 'c', 'd'];
    const stored = {
      list: () => Promise.resolve({ items: ids.map((documentId) => ({ documentId })), nextCursor: null }),
      one: (documentId: string) => Promise.resolve({ documentId, title: documentId, text: '', canonicalPath: [] }),
    } as unknown as ReadDocuments;
    const events: string[] = [];
    setImmediate(() => events.push('other'));
    for await (const { documentId } of new StoredDocumentSource(stored).documents(null, new AbortController().signal))
      events.push(documentId);
    clock.mockRestore();
    expect(events.filter((event) => event !== 'other')).toEqual(ids);
    expect(events.indexOf('other')).toBeGreaterThanOrEqual(0);
    expect(events.indexOf('other')).toBeLessThan(3);
  });
});
