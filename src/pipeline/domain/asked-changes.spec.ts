import { askedPeriod, withoutPeriod } from '../../text/periods/asked-period.js';
import { AnalysedMessage, analysedPlainly } from './analysed-message.js';
import { asksForChanges, daysOfChange, namesText } from './asked-changes.js';

const TODAY = '2026-05-12';
function analysed(message: string): AnalysedMessage {
  const asked = askedPeriod(message, TODAY);
  const read = analysedPlainly(message);
  return asked === undefined
    ? read
    : { ...read, period: { asked, timeless: analysedPlainly(withoutPeriod(message, asked)) } };
}

describe('a question about changes', () => {
  it.each([
    ['올해 뭐가 바뀌었나요?', false, '2026-01-01', TODAY],
    ['작년 우산 규정과 달라진 점이 뭔가요?', true, '2026-01-01', TODAY],
    ['휴학 규정에서 무엇이 바뀌었나요?', true, '0001-01-01', TODAY],
    ['내년에는 기숙사 규정이 어떻게 달라지나요?', true, '2027-01-01', '2027-12-31'],
    ['What changed this year?', false, '2026-01-01', TODAY],
    ["What is different from last year's rules on lockers?", true, '2026-01-01', TODAY],
    ['How has the travel policy changed?', true, '0001-01-01', TODAY],
  ])('%s', (message, isNamed, from, to) => {
    expect(asksForChanges(analysed(message))).toBe(true);
    expect(namesText(analysed(message))).toBe(isNamed);
    expect(daysOfChange(analysed(message), TODAY)).toEqual({ from, to });
  });

  it.each([
    '수강신청은 어떻게 변경하나요?',
    '학사와 석사는 어떻게 다른가요?',
    '주소가 바뀌면 무엇을 해야 하나요?',
    'How do I change my password?',
    'What is the difference between leave and absence?',
    'What new documents do I need?',
    'For how many days was a locker rented before the rules were changed?',
  ])('is not: %s', (message) => {
    expect(asksForChanges(analysed(message))).toBe(false);
  });
});
