import fc from 'fast-check';
import { Analyser, Lexicon, Token, WordPlace } from './analyser.js';
import { TermFilter } from './term-filter.js';

/** The part of a language that shows where the analyser uses it. */
class SmallLexicon extends Lexicon {
  stem(word: string): string {
    return word.replace(/(ing|s)$/u, '');
  }
  isStopWord(word: string): boolean {
    return ['the', 'of', 'is'].includes(word);
  }
}

const analyser = new Analyser(new SmallLexicon());
const terms = (text: string) => analyser.termsOf(text);
/** Characters as terms contain them: composed, folded, without accents, commas and blanks. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()
    .normalize('NFC');

const piece = fc.oneof(
  fc.constantFrom(
    '휴학',
    '번역을',
    '제15조의2',
    '제 8 조',
    '3-2-23',
    '11,200',
    '2.50',
    'Running',
    'the',
    'CAFÉ',
    "don't",
    'GPT4',
    '漢字',
    '😀',
    '👩‍💻',
    '\n',
    ' · ',
    '(',
    'ㅎㅎ',
    'Ωmega',
    '한1글',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));
/** Words whose composed and decomposed forms look the same. */
const word = fc.constantFrom(
  '휴학',
  '번역을',
  '각',
  'Café',
  'naïve',
  'résumé',
  '11,200',
  '3-2-23',
  'AI',
  '서울대학교',
  'ㅎㅎ',
  '😀',
);

