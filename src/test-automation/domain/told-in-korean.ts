import { EXPLAINED_IN_KOREAN } from './korean-explanations.js';
import { FOUND_IN_KOREAN } from './korean-findings.js';
import { MEASURED_IN_KOREAN } from './korean-measurements.js';

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
  .map(([english, korean]) => ({ korean, ...patternOf(english) }));

/** A finding in Korean; one that is not known stays as it is, and so does what it quotes. */
export function inKorean(text: string): string {
  for (const { pattern, places, korean } of KNOWN) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const said = new Map(places.map((place, i) => [place, inKorean(match[i + 1] ?? '')]));
    return korean.replace(/\{(\d)\}/gu, (_, place: string) => said.get(Number(place)) ?? '');
  }
  // What was expected, and what was found instead.
  const colon = text.indexOf(': ');
  const [head, rest] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 2)];
  const korean = head === '' ? head : inKorean(head);
  return korean === head ? text : `${korean}: ${inKorean(rest)}`;
}

/** A finding in the language of the reader. */
export const told = (text: string, language: 'en' | 'ko'): string => (language === 'ko' ? inKorean(text) : text);
