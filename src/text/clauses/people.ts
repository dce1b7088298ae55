import { memoize } from '../memoize.js';

/**
 * Audiences of rules, as paths: `student/graduate` is a student as well. Only words for whole groups; a body or an office (`총장`, `위원회`) is
 * compared by its name.
 */
const PEOPLE: readonly (readonly [path: string, pattern: RegExp])[] = [
  ['student/graduate', /(?<![가-힣])(?:대학원생|석사과정생|박사과정생)/gu],
  ['student/undergraduate', /(?<![가-힣])(?:학부생|학부 학생)/gu],
  ['student/freshman', /(?<![가-힣])신입생/gu],
  ['student/enrolled', /(?<![가-힣])재학생/gu],
  ['student/on_leave', /(?<![가-힣])휴학생/gu],
  ['student/alumnus', /(?<![가-힣])(?:졸업생|수료생)/gu],
  ['student', /(?<![가-힣])(?:[가-힣]{0,6})학생(?![가-힣]*(?:생활|회|처|증|팀|지원|군))/gu],
  ['faculty', /(?<![가-힣])(?:전임|비전임|겸임|초빙)?(?:교원|교수)(?![가-힣]*(?:회의|회|지원|처|법|팀|실|진))/gu],
  ['assistant', /(?<![가-힣])(?:교육|연구|행정)?조교(?!수)/gu],
  ['staff', /(?<![가-힣교])직원/gu],
  ['staff/employee', /\b(?:employees?|staff|colleagues?)\b/giu],
  ['staff/engineer', /\b(?:engineers?|developers?)\b/giu],
  ['staff/administrator', /\b(?:administrators?|admins?|operators?)\b/giu],
  ['visitor', /\b(?:visitors?|guests?)\b/giu],
  ['supplier', /\b(?:suppliers?|vendors?)\b/giu],
  ['contractor', /\bcontractors?\b/giu],
  ['customer', /\bcustomers?\b/giu],
  ['driver', /\bdrivers?\b/giu],
];

/** Sentences and words whose people are kept. */
const REMEMBERED = 20_000;

/** Kinds of people in a text, with repetitions; 교직원 are both 교원 and 직원. */
export const peopleNamed = memoize(REMEMBERED, (text: string): readonly string[] => {
  const found = [...text.matchAll(/교직원/gu)].flatMap(() => ['faculty', 'staff']);
  let rest = text;
  for (const [path, pattern] of PEOPLE) {
    found.push(...[...rest.matchAll(pattern)].map(() => path));
    // `대학원생` does not contain `학생`, but `유학생` does and must not be read twice.
    rest = rest.replace(pattern, ' ');
  }
  return found;
});

/** People in the middle of a sentence, with the two words before and the one after. */
export interface PlacedPeople {
  readonly kind: string;
  readonly between: string;
}

const FRAME = /(\p{L}{1,60}\s{1,9}\p{L}{1,60})\s{1,9}(\p{L}{1,60})\s{1,9}(?=(\p{L}+))/uy;

/** The people of an English text with adjacent words on both sides: `damage to [customers] now`. */
export function peopleInPlace(text: string): PlacedPeople[] {
  const found: PlacedPeople[] = [];
  const words = [...text.matchAll(/\p{L}+/gu)];
  for (const { index } of words) {
    FRAME.lastIndex = index;
    const frame = FRAME.exec(text);
    if (frame === null) continue;
    const [, before = '', word = '', after = ''] = frame;
    const [kind] = peopleNamed(word);
    if (kind !== undefined)
      found.push({
        kind,
        between: `${before} … ${after}`.toLowerCase().replace(/\s+/gu, ' '),
      });
  }
  return found;
}

/** Returns the groups of people that a text names. */
export function people(text: string): ReadonlySet<string> {
  return new Set(peopleNamed(text));
}

/** Whether one kind includes the other. */
export function isSameKind(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || general(a, b) || general(b, a);
}

/** `employees` includes all kinds of staff. */
const general = (a: string, b: string): boolean => a === 'staff/employee' && b.startsWith('staff/');
