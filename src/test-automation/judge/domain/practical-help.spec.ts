import { completenessOf, conditionShare, withExceptions } from './conditions.js';
import { actionability, helpPoints, practicality } from './practical-help.js';

const LEND = '공구를 빌리려는 사람은 사용일 3일 전까지 대여신청서를 자산관리팀에 제출하여 팀장의 승인을 받아야 한다.';
const HALL = 'Submit the booking form to the Events team 5 days before, and pay the deposit within 2 weeks.';

describe('practical points', () => {
  it.each([
    [LEND, '3일 전까지 대여신청서를 자산관리팀에 제출하고 팀장 승인을 받으세요.', 1],
    [LEND, '3일 전까지요.', 0.333],
    [LEND, '자산관리팀에 대여신청서를 내세요.', 0.667],
    [HALL, 'Hand in the booking form to the Events team 5 days before; the deposit is due in two weeks.', 1],
    [HALL, 'Five days before.', 0.25],
  ])('are the share of the deadlines, papers and offices that the answer gives: %s / %s', (offered, answer, share) => {
    expect(practicality(offered, answer)).toBeCloseTo(share, 1);
  });

  it.each([
    [LEND, '대여신청서를 내고 팀장 허가를 받으세요.', 1],
    [LEND, '3일 전까지입니다.', 0],
    [HALL, 'Submit the form.', 0.5],
  ])('are the share of the actions that the answer names: %s / %s', (offered, answer, share) => {
    expect(actionability(offered, answer)).toBeCloseTo(share, 1);
  });

  it.each([
    ['회의는 공개한다.', '공개합니다.'],
    ['Meetings are public.', 'They are public.'],
  ])('have the share of the other points where the passage offers nothing: %s', (offered, answer) => {
    expect([practicality(offered, answer), actionability(offered, answer)]).toEqual([undefined, undefined]);
    const others = { accuracy: 1, completeness: 1, relevance: 1, citation: 0 };
    expect(helpPoints(offered, answer, others)).toEqual({ practicality: 0.375, actionability: 0.375 });
    const best = { ...others, citation: 1 };
    expect(helpPoints(offered, answer, best)).toEqual({ practicality: 0.5, actionability: 0.5 });
  });

  it('do not require every detail of a long provision', () => {
    const long = '처음은 3일, 다음은 5일, 그다음은 7일, 끝은 9일 이내에 신청서와 계획서와 동의서를 확인한다.';
    expect(practicality(long, '3일 이내에 신청서를, 5일 이내에 계획서를 확인합니다.')).toBe(1);
    expect(practicality(long, '3일 이내에 신청서를 확인합니다.')).toBe(0.5);
  });
});

describe('completeness', () => {
  const RULE = '재난으로 문을 닫은 경우 요금을 모두 돌려준다. 다만, 단체 손님은 절반만 돌려준다.';
  it('counts the conditions of the passage that the answer leaves out', () => {
    const ask = '요금은 얼마나 돌려주나요?';
    const full = conditionShare(RULE, '재난으로 문을 닫은 경우 모두 돌려주고, 단체 손님은 절반만 돌려줍니다.', ask);
    const bare = conditionShare(RULE, '모두 돌려줍니다.', ask);
    expect([full, bare]).toEqual([1, 0]);
    expect(completenessOf(1, bare)).toBeLessThan(completenessOf(1, full));
    expect(completenessOf(0, 1)).toBe(0);
  });

  it.each([
    [
      '요금은 모두 돌려준다.',
      `요금은 모두 돌려준다. 다만, 단체는 절반만 돌려준다. 접수는 창구에서 한다.`,
      '다만, 단체는 절반만 돌려준다.',
    ],
    [
      '① 요금은 모두 돌려준다',
      '① 요금은 모두 돌려준다.\n② 제1항에도 불구하고 단체는 절반만 돌려준다.',
      '제1항에도 불구하고 단체는 절반만 돌려준다.',
    ],
    [
      'The fee is paid back.',
      'The fee is paid back. However, groups get half of it. Apply at the desk.',
      'However, groups get half of it.',
    ],
    ['The fee is paid back.', 'The fee is paid back. Apply at the desk.', ''],
  ])('counts the exceptions that follow a passage: %s', (quote, provision, exception) => {
    expect(withExceptions(quote, provision)).toBe(`${quote}\n${exception}`.trim());
  });

  it('does not require a condition that the question states', () => {
    const text = 'If the hall is closed, the fee is paid back in full.';
    expect(conditionShare(text, 'In full.', 'What do I get back if the hall is closed?')).toBe(1);
    expect(conditionShare(text, 'In full.', 'What do I get back?')).toBe(0);
  });
});
