import fc from 'fast-check';
import { askedPeriod, withoutPeriod } from './asked-period.js';
import { MONTHS } from '../values/dates.js';

const TODAY = '2026-11-28';
const read = (text: string, today = TODAY) => {
  const asked = askedPeriod(text, today);
  return asked === undefined
    ? undefined
    : (asked.relation ?? asked.periods.map(({ from, to }) => `${from}/${to}`).join(' '));
};

describe('the time that a question asks for', () => {
  it.each([
    ['작년 우산 대여 기간은 며칠이었나요?', '2025-01-01/2025-12-31', '우산 대여 기간은 며칠이었나요?'],
    ['2025학년도 2학기 등록금은 얼마였나요?', '2025-09-01/2026-02-28', '등록금은 얼마였나요?'],
    ['25년도 기준으로 며칠인가요?', '2025-01-01/2025-12-31', '며칠인가요?'],
    ['예전 규정에서는 며칠이었나요?', 'earlier', '며칠이었나요?'],
    ['개정 전에는 며칠이었나요?', 'previous', '며칠이었나요?'],
    ['6월에는 며칠이었나요?', '2026-06-01/2026-06-30', '며칠이었나요?'],
    ['지난 6월에는 며칠이었나요?', '2026-06-01/2026-06-30', '며칠이었나요?'],
    ['내년부터 며칠인가요?', '2027-01-01/2027-12-31', '며칠인가요?'],
    ['작년에 시행된 규정에서는 며칠이었나요?', '2025-01-01/2025-12-31', '시행된 규정에서는 며칠이었나요?'],
    ['작년에는 12일이었는데 올해는 며칠인가요?', '2026-01-01/2026-12-31', '작년에는 12일이었는데 며칠인가요?'],
    ['작년과 올해는 어떻게 다른가요?', '2025-01-01/2025-12-31 2026-01-01/2026-12-31', '어떻게 다른가요?'],
    ['How long was an umbrella lent last year?', '2025-01-01/2025-12-31', 'How long was an umbrella lent?'],
    ['In 2025, what was the fee?', '2025-01-01/2025-12-31', 'what was the fee?'],
    ['What was the fee in Q2 of last year?', '2025-04-01/2025-06-30', 'What was the fee?'],
    ['What was the fee in June?', '2026-06-01/2026-06-30', 'What was the fee?'],
    ['What was the fee before the change?', 'previous', 'What was the fee?'],
    ['What did a locker use to cost?', 'earlier', 'What did a locker cost?'],
    ['What is the fee from next quarter?', '2027-01-01/2027-03-31', 'What is the fee?'],
    ['How much did a locker cost two years ago?', '2024-01-01/2024-12-31', 'How much did a locker cost?'],
  ])('%s', (text, period, rest) => {
    expect(read(text)).toBe(period);
    expect(withoutPeriod(text, askedPeriod(text, TODAY))).toBe(rest);
  });

  it.each([
    '작년에 입학한 학생은 몇 학점을 들어야 하나요?',
    '2025학년도 입학생은 졸업학점이 몇 학점인가요?',
    '6월까지 신청해야 하나요?',
    '연 2회 점검하나요?',
    '2년 이상 근무하면 며칠인가요?',
    '작년에 학교를 옮겼는데 신청할 수 있나요?',
    '1학기에 휴학하려면 언제까지 신청하나요?',
    '수업 시작 전에는 환불되나요?',
    '연구 규정은 어디에 있나요?',
    'Is the report due in June?',
    'How many credits do students who enrolled last year need?',
    'What is the warranty for laptops bought last year?',
    'Do I have to apply by June 2027?',
    'If I enrolled in 2024, how many credits do I need?',
    'When is Form 2025 due?',
    'May I take books home?',
    'Is the form used to apply for leave signed?',
  ])('belongs to something else: %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('is the same in every notation of a month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2199 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const name = MONTHS[month - 1] ?? '';
        const written = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
        const all = [
          `${year}년 ${month}월에는 얼마였나요?`,
          `${year}. ${month}.에는 얼마였나요?`,
          `${year}-${String(month).padStart(2, '0')} 기준으로 얼마였나요?`,
          `What was the fee in ${written} ${year}?`,
          `What was the fee in ${written} of ${year}?`,
          `What was the fee in ${written.slice(0, 3)} ${year}?`,
        ].map((text) => read(text));
        expect(new Set(all).size).toBe(1);
        expect(all[0]?.slice(0, 7)).toBe(`${year}-${String(month).padStart(2, '0')}`);
      }),
    );
  });

  it('reads as many times of a long text as a question has, so that the work stays linear', () => {
    const { spans = [] } = askedPeriod('작년 '.repeat(20_000), TODAY) ?? {};
    expect(spans.length).toBeLessThanOrEqual(40);
  });

  it('depends on the day of the caller', () => {
    expect(read('작년에는 얼마였나요?', '2026-01-01')).toBe('2025-01-01/2025-12-31');
    expect(read('작년에는 얼마였나요?', '2025-12-31')).toBe('2024-01-01/2024-12-31');
    expect(read('What was it last month?', '2024-03-31')).toBe('2024-02-01/2024-02-29');
  });

  it('throws for no text, and its spans are inside the text', () => {
    const piece = fc.constantFrom(
      '작년',
      '2025',
      '년',
      '학기',
      ' ',
      'last ',
      'year',
      'June',
      '에는',
      '?',
      '전',
      '99',
      '.',
      'ago',
      '올해',
      'in ',
      '-',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const { spans = [] } = askedPeriod(text, TODAY) ?? {};
          for (const { start, end } of spans) expect(start >= 0 && start < end && end <= text.length).toBe(true);
          expect(withoutPeriod(text, askedPeriod(text, TODAY)).length).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
