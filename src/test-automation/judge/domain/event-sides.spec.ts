import { dayPlaceConflicts, eventSideConflicts, sideConflicts } from './event-sides.js';

const setting = (...gold: string[]) => ({ question: '', gold, nearness: () => 0 });

describe('the side of an event', () => {
  it.each([
    ['개강 30일 전까지 신청한다.', '개강하고 나서 30일 안에 신청하세요.', 1],
    ['개강 30일 전까지 신청한다.', '개강하기 30일 전까지 신청하세요.', 0],
    ['Apply 10 days before the term starts.', 'Apply within 10 days after the term starts.', 1],
  ])('of a term: %s | %s', (gold, answer, conflicts) => {
    expect(sideConflicts(answer, setting(gold))).toHaveLength(conflicts);
  });

  it.each([
    ['It must be approved before anything is booked.', 'The head approves it after you have booked it.', 1],
    ['It must be approved before anything is booked.', 'Get the approval before you book.', 0],
    ['예약하기 전에 승인을 받아야 한다.', '예약한 뒤에 승인을 받으면 됩니다.', 1],
    ['예약하기 전에 승인을 받아야 한다.', '승인은 예약하기 전에 받으세요.', 0],
    ['예약하기 전에 승인을 받아야 한다.', '돌아온 뒤에 보고서를 내세요.', 0],
  ])('without a number: %s | %s', (gold, answer, conflicts) => {
    expect(eventSideConflicts(answer, setting(gold))).toHaveLength(conflicts);
  });

  it.each([
    ['당일 22시까지 신청한다.', '전날 22시까지 신청하세요.', 1],
    ['당일 22시까지 신청한다.', '그날 밤 10시까지 신청하세요.', 0],
    ['Cancel the day before.', 'Cancel on the same day.', 1],
    ['22시까지 신청한다.', '전날 22시까지 신청하세요.', 0],
  ])('by its day: %s | %s', (gold, answer, conflicts) => {
    expect(dayPlaceConflicts(answer, setting(gold))).toHaveLength(conflicts);
  });
});
