import fc from 'fast-check';
import { DomainError } from '../../../../shared/domain/domain-error.js';
import { parseLexicon } from './parse-lexicon.js';

const parse = (text: string, isBilingual?: boolean) => parseLexicon(text, 'ko/own.txt', isBilingual);

describe('parseLexicon', () => {
  it('reads everyday words for terms, in one direction', () => {
    expect(parse('알바, 파트타임 > 시간제 근로, 단시간근로자')).toEqual([
      { said: ['알바', '파트타임'], meant: ['시간제 근로', '단시간근로자'], kind: 'term' },
    ]);
  });

  it('reads other words for the same thing, each for each of the others', () => {
    expect(parse('cv = resume, curriculum vitae')).toEqual([
      { said: ['cv'], meant: ['resume', 'curriculum vitae'], kind: 'same' },
      { said: ['resume'], meant: ['cv', 'curriculum vitae'], kind: 'same' },
      { said: ['curriculum vitae'], meant: ['cv', 'resume'], kind: 'same' },
    ]);
  });

  it('reads related words, and the words of two languages, in both directions but not within a side', () => {
    expect(parse('fee ~ rate, payment')).toEqual([
      { said: ['fee'], meant: ['rate', 'payment'], kind: 'related' },
      { said: ['rate', 'payment'], meant: ['fee'], kind: 'related' },
    ]);
    expect(parse('휴학 = leave of absence, time off', true)).toEqual([
      { said: ['휴학'], meant: ['leave of absence', 'time off'], kind: 'translation' },
      {
        said: ['leave of absence', 'time off'],
        meant: ['휴학'],
        kind: 'translation',
      },
    ]);
  });

  it('skips comments and empty lines, in files of any system', () => {
    expect(parse('\ufeff# travel\r\n\r\n  Taxi > Taxicab Fare \r\n')).toEqual([
      { said: ['taxi'], meant: ['taxicab fare'], kind: 'term' },
    ]);
  });

  it('composes Hangul, and drops a duplicate expression', () => {
    expect(parse(`${'알바'.normalize('NFD')}, 알바 > 근로`)).toEqual([
      { said: ['알바'], meant: ['근로'], kind: 'term' },
    ]);
  });

  it.each([
    ['no sign', '알바 시간제'],
    ['a sign without spaces', '알바>시간제'],
    ['no left side', ' > 시간제'],
    ['no right side', '알바 > ,'],
    ['two signs', '알바 > 시간제 > 근로'],
    ['two different signs', '알바 = 부업 > 근로'],
    ['an expression without an end', `${'가'.repeat(81)} > 근로`],
  ])('rejects a line with %s, and names the file and the line', (_, line) => {
    const attempt = () => parse(`# own\n알바 > 근로\n${line}`);
    expect(attempt).toThrow(DomainError);
    expect(attempt).toThrow('ko/own.txt, line 3: write expressions of at most 80 characters');
  });

  it('reads any text, or rejects it by its line', () => {
    const piece = fc.oneof(fc.constantFrom(' > ', ' = ', ' ~ ', ',', '\n', '#', '가'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, isBilingual) => {
        try {
          for (const { said, meant } of parse(pieces.join(''), isBilingual)) {
            expect(said.length).toBeGreaterThan(0);
            expect([...said, ...meant].every((one) => one !== '' && one.length <= 80)).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(error.message).toMatch(/^ko\/own\.txt, line \d+: /u);
        }
      }),
    );
  });
});
