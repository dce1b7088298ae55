import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../../test/support/application.js';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { lexiconFolders, readParaphrases, shippedLexicon } from './paraphrase-files.js';

function write(folder: string, name: string, text: string | Uint8Array): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const namesIn = (folders: readonly string[], question: string) =>
  readParaphrases(folders)
    .in(question)
    .flatMap(({ meanings }) => meanings.map(({ text, kind }) => `${text} (${kind})`));

describe('the files of the lexicon', () => {
  it('are found in the folders of the configuration, the organisation’s first, then in the program', () => {
    const folder = temporaryFolder();
    const folders = lexiconFolders(folder);
    expect(folders[0]).toBe(path.join(folder, 'config', 'lexicon'));
    expect(folders.at(-1)).toBe(shippedLexicon());
    expect(folders).toHaveLength(3);
  });

  it('are read by language, the organisation’s together with the others, its names first', () => {
    const [own, shipped] = [temporaryFolder(), temporaryFolder()];
    write(shipped, 'ko/work.txt', '알바 > 시간제 근로');
    write(shipped, 'ko-en/work.txt', '알바 = side job');
    write(own, 'ko/b.txt', '알바 ~ 겸직');
    write(own, 'ko/a.txt', '알바 > 단기근로');
    write(own, 'ko/notes.md', 'no entries');
    write(own, 'fr/work.txt', 'no entries');
    expect(namesIn([own, shipped], '알바')).toEqual([
      '단기근로 (term)',
      '겸직 (related)',
      '시간제 근로 (term)',
      'side job (translation)',
    ]);
    expect(namesIn([own, shipped], 'a side job')).toEqual(['알바 (translation)']);
  });

  it('may be missing', () => {
    expect(namesIn([path.join(temporaryFolder(), 'none')], '알바')).toEqual([]);
    expect(namesIn([], '알바')).toEqual([]);
  });

  it('stop the start with the name and the line of an invalid entry', () => {
    const folder = temporaryFolder();
    const file = write(folder, 'en/own.txt', 'cv = resume\ncv > \n');
    expect(() => readParaphrases([folder])).toThrow(DomainError);
    expect(() => readParaphrases([folder])).toThrow(`${file}, line 2: write expressions`);
  });

  it('stop the start if they are not UTF-8', () => {
    const folder = temporaryFolder();
    const korean = Buffer.concat([
      Buffer.from('cv = resume\n'),
      Buffer.from([0xbe, 0xcb, 0xb9, 0xd9]),
      Buffer.from(' > a'),
    ]);
    const file = write(folder, 'ko/own.txt', korean);
    expect(() => readParaphrases([folder])).toThrow(`${file}, line 2: it is not UTF-8.`);
  });
});
