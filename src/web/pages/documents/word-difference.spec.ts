import { wordDifference } from './word-difference.js';

const withoutBlanks = (runs: ReturnType<typeof wordDifference>, left: string) =>
  runs
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();

describe('the difference of two texts by words', () => {
  it('marks removed and added words', () => {
    expect(wordDifference('우산은 12일 동안 빌려 준다.', '우산은 7일 동안 빌려 준다.')).toEqual([
      { kind: 'same', text: '우산은 ' },
      { kind: 'removed', text: '12일 ' },
      { kind: 'added', text: '7일 ' },
      { kind: 'same', text: '동안 빌려 준다. ' },
    ]);
    expect(wordDifference('a  b\nc', 'a b c')).toEqual([{ kind: 'same', text: 'a b c ' }]);
    expect([wordDifference('', ''), wordDifference('', 'a')]).toEqual([[], [{ kind: 'added', text: 'a ' }]]);
  });

  it('contains both texts, whatever they are', () => {
    let state = 7;
    const next = (most: number) => (state = (state * 48271) % 2147483647) % most;
    const some = () => Array.from({ length: next(30) }, () => 'abcd'.charAt(next(4))).join(' ');
    for (let n = 0; n < 300; n++) {
      const [before, after] = [some(), some()];
      const runs = wordDifference(before, after);
      expect([withoutBlanks(runs, 'added'), withoutBlanks(runs, 'removed')]).toEqual([before, after]);
    }
  });

  it('shows very long texts one after the other', () => {
    const long = (word: string) => Array.from({ length: 1001 }, (_, i) => `${word}${i}`).join(' ');
    expect(wordDifference(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
