import { citations } from './citations.js';

describe('provisions that a text names', () => {
  it.each([
    ['「휴학 규정」 제6조의2제1항에 따르면', '6의2', '1', '휴학규정', true],
    ['휴학 규정 제6조는 삭제되었다', '6', undefined, '휴학규정', true],
    ['신청한 사람은 제3조에 따라 처리한다', '3', undefined, undefined, true],
    ['총장은 교무위원회의 심의를 거쳐 제3조에 따라 처리한다', '3', undefined, undefined, false],
    ['22조 3항에 따라', '22', '3', undefined, true],
    ['제2항에 따라', undefined, '2', undefined, false],
    ['Under Section 3.2, members vote', '3.2', undefined, undefined, true],
    ['Article 5(2) says so', '5', '2', undefined, true],
  ])('reads %j', (text, article, paragraph, regulation, ascribed) => {
    expect(citations(text)).toEqual([expect.objectContaining({ article, paragraph, regulation, ascribed })]);
  });

  it.each([
    ['「휴학 규정」은 이렇게 정합니다: 휴학은 1년 이내로 한다.', '휴학규정', '휴학은'],
    ['「휴학 규정」은 다음과 같이 규정하고 있습니다. 휴학은 1년 이내로 한다.', '휴학규정', '휴학은'],
    ['『휴학 규정』에는 아래와 같이 나와 있습니다: 휴학은 1년 이내로 한다.', '휴학규정', '휴학은'],
    ['「휴학 규정」에서는 휴학은 1년 이내로 한다.', '휴학규정', '휴학은'],
    ['“Leave of absence” says: A leave lasts 1 year.', 'leaveofabsence', 'A leave'],
    ['“Leave of absence” states that a leave lasts 1 year.', 'leaveofabsence', 'a leave'],
    ['The “Leave of absence” page reads: a leave lasts 1 year.', 'leaveofabsence', 'a leave'],
  ])('reads the title that introduces a rule: %j', (text, regulation, claim) => {
    const [found] = citations(text);
    expect(found).toMatchObject({ regulation, article: undefined, ascribed: true, start: 0 });
    expect(text.slice(found?.end).trimStart().startsWith(claim)).toBe(true);
  });

  it.each(['“We are late” says Bob of the harbor.', '「휴학 규정」은 학생에게 적용한다.'])(
    'finds no introduction in %j',
    (text) => {
      expect(citations(text)).toEqual([]);
    },
  );

  it('finds none in `제3회` and `5조원`', () => {
    expect(citations('제3회 대회에 5조원을 썼다')).toEqual([]);
  });
});
