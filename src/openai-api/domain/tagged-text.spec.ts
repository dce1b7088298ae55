import fc from 'fast-check';
import { textChunks } from './tagged-text.js';

describe('textChunks', () => {
  it('returns non-empty chunks that join to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const pieces = textChunks(text);
        expect(pieces.join('')).toBe(text);
        expect(pieces).not.toContain('');
      }),
    );
  });

  it('cuts after blanks, with some words per chunk', () => {
    expect(textChunks('제1조(목적) 이 규정은 휴학과 복학에 관한 사항을 정함을 목적으로 한다. [1]')).toEqual([
      '제1조(목적) 이 규정은 휴학과 복학에 ',
      '관한 사항을 정함을 목적으로 한다. [1]',
    ]);
  });
});
