import fc from 'fast-check';
import { changeOfQuote, editionChanges as changesInSteps, partsOfEdition } from './edition-changes.js';
import { lastOf } from '../../shared/domain/steps.js';
import { splitIntoPassages } from './split-into-passages.js';

/** What is done to a unit: an article, a paragraph, a list or a row of a table. */
const FATES = ['kept', 'changed', 'removed', 'moved', 'reformatted'] as const;
type Fate = (typeof FATES)[number];
const isOutdatedBy = (fate: Fate) => fate === 'changed' || fate === 'removed';

interface Unit {
  readonly n: number;
  readonly value: number;
  readonly fate: Fate;
  readonly kind: number;
  /** A sentence that other units have too. */
  readonly isSharing: boolean;
}
/** Pieces of a unit, each of which an answer may quote. */
type Pieces = (unit: Unit, value: number) => readonly string[];
interface Form {
  readonly name: string;
  readonly pieces: Pieces;
  /** The text of a unit at its place from 1; its pieces follow each other. */
  readonly unit: (pieces: readonly string[], place: number, unit: Unit) => string;
  readonly between: string;
  readonly begin: string;
  readonly reformat: (text: string) => string;
}

const THINGS = ['우산', '노트북', '열람실', '보관함', '자전거', '강의실', '실습복', '현미경', '악보', '텐트'];
const ITEMS = [
  'umbrella',
  'laptop',
  'reading room',
  'locker',
  'bicycle',
  'studio',
  'lab coat',
  'microscope',
  'score',
  'tent',
];
const thing = (list: readonly string[], { n }: Unit) => `${list[n % list.length]} ${n}`;

const korean: Pieces = (unit, value) => {
  const name = thing(THINGS, unit);
  const lead = `${name}호는 신청한 날부터 ${value}일 안에 창구에 반납한다.`;
  const shared = unit.isSharing ? ['그 밖에 필요한 사항은 관장이 따로 정한다.'] : [];
  if (unit.kind === 0) return [lead, `반납한 ${name}호는 대장 ${unit.n}쪽에 적는다.`, ...shared];
  return [
    `① ${lead}`,
    `② ${name}호를 빌릴 때에는 다음 각 호의 서류를 낸다.`,
    '1. 신청서',
    `2. 신분증 사본 ${unit.n}부`,
    ...shared,
  ];
};
const english: Pieces = (unit, value) => {
  const name = thing(ITEMS, unit);
  const lead = `The ${name} is returned within ${value} days to the desk.`;
  const shared = unit.isSharing ? ['The head of the library decides on exceptions.'] : [];
  if (unit.kind === 0) return [lead, `The return of the ${name} is written on page ${unit.n} of the book.`, ...shared];
  return [`${lead.slice(0, -1)} with:`, '- the form', `- ${unit.n} copies of a card`, `- the key of the ${name}`];
};
const joinKorean = (pieces: readonly string[]) =>
  pieces.reduce((all, one) => `${all}${/^[①②\d]/u.test(one) ? '\n' : ' '}${one}`);
const joinEnglish = (pieces: readonly string[]) =>
  pieces.reduce((all, one) => `${all}${one.startsWith('-') ? '\n' : ' '}${one}`);
const tight = (text: string) =>
  text
    .replaceAll(' 안에 ', '  안에 ')
    .replaceAll('신청한 날', '신청한날')
    .replace(/(\d)일/u, '$1 일');
const wide = (text: string) => text.replaceAll(' the ', '  the ').replace(' to the desk', '\nto the desk');

const FORMS: readonly Form[] = [
  {
    name: 'Korean articles',
    pieces: korean,
    unit: (pieces, place, unit) => `제${place}조(${thing(THINGS, unit)}) ${joinKorean(pieces)}`,
    between: '\n\n',
    begin: '# 대여 규정\n\n제1장 총칙\n\n',
    reformat: (text) => `${tight(text)} <개정 2026. 3. 1.>`,
  },
  {
    name: 'English sections with numbers',
    pieces: english,
    unit: (pieces, place, unit) => `## ${place}. The ${thing(ITEMS, unit)}\n\n${joinEnglish(pieces)}`,
    between: '\n\n',
    begin: '# Lending guide\n\n',
    reformat: wide,
  },
  {
    name: 'English articles in plain text',
    pieces: (unit, value) => english({ ...unit, kind: 0 }, value),
    unit: (pieces, place, unit) => `Article ${place} (The ${thing(ITEMS, unit)}) ${joinEnglish(pieces)}`,
    between: '\n\n',
    begin: '',
    reformat: wide,
  },
  {
    name: 'Korean paragraphs without structure',
    pieces: (unit, value) => korean({ ...unit, kind: 0 }, value),
    unit: (pieces) => joinKorean(pieces),
    between: '\n\n',
    begin: '',
    reformat: tight,
  },
  {
    name: 'paragraphs of one English section',
    pieces: english,
    unit: (pieces) => joinEnglish(pieces),
    between: '\n\n',
    begin: '# Lending guide\n\n## Lending\n\n',
    reformat: wide,
  },
  {
    name: 'rows of a Korean table',
    pieces: (unit, value) => [`| ${thing(THINGS, unit)}호 | ${value}일 | ${unit.n * 100}원 |`],
    unit: ([row = '']) => row,
    between: '\n',
    begin: '## 대여 기간\n\n품목마다 기간과 연체료가 다르다.\n\n| 품목 | 기간 | 연체료 |\n|---|---|---|\n',
    reformat: (text) => text.replaceAll(' | ', '   |  '),
  },
  {
    name: 'rows of an English table',
    pieces: (unit, value) => [`| The ${thing(ITEMS, unit)} | ${value} days | ${unit.n} euros |`],
    unit: ([row = '']) => row,
    between: '\n',
    begin: '# Guide\n\n## Periods\n\n| Thing | Period | Fee |\n|---|---|---|\n',
    reformat: (text) => text.replaceAll(' | ', ' |    '),
  },
];

