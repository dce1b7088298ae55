import fc from 'fast-check';
import { Catalogue, CatalogueEntry } from './catalogue.js';
import { lookUp, namedPassages } from './look-up.js';

interface Book {
  readonly title: string;
  readonly date?: string;
  /** Section paths; the article number is the end of the path. */
  readonly sections: readonly string[];
}

const BOOKS: readonly Book[] = [
  {
    title: '물결 항구 규정',
    sections: [
      '제1장 총칙 > 제1조(목적)',
      '제2장 계류 > 제8조(배의 계류)',
      '제2장 계류 > 제8조의2(계류 요금)',
      '부칙 <2019. 1. 1.> > 제1조(시행일)',
      '부칙 <2023. 1. 1.> > 제1조(시행일)',
      '[별표 1] 요금',
      '[별지 제1호 서식] 계류 신청서',
    ],
  },
  { title: '물결 항구 규정 시행세칙', sections: ['제1조(목적)', '제8조(서류)'] },
  { title: '새벽대학교 학칙', sections: ['제1조(목적)', '제5조(휴업)'] },
  { title: '학칙 시행세칙', sections: ['제5조(휴업의 신고)'] },
  { title: '등대지기 급여 지급에 관한 규정', date: '2020-01-01', sections: ['제3조(급여)', '제20조(수당)'] },
  { title: '등대지기 급여 지급에 관한 규정', date: '2024-01-01', sections: ['제3조(급여)', '제20조(수당)'] },
  { title: '갈매기 보호 규정【폐지】', sections: ['제3조(둥지)'] },
  { title: '갈매기 보호 규정', sections: ['제3조(둥지)'] },
  {
    title: 'Harbour Handbook 2024',
    sections: ['4 Berths > 4.1 Deposits', '4 Berths > 4.2 Late fees', 'Appendix B Papers'],
  },
  {
    title: 'Rules of the Lantern Club',
    sections: [
      'Article I. Name > Section 2. Flag',
      'Article IV. Meetings > Section 2. Guests',
      'Rule 7. Boats',
      '§ 5 Liability',
    ],
  },
  { title: 'General Tide Regulation - Article 12: Notices', sections: [] },
  { title: 'RG-012 Ferry Policy', sections: ['Section 3. Claims', 'Section 4. Limits'] },
];

interface Passage {
  readonly title: string;
  readonly section: string;
}

const PASSAGES: Passage[] = [];
const ENTRIES: CatalogueEntry[] = BOOKS.map((book, document) => ({
  document,
  title: book.title,
  date: book.date ?? null,
  passages: (book.sections.length === 0 ? [''] : book.sections).map((section) => {
    const article = /(?<!부칙.*)제\d+조(?:의\d+)?/u.exec(section)?.[0];
    const id = PASSAGES.push({ title: book.title + (book.date ?? ''), section }) - 1;
    return { id, article, section: section === '' ? undefined : section, text: '' };
  }),
}));

function catalogueOf(entries: readonly CatalogueEntry[]): Catalogue {
  const catalogue = new Catalogue();
  for (const entry of entries) catalogue.add(entry);
  return catalogue;
}

const CATALOGUE = catalogueOf(ENTRIES);
const SYNONYMS = { of: (word: string) => ({ 선착장: ['항구'], 항구: ['선착장'] })[word] ?? [] };

function first(question: string): string {
  const id = lookUp(question, CATALOGUE, { admits: () => true, synonyms: SYNONYMS })[0]?.id;
  const passage = id === undefined ? undefined : PASSAGES[id];
  return passage === undefined ? '' : `${passage.title} | ${passage.section}`;
}

