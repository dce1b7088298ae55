/** Particles and endings of a noun. */
export type Particles = readonly string[];

const COMMON =
  '으로부터 에서부터 까지는 부터는 에서는 에서도 에게서 에게는 으로는 라는 이나 까지 부터 에서 에게 으로 보다 처럼 마다 조차 밖에 이며 이고 에는 에도 와의 과의 은 는 이 가 을 를 의 에 로 와 과 도 만';

/** Longest first, so that 에서는 is not taken for 는. */
const particles = (list: string): Particles => list.split(' ').sort((a, b) => b.length - a.length);

/** In questions, including spoken language: 이란, 한테, 요. Without 들 and 하고, which also end nouns that a search must find complete. */
export const QUESTION_PARTICLES = particles(`${COMMON} 이라고는 한테는 이라면 이란 이라 한테 인데 라면 이면 요`);

/** In clauses of rules and claims: 으로써, 이다. The weights of the fact check were fitted with these. */
export const CLAUSE_PARTICLES = particles(
  `${COMMON} 으로써 으로서 이라고 이라는 이라도 께서 이다 라고 하고 로서 로써 로는 들은 들이 들을 들의`,
);

/** Of a single word, in any text. */
export const TERM_PARTICLES = particles(
  `${COMMON} 이라고는 한테는 이라고 이라는 이라면 이라도 한테 라고 라면 이란 께서 이면 인데 하고 들은 들이 들을 들의`,
);

/** Between the words of a title: `휴학의 신청`. Few, since titles end in nouns. */
export const TITLE_PARTICLES = particles('에서의 에서 으로의 으로 에게 에 의 을 를 은 는 이 가 과 와 도 로');

/**
 * Removes the longest particle that leaves at least `least` characters; returns the word itself if there is none.
 * @param least minimum characters of the result
 * @example withoutParticle('휴학은', QUESTION_PARTICLES, 2) // '휴학'
 */
export function withoutParticle(word: string, all: Particles, least: number): string {
  const found = all.find((particle) => word.length - particle.length >= least && word.endsWith(particle));
  return found === undefined ? word : word.slice(0, -found.length);
}
