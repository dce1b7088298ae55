import type { CategoryNode } from '../../api/documents.js';
import { editedTree, nextVersion, pathDifference, pathsOf } from './edited-tree.js';

const node = (path: readonly string[], count: number, children: readonly CategoryNode[] = []): CategoryNode => ({
  path,
  document_count: count,
  children,
});
const TREE = [
  node(['학사'], 1, [node(['학사', '학적'], 2), node(['학사', '등록'], 3)]),
  node(['Library'], 0, [node(['Library', 'Use'], 4)]),
];
const counts = (nodes: readonly CategoryNode[]): Record<string, number> =>
  Object.fromEntries(
    nodes.flatMap(({ path, document_count: count, children }) => [
      [path.join('/'), count],
      ...Object.entries(counts(children)),
    ]),
  );

describe('the tree after operations', () => {
  it('has each on the result of the ones before, with the documents', () => {
    const after = editedTree(TREE, [
      { op: 'rename', path: ['학사'], to: ['교무'] },
      { op: 'merge', path: ['교무', '등록'], to: ['교무', '학적'] },
      { op: 'add', path: ['교무', '학적', '휴학'] },
      { op: 'move', path: ['Library'], to: ['교무', 'Library'] },
    ]);
    expect(counts(after)).toEqual({
      교무: 1,
      '교무/학적': 5,
      '교무/학적/휴학': 0,
      '교무/Library': 0,
      '교무/Library/Use': 4,
    });
    expect(pathsOf(editedTree(TREE, [{ op: 'remove', path: ['Library'] }]))).not.toContainEqual(['Library', 'Use']);
  });

  it('differs from the other by its paths', () => {
    const after = editedTree(TREE, [{ op: 'rename', path: ['Library', 'Use'], to: ['Library', 'Loans'] }]);
    expect(pathDifference(TREE, after)).toEqual({ added: [['Library', 'Loans']], removed: [['Library', 'Use']] });
  });
});

it.each([
  [['1.0.0'], '1.1.0'],
  [['1.2.0', '1.10.3', '1.9.0'], '1.11.0'],
  [['2.0.0-draft', '1.4.0'], '2.1.0'],
  [[], '1.0.0'],
])('suggests the version after %j', (versions, next) => {
  expect(nextVersion(versions)).toBe(next);
});
