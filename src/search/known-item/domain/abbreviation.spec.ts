import fc from 'fast-check';
import { abbreviation } from './abbreviation.js';

describe('abbreviation', () => {
  it('counts pieces and omitted syllables', () => {
    expect(abbreviation('등대', '등대지기급여')).toEqual({ pieces: 1, omitted: 4 });
    expect(abbreviation('등대급여', '등대지기급여')).toEqual({ pieces: 2, omitted: 2 });
  });

  it('accepts first syllables of words', () => {
    expect(abbreviation('항시', '항구시설')).toEqual({ pieces: 4, omitted: 2 });
    expect(abbreviation('구설', '항구시설')).toBeUndefined();
  });

  it('rejects syllables out of order', () => {
    expect(abbreviation('급여등대', '등대지기급여')).toBeUndefined();
  });

  it('treats a name as one piece of itself', () => {
    const name = fc.string({ unit: fc.constantFrom(...'가나다라마바사'), minLength: 2, maxLength: 12 });
    fc.assert(fc.property(name, (text) => expect(abbreviation(text, text)).toEqual({ pieces: 1, omitted: 0 })));
  });
});
