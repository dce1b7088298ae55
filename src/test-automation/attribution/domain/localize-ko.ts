import { EXPLAINED_IN_KOREAN } from './korean-explanations.js';
import { FOUND_IN_KOREAN } from './korean-findings.js';
import { MEASURED_IN_KOREAN } from './korean-measurements.js';
import { Particle, withParticle } from '../../../text/korean/korean-particle.js';

/** `{0} of {1}` as its fixed texts, with the number of the place of each gap between them. */
function templateOf(english: string): { readonly fixed: readonly string[]; readonly places: readonly number[] } {
  const pieces = english.split(/\{(\d)\}/u);
  return {
    fixed: pieces.filter((_, i) => i % 2 === 0),
    places: pieces.filter((_, i) => i % 2 === 1).map(Number),
  };
}

/**
 * What stands in the gaps of a template, each gap as short as possible and of at least one character; undefined where the text is
 * another sentence. Each fixed text is searched once, so that the time is linear: a pattern with several gaps would try every division.
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
  .map(([english, korean]) => ({ korean, isOpen: english.startsWith('{'), ...templateOf(english) }));

interface Found {
  readonly known: (typeof KNOWN)[number];
  readonly gaps: readonly string[];
}

/** The sentence that a text is; of those that begin with what they are about, the one that says something earliest. */
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

/** `“휴학”을(를)` with the one particle that the sound before it asks for. */
const withSoundParticles = (text: string): string =>
  text.replace(
    /(\S{1,60}?)(을\(를\)|은\(는\)|이\(가\)|과\(와\)|와\(과\)|\(으\)로|\(이\)라)/gu,
    (whole, word: string, open: string) => (isOpenParticle(open) ? withParticle(word, PARTICLE_NAMES[open]) : whole),
  );

/** A finding in Korean; one that is not known stays as it is, and so does what it quotes. */
export const inKorean = (text: string): string => withSoundParticles(translated(text));

/** Longer texts are quotes of somebody, and each colon in one costs a call. */
const MAX_TRANSLATED = 4000;

function translated(text: string): string {
  const found = sentenceOf(text);
  if (found !== undefined) {
    const { places, korean } = found.known;
    const said = new Map(places.map((place, i) => [place, translated(found.gaps[i] ?? '')]));
    return korean.replace(/\{(\d)\}/gu, (_, place: string) => said.get(Number(place)) ?? '');
  }
  // What was expected, and what was found instead.
  const colon = text.indexOf(': ');
  const [head, rest] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 2)];
  if (head === '' || text.length > MAX_TRANSLATED) return text;
  return `${translated(head)}: ${translated(rest)}`;
}

/** A finding in the language of the reader. */
export const told = (text: string, language: 'en' | 'ko'): string => (language === 'ko' ? inKorean(text) : text);
