import { byFile, plainPlace, plainValue } from './plain-changes.js';

const say = (word: string) => word;

it('groups changes by the file that they are in', () => {
  const changes = ['/synonyms/groups', '/pipeline/top_k', '/synonyms/translations'].map((pointer) => ({ pointer }));
  expect(byFile(changes).map(({ file, changes: inFile }) => [file, inFile.length])).toEqual([
    ['synonyms', 2],
    ['pipeline', 1],
  ]);
});

it.each([
  ['/synonyms/groups', 'groups'],
  ['/pipeline/limits/0/top_k', 'limits › 1 › top k'],
  ['/intents/a~1b', 'a/b'],
  ['/synonyms', ''],
])('%s is read as "%s"', (pointer, place) => {
  expect(plainPlace(pointer)).toBe(place);
});

it.each([
  [{ lang: 'ko', words: ['기숙사', '생활관'] }, 'lang: ko; words: 기숙사, 생활관'],
  [{ ko: ['학칙'], en: ['school rules'] }, 'ko: 학칙; en: school rules'],
  [{ is_open: true, note: null, marks: [] }, 'is open: yes; note: none; marks: none'],
  [0.5, '0.5'],
  [false, 'no'],
])('%j is written as "%s"', (value, words) => {
  expect(plainValue(value, say)).toBe(words);
});
