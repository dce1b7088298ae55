import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { categoryTree } from './category-tree.js';
import { Placement } from './placement.js';

const row = (id: number, path: readonly string[], documents: number, current = path): Placement => ({
  id,
  path,
  current,
  groups: [],
  documents,
});

describe('categoryTree', () => {
  const placements = [
    row(1, ['Zoo'], 1),
    row(2, ['AI', 'ML'], 2),
    row(3, ['ai', 'Deep'], 3),
    row(4, ['Gone'], 0),
    row(5, ['학칙', '휴학'], 4),
  ];
  const state = { categories: [['AI', 'Ideas']], placements };

  it('fills in parents, sorts by label, joins spellings and leaves out empty categories', () => {
    expect(categoryTree(state, UNRESTRICTED)).toEqual([
      {
        path: ['AI'],
        documentCount: 0,
        children: [
          { path: ['AI', 'Deep'], documentCount: 3, children: [] },
          { path: ['AI', 'Ideas'], documentCount: 0, children: [] },
          { path: ['AI', 'ML'], documentCount: 2, children: [] },
        ],
      },
      { path: ['Zoo'], documentCount: 1, children: [] },
      { path: ['학칙'], documentCount: 0, children: [{ path: ['학칙', '휴학'], documentCount: 4, children: [] }] },
    ]);
  });

  it('shows the parent of an allowed path without counting hidden documents', () => {
    const hidden = [...placements, row(6, ['AI'], 9)];
    expect(categoryTree({ ...state, placements: hidden }, restrictedTo([['ai', 'ml']]))).toEqual([
      { path: ['AI'], documentCount: 0, children: [{ path: ['AI', 'ML'], documentCount: 2, children: [] }] },
    ]);
  });

  it('does not count documents at an allowed path that are outside it today', () => {
    const moved = [row(1, ['AI'], 2), row(2, ['AI'], 3, ['Secret'])];
    const filter = restrictedTo([['AI']]);
    expect(categoryTree({ categories: [], placements: moved }, filter)).toEqual([
      { path: ['AI'], documentCount: 2, children: [] },
    ]);
  });

  it('shows nothing with a filter that allows nothing', () => {
    expect(categoryTree(state, restrictedTo([[]]))).toEqual([]);
  });
});
