import fc from 'fast-check';
import {
  contextualCoverage,
  Evidence,
  isEmptySentence,
  isTopicAbsent,
  QuestionWord,
  rankSentences,
} from './evidence.js';
import { AnswerType } from './answer-type.js';

const OTHER: AnswerType = { kind: 'other', pattern: undefined };
const COUNT: AnswerType = { kind: 'count', pattern: /\d/u };
const WORDS: readonly QuestionWord[] = [
  { text: 'kiln', topical: true, weight: 2 },
  { text: 'bowls', topical: false, weight: 1 },
  { text: 'shelf', topical: false, weight: 1 },
];

interface Said {
  readonly text?: string;
  readonly shares: readonly number[];
}

/** A passage whose text contains the words of its sentences. */
function passage(documentId: string, said: readonly Said[], rest: Partial<Evidence> = {}): Evidence {
  const sentences = said.map(({ text = 'It is so.', shares }) => ({ start: 0, end: text.length, text, shares }));
  return {
    chunkId: `${documentId}#0`,
    documentId,
    title: 'Rules',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: ['Pottery'],
    start: 0,
    text: sentences.map((s) => s.text).join(' '),
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [0, 0, 0],
    passageShares: [0, 1, 2].map((i) => Math.max(0, ...sentences.map((s) => s.shares[i] ?? 0))),
    sentences,
    ...rest,
  };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const shares = fc.tuple(share, share, share);
const texts = fc.constantFrom(
  'It fits 12 bowls.',
  'It fits bowls.',
  '# Heading',
  '제1조(목적) 이 규칙은 가마를 정한다.',
);
const passages = fc
  .array(
    fc.record({
      said: fc.array(fc.record({ text: texts, shares }), { minLength: 1, maxLength: 4 }),
      headingShares: shares,
      score: share,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map(({ said, ...rest }, i) => passage(`doc${i}`, said, rest)));
const types = fc.constantFrom(OTHER, COUNT, { ...COUNT, heading: /Rules/u });
describe('contextualCoverage', () => {
  const place = passage('a', [{ shares: [0, 0, 0] }, { shares: [1, 1, 1] }], { passageShares: [0, 0, 0] });
  const [empty, full] = place.sentences;

  it('is 1 for a sentence with every word, 0 if no word is anywhere, 0 for no words', () => {
    expect(contextualCoverage(full!, place, WORDS)).toBe(1);
    expect(contextualCoverage(empty!, place, WORDS)).toBe(0);
    expect(contextualCoverage(full!, place, [])).toBe(0);
  });

  it('weights a word most in the sentence, less in its heading, and least (above 0) around it', () => {
    const [own, heading, around] = [
      contextualCoverage(full!, place, WORDS),
      contextualCoverage(empty!, { ...place, headingShares: [1, 1, 1] }, WORDS),
      contextualCoverage(empty!, { ...place, passageShares: [1, 1, 1] }, WORDS),
    ];
    expect(own).toBeGreaterThan(heading);
    expect(heading).toBeGreaterThan(around);
    expect(around).toBeGreaterThan(0);
  });

  it('weights a rare word more than a common one', () => {
    const [rare, common] = passage('a', [{ shares: [1, 0, 0] }, { shares: [0, 1, 0] }], {
      passageShares: [0, 0, 0],
    }).sentences;
    expect(contextualCoverage(rare!, place, WORDS)).toBeGreaterThan(contextualCoverage(common!, place, WORDS));
  });

  it('stays within 0 and 1', () => {
    fc.assert(
      fc.property(passages, (all) => {
        for (const evidence of all)
          for (const sentence of evidence.sentences) {
            const covered = contextualCoverage(sentence, evidence, WORDS);
            expect(covered).toBeGreaterThanOrEqual(0);
            expect(covered).toBeLessThanOrEqual(1 + 1e-9);
          }
      }),
    );
  });
});

describe('rankSentences', () => {
  it('returns every sentence once, best first, with a support that is never negative', () => {
    fc.assert(
      fc.property(passages, types, (all, type) => {
        const ranked = rankSentences(all, WORDS, type);
        expect(new Set(ranked.map((r) => r.sentence))).toEqual(new Set(all.flatMap((e) => e.sentences)));
        expect(ranked).toHaveLength(all.flatMap((e) => e.sentences).length);
        expect(ranked.every((r) => r.support >= 0 && Number.isFinite(r.support))).toBe(true);
        ranked.slice(1).forEach((r, i) => expect(r.support).toBeLessThanOrEqual(ranked[i]!.support));
      }),
    );
  });

  it('ranks a sentence with the requested kind before one without it, other features equal, in one passage or in two', () => {
    fc.assert(
      fc.property(fc.tuple(share, share, share), share, ([a, b, c], score) => {
        const own = [Math.max(a, 0.05), b, c];
        const [untyped, typed] = [
          { text: 'It fits bowls.', shares: own },
          { text: 'It fits 12 bowls.', shares: own },
        ];
        const together = [passage('a', [untyped, typed], { score })];
        const apart = [passage('a', [untyped], { score }), passage('b', [typed], { score })];
        for (const evidence of [together, apart]) {
          const [first, second] = rankSentences(evidence, WORDS, COUNT);
          expect([first?.sentence.text, first?.typed]).toEqual(['It fits 12 bowls.', true]);
          expect(first!.support).toBeGreaterThan(second!.support);
        }
      }),
    );
  });

  it('keeps the order of retrieval among equals', () => {
    const said = [{ shares: [1, 0, 0] }];
    const ranked = rankSentences([passage('b', said), passage('a', said), passage('c', said)], WORDS, OTHER);
    expect(ranked.map((r) => r.evidence.documentId)).toEqual(['b', 'a', 'c']);
  });

  it('scores a passage by its best sentence: weaker sentences in it neither raise nor lower the score', () => {
    const best = { shares: [1, 1, 0] };
    const alone = rankSentences([passage('a', [best])], WORDS, OTHER);
    const among = rankSentences([passage('a', [{ shares: [0, 0, 0] }, best, { shares: [0, 1, 0] }])], WORDS, OTHER);
    expect(among[0]?.support).toBeCloseTo(alone[0]!.support, 12);
    expect(among[0]?.sentence.shares).toEqual(best.shares);
    expect(among[1]!.support).toBeLessThan(among[0]!.support);
  });

  it('ranks a heading and a purpose clause after a sentence with the same words', () => {
    const own = [1, 1, 0];
    const texts = ['## Kiln bowls', '제1조(목적) 이 규칙은 가마의 그릇을 정한다.', '제2장 가마의 그릇', 'Bowls go in.'];
    const ranked = rankSentences(
      [
        passage(
          'a',
          texts.map((text) => ({ text, shares: own })),
        ),
      ],
      WORDS,
      OTHER,
    );
    expect(ranked[0]?.sentence.text).toBe('Bowls go in.');
  });

  it('ranks a passage with the topic before one without it of equal score and coverage', () => {
    const words = [
      { text: 'kiln', topical: true, weight: 1 },
      { text: 'bowls', topical: false, weight: 1 },
    ];
    const [about, other] = [passage('about', [{ shares: [1, 0] }]), passage('other', [{ shares: [0, 1] }])];
    expect(rankSentences([other, about], words, OTHER)[0]?.evidence.documentId).toBe('about');
  });

  it('prefers the passage under the heading of the requested kind', () => {
    const said = [{ shares: [1, 1, 0] }];
    const type: AnswerType = { ...OTHER, heading: /기간/u };
    const [plain, headed] = [
      passage('plain', said, { section: '제2장 신청 기간 > 제3조(정의)' }),
      passage('headed', said, { section: '제1장 총칙 > 제4조(신청 기간)' }),
    ];
    expect(rankSentences([plain, headed], WORDS, type)[0]?.evidence.documentId).toBe('headed');
  });

  it('prefers the passage with the higher retrieval score, other features equal', () => {
    const said = [{ shares: [1, 0, 0] }];
    const ranked = rankSentences(
      [passage('a', said, { score: 0.2 }), passage('b', said, { score: 0.9 })],
      WORDS,
      OTHER,
    );
    expect(ranked[0]?.evidence.documentId).toBe('b');
  });

  it('returns nothing for no passages', () => {
    expect(rankSentences([], WORDS, OTHER)).toEqual([]);
  });
});

describe('isTopicAbsent', () => {
  const about = (passageShares: readonly number[], headingShares: readonly number[] = [0, 0, 0]) =>
    passage('a', [{ shares: [0, 0, 0] }], { passageShares, headingShares });

  it('is true for a topic that is neither in the passage nor in its heading', () => {
    expect(isTopicAbsent(about([0, 1, 1]), WORDS)).toBe(true);
    expect(isTopicAbsent(about([1, 0, 0]), WORDS)).toBe(false);
    expect(isTopicAbsent(about([0, 0, 0], [1, 0, 0]), WORDS)).toBe(false);
  });

  it('is false for a question without a topic', () => {
    const words = WORDS.map((word) => ({ ...word, topical: false }));
    expect(isTopicAbsent(about([0, 0, 0]), words)).toBe(false);
  });
});

describe('isEmptySentence', () => {
  it.each([
    '- [Fees of the kiln](/fees#kiln)',
    '3. [Which glazes do I\n    need?](/glazes#which)',
    '| 이름 |  | 전화번호 |  |',
    '```',
    '```bash',
    '~~~',
    '* * *',
    '<div\n  class="box"\n  role="region"\n>',
    '</div>',
  ])('is true for %s', (text) => {
    expect(isEmptySentence({ text })).toBe(true);
  });

  it.each([
    '## Fees\nThe kiln costs 4 euros.',
    'See [the fees](/fees) first.',
    '- [Kiln](/kiln): lit at six',
    '| 가마 | 6시 |',
    '`kiln --off`',
    '<b>6시</b>에 연다.',
    '9',
  ])('is false for %s', (text) => {
    expect(isEmptySentence({ text })).toBe(false);
  });
});
