import fc from 'fast-check';
import { plainText } from './normalized-text-of.js';
import { provisionKey } from './provision.js';
import { readReferences } from './reference.js';

function keys(text: string): string[] {
  return readReferences(plainText(text)).map(({ provision }) => provisionKey(provision));
}

describe('readReferences', () => {
  it.each([
    ['물결규정 제8조', ['article:8']],
    ['물결규정 제 15 조의 2 를', ['article:15-2']],
    ['제8조의2'.normalize('NFD'), ['article:8-2']],
    ['제８조', ['article:8']],
    ['제3조와 제5조', ['article:3', 'article:5']],
    ['제3·5조', ['article:3', 'article:5']],
    ['제3조부터 제5조까지', ['article:3', 'article:4', 'article:5']],
    ['8조 2항', ['article:8']],
    ['제2장', ['chapter:2']],
    ['부칙 제1조', ['addendum:', 'article:1']],
    ['별표 2', ['annex:2']],
    ['[별지 제3호의2 서식]', ['form:3-2']],
    ['3호 서식', ['form:3']],
    ['Article IV, Section 2', ['article:4', 'section:2']],
    ['Sections 4.2 and 4.3', ['section:4.2', 'section:4.3']],
    ['Rules 3 to 5', ['rule:3', 'rule:4', 'rule:5']],
    ['§ 5', ['section:5']],
    ['§ 12-3(b)', ['section:12-3']],
    ['Appendix B', ['annex:b']],
    ['Harbour Handbook 4.2', ['number:4.2']],
    ['3조원 규모의 예산', []],
    ['제8회 대회', []],
    ['the rule of law', []],
    ['2024.3.1 기준', []],
  ])('reads %j as %j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('reads paragraph and title together with the number', () => {
    expect(readReferences('제8조(배의 계류) 제2항 제3호')).toMatchObject([
      { title: '배의 계류', paragraph: 2, start: 0, end: 18, isSure: true },
    ]);
    expect(readReferences('Article 13(2)')).toMatchObject([{ paragraph: 2 }]);
  });

  it('is not sure of a number that may be something else', () => {
    expect(readReferences('3조')[0]?.isSure).toBe(false);
    expect(readReferences('3조 2항')[0]?.isSure).toBe(true);
    expect(readReferences('버전 4.2')[0]?.isSure).toBe(false);
  });

  it('returns offsets inside the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 1, max: 999 }), (noise, number) => {
        const text = plainText(`${noise} 제${number}조 ${noise}`);
        const found = readReferences(text);
        expect(found.some(({ provision }) => provisionKey(provision) === `article:${number}`)).toBe(true);
        for (const { start, end } of found) expect(start <= end && end <= text.length).toBe(true);
        expect(found.map(({ start }) => start)).toEqual(found.map(({ start }) => start).sort((a, b) => a - b));
      }),
    );
  });
});
