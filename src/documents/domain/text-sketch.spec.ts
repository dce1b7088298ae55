import { normalizedText, normalizedWords } from '../../text/normalized-text.js';
import { bandsOf, NEAR_DUPLICATE_FROM, NO_SKETCH, sketchSimilarity, TextSketcher } from './text-sketch.js';

/** Pseudo-random numbers in 0..1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const KOREAN = [
  '신청',
  '기간은',
  '매년',
  '도서관',
  '규정에',
  '따라',
  '위원장이',
  '정한다',
  '대여한',
  '물품을',
  '반납',
  '제출',
];
const ENGLISH = [
  'the',
  'borrower',
  'returns',
  'every',
  'item',
  'before',
  'office',
  'closes',
  'and',
  'pays',
  'fee',
  'late',
];

function wordsOf(vocabulary: readonly string[], count: number, random: () => number): string[] {
  return Array.from(
    { length: count },
    () => `${vocabulary[Math.floor(random() * vocabulary.length)]}${Math.floor(random() * 40)}`,
  );
}

function sketchOf(text: string): string {
  const sketcher = new TextSketcher();
  for (const words of normalizedWords(text)) sketcher.add(words);
  return sketcher.sketch();
}

/** Exact Jaccard similarity of shingles of three words. */
function exactSimilarity(a: readonly string[], b: readonly string[]): number {
  const shingles = (words: readonly string[]) => new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')));
  const [left, right] = [shingles(a), shingles(b)];
  const both = [...left].filter((one) => right.has(one)).length;
  return both / (left.size + right.size - both);
}

describe('normalizedText', () => {
  it.each([
    ['line breaks and blanks', 'One  rule.\r\n\r\n\tTwo rules.', 'One rule. Two rules.'],
    ['Hangul in single letters', '휴학 기간'.normalize('NFD'), '휴학 기간'],
    ['full-width letters and signs', '제３조（비품）　책상', '제3조(비품) 책상'],
    ['what is invisible', '\ufeffre\u00adturn it\u200b', 'return it'],
  ])('ignores differences in %s', (_name, text, expected) => {
    expect(normalizedText(text)).toBe(expected);
  });

  it('keeps differences in words, numbers, letter case and punctuation', () => {
    const texts = ['Pay 5 euros.', 'Pay 6 euros.', 'pay 5 euros.', 'Pay 5 euros', 'Pay 5, euros.'];
    expect(new Set(texts.map(normalizedText)).size).toBe(texts.length);
  });

  it('does not split a word between two pieces', () => {
    const text = `${'가나다 '.repeat(5000)}${'x'.repeat(20_000)} end`;
    expect(normalizedText(text)).toBe(text);
    expect([...normalizedWords(text)].length).toBeGreaterThan(1);
  });
});

describe('sketches of texts', () => {
  it.each([
    ['Korean', KOREAN],
    ['English', ENGLISH],
  ])('estimate the similarity of two editions of a %s text', (_name, vocabulary) => {
    const random = seeded(7);
    const errors: number[] = [];
    for (let trial = 0; trial < 120; trial++) {
      const before = wordsOf(vocabulary, 40 + Math.floor(random() * 600), random);
      const share = random() * 0.2;
      const after = before.map((word) => (random() < share ? `changed${Math.floor(random() * 1000)}` : word));
      const exact = exactSimilarity(before, after);
      errors.push(Math.abs(sketchSimilarity(sketchOf(before.join(' ')), sketchOf(after.join('\n'))) - exact));
    }
    expect(errors.reduce((sum, one) => sum + one, 0) / errors.length).toBeLessThan(0.05);
    expect(Math.max(...errors)).toBeLessThan(0.2);
  });

  it('share a band with nearly every near duplicate and with hardly any other text', () => {
    const random = seeded(11);
    let [near, foundNear, far, foundFar] = [0, 0, 0, 0];
    for (let trial = 0; trial < 400; trial++) {
      const before = wordsOf(trial % 2 === 0 ? KOREAN : ENGLISH, 200, random);
      const share = random() * 0.5;
      const after = before.map((word) => (random() < share ? `${word}b` : word));
      const exact = exactSimilarity(before, after);
      const bands = new Set(bandsOf(sketchOf(before.join(' '))));
      const isFound = bandsOf(sketchOf(after.join(' '))).some((band) => bands.has(band));
      if (exact >= NEAR_DUPLICATE_FROM) [near, foundNear] = [near + 1, foundNear + Number(isFound)];
      if (exact < 0.2) [far, foundFar] = [far + 1, foundFar + Number(isFound)];
    }
    expect(foundNear / near).toBeGreaterThan(0.95);
    expect(foundFar / far).toBeLessThan(0.1);
  });

  it('are equal for texts that differ only in punctuation, blanks and letter case', () => {
    const text = 'The borrower returns every item before the office closes, and pays a fee otherwise.';
    expect(sketchOf(text.toUpperCase().replaceAll(' ', '\n'))).toBe(sketchOf(text));
  });

  it('are not computed for a text of a few words', () => {
    expect(sketchOf('Closed on Mondays.')).toBe(NO_SKETCH);
    expect(bandsOf(NO_SKETCH)).toEqual([]);
    expect(sketchSimilarity(NO_SKETCH, NO_SKETCH)).toBe(0);
  });

  it('take time in proportion to the length of the text', () => {
    const sketcher = new TextSketcher();
    let pieces = 0;
    for (const words of normalizedWords('제1조(목적) 이 규정은 정한다. '.repeat(100_000))) {
      sketcher.add(words);
      pieces++;
    }
    expect(pieces).toBeLessThan(200);
    // Four different words: fewer than eight different shingles, but many of them.
    expect(sketcher.sketch()).toHaveLength(200);
  });
});
