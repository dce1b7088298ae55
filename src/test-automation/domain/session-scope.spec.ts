import { allows, CategoryFilter, restrictedTo, seenBy, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { filterOf, SessionScope, scopeOf } from './session-scope.js';

const stored = (filter: CategoryFilter) => filterOf(JSON.parse(JSON.stringify(scopeOf(filter))) as SessionScope);

describe('SessionScope', () => {
  it('restores a filter that was stored as JSON: folded keys, the visibility scope of the key and all', () => {
    const filter = restrictedTo([['Rules', 'Students'], ['AI']]);
    // How the categories were written is for people, and who asks is for caches: they decide nothing.
    expect(stored(filter)).toEqual({ ...filter, written: undefined });
    const exact = seenBy('key', restrictedTo([['AI']]), true);
    expect(stored(exact)).toEqual({ ...exact, written: undefined, asker: undefined });
    expect([allows(stored(filter), ['rules', 'students', 'leave']), allows(stored(filter), ['Rules'])]).toEqual([
      true,
      false,
    ]);
  });

  it('distinguishes nothing from everything', () => {
    expect(stored(UNRESTRICTED)).toEqual(UNRESTRICTED);
    expect(allows(stored(restrictedTo([])), ['AI'])).toBe(false);
  });
});
