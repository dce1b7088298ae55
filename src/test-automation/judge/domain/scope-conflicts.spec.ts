import {
  disregardConflicts,
  exceptionConflicts,
  freedConflicts,
  onlyConflicts,
  sanctionConflicts,
} from './scope-conflicts.js';

const setting = (question: string, ...gold: string[]) => ({ question, gold, nearness: () => 0 });

describe('the scope of a rule', () => {
  it.each([
    ['취사를 할 수 없다. 다만, 공동 주방에서는 그러하지 아니하다.', '공동 주방을 포함해 어디서도 안 됩니다.', 1],
    ['취사를 할 수 없다. 다만, 공동 주방에서는 그러하지 아니하다.', '공동 주방에서는 됩니다.', 0],
    ['All days count except public holidays.', 'All days count, including public holidays.', 1],
    ['All days count except public holidays.', 'Public holidays do not count.', 0],
  ])('exceptions that are included: %s | %s', (gold, answer, conflicts) => {
    expect(exceptionConflicts(answer, setting('', gold))).toHaveLength(conflicts);
  });

  it.each([
    ['Both parents may take 16 weeks.', 'Only the mother may take it.', 1],
    ['Both parents may take 16 weeks.', 'Each parent may take 16 weeks.', 0],
    ['누구나 쓸 수 있다.', '학부생만이 쓸 수 있습니다.', 1],
    ['Only members may enter.', 'Only the members may enter.', 0],
  ])('one of several alone: %s | %s', (gold, answer, conflicts) => {
    expect(onlyConflicts(answer, setting('', gold))).toHaveLength(conflicts);
  });

  it.each([
    ['공고한 날부터 석 달이 지나면 팔 수 있다.', '공고와 관계없이 바로 팔 수 있습니다.', 1],
    ['1학년 또는 활동 6개월 미만인 사람은 할 수 없다.', '1학년은 활동 기간과 상관없이 할 수 없습니다.', 0],
    ['나이와 관계없이 쓸 수 있다.', '나이와 관계없이 쓸 수 있습니다.', 0],
  ])('conditions that do not matter: %s | %s', (gold, answer, conflicts) => {
    expect(disregardConflicts(answer, setting('언제 팔 수 있나요?', gold))).toHaveLength(conflicts);
  });

  it.each([
    ['30일 이내에 신고하여야 한다.', '신고하지 않아도 됩니다.', 1],
    ['30일 이내에 신고하여야 한다.', '30일 안에 신고하셔야 합니다.', 0],
    ['신고하여야 한다. 다만, 장애 학생은 신고하지 아니하여도 된다.', '장애 학생은 신고하지 않아도 됩니다.', 0],
    ['Visitors must sign the register.', 'You do not need to sign the register.', 1],
  ])('duties that are denied: %s | %s', (gold, answer, conflicts) => {
    expect(freedConflicts(answer, setting('신고해야 하나요?', gold))).toHaveLength(conflicts);
  });

  it('sanctions that are denied', () => {
    const gold = '신고하지 아니하면 면직할 수 있다.';
    expect(sanctionConflicts('신고하지 않아도 불이익은 없습니다.', setting('', gold))).toHaveLength(1);
    expect(sanctionConflicts('신고하지 않으면 면직될 수 있습니다.', setting('', gold))).toHaveLength(0);
  });
});
