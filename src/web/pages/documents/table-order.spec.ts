import type { DocumentSummary } from '../api/documents.js';
import { editionOf, fits, forceOf, NO_FILTERS, NO_ROW_FILTERS, ordered, sourceOf, tableQuery } from './table-order.js';

const DOCUMENT: DocumentSummary = {
  document_id: 'a',
  title: 'A',
  content_type: 'text/plain',
  canonical_path: ['Rules'],
  source_url: null,
  date: null,
  version: null,
  effective_from: null,
  effective_to: null,
  chunks: 1,
  metadata: {},
  groups: [],
  original_url: null,
  original_name: null,
  updated_at: '',
};
const some = (more: Partial<DocumentSummary>): DocumentSummary => ({ ...DOCUMENT, ...more });

it.each([
  [null, null, 'always'],
  ['2026-01-01', null, 'current'],
  ['2026-03-02', '2026-12-31', 'current'],
  ['2026-03-03', null, 'future'],
  [null, '2026-03-01', 'past'],
] as const)('a document in force from %s to %s is %s', (from, to, force) => {
  expect(forceOf(some({ effective_from: from, effective_to: to }), '2026-03-02')).toBe(force);
});

it('names the source of a document, or the host of its original', () => {
  expect(sourceOf(some({ metadata: { source: 'handbook' }, source_url: 'https://a.org/x' }))).toBe('handbook');
  expect(sourceOf(some({ source_url: 'https://a.org/x' }))).toBe('a.org');
  expect(sourceOf(some({ source_url: 'no address' }))).toBe('');
});

it('orders by any column, equal documents by title, numbers by value', () => {
  const documents = [some({ title: '제10조', chunks: 2 }), some({ title: '제9조', chunks: 10 }), some({ chunks: 2 })];
  const titles = (column: 'title' | 'chunks', isDescending = false) =>
    ordered(documents, { column, isDescending }).map(({ title }) => title);
  expect(titles('title')).toEqual(expect.arrayContaining(['A', '제9조', '제10조']));
  expect(titles('title').indexOf('제9조')).toBeLessThan(titles('title').indexOf('제10조'));
  expect(titles('chunks', true)[0]).toBe('제9조');
  expect(editionOf(some({ version: '2', date: '2026-01-01' }))).toBe('2 · 2026-01-01');
});

it.each([
  [{}, true],
  [{ source: 'hand' }, true],
  [{ source: '규정' }, false],
  [{ edition: '2025 판' }, true],
  [{ edition: '2025 판'.normalize('NFD') }, true],
  [{ from: '2025-03-01', to: '2025-03-01' }, true],
  [{ from: '2025-03-02' }, false],
  [{ to: '2025-02-28' }, false],
])('a document of 1 March 2025 fits %j: %s', (more, isFitting) => {
  const document = some({ metadata: { source: 'Handbook' }, version: '2025 판', date: '2025-03-01' });
  expect(fits(document, { ...NO_ROW_FILTERS, ...more })).toBe(isFitting);
});

it('takes the first day in force, otherwise the last change, for a document without a day', () => {
  const span = { ...NO_ROW_FILTERS, from: '2026-01-01', to: '2026-01-31' };
  expect(fits(some({ effective_from: '2026-01-02', updated_at: '2026-05-01T00:00:00.000Z' }), span)).toBe(true);
  expect(fits(some({ updated_at: '2026-01-31T09:00:00.000Z' }), span)).toBe(true);
});

it('asks the server for a long list in the same order and with the same limits', () => {
  const rows = { ...NO_ROW_FILTERS, source: 'hand' };
  expect(
    tableQuery('["A"]', { column: 'force', isDescending: true }, { ...NO_FILTERS, force: 'past', rows }, '2026-03-02'),
  ).toEqual({
    ...{ path: '["A"]', sort: 'effective_from', direction: 'descending', in_force: 'past', as_of: '2026-03-02' },
    ...{ source: 'hand', edition: '', from: '', to: '', copies: null },
  });
});