const FOUND: readonly (readonly [string, string, string])[] = [
  ['물결항구규정 제8조', '물결 항구 규정', '제8조('],
  ['물결 항구 규정의 제 8 조는 무엇인가요?', '물결 항구 규정', '제8조('],
  ['「물결ㆍ항구규정」 8조 2항', '물결 항구 규정', '제8조('],
  ['제8조의2 물결항구규정', '물결 항구 규정', '제8조의2'],
  ['물결항구규정제8조', '물결 항구 규정', '제8조('],
  ['새벽대학교 물결항구규정 제8조', '물결 항구 규정', '제8조('],
  ['물결항구 제8조', '물결 항구 규정', '제8조('],
  ['물결규정 제8조', '물결 항구 규정', '제8조('],
  ['물결선착장규정 제8조', '물결 항구 규정', '제8조('],
  ['물결항구규정 시행세칙 제8조', '물결 항구 규정 시행세칙', '제8조('],
  ['물결항구규정에서 배의 계류에 관한 조항', '물결 항구 규정', '제8조('],
  ['물결항구규정의 계류 요금', '물결 항구 규정', '제8조의2'],
  ['배의 계류 조항', '물결 항구 규정', '제8조('],
  ['제8조(배의 계류)', '물결 항구 규정', '제8조('],
  ['물결항구규정 제1조', '물결 항구 규정', '제1장 총칙 > 제1조'],
  ['물결항구규정 부칙 제1조', '물결 항구 규정', '부칙 <2023'],
  ['물결항구규정 별표 1', '물결 항구 규정', '[별표 1]'],
  ['물결항구규정 계류 신청서 서식', '물결 항구 규정', '[별지'],
  ['물결항구규정 제2장', '물결 항구 규정', '제2장 계류 > 제8조('],
  ['학칙 제5조', '새벽대학교 학칙', '제5조'],
  ['새벽대 학칙 제5조', '새벽대학교 학칙', '제5조'],
  ['학칙의 시행세칙 제5조', '학칙 시행세칙', '제5조'],
  ['등대지기급여규정 제3조', '등대지기 급여 지급에 관한 규정2024', '제3조'],
  ['등대지기 급여의 지급에 관한 규정 제3조', '등대지기 급여 지급에 관한 규정2024', '제3조'],
  ['갈매기보호규정 제3조', '갈매기 보호 규정 |', '제3조'],
  ['폐지된 갈매기보호규정 제3조', '갈매기 보호 규정【폐지】', '제3조'],
  ['물결항구규정', '물결 항구 규정', '제1조'],
  ['Section 4.2 of the Harbour Handbook', 'Harbour Handbook', '4.2'],
  ['Harbour Handbook 4.2', 'Harbour Handbook', '4.2'],
  ['the section on late fees in the Harbour Handbook', 'Harbour Handbook', '4.2'],
  ['Article 4, Section 2 of the Harbour Handbook', 'Harbour Handbook', '4.2'],
  ['Appendix B of the Harbour Handbook', 'Harbour Handbook', 'Appendix B'],
  ['Rule 7 of the Rules of the Lantern Club', 'Lantern Club', 'Rule 7'],
  ['Lantern Club Rules § 5', 'Lantern Club', '§ 5'],
  ['Lantern Club Rules, Article IV, Section 2', 'Lantern Club', 'Article IV'],
  ['Article 12 of the GTR', 'General Tide Regulation', ''],
  ['Article 12 General Tide Regulation', 'General Tide Regulation', ''],
  ['RG-012', 'RG-012', 'Section 3'],
  ['RG-012-4', 'RG-012', 'Section 4'],
  ['rg-012 section 4', 'RG-012', 'Section 4'],
];

