import fc from 'fast-check';
import { EnglishLexicon } from '../../../../shared/infrastructure/english-lexicon.js';
import { ParaphraseLexicon } from './paraphrase-lexicon.js';
import { parseLexicon } from './parse-lexicon.js';

const ENTRIES = `
알바 > 시간제 근로
빌리다 > 대여, 대출
책 빌리다 > 도서 대출
돈 내다 > 납부
또 하다 > 재차
학교 쉬다 > 휴학
기숙사 ~ 생활관
개인정보보호책임자 > 보호책임자
get rid of > dispose, discard
pay = salary
pay raise > salary increase
kid is sick > family care leave
be sick > illness
in charge > responsible
lost my badge > replacement card
how long > duration
`;

const compile = (text: string) => new ParaphraseLexicon(parseLexicon(text, 'own.txt'), new EnglishLexicon());
const lexicon = compile(ENTRIES);

/** The words of each matched expression, with its names. */
function read(question: string, by = lexicon): Record<string, string[]> {
  const text = question.normalize('NFC');
  const found = by.in(question).map(({ words, meanings }) => {
    const said = words.map(({ start, end }) => text.slice(start, end)).join(' ');
    return [said, meanings.map((meaning) => meaning.text)] as const;
  });
  return Object.fromEntries(found);
}

const piece = fc.oneof(
  fc.constantFrom(
    '알바를',
    '책을',
    '빌려서',
    '돈',
    '내고',
    '내용',
    'get',
    'rid',
    'of',
    'the',
    'paid',
    'raises',
    'kids',
  ),
  fc.constantFrom('is', 'be', 'sick', '기숙사비는', '빌렸어요'.normalize('NFD'), 'my', 'badge', 'LOST', '1', '😀', '.'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const question = fc
  .array(piece, { maxLength: 30 })
  .chain((pieces) => fc.constantFrom(' ', '', ', ').map((between) => pieces.join(between)));

describe('a lexicon of paraphrases', () => {
  it('finds expressions in any form', () => {
    expect(read('알바를 하면서 노트북을 빌렸는데요')).toEqual({
      알바를: ['시간제 근로'],
      빌렸는데요: ['대여', '대출'],
    });
    expect(read('Two kids were sick, who pays?')).toEqual({ 'kids sick': ['family care leave'], pays: ['salary'] });
  });

  it('finds them with up to two other words between', () => {
    expect(read('How do I get rid of my old laptop?')).toEqual({ 'get rid': ['dispose', 'discard'] });
    expect(read('돈을 언제까지 내야 하나요')).toEqual({ '돈을 내야': ['납부'] });
    expect(read('돈을 언제까지 어디서 누가 내야 하나요')).toEqual({});
  });

  it('uses each word in one expression, the longest', () => {
    expect(read('책 빌리는 법')).toEqual({ '책 빌리는': ['도서 대출'] });
    expect(read('a pay raise')).toEqual({ 'pay raise': ['salary increase'] });
  });

  it('joins the names of entries for the same words, and reports their kinds', () => {
    const joined = compile('알바 > 시간제 근로\n알바, 부업 ~ 겸직\n알바 > 시간제 근로, 단시간근로자');
    expect(joined.in('알바')).toEqual([
      {
        words: [{ start: 0, end: 2 }],
        meanings: [
          { text: '시간제 근로', kind: 'term' },
          { text: '겸직', kind: 'related' },
          { text: '단시간근로자', kind: 'term' },
        ],
      },
    ]);
  });

  it('has no expression of function words alone', () => {
    expect(read('무엇을 하나요? 어떻게 하면 되나요?')).toEqual({});
    expect(read('How long is it, and how do I do it?')).toEqual({});
  });

  it('does not match a word that only starts like another', () => {
    expect(read('돈을 쓴 내용')).toEqual({});
    expect(read('알바트로스')).toEqual({});
    expect(read('개인정보보호는')).toEqual({});
    expect(read('개인정보보호책임자가')).toEqual({ 개인정보보호책임자가: ['보호책임자'] });
    expect(read('기숙사비')).toEqual({ 기숙사비: ['생활관'] });
  });

  it('returns words inside the question, complete and in order, and each in one expression only', () => {
    const isPart = /[\p{Script=Latin}\p{M}\d\uac00-\ud7a3]/u;
    const isHangul = /[\uac00-\ud7a3]/u;
    const goesOn = (before: string, after: string) =>
      isPart.test(before) && isPart.test(after) && isHangul.test(before) === isHangul.test(after);
    fc.assert(
      fc.property(question, (asked) => {
        const text = asked.normalize('NFC');
        const places = lexicon.in(asked).flatMap(({ words, meanings }) => {
          expect(meanings.length).toBeGreaterThan(0);
          expect(words.length).toBeGreaterThan(0);
          expect(words.map(({ start }) => start)).toEqual(words.map(({ start }) => start).sort((a, b) => a - b));
          return words;
        });
        for (const { start, end } of places) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end)).toMatch(/^(?:[\uac00-\ud7a3]+|[\p{Script=Latin}\p{M}\d'’]+)$/u);
          expect(goesOn(text.charAt(start - 1), text.charAt(start))).toBe(false);
          expect(goesOn(text.charAt(end - 1), text.charAt(end))).toBe(false);
        }
        expect(new Set(places.map(({ start }) => start)).size).toBe(places.length);
      }),
    );
  });

  it('reads composed and decomposed text alike', () => {
    fc.assert(fc.property(question, (asked) => expect(lexicon.in(asked.normalize('NFD'))).toEqual(lexicon.in(asked))));
  });

  it('returns a bounded number of expressions and names for a question of any length', () => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
    const names = Array.from({ length: 30 }, (_, i) => `name${i}`).join(', ');
    const large = compile(words.map((word) => `${word} > ${names}`).join('\n'));
    const found = large.in(words.join(' '));
    expect(found).toHaveLength(32);
    expect(found.map(({ meanings }) => meanings.length)).toEqual(Array.from({ length: 32 }, () => 24));
  });
});

class Counted extends ParaphraseLexicon {
  steps = 0;

  protected override holds(...compared: Parameters<ParaphraseLexicon['holds']>): boolean {
    this.steps++;
    return super.holds(...compared);
  }
}

describe('the steps of reading a question', () => {
  it.each([
    ['fillers without an end', 'be '],
    ['beginnings of an expression', 'kid '],
    ['beginnings, then fillers', 'get the my of '],
    ['expressions', 'kid is sick '],
    ['Hangul beginnings', '돈 책을 '],
    ['one word without an end', '내'],
    ['one Latin word without an end', 'sick'],
    ['marks', '\u0301'],
  ])('are linear in its length: %s', (_, text) => {
    const steps = (length: number) => {
      const counted = new Counted(parseLexicon(ENTRIES, 'own.txt'), new EnglishLexicon());
      counted.in(text.repeat(length / text.length));
      return counted.steps;
    };
    expect(steps(10_000)).toBeLessThanOrEqual(2.1 * steps(5_000) + 10);
    expect(steps(10_000)).toBeLessThan(20 * 10_000);
  });
});
