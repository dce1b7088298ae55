import fc from 'fast-check';
import { NEAR_ENOUGH, nearness, spellingOf, trigramsOf } from './trigram-similarity.js';

const near = (asked: string, name: string) => nearness(trigramsOf(spellingOf(asked)), spellingOf(name));

describe('the spelling of a name', () => {
  it.each([
    ['장학금 지급 규정', 'janghaggeum jigeub gyujeong'],
    ['학칙', 'hagcig'],
    ['Café Rules (2026)', 'cafe rules 2026'],
    ['  AI·데이터  센터  ', 'ai deiteo senteo'],
    ['大', 'xhlz'],
    ['!!!', ''],
  ])('of %s is %s', (name, expected) => {
    expect(spellingOf(name)).toBe(expected);
  });

  it('is of ASCII letters, digits and single blanks, and spelt again stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const spelt = spellingOf(name);
        expect(spelt).toMatch(/^([a-z0-9]+( [a-z0-9]+)*)?$/u);
        expect(spellingOf(spelt)).toBe(spelt);
      }),
    );
  });

  it('has the trigrams of its words, and none that goes over from one to the next', () => {
    expect(trigramsOf('ab c').size).toBe(5);
    expect(trigramsOf('ababab').size).toBe(5);
    expect([...trigramsOf(''), ...trigramsOf(' ')]).toEqual([]);
    const word = fc.stringMatching(/^[a-z0-9]{1,9}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const apart = new Set(words.flatMap((each) => [...trigramsOf(each)]));
        expect(trigramsOf(words.join(' '))).toEqual(apart);
      }),
    );
  });
});

describe('nearness of names', () => {
  it('is 1 for the name itself, and less for one that holds more', () => {
    expect(near('휴학 규정', '휴학 규정')).toBeCloseTo(1, 9);
    expect(near('휴학', '휴학 규정')).toBeGreaterThan(0.99);
    expect(near('휴학', '휴학')).toBeGreaterThan(near('휴학', '휴학 규정'));
  });

  it.each([
    ['장학금 지금 규정', '장학금 지급 규정'],
    ['장학금지급규정', '장학금 지급 규정'],
    ['Scholarshp Regulation', 'Scholarship Regulations'],
    ['hyuhag', '휴학 규정'],
    ['도서관 이용', '중앙 도서관 이용 안내 (2026)'],
  ])('takes %s for %s', (asked, name) => expect(near(asked, name)).toBeGreaterThan(NEAR_ENOUGH));

  it.each([
    ['장학금 지급', '연구년 규정'],
    ['Library hours', 'Parking permits'],
    ['', '학칙'],
    ['!!!', '학칙'],
  ])('does not take %s for %s', (asked, name) => expect(near(asked, name)).toBeLessThan(NEAR_ENOUGH));
});
