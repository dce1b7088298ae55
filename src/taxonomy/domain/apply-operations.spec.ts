import fc from 'fast-check';
import { UNRESTRICTED, restrictedTo } from '../../shared/domain/category-filter.js';
import { foldPath, isCategoryPath } from '../../shared/domain/category-path.js';
import { applyOperations, replayOperations } from './apply-operations.js';
import { CategoryState } from './category-forest.js';
import { categoryTree, CategoryTreeNode } from './category-tree.js';
import { placementsOf } from './lineage.js';
import { Placement } from './placement.js';
import { CategoryOperation, TaxonomyVersion } from './taxonomy-version.js';

const row = (id: number, path: readonly string[], documents: number): Placement => ({
  id,
  path,
  current: path,
  groups: [],
  documents,
});

/** `{"AI/ML": 5}` as rows with documents, in order; explicit categories as `AI/ML`. */
function stateOf(documents: Record<string, number>, categories: readonly string[] = []): CategoryState {
  return {
    categories: categories.map((path) => path.split('/')),
    placements: Object.entries(documents).map(([path, count], i) => row(i + 1, path.split('/'), count)),
  };
}

function operation(op: CategoryOperation['op'], path: string, to?: string): CategoryOperation {
  return to === undefined ? { op, path: path.split('/') } : { op, path: path.split('/'), to: to.split('/') };
}

const paths = (state: CategoryState): string[] => state.placements.map((p) => p.path.join('/'));
const details = (state: CategoryState, ...operations: CategoryOperation[]): string[] =>
  applyOperations(state, operations).faults.map((fault) => `${fault.pointer} ${fault.detail}`);

const CORPUS = { 'Database/SQL': 4, 'Database/NoSQL': 2, 'Database/SQL/Joins': 1, 'AI/ML': 5 };

