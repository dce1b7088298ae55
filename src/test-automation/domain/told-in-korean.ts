import { EXPLAINED_IN_KOREAN } from './korean-explanations.js';
import { FOUND_IN_KOREAN } from './korean-findings.js';
import { MEASURED_IN_KOREAN } from './korean-measurements.js';
import { Particle, withParticle } from './korean-particle.js';

const ESCAPED = /[.*+?^${}()|[\]\\]/gu;

/** `{0} of {1}` as a pattern, with the number of the place of each group. */
function patternOf(english: string): { readonly pattern: RegExp; readonly places: readonly number[] } {
  const pieces = english.split(/\{(\d)\}/u);
  const source = pieces.map((piece, i) => (i % 2 === 1 ? '([\\s\\S]+?)' : piece.replace(ESCAPED, String.raw`\$&`)));
  return {
    pattern: new RegExp(`^${source.join('')}$`, 'u'),
    places: pieces.filter((_, i) => i % 2 === 1).map(Number),
  };
}

/** Every sentence that is known. */
export const SENTENCES = [...FOUND_IN_KOREAN, ...EXPLAINED_IN_KOREAN, ...MEASURED_IN_KOREAN];

/** More than any sentence has characters. */
const LONGEST = 1000;

/** How much a sentence says by itself; one that begins with what it is about fits too easily. */
const saidInIt = (english: string): number =>
  (english.startsWith('{') ? 0 : LONGEST) + english.replace(/\{\d\}/gu, '').length;

/** The sentence that says most by itself first: of two that fit, the other would take words of it for what it is about. */
const KNOWN = [...SENTENCES]
  .sort(([a], [b]) => saidInIt(b) - saidInIt(a))
  .map(([english, korean]) => ({ korean, isOpen: english.startsWith('{'), ...patternOf(english) }));

interface Found {
  readonly known: (typeof KNOWN)[number];
  readonly match: RegExpExecArray;
}

/** The sentence that a text is; of those that begin with what they are about, the one that says something earliest. */
function sentenceOf(text: string): Found | undefined {
  const open: Found[] = [];
  for (const known of KNOWN) {
    const match = known.pattern.exec(text);
    if (match === null) continue;
    if (!known.isOpen) return { known, match };
    open.push({ known, match });
  }
  const until = ({ match }: Found) => match[1]?.length ?? 0;
  return open.sort((a, b) => until(a) - until(b))[0];
}

const PARTICLE_NAMES = {
  '을(를)': 'object',
  '은(는)': 'topic',
  '이(가)': 'subject',
  '과(와)': 'and',
  '와(과)': 'and',
  '(으)로': 'direction',
  '(이)라': 'quoting',
} as const satisfies Readonly<Record<string, Particle>>;
const isOpenParticle = (text: string): text is keyof typeof PARTICLE_NAMES => text in PARTICLE_NAMES;

/** `“휴학”을(를)` with the one particle that the sound before it asks for. */
const withSoundParticles = (text: string): string =>
  text.replace(
    /(\S+?)(을\(를\)|은\(는\)|이\(가\)|과\(와\)|와\(과\)|\(으\)로|\(이\)라)/gu,
    (whole, word: string, open: string) => (isOpenParticle(open) ? withParticle(word, PARTICLE_NAMES[open]) : whole),
  );

/** A finding in Korean; one that is not known stays as it is, and so does what it quotes. */
export const inKorean = (text: string): string => withSoundParticles(translated(text));

function translated(text: string): string {
  const found = sentenceOf(text);
  if (found !== undefined) {
    const { places, korean } = found.known;
    const said = new Map(places.map((place, i) => [place, translated(found.match[i + 1] ?? '')]));
    return korean.replace(/\{(\d)\}/gu, (_, place: string) => said.get(Number(place)) ?? '');
  }
  // What was expected, and what was found instead.
  const colon = text.indexOf(': ');
  const [head, rest] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 2)];
  if (head === '') return text;
  return `${translated(head)}: ${translated(rest)}`;
}

/** A finding in the language of the reader. */
export const told = (text: string, language: 'en' | 'ko'): string => (language === 'ko' ? inKorean(text) : text);
