import { Particle, withParticle } from './korean-particle.js';

/** A sentence with placeholders such as `{0}`, and its Korean translation. */
export type TranslatedSentence = readonly [english: string, korean: string];

interface Template {
  readonly korean: string;
  /** It starts with a placeholder. */
  readonly isOpen: boolean;
  /** The fixed texts between the placeholders. */
  readonly fixed: readonly string[];
  /** The number of each placeholder. */
  readonly places: readonly number[];
}

function templateOf([english, korean]: TranslatedSentence): Template {
  const pieces = english.split(/\{(\d)\}/u);
  return {
    korean,
    isOpen: english.startsWith('{'),
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

/** More characters than any sentence has. */
const LONGEST = 1000;

/** Specificity of a sentence; one that starts with a placeholder matches too easily. */
const saidInIt = (english: string): number =>
  (english.startsWith('{') ? 0 : LONGEST) + english.replace(/\{\d\}/gu, '').length;

interface Found {
  readonly known: Template;
  readonly gaps: readonly string[];
}

/** The sentence that matches a text; of those that start with a placeholder, the one with the earliest fixed text. */
function sentenceOf(text: string, templates: readonly Template[]): Found | undefined {
  const open: Found[] = [];
  for (const known of templates) {
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

/** Longer texts are quotes of users, and each colon in one costs a call. */
const MAX_TRANSLATED = 4000;

function translated(text: string, templates: readonly Template[]): string {
  const found = sentenceOf(text, templates);
  if (found !== undefined) {
    const { places, korean } = found.known;
    const said = new Map(places.map((place, i) => [place, translated(found.gaps[i] ?? '', templates)]));
    return korean.replace(/\{(\d)\}/gu, (_, place: string) => said.get(Number(place)) ?? '');
  }
  // The expected and the actual outcome.
  const colon = text.indexOf(': ');
  const [head, rest] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 2)];
  if (head === '' || text.length > MAX_TRANSLATED) return text;
  return `${translated(head, templates)}: ${translated(rest, templates)}`;
}

/**
 * Translates sentences of a table, also inside one another; unknown text and quoted values stay unchanged. The most specific sentence
 * counts: of two matches, the less specific one would take fixed words as a value.
 * @example sentencesInKorean([['{0} of {1} failed', '{1}개 중 {0}개 실패']])('2 of 3 failed') // '3개 중 2개 실패'
 */
export function sentencesInKorean(sentences: readonly TranslatedSentence[]): (text: string) => string {
  const templates = [...sentences].sort(([a], [b]) => saidInIt(b) - saidInIt(a)).map(templateOf);
  return (text) => withSoundParticles(translated(text, templates));
}
