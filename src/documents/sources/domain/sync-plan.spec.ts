import { GlobPatterns } from '../infrastructure/glob-patterns.js';
import { FileRules } from './file-mapping.js';
import { toSettings } from './source-record.js';
import { Listed } from './source-connector.js';
import { SourceFile } from './source-store.js';
import { hasUnreadParts, isUnchanged, planSync } from './sync-plan.js';

const settings = toSettings({ name: 'x', kind: 'folder', location: {}, category: ['x'] }, 'Europe/Berlin');
const rules = new FileRules(settings, new GlobPatterns());
const entry = (path: string): Listed => ({ path, version: '1' });
const stored = (path: string, version = ''): SourceFile => ({
  path,
  documentId: path,
  state: 'stored',
  hash: '',
  version,
  fields: '',
  documents: [path],
});
const plan = (listed: readonly Listed[], known: readonly SourceFile[] = []) => planSync(listed, known, rules, settings);

describe('the side files of a plan', () => {
  it('are read with the file that they are about, and not stored', () => {
    const { files } = plan([entry('A.txt.Meta.Yaml'), entry('a.txt'), entry('gone.txt.meta.json'), entry('b.txt')]);
    expect(files.map((file) => [file.entry.path, file.side?.path, file.fault])).toEqual([
      ['a.txt', 'A.txt.Meta.Yaml', undefined],
      ['b.txt', undefined, undefined],
    ]);
  });

  it.each([
    [[entry('a.txt.meta.yaml'), entry('a.txt.meta.json')], /2 side files: a.txt.meta.yaml, a.txt.meta.json/u],
    [[entry('a.txt.meta.yaml/b.txt')], /a.txt.meta.yaml cannot be read: it is a folder/u],
    [[{ folder: 'a.txt.META.yml', reason: 'it is a link' }], /a.txt.META.yml cannot be read: it is a link/u],
    [[entry('a.txt.meta.yaml'), { folder: 'a.txt.meta.yaml', reason: 'it is twice' }], /cannot be read: it is twice/u],
  ])('fail the file if they cannot be used: %j', (sides, fault) => {
    const known = plan([entry('a.txt')]).files[0]?.version;
    const [file] = plan([entry('a.txt'), ...sides], [stored('a.txt', known)]).files;
    expect(file?.fault).toMatch(fault);
    expect(file && isUnchanged(file)).toBe(false);
  });

  it('are removed if they were stored as documents', () =>
    expect(
      plan(
        [entry('a.txt'), entry('a.txt.meta.yml'), { folder: 'b.txt.meta.yml', reason: 'it is a link' }],
        [stored('a.txt'), stored('a.txt.meta.yml'), stored('b.txt.meta.yml')],
      ).gone.map(({ path }) => path),
    ).toEqual(['a.txt.meta.yml', 'b.txt.meta.yml']));
});

describe('a file that an earlier reader stored', () => {
  it('is read again, and stored again if it has files inside', () => {
    const now = plan([entry('a.zip')]).files[0]?.version ?? '';
    const before = JSON.stringify(['1', null, {}]);
    const archive = { ...stored('a.zip', before), documents: ['a.zip/a.txt'] };
    expect(plan([entry('a.zip')], [archive]).files.map(isUnchanged)).toEqual([false]);
    expect([archive, stored('a.zip', before), { ...archive, version: now }].map(hasUnreadParts)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
