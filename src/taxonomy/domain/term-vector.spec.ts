import fc from 'fast-check';
import { centroid, cosine, countTerms, rarityAmong, weigh } from './term-vector.js';

const anyText = fc.array(fc.constantFrom('ship', 'rose', 'berth', 'lawn', 'sun'), { maxLength: 12 });
const count = (terms: readonly string[]) => countTerms(terms, [], 1);

describe('countTerms', () => {
  it('counts a term of the title with the given weight', () => {
    expect([...countTerms(['rose', 'sun', 'rose'], ['rose'], 2)]).toEqual([
      ['rose', 4],
      ['sun', 1],
    ]);
  });
});

describe('rarityAmong', () => {
  const texts = (...lines: string[]) => lines.map((line) => count(line.split(' ')));

  it('weighs a term that appears in all texts least, and one that appears in none like the rarest', () => {
    const weightOf = rarityAmong([texts('sun rose'), texts('sun lawn'), texts('sun lawn')]);
    expect(weightOf('sun')).toBeCloseTo(Math.log(4 / 3), 10);
    expect(weightOf('lawn')).toBeCloseTo(Math.log(4 / 2), 10);
    expect(weightOf('rose')).toBeCloseTo(Math.log(4), 10);
    expect(weightOf('unheard')).toBe(weightOf('rose'));
  });

  it('weighs, of two terms in equally many texts, the one that siblings share less than the one of a single category', () => {
    const weightOf = rarityAmong([texts('berth sun', 'berth sea'), texts('sun'), texts('sea')]);
    expect(weightOf('sun')).toBeCloseTo(Math.sqrt(Math.log(5 / 2) * Math.log(4 / 2)), 10);
    expect(weightOf('berth')).toBeCloseTo(Math.sqrt(Math.log(5 / 2) * Math.log(4)), 10);
  });
});

describe('vectors of terms', () => {
  it('have length 1 or no term, and a symmetric cosine from 0 to 1', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const weightOf = rarityAmong([[count(a)], [count(b)]]);
        const [x, y] = [weigh(count(a), weightOf), weigh(count(b), weightOf)];
        expect(cosine(x, x)).toBeCloseTo(a.length === 0 ? 0 : 1, 10);
        expect(cosine(x, y)).toBeCloseTo(cosine(y, x), 10);
        expect(cosine(x, y)).toBeGreaterThanOrEqual(0);
        expect(cosine(x, y)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('have a centroid that is nearer to each of two than they are to each other', () => {
    const even = () => 1;
    const [x, y] = [weigh(count(['rose', 'sun']), even), weigh(count(['lawn', 'sun']), even)];
    const middle = centroid([x, y]);
    expect(cosine(x, y)).toBeCloseTo(0.5, 10);
    expect(cosine(middle, x)).toBeCloseTo(Math.sqrt(0.75), 10);
    expect(cosine(middle, y)).toBeCloseTo(Math.sqrt(0.75), 10);
  });

  it('contain no term without weight', () => {
    expect(weigh(count(['sun']), () => 0).size).toBe(0);
    expect(centroid([]).size).toBe(0);
  });
});
