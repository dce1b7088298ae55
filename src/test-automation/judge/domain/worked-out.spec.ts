import { valuesOf } from './values.js';
import { exampleNumbers, followsFrom, followsInSteps, isWrongProduct } from './worked-out.js';

const only = (text: string) => {
  const [value] = valuesOf(text);
  if (value === undefined) throw new Error(text);
  return value;
};

describe('calculated numbers', () => {
  it.each([
    ['12일', '6일', '2배', true],
    ['24시간', '30시간', '80퍼센트', true],
    ['17 days', '7 days', '80 percent', false],
    ['5점', '15점', '3점', false],
  ])('%s follows from %s by %s: %s', (wanted, asked, rule, follows) => {
    expect(followsFrom(only(wanted), [only(asked)], [only(rule)])).toBe(follows);
  });

  it('follow in two steps if the calculation is shown', () => {
    expect(followsInSteps(only('17점'), valuesOf('3점, 5회, 2점'))).toBe(true);
    expect(followsInSteps(only('19점'), valuesOf('3점, 5회, 2점'))).toBe(false);
  });

  it('of an example confirm each other', () => {
    const said = valuesOf('6명이 모이면 18만 원까지');
    expect(exampleNumbers(said, valuesOf('1인당 3만 원')).size).toBe(2);
    expect(exampleNumbers(valuesOf('6명이 모이면 24만 원까지'), valuesOf('1인당 3만 원')).size).toBe(0);
  });

  it('are wrong if a rate times a count is something else', () => {
    const check = (text: string) => {
      const said = valuesOf(text);
      const last = said.at(-1);
      return last !== undefined && isWrongProduct(last, text, said, valuesOf('1회에 3점, 15점'));
    };
    expect(check('한 번에 3점씩 다섯 번이면 18점입니다.')).toBe(true);
    expect(check('한 번에 3점씩 여섯 번이면 18점입니다.')).toBe(false);
  });
});
