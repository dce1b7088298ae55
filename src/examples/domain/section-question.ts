import { withParticle } from '../../text/korean/korean-particle.js';
import { detectLanguage } from '../../text/language.js';

/** The subject in the label of an article: `제3조(신청 기간)`, `Article 4 (Deadlines)`. */
const SUBJECT = /^[^()]{1,40}\(([^()]{2,30})\)$/u;
/** Sections that no question is about. */
const FORMAL = /^(?:목적|정의|적용 범위|시행일|부칙|총칙|purpose|definitions?|scope|introduction|overview)$/iu;

/**
 * A question about a section of a document, in its language.
 * @param section headings from the root down, with `>` between them
 * @returns undefined for a section without a subject of its own
 */
export function sectionQuestion(title: string, section: string | undefined): string | undefined {
  const heading = section?.split(' > ').at(-1)?.trim() ?? '';
  const subject = (SUBJECT.exec(heading)?.[1] ?? heading).trim();
  const isNumbered = /^[\d제]/u.test(subject);
  if (subject.length < 2 || subject.length > 40 || subject === title || isNumbered || FORMAL.test(subject))
    return undefined;
  return detectLanguage(subject) === 'ko'
    ? `${title}에서 ${withParticle(subject, 'topic')} 어떻게 되나요?`
    : `What does the ${title} say about ${subject.charAt(0).toLowerCase()}${subject.slice(1)}?`;
}
