import fc from 'fast-check';
import { SnapshotError, SnapshotSink, SnapshotSource, Numbers } from '../../domain/index-snapshot.js';
import { Catalogue, CatalogueEntry } from '../../known-item/domain/catalogue.js';
import { restoreCatalogue, saveCatalogue } from './catalogue-image.js';
import { lookUp } from '../../known-item/domain/look-up.js';

/** Stores texts unchanged. */
class Texts implements SnapshotSink, SnapshotSource {
  private at = 0;

  constructor(readonly parts: (readonly string[])[] = []) {}

  texts(): string[];
  texts(part: readonly string[]): void;
  texts(part?: readonly string[]): string[] | undefined {
    if (part === undefined) return [...(this.parts[this.at++] ?? [])];
    this.parts.push(part);
    return undefined;
  }

  numbers(part: Numbers): never {
    throw new Error(`A catalogue is made of texts, not of ${part.length} numbers.`);
  }

  next(): number {
    return 0;
  }
}

function restored(catalogue: Catalogue): Catalogue {
  const texts = new Texts();
  saveCatalogue(catalogue, texts);
  const again = new Catalogue();
  restoreCatalogue(new Texts(texts.parts), again);
  return again;
}

const TITLES = [
  '물결 항구 규정',
  '물결 항구 규정 시행세칙',
  '물결 항구 규정【폐지】',
  '물결 항구 규정 제8조(배의 계류)',
  '등대지기 급여 지급에 관한 규정',
  'Harbour Handbook 2024',
  'RG-012 Ferry Policy',
  'General Tide Regulation - Article 12: Notices',
];
const SECTIONS = [
  undefined,
  '제1장 총칙 > 제1조(목적)',
  '제2장 계류 > 제8조(배의 계류)',
  '제2장 계류 > 제8조의2(계류 요금)',
  '부칙 <2023. 1. 1.> > 제1조(시행일)',
  '[별표 1] 요금',
  '[별지 제1호 서식] 계류 신청서',
  '4 Berths > 4.2 Late fees',
  'Section 3. Claims',
];
const TEXTS = ['', '① 배를 맨다. ② 요금을 낸다.', '제9조(벌칙) ③ 벌을 받는다.', 'Article 4. Guests may stay.'];
const QUESTIONS = [
  '물결 항구 규정 제8조',
  '계류 요금 조항',
  'RG-012 section 3',
  'Harbour Handbook 4.2',
  '부칙 제1조',
  '별표 1',
];

const entry = fc.record({
  document: fc.integer({ min: 1, max: 6 }),
  title: fc.constantFrom(...TITLES),
  documentId: fc.constantFrom('a', 'rg-12-3'),
  date: fc.constantFrom(null, '2020-01-01', '2024-01-01'),
  version: fc.constantFrom(null, '2.10'),
  places: fc.array(fc.record({ section: fc.constantFrom(...SECTIONS), text: fc.constantFrom(...TEXTS) }), {
    maxLength: 4,
  }),
});

function catalogueOf(entries: readonly (typeof entry extends fc.Arbitrary<infer T> ? T : never)[]): Catalogue {
  const catalogue = new Catalogue();
  let id = 0;
  for (const { places, ...rest } of entries) {
    const passages = places.map((place) => ({ id: ++id, article: undefined, ...place }));
    catalogue.add({ ...rest, passages } satisfies CatalogueEntry);
  }
  return catalogue;
}

const answers = (catalogue: Catalogue) =>
  QUESTIONS.map((question) => lookUp(question, catalogue, { admits: () => true, synonyms: { of: () => [] } }));

describe('a snapshot of the catalogue', () => {
  it('restores every document, and the lookups in it', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const before = catalogueOf(entries);
        const after = restored(before);
        expect([...after.all()]).toStrictEqual([...before.all()]);
        expect(answers(after)).toEqual(answers(before));
      }),
    );
  });

  it('allows documents to be removed as before', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), (entries, gone) => {
        const before = catalogueOf(entries);
        const after = restored(before);
        before.remove(gone);
        after.remove(gone);
        expect([...after.all()]).toStrictEqual([...before.all()]);
        expect(answers(after)).toEqual(answers(before));
      }),
    );
  });

  it.each([
    ['without its headings', [[], ['{"title":{"spellings":[]},"places":[1,0,-1,-1],"codes":[]}']]],
    ['of something else', [[], ['{}']]],
    ['with other headings', [['{}'], []]],
  ])('is refused %s', (_, parts) => {
    expect(() => restoreCatalogue(new Texts(parts), new Catalogue())).toThrow(SnapshotError);
  });
});
