import { frontMatterOf, hasUnreadAccess, readMetadata, sideOf } from './file-metadata.js';

describe('front matter', () => {
  it.each([
    ['---\ntitle: A\n---\nText', 'title: A'],
    ['\ufeff---\r\ntitle: A\r\n---\r\nText', 'title: A\r'],
    ['---\n---\nText', ''],
    ['---\na: 1\n...\n', 'a: 1'],
  ])('%j', (text, block) => expect(frontMatterOf(text)).toBe(block));

  it.each(['Text\n---\na: 1\n---\n', '--- \nno end', '----\na\n----', `---\n${'a\n'.repeat(200)}---\n`])(
    'is not in %j',
    (text) => expect(frontMatterOf(text)).toBeUndefined(),
  );
});

describe('front matter without an end', () => {
  it('is noticed if it restricts the readers', () => {
    const long = 'a: 1\n'.repeat(120);
    expect(hasUnreadAccess(`---\naccess: [board]\n${long}---\nText`)).toBe(true);
    expect(hasUnreadAccess('---\nACCESS : [board]\nText')).toBe(true);
    expect(hasUnreadAccess(`---\n${long}---\nText`)).toBe(false);
    expect(hasUnreadAccess('---\naccess: [board]\n---\nText')).toBe(false);
    expect(hasUnreadAccess('Text\naccess: [board]\n')).toBe(false);
  });
});

describe('metadata', () => {
  it('are read from days, timestamps and numbers as YAML parses them', () =>
    expect(
      readMetadata({ title: ' A ', date: new Date('2026-03-01'), version: 2, effective_from: '2026-04-01', other: {} }),
    ).toEqual({ title: 'A', date: '2026-03-01', version: '2', effectiveFrom: '2026-04-01' }));

  it('name the groups that may read the document', () =>
    expect(readMetadata({ access: ['staff', ' board ', 'staff'] })).toEqual({ groups: ['board', 'staff'] }));

  it.each([null, 'text', ['a'], {}])('are none in %j', (value) => expect(readMetadata(value)).toEqual({}));

  it.each([
    [{ access: 'board' }, /access must be a list/u],
    [{ access: [''] }, /group of its access must have/u],
    [{ access: [2026] }, /group of its access must be a string/u],
    [{ Access: ['board'] }, /'Access' is not known/u],
    [{ access: [] }, /access/u],
    [{ access: null }, /access/u],
    [{ date: '2026-02-30' }, /date must be a day/u],
    [{ effective_to: 20260301 }, /effective_to must be a day/u],
    [{ title: '' }, /title must be a text/u],
    [{ title: 'a\u202eb' }, /title must be a text/u],
    [{ version: ['1'] }, /version must be a text/u],
  ])('refuse %j', (value, message) => expect(() => readMetadata(value)).toThrow(message));
});

describe('a side file', () => {
  it.each([
    ['a.pdf.meta.yaml', 'a.pdf'],
    ['x/b.meta.json', 'x/b'],
    ['c.md.meta.yml', 'c.md'],
    ['.meta.yaml', undefined],
    ['meta.yaml', undefined],
  ])('%s is about %s', (path, about) => expect(sideOf(path)).toBe(about));
});
