import type { ReadDocuments } from '../../../documents/application/read-documents.js';
import { ReadDocumentPassages } from '../../../search/application/search-passages.js';
import { StoredPassage } from '../../../search/domain/document-passages.js';
import { StoredDocumentSource } from './stored-document-source.js';

const noPassages = new ReadDocumentPassages({ list: () => Promise.resolve(undefined) });

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
    for await (const { documentId } of new StoredDocumentSource(stored, noPassages).documents(
      null,
      new AbortController().signal,
    ))
      events.push(documentId);
    clock.mockRestore();
    expect(events.filter((event) => event !== 'other')).toEqual(ids);
    expect(events.indexOf('other')).toBeGreaterThanOrEqual(0);
    expect(events.indexOf('other')).toBeLessThan(3);
  });

  it('reads the passages of a document page by page, and none of one that may not be seen', async () => {
    const passage = (chunkId: string) => ({ chunkId, text: chunkId }) as StoredPassage;
    const passages = new ReadDocumentPassages({
      list: ({ documentId, from }) =>
        Promise.resolve(
          documentId !== 'a'
            ? undefined
            : from === 0
              ? { items: [passage('a#0')], nextCursor: 'c1' }
              : { items: [passage('a#1')], nextCursor: null },
        ),
    });
    const source = new StoredDocumentSource({} as ReadDocuments, passages);
    const read = (id: string) => source.passages(id, null, new AbortController().signal);
    expect((await read('a')).map(({ chunkId }) => chunkId)).toEqual(['a#0', 'a#1']);
    expect(await read('b')).toEqual([]);
  });
});
