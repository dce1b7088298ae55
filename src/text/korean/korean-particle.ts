import { FINAL, finalOf } from './hangul-syllable.js';

/** Particles whose form depends on the sound before them: with a final consonant, and without. */
export const PARTICLES = {
  object: ['을', '를'],
  subject: ['이', '가'],
  topic: ['은', '는'],
  and: ['과', '와'],
  direction: ['으로', '로'],
  called: ['이라는', '라는'],
  or: ['이나', '나'],
  quoting: ['이라', '라'],
} as const satisfies Readonly<Record<string, readonly [closed: string, open: string]>>;
export type Particle = keyof typeof PARTICLES;

/** The particles of generated texts, by name. */
const NAMES: ReadonlyMap<string, Particle> = new Map([
  ['을', 'object'],
  ['를', 'object'],
  ['이', 'subject'],
  ['가', 'subject'],
  ['은', 'topic'],
  ['는', 'topic'],
  ['과', 'and'],
  ['와', 'and'],
  ['으로', 'direction'],
  ['로', 'direction'],
]);
const AT_START = /^(?:으로|을|를|로|이|가|은|는|과|와)(?=[\s,.?]|$)/u;

type Sound = 'open' | 'closed' | 'rieul';

/** Readings of the digits: 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGITS: readonly Sound[] = [
  'closed',
  'rieul',
  'open',
  'closed',
  'open',
  'open',
  'closed',
  'rieul',
  'rieul',
  'open',
];
/** Readings of trailing zeroes: 십, 백, 천 and 만 all end in a consonant other than ㄹ. */
const ZEROES: Sound = 'closed';
/** Letters whose Korean name ends in a consonant: 엘, 엠, 엔, 알. */
const CLOSED_LETTERS: ReadonlyMap<string, Sound> = new Map([
  ['l', 'rieul'],
  ['r', 'rieul'],
  ['m', 'closed'],
  ['n', 'closed'],
]);
/** Signs that do not change the final sound of the word before them. */
const SILENT = /(?<![\s"'”’)\]}」』〉》>.,!?~·])[\s"'”’)\]}」』〉》>.,!?~·]+$/u;
const SIGNS: ReadonlyMap<string, Sound> = new Map([
  ['%', 'open'],
  ['℃', 'open'],
]);
/** Acronyms that are pronounced as words, not letter by letter: 토익, 토플, 토픽, 오픽, 핀. */
const READ_AS_WORDS: ReadonlyMap<string, Sound> = new Map([
  ['toeic', 'closed'],
  ['toefl', 'rieul'],
  ['topik', 'closed'],
  ['opic', 'closed'],
  ['pin', 'closed'],
]);

/** A bracketed remark after a word is not read before the particle: in 휴학(일반)을 the particle follows 학. */
const REMARK = /(?<!\s)\s*\([^()]*\)$/u;

function soundOf(word: string): Sound {
  const spoken = word.replace(REMARK, '').replace(SILENT, '');
  const last = Array.from(spoken).at(-1);
  if (last === undefined) return 'open';
  const final = finalOf(last);
  if (final >= 0) return final === FINAL.none ? 'open' : final === FINAL.l ? 'rieul' : 'closed';
  if (/\d/u.test(last)) return /[1-9]0+$/u.test(spoken) ? ZEROES : (DIGITS[Number(last)] ?? 'open');
  const latin = /(?<![a-z])[a-z]+$/u.exec(spoken.toLowerCase())?.[0] ?? '';
  return READ_AS_WORDS.get(latin) ?? SIGNS.get(last) ?? CLOSED_LETTERS.get(last.toLowerCase()) ?? 'open';
}

/**
 * Returns the word with its particle: 휴학을, 규정은, 서울로, 30%를, 10을, API와. After a final ㄹ the form is 로, as after a vowel. Letters and digits
 * count as they are read in Korean.
 */
export function withParticle(word: string, particle: Particle): string {
  const sound = soundOf(word);
  const [closed, open] = PARTICLES[particle];
  const isOpen = sound === 'open' || (particle === 'direction' && sound === 'rieul');
  return `${word}${isOpen ? open : closed}`;
}

/** Replaces a word before a given text. A particle at the start of that text takes the form that the new word requires. */
export function inPlaceOf(word: string, rest: string): string {
  const particle = AT_START.exec(rest)?.[0];
  const name = particle === undefined ? undefined : NAMES.get(particle);
  if (particle === undefined || name === undefined) return `${word}${rest}`;
  return `${withParticle(word, name)}${rest.slice(particle.length)}`;
}
