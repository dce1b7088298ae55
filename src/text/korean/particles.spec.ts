import { CLAUSE_PARTICLES, QUESTION_PARTICLES, TERM_PARTICLES, TITLE_PARTICLES, withoutParticle } from './particles.js';

describe('withoutParticle', () => {
  it.each([
    ['휴학은', '휴학'],
    ['도서관에서는', '도서관'],
    ['나는', '나는'],
    ['친구한테는', '친구'],
  ])('cuts the longest particle of %s that leaves two syllables: %s', (word, noun) => {
    expect(withoutParticle(word, QUESTION_PARTICLES, 2)).toBe(noun);
  });

  it('cuts what is usual where the word comes from', () => {
    expect(withoutParticle('학생들은', TERM_PARTICLES, 2)).toBe('학생');
    expect(withoutParticle('학생들은', QUESTION_PARTICLES, 2)).toBe('학생들');
    expect(withoutParticle('총장으로서', CLAUSE_PARTICLES, 0)).toBe('총장');
    expect(withoutParticle('휴학에서의', TITLE_PARTICLES, 0)).toBe('휴학');
  });
});
