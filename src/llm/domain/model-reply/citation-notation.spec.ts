import fc from 'fast-check';
import { quickestMs } from '../../../../test/support/processor-time.js';
import { plainCitations } from './citation-notation.js';

const cite = (reply: string, count = 3) => plainCitations(reply, count, true);

describe('plainCitations', () => {
  it.each([
    ['【1†source】', '[1]'],
    ['【2†L3-L5】', '[2]'],
    ['【1:0†kiln.pdf】', '[1]'],
    ['【1】', '[1]'],
    ['[^1]', '[1]'],
    ['[^1^]', '[1]'],
    ['[1†]', '[1]'],
    ['[1, 2]', '[1,2]'],
    ['[1-3]', '[1-3]'],
    ['[[2]]', '[2]'],
    ['[1][2]', '[1][2]'],
    ['［1］', '[1]'],
    ['〔2〕', '[2]'],
    ['\\[1\\]', '[1]'],
    ['[passage 1]', '[1]'],
    ['[Passage 1, Passage 2]', '[1,2]'],
    ['[passage n="1"]', '[1]'],
    ['[Source: 2]', '[2]'],
    ['[doc1]', '[1]'],
    ['[#3]', '[3]'],
    ['[cite: 1, 2]', '[1,2]'],
    ['[cite_start] [cite: 3]', ' [3]'],
    ['[문단 1]', '[1]'],
    ['[출처: 2]', '[2]'],
    ['[1 and 3]', '[1,3]'],
    ['(passage 1)', '[1]'],
    ['(Source: 2)', '[2]'],
    ['(문단 1, 2)', '[1,2]'],
    ['(출처 3)', '[3]'],
    ['([1])', '[1]'],
    ['<sup>1</sup>', '[1]'],
    ['<sup>[2]</sup>', '[2]'],
    ['<cite>1, 2</cite>', '[1,2]'],
    ['$^{1}$', '[1]'],
    ['(1)', '[1]'],
    ['(1, 2)', '[1,2]'],
    ['^1', '[1]'],
    ['¹', '[1]'],
    ['¹²', '[1, 2]'],
    ['¹,³', '[1, 3]'],
    ['{2}', '[2]'],
  ])('reads %s after a sentence as a citation', (notation, plain) => {
    const squeezed = (text: string) => text.replace(/(?<=,) /gu, '');
    for (const [before, after] of [
      ['The kiln fires at 1,240 degrees. ', ''],
      ['수영장의 요금은 4,700원이다', '.'],
      ['The kiln fires', '. It dries.'],
      ['가마는 뜨겁습니다.', '\n다음 줄'],
    ])
      expect(squeezed(cite(`${before}${notation}${after}`))).toBe(squeezed(`${before}${plain}${after}`));
  });

  it.each([
    '(1) The first of a list. [1]',
    'See section (3) of the rules. [1]',
    '제3조 제2항(1)의 경우 [1]',
    'An area of 12 m². [1]',
    'x^2 is a power. [1]',
    'The form (No. 3) is blue. [1]',
    'In 2024 (2) and so on. [1]',
    'It costs $5 or $6. [1]',
    'Nothing (9). [1]',
    'a < b and c > d [1]',
    '[draft] and [2025] stay. [1]',
    'km³ and 10² [1]',
  ])('leaves %s', (text) => expect(cite(text)).toBe(text));

  it('returns a prefix of the whole result for each part of a reply', () => {
    const part = fc.constantFrom(
      ...[
        'The kiln fires',
        '. ',
        ' ',
        '\n',
        '1',
        '¹',
        '²',
        '(1)',
        '[1]',
        '[',
        ']',
        '(',
        ')',
        '【1†so',
        'urce】',
        '^',
        '<sup>',
        '1</sup>',
        '$',
        '{',
        '}',
        '다',
        '[^1]',
        'm',
        '†',
        ', 2',
        '[cite: 1]',
        '\\[',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 20 }), (parts) => {
        const reply = parts.join('');
        const whole = cite(reply);
        for (let at = 0; at <= reply.length; at++)
          expect(whole.startsWith(plainCitations(reply.slice(0, at), 3, false))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes linear time for a long reply', () => {
    for (const piece of ['[1', '(1)', '¹', '<sup>', '[passage ', '[1, ', '$^', '. (1) ']) {
      const reply = piece.repeat(Math.ceil(40_000 / piece.length));
      expect(quickestMs(() => cite(reply), 2_000)).toBeLessThanOrEqual(2_000);
    }
  });
});