describe('applyOperations', () => {
  it('moves descendants when a category is renamed, and counts documents exactly once', () => {
    const { state, diff, faults } = applyOperations(stateOf(CORPUS), [
      operation('rename', 'Database/SQL', 'Database/Relational'),
    ]);
    expect(faults).toEqual([]);
    expect(paths(state)).toEqual(['Database/Relational', 'Database/NoSQL', 'Database/Relational/Joins', 'AI/ML']);
    expect(diff).toEqual({
      added: [],
      removed: [],
      moved: [
        { from: ['Database', 'SQL'], to: ['Database', 'Relational'], documents: 4 },
        { from: ['Database', 'SQL', 'Joins'], to: ['Database', 'Relational', 'Joins'], documents: 1 },
      ],
      documentsMoved: 5,
    });
  });

  it('compares paths after folding and keeps the display case of existing categories', () => {
    const { state } = applyOperations(stateOf(CORPUS), [operation('merge', 'database/nosql', 'DATABASE/sql')]);
    expect(paths(state)[1]).toBe('Database/SQL');
    const moved = applyOperations(stateOf(CORPUS), [operation('move', 'ai/ml', 'database/Learning')]);
    expect(paths(moved.state)[3]).toBe('Database/Learning');
  });

  it('renames to another case of the same path', () => {
    const { state, diff } = applyOperations(stateOf({ 'ai/ml': 3 }), [operation('rename', 'ai', 'AI')]);
    expect(paths(state)).toEqual(['AI/ml']);
    expect(diff.documentsMoved).toBe(3);
    expect(details(stateOf({ 'ai/ml': 3 }), operation('rename', 'AI', 'ai'))[0]).toContain(
      '/operations/0/to is the path that the category has already',
    );
  });

  it('does not change the spelling of rows that no operation affects', () => {
    const { state, diff } = applyOperations(stateOf({ AI: 1, 'ai/ml': 2 }), [operation('add', 'Network')]);
    expect(paths(state)).toEqual(['AI', 'ai/ml']);
    expect(diff).toEqual({ added: [['Network']], removed: [], moved: [], documentsMoved: 0 });
  });

  it('merges equal subcategories when categories are merged, also into a parent', () => {
    const state = stateOf({ 'A/X': 1, 'B/x': 2, 'B/Y': 3 });
    expect(paths(applyOperations(state, [operation('merge', 'B', 'A')]).state)).toEqual(['A/X', 'A/X', 'A/Y']);
    const up = applyOperations(stateOf({ 'A/A': 1, 'A/A/A': 2 }), [operation('merge', 'A/A', 'A')]);
    expect(paths(up.state)).toEqual(['A', 'A/A']);
    expect(up.diff.removed).toEqual([]);
  });

  it('applies each operation to the result of the ones before', () => {
    const { faults, state } = applyOperations(stateOf({ A: 1, B: 2 }), [
      operation('rename', 'A', 'T'),
      operation('rename', 'B', 'A'),
      operation('rename', 'T', 'B'),
    ]);
    expect(faults).toEqual([]);
    expect(paths(state)).toEqual(['B', 'A']);
  });

  it('adds and removes empty categories, with their implied parents', () => {
    const made = applyOperations(stateOf({ A: 1 }), [operation('add', 'X/Y')]);
    expect(made.diff.added).toEqual([['X'], ['X', 'Y']]);
    expect(made.state.categories).toEqual([['X', 'Y']]);
    const gone = applyOperations(made.state, [operation('remove', 'x/y')]);
    expect(gone.diff.removed).toEqual([['X'], ['X', 'Y']]);
    expect(gone.state.categories).toEqual([]);
  });

  it('reports nothing for a category that is added and removed within one list', () => {
    const { diff } = applyOperations(stateOf({ A: 1 }, ['E']), [
      operation('add', 'T'),
      operation('remove', 'T'),
      operation('remove', 'E'),
      operation('add', 'E'),
      operation('rename', 'A', 'B'),
      operation('rename', 'B', 'A'),
    ]);
    expect(diff).toEqual({ added: [], removed: [], moved: [], documentsMoved: 0 });
  });

  it('reports every fault of the list with its pointer', () => {
    const faults = details(
      stateOf(CORPUS, ['Empty']),
      operation('rename', 'Nowhere', 'Somewhere'),
      operation('add', 'ai/ml'),
      operation('remove', 'Database'),
      operation('rename', 'AI/ML', 'AI2/ML'),
      operation('move', 'AI', 'Database'),
      operation('move', 'AI', 'AI/Old'),
      operation('merge', 'AI', 'Missing'),
      operation('merge', 'AI', 'ai'),
      operation('rename', 'AI'),
      operation('remove', 'Empty', 'AI'),
    );
    expect(faults.map((fault) => fault.slice(0, fault.indexOf(' ')))).toEqual([
      '/operations/0/path',
      '/operations/1/path',
      '/operations/2/path',
      '/operations/3/to',
      '/operations/4/to',
      '/operations/5/to',
      '/operations/6/to',
      '/operations/7/to',
      '/operations/8/to',
      '/operations/9/to',
    ]);
    expect(faults[2]).toContain('holds 7 documents');
    expect(faults[3]).toContain('use move');
    expect(faults[4]).toContain('use merge');
    expect(faults[8]).toContain('is needed by rename');
  });

  it('refuses a path deeper than five levels', () => {
    const state = stateOf({ 'A/B/C': 1, 'X/Y/Z': 1 });
    expect(details(state, operation('move', 'A', 'X/Y/A'))).toEqual([]);
    expect(details(state, operation('move', 'A', 'X/Y/Z/A'))[0]).toContain('/operations/0/to Max 5 levels allowed');
    expect(details(stateOf({ 'A/B/C/D': 1, 'X/Y': 1 }), operation('merge', 'A', 'X/Y'))).toEqual([]);
    expect(details(stateOf({ 'A/B/C/D': 1, 'X/Y/Z': 1 }), operation('merge', 'A', 'X/Y/Z'))[0]).toContain(
      'would get 6',
    );
  });

  it('treats a category whose documents are all deleted as missing', () => {
    const state = stateOf({ A: 0, B: 1 });
    expect(details(state, operation('rename', 'A', 'C'))).toHaveLength(1);
    expect(details(state, operation('rename', 'B', 'A'))).toEqual([]);
  });

  it('treats a category outside the filter as missing', () => {
    const filter = restrictedTo([['AI']]);
    const hidden = applyOperations(stateOf(CORPUS), [operation('remove', 'Database')], filter).faults;
    const absent = applyOperations(stateOf({ 'AI/ML': 5 }), [operation('remove', 'Database')], filter).faults;
    expect(hidden).toEqual(absent);
  });
});

const label = fc.constantFrom('A', 'a', 'B', 'C');
const path = fc.array(label, { minLength: 1, maxLength: 4 });
const anyOperation: fc.Arbitrary<CategoryOperation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add' as const, 'remove' as const), path }),
  fc.record({ op: fc.constantFrom('rename' as const, 'move' as const, 'merge' as const), path, to: path }),
);
const anyState = fc
  .record({
    categories: fc.array(path, { maxLength: 3 }),
    rows: fc.array(fc.tuple(path, fc.nat(3)), { maxLength: 8 }),
  })
  .map(({ categories, rows }): CategoryState => {
    return { categories, placements: rows.map(([at, documents], i) => row(i + 1, at, documents)) };
  });

