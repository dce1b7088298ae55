import { peopleConflicts, roleConflicts } from './said-of-others.js';

const setting = (...gold: string[]) => ({ question: '', gold, nearness: () => 0 });

describe('a rule said of other people', () => {
  const TRAINING =
    'Contractors must complete the training before they get an account. Employees complete it within 14 days of joining.';
  it.each([
    ['Contractors have 8 hours to report a fault.', 'Administrators have 8 hours to report a fault.', 1],
    ['Contractors have 8 hours to report a fault.', 'Contractors have 8 hours to report it.', 0],
    ['Contractors have 8 hours to report a fault.', 'You have 8 hours to report it.', 0],
    ['Employees may park for free.', 'Staff may park for free.', 0],
    [TRAINING, 'Visitors must complete the training before they get an account.', 1],
    [
      TRAINING,
      'Contractors have 14 days after joining to complete it; employees must do it before they get an account.',
      1,
    ],
    [TRAINING, 'Contractors complete the training before an account is made for them.', 0],
    ['대학원생은 20권을 빌린다.', '학부생은 20권을 빌립니다.', 1],
    ['대학원생은 20권을 빌린다.', '대학원생은 20권을 빌립니다.', 0],
    ['신입생은 등록을 하여야 한다. <개정 2020. 10. 1>', '교원은 1년이 지나면 계획서를 낸다.', 0],
    ['Contractors have to sign. (as of 2020. 10. 1)', 'Administrators read it after 1 day.', 0],
  ])('%s | %s', (gold, answer, conflicts) => {
    expect(peopleConflicts(answer, setting(gold)).length > 0 ? 1 : 0).toBe(conflicts);
  });
});

describe('another office', () => {
  it.each([
    ['학과장의 추천을 받은 자에게 준다.', '총장의 추천을 받아야 합니다.', 1],
    ['학과장의 추천을 받은 자에게 준다.', '학과장의 추천이 필요합니다.', 0],
    ['부총장의 승인을 받는다.', '총장의 승인을 받으세요.', 1],
    ['결과 보고서를 산학협력단장에게 제출한다.', '보고서는 연구처장에게 제출하세요.', 1],
    ['Trips must be approved by the department head.', 'It is approved by the travel desk.', 1],
    ['Trips must be approved by the department head.', 'Your head approves it.', 0],
    ['Report it to the security desk.', 'Tell your line manager.', 1],
    ['Report it to the security desk.', 'Report the loss to the security desk.', 0],
    ['수업은 9시에 시작한다.', '총장의 승인을 받으세요.', 0],
    ['원장은 교원 중에서 총장이 임명하며, 임기는 2년으로 한다.', '원장은 총장이 임명한다.', 0],
    ['원장은 교원 중에서 총장이 임명하며, 임기는 2년으로 한다.', '원장은 이사장이 임명한다.', 1],
    ['연구실장은 소장이 임명한다.', '연구실장은 소장이 임명합니다.', 0],
    ['The director is appointed by the president.', 'The president appoints the director.', 0],
  ])('%s | %s', (gold, answer, conflicts) => {
    expect(roleConflicts(answer, setting(gold))).toHaveLength(conflicts);
  });
});
