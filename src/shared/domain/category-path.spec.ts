import fc from 'fast-check';
import {
  displayPath,
  foldedPrefixes,
  foldLabel,
  foldPath,
  isCategoryPath,
  isUnsafeLabel,
  pathFaults,
} from './category-path.js';

const anyLabel = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'AI',
    '학칙',
    'Café',
    'İstanbul',
    'ΟΔΟΣ',
    'Straße',
    '\u1100\u1161\u11a8',
    '  휴학 \u3000',
    'a\u0338<\u0338',
  ),
);
const plainLabel = fc.constantFrom('AI', 'Ml', 'Café', '학칙', '휴학·복학', 'Éclair', '규정 2');
const blanks = fc.constantFrom('', ' ', '   ', '\u00a0', '\u3000');
const validPath = fc.array(plainLabel, { minLength: 1, maxLength: 5 });

describe('foldLabel', () => {
  it('changes nothing when it is done twice', () => {
    fc.assert(fc.property(anyLabel, (label) => foldLabel(foldLabel(label)) === foldLabel(label)));
  });

  it('sees no difference between NFC and NFD', () => {
    fc.assert(
      fc.property(anyLabel, (label) => foldLabel(label.normalize('NFD')) === foldLabel(label.normalize('NFC'))),
    );
  });

  it('sees no difference of case or outer blanks', () => {
    fc.assert(
      fc.property(plainLabel, blanks, blanks, (label, before, after) => {
        const folded = foldLabel(label);
        expect(foldLabel(`${before}${label.toUpperCase()}${after}`)).toBe(folded);
        expect(foldLabel(`${before}${label.toLowerCase().normalize('NFD')}${after}`)).toBe(folded);
      }),
    );
  });

  it('keeps labels apart that differ in more than that', () => {
    expect(foldLabel('AI')).not.toBe(foldLabel('A I'));
    expect(foldLabel('학칙')).not.toBe(foldLabel('학칙2'));
    expect(foldLabel('Cafe')).not.toBe(foldLabel('Café'));
  });
});

describe('foldPath', () => {
  it('changes nothing when it is done twice', () => {
    fc.assert(fc.property(validPath, (path) => foldPath(path.map(foldLabel)) === foldPath(path)));
  });

  it('gives different paths different keys', () => {
    fc.assert(
      fc.property(validPath, validPath, (a, b) => {
        const same = a.length === b.length && a.every((label, i) => foldLabel(label) === foldLabel(b[i] ?? ''));
        expect(foldPath(a) === foldPath(b)).toBe(same);
      }),
    );
  });
});

describe('foldedPrefixes', () => {
  it('holds the path and each ancestor, shortest first', () => {
    expect(foldedPrefixes(['AI', ' ML ', '학칙'.normalize('NFD')])).toEqual(['ai', 'ai/ml', 'ai/ml/학칙']);
    fc.assert(
      fc.property(validPath, (path) => {
        expect(foldedPrefixes(path)).toEqual(path.map((_, i) => foldPath(path.slice(0, i + 1))));
      }),
    );
  });
});

describe('displayPath', () => {
  it('keeps the case, composes and trims', () => {
    expect(displayPath([' AI', '학칙'.normalize('NFD')])).toEqual(['AI', '학칙']);
  });

  it('does not change how a path is compared', () => {
    fc.assert(fc.property(fc.array(anyLabel), (path) => foldPath(displayPath(path)) === foldPath(path)));
  });
});

describe('pathFaults', () => {
  it('takes one to five labels of one to fifty characters, counted as characters', () => {
    expect(pathFaults(['a'], '')).toEqual([]);
    expect(pathFaults(['a', 'b', 'c', 'd', 'e'], '')).toEqual([]);
    expect(pathFaults(['😀'.repeat(50)], '')).toEqual([]);
    expect(pathFaults(['각'.normalize('NFD').repeat(50)], '')).toEqual([]);
  });

  it.each([
    ['a string', 'AI', '/p', 'list'],
    ['null', null, '/p', 'list'],
    ['an object', { 0: 'AI' }, '/p', 'list'],
    ['no labels', [], '/p', 'at least one label'],
    ['six levels', ['a', 'b', 'c', 'd', 'e', 'f'], '/p', 'Max 5 levels'],
    ['a number', ['AI', 5], '/p/1', 'must be a string'],
    ['a null label', [null], '/p/0', 'must be a string'],
    ['an empty label', ['AI', ''], '/p/1', '1..50'],
    ['a blank label', [' \u3000'], '/p/0', '1..50'],
    ['fifty-one characters', ['a'.repeat(51)], '/p/0', '51'],
  ])('refuses %s and says where', (_what, value, pointer, words) => {
    const faults = pathFaults(value, '/p');
    expect(faults).toHaveLength(1);
    expect(faults[0]?.pointer).toBe(pointer);
    expect(faults[0]?.detail).toContain(words);
  });

  it.each([
    '..',
    'a..b',
    '../x',
    'a/b',
    'a\\b',
    '<b>',
    'a>b',
    'a|b',
    'a:b',
    '*',
    'a?',
    '"a"',
    'a\u0000b',
    'a\nb',
    'a\u007f',
    '\u0085a',
  ])('refuses the unsafe label %j', (label) => {
    expect(pathFaults([label], '')[0]?.detail).toContain('Unsafe characters detected');
    expect(isCategoryPath([label])).toBe(false);
  });

  it('takes dots, dashes, brackets and any script', () => {
    expect(isCategoryPath(['v1.2', "it's", '(주) 회사', '規則', 'Ωmega'])).toBe(true);
  });

  it('reports every fault at once', () => {
    const faults = pathFaults([1, '..', 'ok', '', '*', 'x'], '/canonical_path');
    expect(faults.map((fault) => fault.pointer)).toEqual([
      '/canonical_path',
      ...[0, 1, 3, 4].map((i) => `/canonical_path/${i}`),
    ]);
  });

  it('judges a label alike in NFC and NFD', () => {
    expect(isUnsafeLabel('≮')).toBe(isUnsafeLabel('≮'.normalize('NFD')));
    fc.assert(
      fc.property(anyLabel, (label) => {
        expect(isCategoryPath([label.normalize('NFD')])).toBe(isCategoryPath([label.normalize('NFC')]));
      }),
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.anything(), (value) => Array.isArray(pathFaults(value, ''))));
  });
});
