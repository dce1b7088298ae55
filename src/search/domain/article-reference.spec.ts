import fc from 'fast-check';
import { articleReference } from './article-reference.js';

describe('articleReference', () => {
  it.each([
    ['제8조', '제8조'],
    ['휴학규정 제8조는?', '제8조'],
    ['휴학규정 제 15 조의 2 를', '제15조의2'],
    ['제15조의2'.normalize('NFD'), '제15조의2'],
    ['제3조 및 제4조', '제3조'],
    ['제8장', undefined],
    ['8조', undefined],
    ['제12345조', undefined],
    ['휴학규정', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, article) => {
    expect(articleReference(text)).toEqual(article === undefined ? undefined : { article });
  });

  it('reads its own canonical form back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.option(fc.integer({ min: 1, max: 999 })), (n, m) => {
        const article = `제${n}조${m === null ? '' : `의${m}`}`;
        expect(articleReference(`어느 규정 ${article.normalize('NFD')} 을`)).toEqual({ article });
      }),
    );
  });
});
