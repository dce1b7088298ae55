import fc from 'fast-check';
import { processorMs } from '../../../test/support/processor-time.js';
import { textChunks, withoutTagged } from './tagged-text.js';

describe('withoutTagged', () => {
  const NAMES = ['context', 'document', 'documents'];

  it.each([
    ['a <context>b</context> c', 'a \n c'],
    ['a <Context id="1">b</CONTEXT> c', 'a \n c'],
    ['a <documents><document>b</document></documents> c', 'a \n c'],
    ['a <document>b</document><document>c</document> d', 'a \n\n d'],
    ['what is a <context> here?', 'what is a <context> here?'],
    ['a </context> b <contexts>c</contexts>', 'a </context> b <contexts>c</contexts>'],
    ['İİ <context>b</context> c', 'İİ \n c'],
  ])('of %j is %j', (text, rest) => {
    expect(withoutTagged(text, NAMES)).toBe(rest);
  });

  it.each(['<context>', '<context', '<context id=1>', '</context>', '<context></document>', '<'])(
    'takes linear time on a megabyte of %s',
    (unit) => {
      const text = unit.repeat(1e6 / unit.length);
      expect(processorMs(() => withoutTagged(text, NAMES))).toBeLessThan(1500);
    },
  );
});

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
