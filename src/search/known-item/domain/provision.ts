/** Name of a part of a rule book; `number` is a numbered heading without a name, `4.2 Housing`. */
export type Unit =
  'article' | 'section' | 'chapter' | 'part' | 'rule' | 'clause' | 'number' | 'addendum' | 'annex' | 'form';

/** A numbered part of a rule book. */
export interface Provision {
  readonly unit: Unit;
  /** `8`, `8-2` for 제8조의2, `4.2`, `iv` as `4`; empty for a whole kind, `부칙`. */
  readonly number: string;
}

/**
 * A part of a provision, as Korean rules (항, 호, 목) and English ones (`(2)`, `(a)`) number them; empty for the whole.
 */
export interface ProvisionPart {
  /** Of the paragraph (제2항). */
  readonly paragraph?: number | undefined;
  /** Of the item (제3호), `3-2` for 제3호의2; a letter in English. */
  readonly item?: string | undefined;
  /** Of the sub-item (가목). */
  readonly subItem?: string | undefined;
}

/** Unique key of a provision. */
export function provisionKey({ unit, number }: Provision): string {
  return `${unit}:${number}`;
}

const UNITS: Readonly<Record<string, Unit>> = {
  조: 'article',
  편: 'part',
  장: 'chapter',
  절: 'section',
  관: 'clause',
  article: 'article',
  art: 'article',
  section: 'section',
  sec: 'section',
  '§': 'section',
  rule: 'rule',
  chapter: 'chapter',
  ch: 'chapter',
  part: 'part',
  clause: 'clause',
  title: 'part',
  appendix: 'annex',
  annex: 'annex',
  schedule: 'annex',
  exhibit: 'annex',
  form: 'form',
};

/** The unit of a word such as `조`, `Sections`, `§§`, `별지`; undefined for others. */
export function unitOf(word: string): Unit | undefined {
  const plain = word.toLowerCase().replace(/[\s.]/gu, '').replace(/^§+$/u, '§');
  if (/별지|서식|양식/u.test(plain)) return 'form';
  if (/별표|별첨|붙임|부표/u.test(plain)) return 'annex';
  if (plain === '부칙') return 'addendum';
  return UNITS[plain] ?? UNITS[plain.replace(/s$/u, '')] ?? UNITS[plain.replace(/(?:ices|ices|exes|ixes)$/u, 'ix')];
}

/** Up to 399; a single C or L is rather a letter, as in `Appendix C`. */
const ROMAN = /^(?=[IVX]|[LC][IVXLC])(C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/u;
const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function romanValue(text: string): number | undefined {
  const upper = text.toUpperCase();
  if (!ROMAN.test(upper)) return undefined;
  const values = Array.from(upper, (letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** Canonical spelling of a number: Roman numbers as digits, one kind of dash, no full stop at the end. */
export function canonicalNumber(text: string): string {
  const plain = text.replace(/[–—]/gu, '-').replace(/(?<![.\s])[.\s]+$/u, '');
  const roman = romanValue(plain);
  return roman === undefined ? plain.toLowerCase().replace(/^0+(?=\d)/u, '') : String(roman);
}

/** Interchangeable units: `Section 4.2`, `§ 4.2`, `clause 4.2` and the plain heading `4.2`. */
export const ALIKE_UNITS: ReadonlySet<Unit> = new Set<Unit>(['article', 'section', 'rule', 'clause', 'number']);

/** How well a part matches the requested provision: 2 the same, 1 the same number under another name, 0 no match. */
export function likeness(asked: Provision, part: Provision): 0 | 1 | 2 {
  if (asked.number !== part.number) return 0;
  if (asked.unit === part.unit) return 2;
  return ALIKE_UNITS.has(asked.unit) && ALIKE_UNITS.has(part.unit) ? 1 : 0;
}
