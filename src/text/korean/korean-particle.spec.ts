import fc from 'fast-check';
import { Particle, withParticle } from './korean-particle.js';

describe('withParticle', () => {
  it.each<[string, Particle, string]>([
    ['휴학', 'object', '휴학을'],
    ['학교', 'object', '학교를'],
    ['총장', 'subject', '총장이'],
    ['휴가', 'topic', '휴가는'],
    ['서울', 'direction', '서울로'],
    ['학생', 'direction', '학생으로'],
    ['결재', 'direction', '결재로'],
    ['졸업', 'and', '졸업과'],
    ['제3조', 'topic', '제3조는'],
    ['30%', 'object', '30%를'],
    ['10', 'object', '10을'],
    ['100', 'subject', '100이'],
    ['3', 'subject', '3이'],
    ['4', 'subject', '4가'],
    ['8', 'direction', '8로'],
    ['6', 'direction', '6으로'],
    ['API', 'and', 'API와'],
    ['URL', 'object', 'URL을'],
    ['PR', 'topic', 'PR은'],
    ['TOEIC', 'topic', 'TOEIC은'],
    ['TOEFL', 'subject', 'TOEFL이'],
    ['TOEFL', 'direction', 'TOEFL로'],
    ['TOPIK', 'object', 'TOPIK을'],
    ['HSK', 'object', 'HSK를'],
    ['휴학(일반)', 'object', '휴학(일반)을'],
    ['「학칙」', 'object', '「학칙」을'],
    ['“수강신청”', 'called', '“수강신청”이라는'],
    ['복수전공', 'or', '복수전공이나'],
  ])('%s with %s is %s', (word, particle, expected) => {
    expect(withParticle(word, particle)).toBe(expected);
  });

  it('takes the closed form exactly after a final consonant, for every syllable', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0xac00, max: 0xd7a3 }), (code) => {
        const syllable = String.fromCodePoint(code);
        const hasFinal = syllable.normalize('NFD').length === 3;
        expect(withParticle(syllable, 'object').endsWith('을')).toBe(hasFinal);
        const isRieul = syllable.normalize('NFD').endsWith('ᆯ');
        expect(withParticle(syllable, 'direction').endsWith('으로')).toBe(hasFinal && !isRieul);
      }),
    );
  });
});
