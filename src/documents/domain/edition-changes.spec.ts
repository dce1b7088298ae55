import { quickestMs } from '../../../test/support/processor-time.js';
import {
  changeOfQuote,
  comparedText,
  editionChanges as changesInSteps,
  EditionPart,
  partsOfEdition,
} from './edition-changes.js';
import { lastOf } from '../../shared/domain/steps.js';
import { splitIntoPassages } from './split-into-passages.js';

const editionChanges = (...editions: Parameters<typeof changesInSteps>) => lastOf(changesInSteps(...editions));
const partsOf = (text: string, title = '규정') =>
  lastOf(partsOfEdition(text, splitIntoPassages(text, 'text/markdown', title)));
const told = (changes: ReturnType<typeof editionChanges>) =>
  changes.map(({ kind, before, after }) => `${kind} ${(after ?? before)?.label}`);

describe('what a new edition changes', () => {
  it('returns the articles that were added, changed and removed', () => {
    const before =
      '제1조(목적) 이 규정은 대여를 정한다.\n제2조(기간) 우산은 사흘 동안 빌린다.\n제3조(연체) 연체료는 오백 원이다.';
    const after =
      '제1조(목적) 이 규정은 대여를 정한다.\n제2조(기간) 우산은 이틀 동안 빌린다.\n제4조(분실) 잃어버리면 물어낸다.';
    expect(told(editionChanges(partsOf(before), partsOf(after)))).toEqual([
      'changed 제2조(기간)',
      'added 제4조(분실)',
      'removed 제3조(연체)',
    ]);
  });

  it('does not count marks of amendment, blanks or a new number of an article with the same words as a change', () => {
    expect(comparedText('제2조(기간) 사흘이다. <개정 2024. 3. 1.>')).toBe(comparedText('제2조(기간)  사흘이다.'));
    expect(comparedText('(예외) 사흘이다.')).not.toBe(comparedText('사흘이다.'));
  });

  it('compares a text without structure paragraph by paragraph', () => {
    const part = (text: string, start: number): EditionPart => ({ label: undefined, text, start });
    const before = [part('The pool opens at seven in the morning.', 0), part('Dogs stay outside.', 100)];
    const after = [part('Dogs stay outside.', 0), part('The pool opens at eight in the morning.', 50)];
    expect(editionChanges(before, after).map(({ kind, before: one }) => [kind, one?.start])).toEqual([['changed', 0]]);
  });

  it('counts neither another number nor another place of an article as a change', () => {
    const before = '제1장 총칙\n\n제1조(목적) 대여를 정한다.\n\n제2조(기간) 사흘 동안 빌린다.';
    const after =
      '제1장 총칙\n\n제1조(정의) 우산은 장우산이다.\n\n제2조(기간) 사흘 동안 빌린다.\n\n제3조(목적) 대여를 정한다.';
    expect(told(editionChanges(partsOf(before), partsOf(after)))).toEqual([expect.stringContaining('added')]);
    const numbered = (n: number) => `## ${n}. Fees\n\nA locker is 5 euros.\n\n## ${n + 1}. Keys\n\nA key is 12 euros.`;
    expect(editionChanges(partsOf(numbered(1)), partsOf(numbered(4)))).toEqual([]);
    const plain = (n: number, days: number) => `Article ${n} (Period) An umbrella is lent for ${days} days.`;
    expect(editionChanges(partsOf(plain(2, 3)), partsOf(plain(7, 3)))).toEqual([]);
    expect(editionChanges(partsOf(plain(2, 3)), partsOf(plain(7, 4)))).toHaveLength(1);
  });

  it('compares thousands of paragraphs in other words in far less time than each with each', () => {
    let seed = 1;
    const word = () => `w${(seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % 1_250}`;
    const edition = (): EditionPart[] =>
      Array.from({ length: 1_500 }, (_, start) => ({
        ...{ label: undefined, start },
        text: Array.from({ length: 60 }, word).join(' '),
      }));
    const [before, after] = [edition(), edition()];
    // Comparing each with all that have one of its words took more than 4 s.
    expect(quickestMs(() => editionChanges(before, after), 1_500)).toBeLessThanOrEqual(1_500);
  });

  it('pairs a part with the one that has the most of its words', () => {
    const part = (text: string, start: number): EditionPart => ({ label: undefined, text, start });
    const before = [
      part('The pool opens at eight in the morning, and the sauna at noon.', 0),
      part('The pool opens at seven in the morning.', 70),
    ];
    const after = [part('The pool opens at seven in the early morning.', 0), ...before.slice(0, 1)];
    expect(editionChanges(before, after).map(({ kind, before: one }) => [kind, one?.start])).toEqual([['changed', 70]]);
  });

  it('counts a reference to another article as a change', () => {
    const [before, after] = [3, 4].map((n) => `제9조(준용) ${'x'.repeat(30)}\n\n제${n}조에 따라 처리한다.`);
    expect(editionChanges(partsOf(before ?? ''), partsOf(after ?? ''))).toHaveLength(1);
    const rules = [3, 4].map((n) => partsOf(`Section ${n} applies to guests.`));
    expect(editionChanges(rules[0] ?? [], rules[1] ?? [])).toHaveLength(1);
  });

  it('ignores blanks inside Korean words and lines of a table without words', () => {
    const table = (rule: string, fee: number, words: string) =>
      `## 요금\n\n${words}\n\n| 품목 | 요금 |\n${rule}\n| 우산 | ${fee}원 |\n| 자전거 | 900원 |`;
    const before = table('|---|---|', 500, '요금을 내야 한다.');
    expect(editionChanges(partsOf(before), partsOf(table('| :-- | :-- |', 500, '요금을  내야한다.')))).toEqual([]);
    const changes = editionChanges(partsOf(before), partsOf(table('|---|---|', 700, '요금을 내야 한다.')));
    const touched = (quote: string) => changeOfQuote({ quote }, before, changes) !== undefined;
    expect(['| 우산 | 500원 |', '| 자전거 | 900원 |', '요금을 내야 한다.'].map(touched)).toEqual([true, false, false]);
  });
});
