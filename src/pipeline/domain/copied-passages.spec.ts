import { countIndependent, isCopyOf, withoutCopies } from './copied-passages.js';
import { Evidence } from './evidence.js';

function passage(documentId: string, text: string, more: Partial<Evidence> = {}): Evidence {
  return {
    chunkId: `${documentId}#0`,
    documentId,
    title: documentId,
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Harbour'],
    start: 0,
    text,
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [],
    passageShares: [],
    sentences: [],
    ...more,
  };
}

const RULE = '제1조(보관) 잃어버린 물건은 55일 동안 보관한다.';
const LONG =
  'A boat that enters the harbour after dark shows its lights, calls the office on channel nine, waits for the pilot at the outer buoy, and moors where the pilot says. The fee is paid before noon of the next day.';

describe('passages of two documents', () => {
  it.each([
    ['the same words', RULE, RULE],
    ['the same words typed elsewhere', RULE, `${RULE.normalize('NFD').replace(' ', '\n')} `],
    ['a long text under another title', LONG, `Notes for skippers, second edition. ${LONG}`],
    ['a long text with another number', LONG, LONG.replace('nine', 'ten')],
  ])('are copies: %s', (_name, a, b) => {
    expect([isCopyOf(passage('a', a), passage('b', b)), isCopyOf(passage('b', b), passage('a', a))]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    [
      'one rule in other words',
      LONG,
      'After dark, boats that come in show lights and call channel nine before the pilot moors them.',
    ],
    ['a short sentence within another text', RULE, `${RULE} 창구는 본관 1층에 있고 평일 9시부터 18시까지 연다.`],
    ['two rules', RULE, '제2조(찾기) 물건을 찾는 사람은 신분증을 보인다.'],
  ])('are none: %s', (_name, a, b) => {
    expect(isCopyOf(passage('a', a), passage('b', b))).toBe(false);
  });

  it('count once if they are copies; passages of one document count separately', () => {
    expect(countIndependent([passage('a', RULE), passage('b', RULE), passage('c', RULE)])).toBe(1);
    expect(countIndependent([passage('a', RULE), passage('a', RULE, { chunkId: 'a#1' })])).toBe(2);
    expect(countIndependent([passage('a', RULE), passage('b', LONG), passage('c', RULE)])).toBe(2);
    expect(countIndependent([])).toBe(0);
  });
});

describe('withoutCopies', () => {
  const names = (evidence: readonly Evidence[]) => evidence.map(({ chunkId }) => chunkId);

  it('keeps one passage of each text, in the order of retrieval', () => {
    const found = [passage('a', RULE), passage('b', LONG), passage('c', `${RULE}\n`), passage('d', LONG)];
    expect(names(withoutCopies(found))).toEqual(['a#0', 'b#0']);
  });

  it('keeps the copy whose title the question names', () => {
    const found = [passage('a', RULE, { headingShares: [0, 0] }), passage('b', RULE, { headingShares: [1, 0] })];
    expect(names(withoutCopies(found))).toEqual(['b#0']);
  });

  it('keeps the same words under another heading, and repetitions within one document', () => {
    const found = [
      passage('a', RULE, { section: '도서' }),
      passage('b', RULE, { section: '우산' }),
      passage('a', RULE, { section: '도서', chunkId: 'a#5' }),
    ];
    expect(withoutCopies(found)).toBe(found);
  });
});