/** The valid operations of a random list; otherwise most long lists would be refused for their first fault. */
function validOf(state: CategoryState, operations: readonly CategoryOperation[]): CategoryOperation[] {
  const kept: CategoryOperation[] = [];
  for (const candidate of operations) {
    if (applyOperations(state, [...kept, candidate]).faults.length === 0) kept.push(candidate);
  }
  return kept;
}

const scenario = fc
  .tuple(anyState, fc.array(anyOperation, { maxLength: 25 }))
  .map(([state, operations]) => ({ state, operations: validOf(state, operations) }));

const total = (placements: readonly Placement[]): number => placements.reduce((sum, p) => sum + p.documents, 0);
const flat = (nodes: readonly CategoryTreeNode[]): CategoryTreeNode[] => nodes.flatMap((n) => [n, ...flat(n.children)]);
const keysOf = (state: CategoryState): string[] =>
  flat(categoryTree(state, UNRESTRICTED))
    .map((node) => foldPath(node.path))
    .sort();
const version = (name: string, operations: readonly CategoryOperation[], state: CategoryState): TaxonomyVersion => ({
  version: name,
  baseVersion: null,
  createdAt: '2025-01-01T00:00:00.000Z',
  operations,
  categories: state.categories,
});

describe('any list of valid operations', () => {
  it('keeps every row and every document, on valid paths', () => {
    fc.assert(
      fc.property(scenario, ({ state, operations }) => {
        const after = applyOperations(state, operations).state;
        expect(after.placements.map((p) => p.id)).toEqual(state.placements.map((p) => p.id));
        expect(total(after.placements)).toBe(total(state.placements));
        expect(flat(categoryTree(after, UNRESTRICTED)).reduce((sum, n) => sum + n.documentCount, 0)).toBe(
          total(state.placements),
        );
        for (const placement of after.placements) expect(isCategoryPath(placement.path)).toBe(true);
      }),
    );
  });

  it('has a difference that explains the categories before and after, and the moved documents', () => {
    fc.assert(
      fc.property(scenario, ({ state, operations }) => {
        const { state: after, diff } = applyOperations(state, operations);
        const keys = new Set(keysOf(state));
        for (const gone of [...diff.removed, ...diff.moved.map((move) => move.from)]) keys.delete(foldPath(gone));
        for (const come of [...diff.added, ...diff.moved.map((move) => move.to)]) keys.add(foldPath(come));
        expect([...keys].sort()).toEqual(keysOf(after));
        const elsewhere = after.placements.filter((p, i) => foldPath(p.path) !== foldPath(state.placements[i]!.path));
        expect(diff.documentsMoved).toBeGreaterThanOrEqual(total(elsewhere));
        expect(diff.documentsMoved).toBeLessThanOrEqual(total(state.placements));
      }),
    );
  });

  it('has the same result when it is replayed on the same rows', () => {
    fc.assert(
      fc.property(scenario, ({ state, operations }) => {
        const checked = applyOperations(state, operations).state.placements;
        expect(replayOperations(state, operations)).toEqual(checked);
      }),
    );
  });

  it('is undone by a return to the paths of the earlier version', () => {
    fc.assert(
      fc.property(scenario, ({ state, operations }) => {
        const after = applyOperations(state, operations).state;
        const active = { version: '2.0.0', activatedAt: '2025-01-01T00:00:00.000Z' };
        const rows = after.placements.map((p) => ({
          id: p.id,
          current: p.path,
          groups: p.groups,
          documents: p.documents,
        }));
        const snapshot = new Map(state.placements.map((p) => [p.id, p.path]));
        const first = version('1.0.0', [], state);
        const back = placementsOf({ version: first, bases: [], snapshot, rows, active });
        expect(back.map((p) => p.path)).toEqual(state.placements.map((p) => p.path));
        const second = version('2.1.0', operations, after);
        const forth = placementsOf({ version: second, bases: [first], snapshot, rows, active });
        expect(forth.map((p) => p.path)).toEqual(after.placements.map((p) => p.path));
      }),
    );
  });
});

describe('replayOperations', () => {
  it('merges categories if the target was created in the meantime', () => {
    const state = stateOf({ A: 1, B: 2 });
    expect(replayOperations(state, [operation('rename', 'A', 'b')]).map((p) => p.path)).toEqual([['B'], ['B']]);
  });
});
