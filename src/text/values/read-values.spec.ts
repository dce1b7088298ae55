import { compareValues, normalForm } from './compare-values.js';
import { readValues } from './read-values.js';
import { Value } from './value.js';

const only = (text: string): Value => {
  const values = readValues(text);
  if (values.length !== 1) throw new Error(`'${text}' has ${values.length} values: ${JSON.stringify(values)}`);
  return values[0]!;
};
const forms = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => normalForm(only(text))))];
const compared = (a: string, b: string): string => compareValues(only(a), only(b));

describe('Values in any notation', () => {
  it.each([
    ['Form 7-B', 'form 7B', 'Form 7 B', 'Form No. 7-B', 'Form ７－Ｂ'],
    ['Room 204A', 'room 204-A', '204A호', '204-A', '204A'],
    ['별지 제3호의2서식', '별지 제3호의2 서식', '제3호의2 서식', '제 3호의 2 서식'],
    ['5-나', '5-나호', '5－나'],
    ['RX-200/i', 'RX200/i', '모델 RX-200/i', 'RX 200/i'],
    ['platform 3b', '3b', 'Platform 3B', '3B호'],
    ['K-9', 'K9', 'k9'],
    ['option ③', '항목 3', 'Option 3'],
  ])('reads one code: %s', (...texts) => expect(forms(texts)).toHaveLength(1));

  it.each([
    ['Form 7-B', 'Form 7-C'],
    ['Room 204A', 'Room 204B'],
    ['Room 204A', 'Room 204'],
    ['3A호', '3B호'],
    ['5-가', '5-나'],
    ['2.1.0', '2.1.1'],
    ['version 2.1', 'version 2.10'],
    ['section 3.40', 'section 3.4'],
    ['별지 제3호의2서식', '별지 제3호의3서식'],
    ['RX-200/i', 'RX-200/s'],
    ['K-9', 'K-8'],
    ['2026-03-05', 'March 6, 2026'],
    ['2026-03-05', '2025년 3월 5일'],
    ['2026-03-05 (Thu)', '2026. 3. 5.(금)'],
    ['07:45', '7:45 p.m.'],
    ['18:30', '6:30 a.m.'],
    ['14일', '3주'],
    ['7 business days', '7 days'],
    ['14 days', '2 months'],
    ['50 USD', '€50'],
    ['23 kg', '23 pounds'],
    ['3명', '3회'],
    ['20%', '30%'],
    ['third', '4th'],
    ['20°C', '20°F'],
    ['지하 2층', '2층'],
    ['the 100th visitor', 'the 101st visitor'],
  ])('finds %s and %s different', (a, b) => expect(compared(a, b)).toBe('different'));

  it.each([
    [
      '2026-03-05',
      'March 5, 2026',
      '5 March 2026',
      '2026. 3. 5.',
      '2026년 3월 5일',
      '2026/3/5',
      "'26.3.5",
      '2026. 3. 5.(목)',
      'Thursday, March 5, 2026',
      '5th of March 2026',
      'the fifth of March, 2026',
      '05-Mar-2026',
      '20260305',
      '２０２６년 ３월 ５일',
      'MARCH 5, 2026',
    ],
    ['10 May', 'May 10', '5월 10일', '10th of May', '10 MAY'],
    ['in May', 'since May'],
    [
      '18:30',
      '6:30 p.m.',
      '6.30pm',
      '오후 6시 30분',
      '오후 6시 반',
      '저녁 6시 반',
      'half past six in the evening',
      '18시 30분',
      '18h30',
      '6:30 PM',
      '오후 여섯 시 반',
      '오후 6:30',
      '1830 hours',
      '6:30 in the evening',
      '18:30:00',
    ],
    ['noon', '12 noon', '정오', '12:00', '12 p.m.', '낮 12시', 'midday'],
    ['midnight', '자정', '00:00', '24:00', '12 a.m.', '밤 12시'],
    ['07:45', '7:45 a.m.', 'quarter to eight in the morning', '오전 7시 45분', '아침 7시 45분'],
    ['14일', '2주', 'two weeks', 'a fortnight', '14 days', '2주일', '14일간', 'fourteen days', '두 주'],
    [
      '90 minutes',
      '1시간 30분',
      'an hour and a half',
      '1.5 hours',
      '1시간 반',
      'one and a half hours',
      '90분',
      '1 hour 30 minutes',
      '한 시간 반',
      '1½ hours',
    ],
    ['half an hour', '30분', '30 min'],
    ['사흘', '3일', 'three days', '72 hours'],
    ['반년', '6개월', 'six months', 'half a year', '여섯 달'],
    ['1,500 euros', '€1500', '1500 EUR', '€1,500', '1 500 euros', '1.5k euros', 'EUR 1,500', '1500유로'],
    ['5만 원', '50,000원', 'KRW 50,000', '₩50,000', '오만 원', '5만원', 'fifty thousand won'],
    ['5만3천 원', '53,000원'],
    ['십오만 원', '150,000원', '15만 원'],
    ['0.5 kg', '500 grams', '500그램', '0.5킬로그램', '500g'],
    ['23 kg', '23 kilograms', '23킬로', '23㎏', '23,000 g'],
    ['20°C', '20도', '68°F', '20 degrees Celsius'],
    ['1 GB', '1000 MB', '1기가바이트'],
    ['60 km/h', '시속 60km', '60 kilometres per hour'],
    ['100 square metres', '100㎡', '100제곱미터', '100 m²', '100 sq m'],
    ['20%', '20 percent', '20퍼센트', '5분의 1', '20 per cent', '1/5', 'one fifth', '20％'],
    ['third', '3rd'],
    ['three people', '3명', '세 명', '3 persons', '세 사람'],
    ['version 2.1.0', '2.1.0', 'v2.1.0', '버전 2.1.0', '2.1.0 버전', 'ver. 2.1.0'],
  ])('reads one value: %s', (...texts) => expect(forms(texts)).toHaveLength(1));

  it.each([
    ['2026-03-05', '5th of March'],
    ['18:30', '6:30'],
    ['18:30', '6시 반'],
    ['version 2.1', '2.1.0'],
    ['3.40 km', '3.4 km'],
  ])('finds %s and %s compatible', (a, b) => expect(compared(a, b)).toBe('same'));

  it.each([
    ['03/05/2026', '2026-03-05'],
    ['30 days', '1 month'],
    ['Form 7-B', 'Room 7-B'],
    ['2026-03-05', '3 days'],
    ['2026', 'March 5'],
  ])('does not compare %s with %s', (a, b) => expect(compared(a, b)).toBe('incomparable'));

  it.each([['You may go.'], ['They march on'], ['A person'], ['시작한다'], ['an answer']])(
    'reads no value in %s',
    (text) => expect(readValues(text)).toEqual([]),
  );

  it.each([
    ['3~5일', 'from', 'until'],
    ['from 3 to 5 days', 'from', 'until'],
    ['between 3 and 5 days', 'from', 'until'],
    ['9:00–18:00', 'from', 'until'],
    ['3월 5일부터 3월 9일까지', 'from', 'until'],
    ['at least 3 days', 'at_least'],
    ['3일 이상', 'at_least'],
    ['no more than 3 kg', 'at_most'],
    ['up to 3 kg', 'at_most'],
    ['3 kg 이하', 'at_most'],
    ['3 kg 미만', 'below'],
    ['more than 3 kg', 'above'],
    ['3일 이내', 'at_most'],
    ['before 18:30', 'before'],
    ['18:30까지', 'until'],
  ])('reads the comparator of %s', (text, ...bounds) =>
    expect(readValues(text).map(({ bound }) => bound)).toEqual(bounds),
  );
});

describe('Numbers next to each other', () => {
  it.each([
    ['하루 8시간까지', ['time 86400', 'time 28800']],
    ['한 주 16시간', ['time 604800', 'time 57600']],
    ['2 days and 3 hours', ['time 183600']],
    ['1년 6개월', ['month 18']],
    ['1 to 3 people', ['person 1', 'person 3']],
    ['five to ten people', ['person 5', 'person 10']],
    ['9 to 11 a.m.', ['time 09:00:00?', 'time 11:00:00']],
    ['3호선 5번 출구', ['code 3', 'code 5']],
    ['CEO 3 times', ['times 3']],
    ['제3조제2항에 따라 3개월', ['code 3', 'code 2', 'month 3']],
    ['010-1234-5678', ['code 010-1234-5678']],
    ['A4 용지 10장', ['code a-4', 'sheet 10']],
    ['by 10 May, or in June', ['date --05-10', 'date --06--']],
  ])('%s is read as %j', (text, forms) => expect(readValues(text).map(normalForm)).toEqual(forms));

  it('have the comparator after their counter', () =>
    expect(readValues('4촌 이내').map(({ bound }) => bound)).toEqual(['at_most']));
});
