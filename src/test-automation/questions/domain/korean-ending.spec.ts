import { askedForms, nounForms, plainEnding } from './korean-ending.js';

describe('Korean endings', () => {
  it.each([
    ['며칠 전까지 제출하여야 한다', '며칠 전까지 제출해야 하나요?', '며칠 전까지 제출해야 합니까?'],
    ['몇 번 연장할 수 있다', '몇 번 연장할 수 있나요?', '몇 번 연장할 수 있습니까?'],
    ['임기는 몇 년으로 한다', '임기는 몇 년인가요?', '임기는 몇 년입니까?'],
    ['연체료는 얼마로 한다', '연체료는 얼마인가요?', '연체료는 얼마입니까?'],
    ['평점은 몇 점을 만점으로 한다', '평점은 몇 점을 만점으로 하나요?', '평점은 몇 점을 만점으로 합니까?'],
    [
      '정하여지지 않은 학생은 누구의 승인을 받는다',
      '정해지지 않은 학생은 누구의 승인을 받나요?',
      '정해지지 않은 학생은 누구의 승인을 받습니까?',
    ],
    ['며칠 이내에 돌려준다', '며칠 이내에 돌려주나요?', '며칠 이내에 돌려줍니까?'],
    ['업무는 누가 맡는다', '업무는 누가 맡나요?', '업무는 누가 맡습니까?'],
    ['몇 시에 문을 연다', '몇 시에 문을 여나요?', '몇 시에 문을 엽니까?'],
  ])('asks %s politely and formally', (clause, polite, formal) => {
    expect(askedForms(clause)).toMatchObject({ polite, formal });
  });

  it('makes no question of a sentence that is not a present statement', () => {
    expect(askedForms('이미 제출하였다')).toBeUndefined();
  });

  it('adds the copula for the final sound of the noun', () => {
    expect(nounForms('얼마').casual).toBe('얼마예요?');
    expect(nounForms('몇 년').casual).toBe('몇 년이에요?');
  });

  it('completes a clause with a connective ending, and returns undefined for an unknown one', () => {
    expect(plainEnding('마감일 20일 전까지 공고하여야 하며')).toBe('마감일 20일 전까지 공고하여야 한다');
    expect(plainEnding('사유가 생겨서')).toBeUndefined();
  });
});