function written(form: Form, units: readonly { readonly unit: Unit; readonly isNew: boolean }[]): string {
  const texts = units.map(({ unit, isNew }, i) => {
    const pieces = form.pieces(unit, isNew && unit.fate === 'changed' ? unit.value + 100 : unit.value);
    const text = form.unit(pieces, i + 1, unit);
    return isNew && unit.fate === 'reformatted' ? form.reformat(text) : text;
  });
  return form.begin + texts.join(form.between);
}

/** The units after the change: moved ones at the end, and new ones in between. */
function laterUnits(units: readonly Unit[], added: readonly Unit[]): Unit[] {
  const stayed = units.filter(({ fate }) => fate !== 'removed' && fate !== 'moved');
  added.forEach((unit, i) => stayed.splice((i * 3) % (stayed.length + 1), 0, unit));
  return [...stayed, ...units.filter(({ fate }) => fate === 'moved')];
}

const unit = fc.record({
  value: fc.integer({ min: 2, max: 90 }),
  fate: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fate>('kept') },
    { weight: 4, arbitrary: fc.constantFrom(...FATES) },
  ),
  kind: fc.integer({ min: 0, max: 1 }),
  isSharing: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const pairs = fc.record({
  units: fc.array(unit, { minLength: 3, maxLength: 24 }),
  added: fc.array(unit, { maxLength: 3 }),
});
const numbered = (units: readonly Omit<Unit, 'n'>[], from: number): Unit[] =>
  units.map((one, i) => ({ ...one, n: from + i }));
const editionChanges = (...editions: Parameters<typeof changesInSteps>) => lastOf(changesInSteps(...editions));
const partsOf = (text: string) => lastOf(partsOfEdition(text, splitIntoPassages(text, 'text/markdown', 'T')));
const PAIRS_OF_A_FORM = 150;
const SEED = 20261127;

/** Counts of quotations that are outdated and found, not found, and found without being outdated. */
function measure(
  form: Form,
  seed: number,
): {
  readonly right: number;
  readonly missed: number;
  readonly wrong: number;
  readonly kept: number;
} {
  const counts = { right: 0, missed: 0, wrong: 0, kept: 0 };
  for (const pair of fc.sample(pairs, { numRuns: PAIRS_OF_A_FORM, seed })) {
    const units = numbered(pair.units, 11);
    const added = numbered(pair.added, 71).map((one): Unit => ({ ...one, fate: 'kept' }));
    const before = written(
      form,
      units.map((one) => ({ unit: one, isNew: false })),
    );
    const after = written(
      form,
      laterUnits(units, added).map((one) => ({ unit: one, isNew: true })),
    );
    const changes = editionChanges(partsOf(before), partsOf(after));
    for (const one of units) {
      const from = before.indexOf(form.pieces(one, one.value)[0] ?? '');
      for (const quote of form.pieces(one, one.value)) {
        const start = before.indexOf(quote, from);
        expect(start).toBeGreaterThanOrEqual(0);
        const isFound = changeOfQuote({ quote, start }, before, changes) !== undefined;
        if (isOutdatedBy(one.fate)) counts[isFound ? 'right' : 'missed']++;
        else counts[isFound ? 'wrong' : 'kept']++;
      }
    }
  }
  return counts;
}

describe('quotations of generated pairs of editions', () => {
  const totals = { right: 0, missed: 0, wrong: 0 };

  it.each(FORMS)('finds what is outdated, and only that: $name', (form) => {
    const { right, missed, wrong, kept } = measure(form, SEED + FORMS.indexOf(form));
    totals.right += right;
    totals.missed += missed;
    totals.wrong += wrong;
    if (process.env['SHOW_FIGURES'] !== undefined) console.log(form.name, { right, missed, wrong, kept });
    expect(right).toBeGreaterThan(200);
    expect(kept).toBeGreaterThan(200);
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.99);
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9);
  });

  it('has over all forms a recall of .99 and a precision of .97', () => {
    const { right, missed, wrong } = totals;
    if (process.env['SHOW_FIGURES'] !== undefined)
      console.log({ right, missed, wrong, recall: right / (right + missed), precision: right / (right + wrong) });
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.99);
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.97);
  });
});
