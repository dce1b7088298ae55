import fc from 'fast-check';
import { splitClaims } from './split-claims.js';

function texts(answer: string): string[] {
  return splitClaims(answer).map(({ text }) => text);
}

describe('claims of an answer', () => {
  it('are its sentences, without marks of sources', () => {
    expect(texts('휴학은 2년까지 할 수 있다 [1]. 연장은 한 번 가능하다. [1, 2]')).toEqual([
      '휴학은 2년까지 할 수 있다 [1].',
      '연장은 한 번 가능하다.',
    ]);
  });

  it('are the parts between semicolons', () => {
    expect(texts('Roles are reviewed every 90 days; tokens expire after 10 minutes.')).toEqual([
      'Roles are reviewed every 90 days',
      'tokens expire after 10 minutes.',
    ]);
  });

  it('are list items without their labels', () => {
    expect(texts('- 신청서를 제출한다.\n- 학과장이 승인한다.')).toEqual(['신청서를 제출한다.', '학과장이 승인한다.']);
  });

  it('have the source that is named after them', () => {
    expect(texts('Tokens expire after 10 minutes. Source: Tokens.\n\nRoles are reviewed.')).toEqual([
      'Tokens expire after 10 minutes. Source: Tokens.',
      'Roles are reviewed.',
    ]);
  });

  it.each(['안녕하세요!', '무엇을 도와드릴까요?', '## 휴학', 'Thank you!', '', '   '])('are none in %j', (answer) => {
    expect(texts(answer)).toEqual([]);
  });

  it('have valid offsets, in order, without overlap', () => {
    const words = fc.constantFrom(
      '휴학은',
      '30일',
      'review',
      '[1]',
      '.',
      '; ',
      '\n',
      '- ',
      '?',
      ' ',
      '제3조',
      '“',
      '가능하다',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const answer = parts.join('');
        let last = 0;
        for (const { start, end, text } of splitClaims(answer)) {
          expect(answer.slice(start, end)).toBe(text);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.trim()).toBe(text);
          last = end;
        }
      }),
    );
  });
});
