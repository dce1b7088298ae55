import { frontMatterOf, readMetadata, sideOf, sidesIn } from './file-metadata.js';
import { SourceError } from './source-connector.js';

const LONG = Array.from({ length: 2_000 }, (_, i) => `member${i}: a value of it\n`).join('');

describe('front matter', () => {
  it.each([
    ['---\ntitle: A\n---\nText', 'title: A'],
    ['\ufeff---\r\ntitle: A\r\n---\r\nText', 'title: A'],
    ['---\rtitle: A\r---\rText', 'title: A'],
    ['\n \n---\ntitle: A\n---\nText', 'title: A'],
    ['\ufeff\u200b--- # of ours\n# comment\ntitle: A\n---', '# comment\ntitle: A'],
    ['---yaml\ntitle: A\n---\n', 'title: A'],
    ['---\n---\nText', ''],
    ['---\na: 1\n...\n', 'a: 1'],
    ['# Comment\n# Another\n---\naccess: [board]\n---\nText', 'access: [board]'],
    ['<!-- a\n\nb -->\n\n%YAML 1.2\n---\n"Access" : [board]\na: 1\n---\nText', '"Access" : [board]\na: 1'],
    [`---\n${LONG}---\nText`, LONG.trimEnd()],
    ['---\n{"access": ["board"]}\n---\n', '{"access": ["board"]}'],
    ['---\n- access: [board]\n---\n', '- access: [board]'],
  ])('%j', (text, block) => expect(frontMatterOf(text)).toBe(block));

  it.each([
    '',
    ' \n',
    'Text\n---\na: 1\n---\n',
    'Text\n---\naccess: [board]\n---\n',
    '--- \nno end',
    '---\nA paragraph between two rules.\n\n---\n',
    '----\na\n----',
    '# Title\n\n---\nNote: a paragraph.\n\n---\n',
    '# Title\n\n---\nThe way in.\n\nAccess: by the gate.\n',
  ])('is not in %j', (text) => expect(frontMatterOf(text)).toBeUndefined());

  it.each([
    '---\naccess: [board]\nText',
    '---\nACCESS : [board]\nText',
    '---\n# Comment\ntitle: A\nText',
    '---\nprose\naccess: [board]\nText',
    '---\rtitle: A\r',
    '# Comment\n---\ntitle: A\naccess: [board]\n',
    `---\naccess: [board]\n${LONG.repeat(2)}---\nText`,
    `---\n${LONG.repeat(2)}access: [board]\n---\nText`,
  ])('fails a text in which it has no end: %#', (text) =>
    expect(() => frontMatterOf(text)).toThrow(/has no end within/u),
  );

  it('is searched in the time that the length of a text takes', () => {
    const began = performance.now();
    for (const piece of ['\n', '#\n', '<!--', '<!-- -->', '---\n', ' - ', '{access', '? \n', "'a "])
      for (const start of ['', '---\n', '# a\n---\n', '---\na: 1\n'])
        try {
          frontMatterOf(start + piece.repeat(1_000_000));
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
    expect(performance.now() - began).toBeLessThan(10_000);
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
    [{ 'access ': ['board'] }, /'access ' is not known/u],
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
    ['c.md.META.Yaml', 'c.md'],
    ['c.md.meta.json ', 'c.md'],
    ['x/.meta.json', undefined],
    ['c.md.meta.yaml.txt', undefined],
    ['.meta.yaml', undefined],
    ['meta.yaml', undefined],
  ])('%s is about %s', (path, about) => expect(sideOf(path)).toBe(about));

  it('is about the file of its name, or of its name in other letters', () => {
    const sides = sidesIn(
      new Set(['a.txt', 'A.txt.meta.yaml', 'b.txt', 'B.txt', 'b.txt.meta.yaml', 'a.txt.META.json']),
    );
    expect(sides('a.txt')).toEqual(['a.txt.META.json', 'A.txt.meta.yaml']);
    expect(sides('b.txt')).toEqual(['b.txt.meta.yaml']);
    expect(sides('B.txt')).toEqual([]);
  });
});