describe('lookUp', () => {
  it.each(FOUND)('finds %j first', (question, title, section) => {
    expect(first(question)).toContain(title);
    expect(first(question)).toContain(section);
  });

  it.each([
    '바다기본법 제8조',
    '일반물결항구규정 제8조',
    '다른대학교 학칙 제5조',
    '학칙 제99조',
    'Article 7 of the Sailing Code',
    'Sailing Code section 4.2',
    '제1조',
    '배는 언제 계류하나요?',
    '물결 항구에서 배를 계류하려면 어떤 절차를 밟아야 하나요?',
    'When do the boats come back?',
    '3조원 규모의 예산',
    '',
  ])('finds nothing for %j', (question) => {
    expect(first(question)).toBe('');
  });

  it('returns the first passage of each requested article before the second of any', () => {
    const ids = lookUp('물결항구규정 제8조와 갈매기보호규정 제3조', CATALOGUE, { admits: () => true }).map(
      ({ id }) => id,
    );
    expect(ids.slice(0, 2).map((id) => PASSAGES[id]?.title)).toEqual(['물결 항구 규정', '갈매기 보호 규정']);
  });

  it('reports the certainty and the reason', () => {
    const found = (question: string) => lookUp(question, CATALOGUE, { admits: () => true })[0];
    expect(found('물결항구규정 제8조')).toMatchObject({ certainty: 'exact', reason: 'number' });
    expect(found('물결규정 제8조')).toMatchObject({ certainty: 'likely', reason: 'number' });
    expect(found('배의 계류 조항')).toMatchObject({ certainty: 'likely', reason: 'title' });
    expect(found('RG-012')).toMatchObject({ certainty: 'exact', reason: 'code' });
    expect(found('물결항구규정')).toMatchObject({ certainty: 'exact', reason: 'name' });
  });

  describe('a request by number', () => {
    const catalogue = catalogueOf([
      {
        document: 1,
        title: '돛단배 규정',
        passages: [
          { id: 1, article: undefined, section: undefined, text: '돛단배 규정\n제정 2020. 1. 2.' },
          { id: 2, article: '제4조', section: '제4조(돛)', text: '제4조(돛) ① 돛은 희다.' },
          { id: 3, article: '제4조', section: '제4조(돛)', text: '② 돛은 둘이다.' },
          { id: 4, article: '제5조', section: '제5조(노)', text: '제5조(노) 노는 길다.' },
          { id: 5, article: undefined, section: '부칙 <2020. 1. 2.> > 제4조(경과)', text: '제4조(경과) 그대로 둔다.' },
        ],
      },
      {
        document: 2,
        title: '돛단배 규정【폐지】',
        passages: [{ id: 6, article: '제4조', section: '제4조(돛)', text: '제4조(돛) 돛은 검다.' }],
      },
    ]);
    const named = (question: string) => namedPassages(question, catalogue, { admits: () => true });
    const asked = (question: string) =>
      named(question).places.flatMap(({ id, asked: all = [] }) => all.map(({ order, part }) => [id, order, part]));

    it('is marked at the passages of the provision, of the text in force', () => {
      expect(asked('돛단배규정 제4조')).toMatchObject([
        [2, 0, {}],
        [3, 0, {}],
      ]);
      expect(asked('돛단배규정 제4조 제2항 제1호')).toMatchObject([
        [3, 0, { paragraph: 2, item: '1' }],
        [2, 0, { paragraph: 2, item: '1' }],
      ]);
      expect(asked('돛단배규정 제4조 제1항과 제2항')).toMatchObject([
        [2, 0, { paragraph: 1 }],
        [2, 1, { paragraph: 2 }],
        [3, 1, { paragraph: 2 }],
        [3, 0, { paragraph: 1 }],
      ]);
      expect(asked('돛단배규정 제4조와 제5조').map(([id, order]) => [id, order])).toEqual([
        [2, 0],
        [4, 1],
        [3, 0],
      ]);
      expect(asked('돛단배규정에서 노에 관한 조항')).toEqual([[4, 0, {}]]);
      expect(asked('돛단배규정')).toEqual([]);
    });

    it.each([
      ['돛단배 규정 제4조', 'provisions'],
      ['돛단배 규정 제４조가 뭐예요?', 'provisions'],
      ['돛단배 규정 제4조(돛) 내용 알려주세요', 'provisions'],
      ['돛단배 규정 제4조 돛', 'provisions'],
      ['돛단배의 운항 규정 제4조', undefined],
      ['돛단배 규정에서 노에 관한 조항', 'provisions'],
      ['돛단배 규정 제9조', 'missing'],
      ['돛단배 규정 제4조에 따르면 돛은 몇 개인가요?', undefined],
      ['돛단배 규정 제9조에 따르면 닻은 몇 개인가요?', undefined],
      ['돛단배 규정', undefined],
      ['제4조', 'provisions'],
      ['돛은 몇 개인가요?', undefined],
    ])('%s requests only provisions: %s', (question, expected) => {
      expect(named(question).only).toBe(expected);
    });
  });

  it('finds the passage in which the paragraph starts', () => {
    const catalogue = catalogueOf([
      {
        document: 1,
        title: '돛단배 규정',
        passages: [
          { id: 1, article: '제4조', section: '제4조(돛)', text: '제4조(돛) ① 돛은 희다.\n② 돛은 크다.' },
          { id: 2, article: '제4조', section: '제4조(돛)', text: '③ 돛은 둘이다.' },
        ],
      },
    ]);
    const ids = (question: string) => lookUp(question, catalogue, { admits: () => true }).map(({ id }) => id);
    expect(ids('돛단배규정 제4조')).toEqual([1, 2]);
    expect(ids('돛단배규정 제4조 제3항')).toEqual([2, 1]);
  });

  it('finds the same as if the passages that the caller may not see did not exist', () => {
    const questions = [...FOUND.map(([question]) => question), '제8조', '제3조', '목적 조항', '학칙 제1조'];
    const seen = fc.array(fc.boolean(), { minLength: PASSAGES.length, maxLength: PASSAGES.length });
    fc.assert(
      fc.property(seen, fc.constantFrom(...questions), (visible, question) => {
        const admits = (id: number): boolean => visible[id] === true;
        const alone = catalogueOf(
          ENTRIES.map((entry) => ({ ...entry, passages: entry.passages.filter(({ id }) => admits(id)) })).filter(
            ({ passages }) => passages.length > 0,
          ),
        );
        expect(lookUp(question, CATALOGUE, { admits })).toEqual(lookUp(question, alone, { admits: () => true }));
      }),
      { numRuns: 500 },
    );
  });

  it('removes documents and adds new texts in their place, in any order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...ENTRIES], { minLength: ENTRIES.length }),
        fc.subarray([...ENTRIES]),
        fc.constantFrom(...FOUND.map(([question]) => question)),
        (order, removed, question) => {
          const catalogue = catalogueOf([...order, ...order.slice(0, 3)]);
          for (const { document } of removed) catalogue.remove(document);
          const rest = catalogueOf(ENTRIES.filter((entry) => !removed.includes(entry)));
          const options = { admits: () => true };
          expect(lookUp(question, catalogue, options)).toEqual(lookUp(question, rest, options));
        },
      ),
    );
  });

  it('never fails on a question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom(...FOUND), (noise, [question]) => {
        const found = lookUp(`${noise}${question}${noise}`, CATALOGUE, { admits: () => true });
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      }),
    );
  });
});
