import { languageOf } from '../parts/language-of.js';

/** The subject in the label of an article: `제3조(신청 기간)`, `Article 4 (Deadlines)`. */
const SUBJECT = /^[^()]{1,40}\(([^()]{2,30})\)$/;
/** Sections that no question is about. */
const FORMAL = /^(?:목적|정의|적용 범위|시행일|부칙|총칙|purpose|definitions?|scope|introduction|overview)$/i;

const HANGUL_BASE = 0xac00;
const HANGUL_LAST = 0xd7a3;
const FINALS = 28;

/** `은` after a final consonant, `는` otherwise. */
function topicParticle(word: string): string {
  const code = word.codePointAt(word.length - 1) ?? 0;
  const hasFinal = code >= HANGUL_BASE && code <= HANGUL_LAST && (code - HANGUL_BASE) % FINALS > 0;
  return hasFinal ? '은' : '는';
}

/**
 * A question about a section of a document, in its language.
 * @param section headings from the root down, with `>` between them
 * @returns undefined for a section without a subject of its own
 */
export function exampleOf(title: string, section: string | null): string | undefined {
  const heading = section?.split(' > ').at(-1)?.trim() ?? '';
  const subject = (SUBJECT.exec(heading)?.[1] ?? heading).trim();
  const isNumbered = /^[\d제]/.test(subject);
  if (subject.length < 2 || subject.length > 40 || subject === title || isNumbered || FORMAL.test(subject))
    return undefined;
  return languageOf(subject) === 'ko'
    ? `${title}에서 ${subject}${topicParticle(subject)} 어떻게 되나요?`
    : `What does the ${title} say about ${subject.charAt(0).toLowerCase()}${subject.slice(1)}?`;
}
