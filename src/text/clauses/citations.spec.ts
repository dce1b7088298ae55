import { citations } from './citations.js';

describe('provisions that a text names', () => {
  it.each([
    ['「휴학 규정」 제6조의2제1항에 따르면', '6의2', '1', '휴학규정', true],
    ['휴학 규정 제6조는 삭제되었다', '6', undefined, '휴학규정', true],
    ['신청한 사람은 제3조에 따라 처리한다', '3', undefined, undefined, true],
    ['총장은 교무위원회의 심의를 거쳐 제3조에 따라 처리한다', '3', undefined, undefined, false],
    ['제2항에 따라', undefined, '2', undefined, false],
    ['Under Section 3.2, members vote', '3.2', undefined, undefined, true],
    ['Article 5(2) says so', '5', '2', undefined, true],
  ])('reads %j', (text, article, paragraph, regulation, ascribed) => {
    expect(citations(text)).toEqual([expect.objectContaining({ article, paragraph, regulation, ascribed })]);
  });

  it('finds none in `제3회` and `5조원`', () => {
    expect(citations('제3회 대회에 5조원을 썼다')).toEqual([]);
  });
});
