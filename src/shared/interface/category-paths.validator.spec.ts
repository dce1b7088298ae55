import { validateSync } from 'class-validator';
import { IsCategoryPathField } from './category-paths.validator.js';

class PathDto {
  @IsCategoryPathField()
  canonical_path!: unknown;
}

function message(value: unknown): string | undefined {
  const [error] = validateSync(Object.assign(new PathDto(), { canonical_path: value }));
  return error?.constraints?.['isCategoryPath'];
}

describe('IsCategoryPathField', () => {
  it.each([[['AI']], [['학칙', '휴학']], [['a', 'b', 'c', 'd', 'e']]])('takes %j', (path) => {
    expect(message(path)).toBeUndefined();
  });

  it.each([
    [undefined, 'list of 1..5 labels'],
    ['AI/ML', 'list of 1..5 labels'],
    [[], 'at least one label'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'Max 5 levels allowed'],
    [['a'.repeat(51)], '1..50 characters'],
    [['a', '..'], '/1 Unsafe characters detected'],
  ])('refuses %j and says why', (path, words) => {
    expect(message(path)).toContain(words);
  });

  it('lists everything that is wrong', () => {
    expect(message([1, 'ok', '*'])).toBe(`/0 a label must be a string; ${message(['ok', 'ok', '*']) ?? ''}`);
  });
});
