import { normalForm } from './compare-values.js';
import { readValues } from './read-values.js';

const forms = (text: string): string[] => readValues(text).map(normalForm);

describe('a value among other words', () => {
  it.each([
    ['일주일', 'time 604800'],
    ['스물다섯 명', 'person 25'],
    ['9조 7000억 원', 'won 9700000000000'],
    ['2조 원', 'won 2000000000000'],
    ['예순아홉 살', 'age 69'],
    ['5 unused days', 'time 432000'],
    ['240 annual leave hours', 'time 864000'],
    ['24 credit hours', 'time 86400'],
    ['You hand in Form 12 D.', 'code 12-d'],
    ['7-다동입니다', 'code 7-다'],
    ['7-다동이고', 'code 7-다'],
    ['두 시는 늦습니다', 'time 02:00:00?'],
    ['오후 6시 반까지', 'time 18:30:00'],
    ['오후 6시 반부터입니다', 'time 18:30:00'],
    ['오후 6시 반장이 온다', 'time 18:00:00'],
  ])('%s is %s', (text, form) => {
    expect(forms(text)).toEqual([form]);
  });

  it('does not count trillions in the number of an article', () => {
    for (const text of ['회칙 22조 3항에 따른다', '제9조에 따른다', '5조는 없다'])
      expect(readValues(text).filter((value) => 'value' in value && value.value >= 1e12)).toEqual([]);
  });

  it('is not read from a verb, nor as a time that only says how often', () => {
    expect(forms('미리 확인해 두시는 게 좋습니다. 신청해 두시면 됩니다.')).toEqual([]);
    expect(forms('5 visits per day')).toEqual(['visit 5']);
    expect(forms('Ask for Form 12. D. Park signs it.')).toEqual(['code 12']);
  });
});
