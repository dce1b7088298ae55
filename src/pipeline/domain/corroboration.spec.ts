import fc from 'fast-check';
import { findCorroboration, saysTheSame } from './corroboration.js';
import { Evidence } from './evidence.js';

function passage(documentId: string, ...sentences: string[]): Evidence {
  return {
    chunkId: `${documentId}#0`,
    documentId,
    title: documentId,
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    text: sentences.join(' '),
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [],
    passageShares: [],
    sentences: sentences.map((text) => ({ start: 0, end: text.length, text, shares: [] })),
  };
}

const RULE = 'A failed firing is repeated 2 times within 14 days.';

describe('saysTheSame', () => {
  it('is true for one rule in two wordings', () => {
    expect(saysTheSame(RULE, 'Within 14 days, the failed firing will be repeated 2 times.')).toBe(true);
    expect(saysTheSame('가마는 매주 2회 예열한다고 정한다.', '가마를 매주 2회 예열하여야 한다.')).toBe(true);
  });

  it('is true for the same sentence in another normal form and another case', () => {
    expect(saysTheSame('도자기 가마는 밤에만 불을 땐다.', '도자기 가마는 밤에만 불을 땐다.'.normalize('NFD'))).toBe(
      true,
    );
    expect(saysTheSame(RULE, RULE.toUpperCase())).toBe(true);
  });

  it('is false if a number differs or is missing', () => {
    expect(saysTheSame(RULE, RULE.replace('14', '15'))).toBe(false);
    expect(saysTheSame(RULE, RULE.replace('2 times ', ''))).toBe(false);
  });

  it('is false for two rules on one subject', () => {
    expect(
      saysTheSame('The kiln door opens only below ninety degrees.', 'The kiln is cleaned by the last potter.'),
    ).toBe(false);
  });

  it('is false for sentences that are too short', () => {
    expect(saysTheSame('See the annex.', 'See the annex.')).toBe(false);
  });

  it('is symmetric, and never throws for any text', () => {
    const word = fc.constantFrom('kiln', 'fires', '가마는', '매주', '14', '1,240.', 'potter', 'night', 'the', '불을');
    const sentence = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.oneof(sentence, fc.string()), fc.oneof(sentence, fc.string()), (a, b) => {
        expect(saysTheSame(a, b)).toBe(saysTheSame(b, a));
      }),
    );
  });
});

describe('findCorroboration', () => {
  const quoted = passage('kiln', RULE);

  it('finds the sentence of another document that says the same', () => {
    const other = passage('handbook', 'Potters meet on Monday.', 'Failed firing is repeated 2 times, within 14 days.');
    expect(findCorroboration(RULE, quoted, [quoted, other])).toEqual({ evidence: other, sentence: other.sentences[1] });
  });

  it('does not count another passage of the same document as confirmation', () => {
    expect(findCorroboration(RULE, quoted, [quoted, { ...quoted, chunkId: 'kiln#7' }])).toBeUndefined();
  });

  it('takes the first passage that confirms, in the order of retrieval', () => {
    const [first, second] = [passage('a', 'Notes.', RULE), passage('b', RULE, 'Notes.')];
    expect(findCorroboration(RULE, quoted, [first, second])?.evidence).toBe(first);
  });

  it('does not count a copy of the passage as confirmation', () => {
    const [copy, other] = [passage('copy', `${RULE}\n`), passage('other', 'Notes.', RULE)];
    expect(findCorroboration(RULE, quoted, [copy])).toBeUndefined();
    expect(findCorroboration(RULE, quoted, [copy, other])?.evidence).toBe(other);
  });

  it('finds nothing if no document confirms', () => {
    expect(
      findCorroboration(RULE, quoted, [passage('b', 'Glazed bowls dry for 3 days on the shelf.')]),
    ).toBeUndefined();
    expect(findCorroboration(RULE, quoted, [])).toBeUndefined();
  });
});

describe('negation', () => {
  it('does not read a rule and its opposite as agreement', () => {
    expect(
      saysTheSame(
        'A guest may borrow 5 books from the reading room.',
        'A guest may not borrow 5 books from the reading room.',
      ),
    ).toBe(false);
    expect(saysTheSame('신입생은 첫 학기에 일반휴학을 할 수 있다.', '신입생은 첫 학기에 일반휴학을 할 수 없다.')).toBe(
      false,
    );
  });
});
