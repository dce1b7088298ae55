import fc from 'fast-check';
import { Analyser } from '../../../text/tokens/analyser.js';
import { MAX_TERMS, packTerm, stepOf, TermDictionary, termOf } from './term-sequence.js';

/** Every word is its own stem; `the` is a stop word. */
const analyser = new Analyser({ stem: (word) => word, isStopWord: (word) => word === 'the' });

describe('a packed term', () => {
  it('returns its number and its step, up to the largest of both', () => {
    fc.assert(
      fc.property(fc.nat({ max: MAX_TERMS - 1 }), fc.nat({ max: 255 }), (id, step) => {
        expect([termOf(packTerm(id, step)), stepOf(packTerm(id, step))]).toEqual([id, step]);
      }),
    );
    expect(packTerm(MAX_TERMS - 1, 255)).toBe(0xffff_ffff);
  });

  it('replaces a longer step by the longest that fits, and keeps the number', () => {
    expect([termOf(packTerm(5, 9_999)), stepOf(packTerm(5, 9_999))]).toEqual([5, 255]);
  });
});

describe('the dictionary', () => {
  it('numbers terms in the order of their first appearance and finds them again', () => {
    const dictionary = new TermDictionary();
    expect(['b', 'a', 'b', ''].map((term) => dictionary.idOf(term))).toEqual([0, 1, 0, 2]);
    expect([dictionary.find('a'), dictionary.find(''), dictionary.find('c')]).toEqual([1, 2, -1]);
    expect([dictionary.termAt(0), dictionary.termAt(1), dictionary.size]).toEqual(['b', 'a', 3]);
  });

  it('does not treat names of object members as known terms', () => {
    const dictionary = new TermDictionary();
    for (const term of ['constructor', '__proto__', 'toString']) expect(dictionary.find(term)).toBe(-1);
    expect(dictionary.termAt(dictionary.idOf('__proto__'))).toBe('__proto__');
  });

  it('rejects a term if no number is left, and still returns the assigned ones', () => {
    const dictionary = new TermDictionary();
    dictionary.idOf('kiln');
    // Sixteen million terms would take a gigabyte: only their count is faked.
    (dictionary as unknown as { terms: string[] }).terms.length = MAX_TERMS;
    expect(() => dictionary.idOf('clay')).toThrow(RangeError);
    expect(dictionary.idOf('kiln')).toBe(0);
  });

  it('writes a text as the terms of the analyser, with the distance of their words', () => {
    const dictionary = new TermDictionary();
    const packed = dictionary.sequence('the kiln 가마터 the the kiln', analyser);
    expect(packed.map((each) => [dictionary.termAt(termOf(each)), stepOf(each)])).toEqual([
      ['kiln', 1],
      ['가마', 1],
      ['마터', 0],
      ['kiln', 3],
    ]);
  });
});
