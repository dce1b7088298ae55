import fc from 'fast-check';
import { GroupedSynonyms } from './grouped-synonyms.js';

const GROUPS = [
  ['성적증명서', '성적표'],
  ['기숙사', '생활관'],
  ['dns', 'domain name system'],
];
const TRANSLATIONS = [
  { ko: ['성적증명서'], en: ['transcript', 'grade report'] },
  { ko: ['휴학'], en: ['leave of absence'] },
];
const synonyms = new GroupedSynonyms(GROUPS, TRANSLATIONS);

describe('GroupedSynonyms', () => {
  it('returns the other words of a group', () => {
    expect(synonyms.of('생활관')).toEqual(['기숙사']);
    expect(synonyms.of('dns')).toEqual(['domain name system']);
    expect(synonyms.of('수영장')).toEqual([]);
  });

  it('returns words of the other language, and their synonyms', () => {
    expect(synonyms.of('transcript')).toEqual(['성적증명서', '성적표']);
    expect(synonyms.of('성적표')).toEqual(['성적증명서', 'transcript', 'grade report']);
    expect(synonyms.exactly('leave of absence')).toEqual(['휴학']);
  });

  it('matches plurals', () => {
    expect(synonyms.of('transcripts')).toEqual(synonyms.of('transcript'));
    expect(synonyms.of('campus')).toEqual([]);
  });

  it('matches a compound by its start as a word, and not as a phrase', () => {
    expect(synonyms.of('기숙사비')).toEqual(['생활관']);
    expect(synonyms.exactly('기숙사비')).toEqual([]);
  });

  it('replaces its data', () => {
    const other = new GroupedSynonyms(GROUPS, TRANSLATIONS);
    other.use([['kiln', 'oven']]);
    expect(other.of('kiln')).toEqual(['oven']);
    expect(other.of('transcript')).toEqual([]);
  });

  it('never returns a word for itself, and returns each once', () => {
    const word = fc.constantFrom('휴학', '휴학원', 'leave', 'absence', 'rest');
    const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.record({ ko: words, en: words }), { maxLength: 4 }), word, (translations, asked) => {
        const others = new GroupedSynonyms([['휴학', 'rest']], translations).of(asked);
        expect(others).not.toContain(asked);
        expect(new Set(others).size).toBe(others.length);
      }),
    );
  });
});
