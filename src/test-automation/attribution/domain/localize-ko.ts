import { CAUSES_IN_KOREAN } from './korean-causes.js';
import { EXPLAINED_IN_KOREAN } from './korean-explanations.js';
import { FOUND_IN_KOREAN } from './korean-findings.js';
import { MEASURED_IN_KOREAN } from './korean-measurements.js';
import { REMEDIES_IN_KOREAN } from './korean-remedies.js';
import { Particle, withParticle } from '../../../text/korean/korean-particle.js';

/** The fixed texts of a template such as `{0} of {1}`, with the number of each placeholder between them. */
function templateOf(english: string): { readonly fixed: readonly string[]; readonly places: readonly number[] } {
  const pieces = english.split(/\{(\d)\}/u);
  return {
    fixed: pieces.filter((_, i) => i % 2 === 0),
    places: pieces.filter((_, i) => i % 2 === 1).map(Number),
  };
}

/**
 * The values of the placeholders of a template, each as short as possible and of at least one character; undefined if the text is another
 * sentence. Each fixed text is searched once, so that the time is linear: a regular expression with several gaps would backtrack over every
 * division.
 */
function gapsOf(text: string, fixed: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = fixed;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first)) return undefined;
  const gaps: string[] = [];
  let from = first.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from + 1);
    if (at === -1) return undefined;
    gaps.push(text.slice(from, at));
    from = at + piece.length;
  }
  const end = text.length - last.length;
  if (end <= from || !text.endsWith(last)) return undefined;
  return [...gaps, text.slice(from, end)];
}

/** Every known sentence. */
export const SENTENCES = [
  ...FOUND_IN_KOREAN,
  ...CAUSES_IN_KOREAN,
  ...EXPLAINED_IN_KOREAN,
  ...REMEDIES_IN_KOREAN,
  ...MEASURED_IN_KOREAN,
];

/** More characters than any sentence has. */
const LONGEST = 1000;

/** Specificity of a sentence; one that starts with a placeholder matches too easily. */
const saidInIt = (english: string): number =>
  (english.startsWith('{') ? 0 : LONGEST) + english.replace(/\{\d\}/gu, '').length;

/** The most specific sentence first: of two matches, the less specific one would take fixed words as a value. */
const KNOWN = [...SENTENCES]
  .sort(([a], [b]) => saidInIt(b) - saidInIt(a))
  .map(([english, korean]) => ({ korean, isOpen: english.startsWith('{'), ...templateOf(english) }));

interface Found {
  readonly known: (typeof KNOWN)[number];
  readonly gaps: readonly string[];
}

/** The sentence that matches a text; of those that start with a placeholder, the one with the earliest fixed text. */
function sentenceOf(text: string): Found | undefined {
  const open: Found[] = [];
  for (const known of KNOWN) {
    const gaps = gapsOf(text, known.fixed);
    if (gaps === undefined) continue;
    if (!known.isOpen) return { known, gaps };
    open.push({ known, gaps });
  }
  const until = ({ gaps }: Found) => gaps[0]?.length ?? 0;
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

/** `“휴학”을(를)` with the one particle for the sound before it. */
const withSoundParticles = (text: string): string =>
  text.replace(
    /(\S{1,60}?)(을\(를\)|은\(는\)|이\(가\)|과\(와\)|와\(과\)|\(으\)로|\(이\)라)/gu,
    (whole, word: string, open: string) => (isOpenParticle(open) ? withParticle(word, PARTICLE_NAMES[open]) : whole),
  );

/** A finding in Korean; unknown text and quoted values stay unchanged. */
export const inKorean = (text: string): string => withSoundParticles(translated(text));

/** Longer texts are quotes of users, and each colon in one costs a call. */
const MAX_TRANSLATED = 4000;

function translated(text: string): string {
  const found = sentenceOf(text);
  if (found !== undefined) {
    const { places, korean } = found.known;
    const said = new Map(places.map((place, i) => [place, translated(found.gaps[i] ?? '')]));
    return korean.replace(/\{(\d)\}/gu, (_, place: string) => said.get(Number(place)) ?? '');
  }
  // The expected and the actual outcome.
  const colon = text.indexOf(': ');
  const [head, rest] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 2)];
  if (head === '' || text.length > MAX_TRANSLATED) return text;
  return `${translated(head)}: ${translated(rest)}`;
}

/** A finding in the language of the reader. */
export const told = (text: string, language: 'en' | 'ko'): string => (language === 'ko' ? inKorean(text) : text);
