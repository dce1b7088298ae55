import { readValues } from './read-values.js';
import { isQuantity, Quantity } from './value.js';

const DAY = 86_400;

const quantitiesOf = (text: string): Quantity[] => readValues(text).filter(isQuantity);

function read(text: string): [number, string, string][] {
  return quantitiesOf(text).map(({ value, dimension, bound }) => [value, dimension, bound]);
}

describe('numbers with their units', () => {
  it.each<[string, [number, string, string][]]>([
    ['벌금은 3천만원이다', [[30_000_000, 'won', 'exact']]],
    ['9조 7000억원', [[9_700_000_000_000, 'won', 'exact']]],
    ['9만 1000개', [[91_000, 'item', 'exact']]],
    ['십오 일 이내에', [[15 * DAY, 'time', 'at_most']]],
    ['2주 전까지', [[14 * DAY, 'time', 'before']]],
    ['14일 전까지', [[14 * DAY, 'time', 'before']]],
    ['세 명 이상', [[3, 'person', 'at_least']]],
    ['출석의 4분의 3 이상', [[0.75, 'ratio', 'at_least']]],
    ['삼분의 이', [[2 / 3, 'ratio', 'exact']]],
    ['75퍼센트 미만', [[0.75, 'ratio', 'below']]],
    ['그릇은 삼 일 말린다', [[3 * DAY, 'time', 'exact']]],
    ['사 회의실', []],
    ['20학점을 초과할 수 없다', [[20, 'credit', 'at_most']]],
    ['20학점을 초과한 학생', [[20, 'credit', 'above']]],
    ['6개월(방학 제외) 이상', [[6, 'month', 'at_least']]],
    ['1년', [[12, 'month', 'exact']]],
    ['no more than three days', [[3 * DAY, 'time', 'at_most']]],
    ['at least 7 days before the date', [[7 * DAY, 'time', 'at_least']]],
    ['more than $2.5 million', [[2_500_000, 'dollar', 'above']]],
    ['two hundred and fifty people', [[250, 'person', 'exact']]],
    ['within 5 business days', [[5, 'working day', 'at_most']]],
    ['half of the rows', [[0.5, 'ratio', 'exact']]],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('assigns the first number of a range the unit of the last', () => {
    expect(read('10~20명')).toEqual([
      [10, 'person', 'from'],
      [20, 'person', 'until'],
    ]);
  });

  it('skips numbers of a date', () => {
    expect(quantitiesOf('2026년 3월 1일')).toEqual([]);
  });

  it('treats `한 번` as soft, since it is part of many idioms', () => {
    expect(quantitiesOf('한 번').map(({ soft }) => soft)).toEqual([true]);
  });
});
