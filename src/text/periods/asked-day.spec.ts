import { askedDay } from './asked-period.js';

describe('askedDay', () => {
  it.each([
    ['2025년 9월 1일 기준으로 휴학은 몇 학기까지 되나요?', '2025-09-01'],
    ['2025년 2월 28일 당시 재수강 상한이 뭐였나요?', '2025-02-28'],
    ['2025-09-01 기준 등록금 납부 기한은?', '2025-09-01'],
    ['2025. 9. 1. 현재 퇴사 벌점은 몇 점인가요?', '2025-09-01'],
    ['How long are backups kept as of 2025-02-28?', '2025-02-28'],
    ['What was the limit in force on 1 September 2025?', '2025-09-01'],
    ['As of September 1st, 2025, who approves it?', '2025-09-01'],
  ])('reads the day of “%s”', (question, day) => {
    expect(askedDay(question)?.day).toBe(day);
  });

  it('says where it is said', () => {
    const question = '혹시 2025년 9월 1일 기준으로 알려 주세요';
    const { start, end } = askedDay(question) ?? { start: 0, end: 0 };
    expect(question.slice(start, end)).toBe('2025년 9월 1일 기준으로');
  });

  it.each([
    '2026년 3월 1일까지 신청하면 되나요?',
    '2025년 기준으로 알려 주세요',
    '2025년 2월 30일 기준으로 알려 주세요',
    'Which rules changed on 2025-09-01?',
    '졸업 기준으로 몇 학점인가요?',
  ])('takes no other date for it: “%s”', (question) => {
    expect(askedDay(question)).toBeUndefined();
  });
});
