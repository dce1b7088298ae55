import { quickestMs } from '../../../../test/support/processor-time.js';
import { GlobPatterns } from './glob-patterns.js';

const patterns = new GlobPatterns();

describe('a glob pattern', () => {
  it.each([
    ['*.pdf', 'a.pdf', true],
    ['*.pdf', 'x/y/a.pdf', true],
    ['*.pdf', 'a.pdf.txt', false],
    ['rules/**', 'rules/a/b.md', true],
    ['rules/**', 'other/rules/a.md', false],
    ['drafts/', 'drafts/a/b.md', true],
    ['**/drafts/**', 'x/drafts/a.md', true],
    ['./a/*.md', 'a/b.md', true],
    ['a/*.md', 'a/b/c.md', false],
    ['{a,b}/?.[mt]*', 'b/x.md', true],
    ['규정/*.hwp', '규정/휴학.hwp', true],
    ['규정/*'.normalize('NFD'), '규정/휴학.hwp', true],
    ['a+(b).txt', 'abb.txt', false],
    ['**/a/**/b.md', 'x/a/y/z/b.md', true],
    ['**/a/**/b.md', 'x/a/b.md', true],
    ['**', 'x/a/b.md', true],
    ['a/**', 'a', true],
  ])('%s against %s: %s', (pattern, path, matches) => expect(patterns.matcher([pattern])(path)).toBe(matches));

  it.each(['', '!a', 'a\\b', 'a'.repeat(301), 'x/*a*b*c*', '{a/b,c}', 'a**', '**b/c', 'a\nb'])('is not %j', (pattern) =>
    expect(patterns.faultOf(pattern)).toBeDefined(),
  );

  it('takes no more than polynomial time in the length of the path', () => {
    const matches = patterns.matcher(['**/*a*a*b/**/*a*a*b/**/*a*a*b', '**/{*a*,*ab}b']);
    const match = () => {
      for (const letters of [200, 255, 5_000]) expect(matches(`${'a'.repeat(letters)}/`.repeat(15))).toBe(false);
    };
    expect(quickestMs(match, 5_000)).toBeLessThanOrEqual(5_000);
  });
});
