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

  it('matches a verb in its dictionary form by any of its forms', () => {
    const verbs = new GroupedSynonyms([
      ['복학', '돌아오다'],
      ['선발', '뽑다'],
      ['납부', '내다'],
      ['대출', '빌리', '빌려'],
    ]);
    for (const form of ['돌아올', '돌아와서', '돌아오려면', '돌아오다']) expect(verbs.of(form)).toEqual(['복학']);
    for (const form of ['뽑는', '뽑아야', '뽑기']) expect(verbs.of(form)).toEqual(['선발']);
    for (const other of ['돌아가는', '내용', '빌린']) expect(verbs.of(other)).toEqual([]);
    expect(verbs.of('복학')).toEqual(['돌아오다']);
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