describe('Analyser', () => {
  it.each([
    ['제15조의2', ['제15조의2']],
    ['제 15 조의 2', ['제15조의2']],
    ['제8조', ['제8조']],
    ['3-2-23', ['3-2-23']],
    ['11,200', ['11200']],
    ['1,234,567', ['1234567']],
    ['3.50', ['3.5']],
    ['2.0', ['2']],
    ['100', ['100']],
    ['번역', ['번역']],
    ['휴학신청', ['휴학', '학신', '신청']],
    ['법', ['법']],
    ['漢字', ['漢字']],
    ['GPT4', ['gpt4']],
    ['', []],
    [' .,;()[]"\n\t', []],
  ])('turns %j into the terms %j', (written, expected) => {
    expect(terms(written)).toEqual(expected);
  });

  it('reads 11,200 and 11200 as one number', () => {
    expect(terms('11,200원')[0]).toBe(terms('11200')[0]);
  });

  it('finds 번역 in 번역을, and 휴학 in a compound', () => {
    expect(terms('번역을')).toContain(terms('번역')[0]);
    expect(terms('일반휴학원')).toContain('휴학');
  });

  it('does not take a longer number for a shorter one', () => {
    expect(terms('제150조')).not.toEqual(expect.arrayContaining(terms('제15조')));
    expect(terms('3-2-231')).not.toEqual(expect.arrayContaining(terms('3-2-23')));
  });

  it('stems words, leaves stop words out, and folds case and accents', () => {
    expect(terms('The returning of students is CAFÉ')).toEqual(['return', 'student', 'cafe']);
  });

  it('counts a stop word as a place, so that neighbours stay neighbours', () => {
    expect(analyser.tokens('leave of absence').map((token) => token.word)).toEqual([0, 2]);
  });

  it('drops what follows an apostrophe', () => {
    expect(terms("student's")).toEqual(terms('student'));
    expect(terms('student’s')).toEqual(terms('student'));
  });

  it('skips emoji without losing adjacent words', () => {
    expect(terms('휴학😀신청')).toEqual(expect.arrayContaining(['휴학', '신청']));
    expect(analyser.tokens('😀 휴학').find((token) => token.term === '휴학')).toMatchObject({ start: 3, end: 5 });
  });

  it('returns the offsets of each word, and the kind of each term', () => {
    expect(analyser.tokens('제8조 휴학을 11,200')).toEqual([
      { term: '제8조', kind: 'reference', start: 0, end: 3, word: 0 },
      { term: '휴학', kind: 'gram', start: 4, end: 7, word: 1 },
      { term: '학을', kind: 'gram', start: 4, end: 7, word: 1 },
      { term: '11200', kind: 'number', start: 8, end: 14, word: 2 },
    ]);
  });

  it('makes the same terms from NFC and NFD', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const written = words.join(' ');
        expect(terms(written.normalize('NFD'))).toEqual(terms(written.normalize('NFC')));
      }),
    );
  });

  it('makes the same terms from full-width and half-width letters, each at its own offset', () => {
    for (const [wide, narrow] of [
      ['ＨＢ－４０１２', 'HB-4012'],
      ['ｖ２．７．１', 'v2.7.1'],
      ['제１５조의２（비품）', '제15조의2(비품)'],
      ['１１，２００원', '11,200원'],
    ] as const) {
      expect(terms(wide)).toEqual(terms(narrow));
      expect(analyser.tokens(wide)).toEqual(analyser.tokens(narrow));
    }
  });

  it('makes the same terms in any case', () => {
    fc.assert(
      fc.property(fc.array(word), (words) =>
        expect(terms(words.join(' ').toUpperCase())).toEqual(terms(words.join(' ').toLowerCase())),
      ),
    );
  });

  it('places each term in a slice with its characters', () => {
    const holds = (written: string, token: Token) => {
      const slice = plain(written.slice(token.start, token.end));
      return slice.replaceAll(/[,.]/gu, '').includes(plain(token.term).replaceAll('.', ''));
    };
    fc.assert(
      fc.property(text, (written) => analyser.tokens(written).every((token) => holds(written, token))),
      { numRuns: 500 },
    );
  });

  it('counts words upwards, one position per word, without overlap', () => {
    fc.assert(
      fc.property(text, (written) => {
        const tokens = analyser.tokens(written);
        for (const [i, token] of tokens.entries()) {
          expect(token.start).toBeGreaterThanOrEqual(0);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.end).toBeLessThanOrEqual(written.length);
          const before = tokens[i - 1];
          if (before?.word === token.word) expect([token.start, token.end]).toEqual([before.start, before.end]);
          else if (before !== undefined) {
            expect(token.word).toBeGreaterThan(before.word);
            expect(token.start).toBeGreaterThanOrEqual(before.end);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a word that its stem would leave empty', () => {
    expect(terms('s')).toEqual(['s']);
    expect(terms('\u1e60')).toEqual(['s']);
  });

  it('makes terms without blanks, quotes or upper case, so that the index can hold them as they are', () => {
    fc.assert(
      fc.property(text, (written) => terms(written).every((term) => term !== '' && !/[\s"A-Z]/u.test(term))),
      { numRuns: 500 },
    );
  });

  it('returns the same from all its methods, and on a second call', () => {
    fc.assert(
      fc.property(text, (written) => {
        const visited: string[] = [];
        analyser.scan(written, (term) => visited.push(term));
        expect(visited).toEqual(terms(written));
        expect(analyser.tokens(written).map((token) => token.term)).toEqual(visited);
        expect(new Analyser(new SmallLexicon()).termsOf(written)).toEqual(visited);
      }),
    );
  });
});

describe('Analyser.find', () => {
  interface Found extends WordPlace {
    readonly term: string;
  }
  const scanned = (text: string, wanted: readonly string[]): Found[] =>
    analyser
      .tokens(text)
      .filter(({ term }) => wanted.includes(term))
      .map(({ term, start, end, word }) => ({ term, start, end, word }));
  const found = (text: string, wanted: readonly string[]): Found[] => {
    const list: Found[] = [];
    const terms = new TermFilter(wanted);
    analyser.find(text, terms, (ordinal, { start, end, word }) =>
      list.push({ term: terms.list[ordinal] ?? '', start, end, word }),
    );
    return list;
  };
  const texts = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 20 });

  it('finds the wanted terms where a full scan finds them, and nothing else', () => {
    fc.assert(
      fc.property(texts, texts, fc.nat({ max: 4 }), (text, other, every) => {
        const asked = [...terms(text.join(' ')), ...terms(other.join(' '))].filter((_, i) => i % (every + 1) === 0);
        expect(found(text.join(' '), asked)).toEqual(scanned(text.join(' '), asked));
      }),
    );
  });

  it.each([
    'The RUNNING dogs, 11,200 of them',
    '휴학\u1112\u1172 번역을 휴',
    '휴학\u1112\u1172번역 제도 제8조',
    'Café cafe\u0301 Éclair',
    '漢字 かな 제 8 조',
  ])('finds every term of %s', (text) => expect(found(text, terms(text))).toEqual(scanned(text, terms(text))));
});
