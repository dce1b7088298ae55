import fc from 'fast-check';
import { shownText } from '../../text/shown-text.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { Quotable, WriteRequest } from './written-answer.js';
import { assemble, mergeQuotes, Quote, quotesOf, selectSentences } from './extractive-answer.js';

let made = 0;
function quotable(support: number, passage = 0): Quotable {
  // Each has its own offset.
  const start = 10 * made++;
  return { passage, start, end: start + 1, support, shares: [] };
}

function chosen(
  candidateSentences: readonly Quotable[],
  depth: WriteRequest['depth'] = 'answer',
  texts: string[] = [],
): number[] {
  const passages = texts.map((text) => ({ title: 't', section: undefined, text }));
  const request: WriteRequest = { question: 'q', language: 'en', depth, passages, candidateSentences };
  return selectSentences(request).map((q) =>
    candidateSentences.findIndex((o) => o.start === q.start && o.passage === q.passage && o.support === q.support),
  );
}

/** Quotables for the sentences of one passage, with these probabilities. */
function sentencesOf(text: string, supports: readonly number[]): Quotable[] {
  return sentenceSpans(text).map((span, i) => ({ passage: 0, ...span, support: supports[i] ?? 0, shares: [] }));
}

describe('selectSentences', () => {
  it('selects nothing from an empty list, and always the best', () => {
    expect(chosen([])).toEqual([]);
    expect(chosen([quotable(0.01)])).toEqual([0]);
  });

  it('stops if the chosen sentences almost certainly contain the answer, and continues if the probability is split', () => {
    expect(chosen([quotable(0.97), quotable(0.03)])).toEqual([0]);
    expect(chosen([quotable(0.6), quotable(0.38), quotable(0.02)])).toEqual([0, 1]);
  });

  it('leaves out sentences of low probability', () => {
    expect(chosen([quotable(0.6), quotable(0.01)])).toEqual([0]);
  });

  it('requires a higher probability of a sentence of another passage', () => {
    expect(chosen([quotable(0.7), quotable(0.03, 1), quotable(0.025)])).toEqual([0, 2]);
    expect(chosen([quotable(0.5), quotable(0.2, 1)])).toEqual([0, 1]);
  });

  it('requires less of a sentence of the same document than of another one for an explanation', () => {
    const passages = ['a', 'a', 'b'].map((document) => ({ title: 't', section: undefined, document, text: 'x' }));
    const candidateSentences = [quotable(0.5), quotable(0.26, 1), quotable(0.2, 2)];
    const request: WriteRequest = { question: 'q', language: 'en', depth: 'explanation', passages, candidateSentences };
    expect(selectSentences(request).map((q) => [q.passage, q.support])).toEqual([
      [0, 0.5],
      [1, 0.26],
    ]);
  });

  it('takes up to three sentences, more for an explanation', () => {
    const many = Array.from({ length: 20 }, () => quotable(0.05));
    expect(chosen(many)).toHaveLength(3);
    expect(chosen(many, 'explanation').length).toBeGreaterThan(3);
  });

  it('skips a sentence that does not fit, and takes a shorter one', () => {
    const text = `${'Bowls dry '.repeat(50)}. ${'Glaze runs '.repeat(50)}. Salt melts.`;
    expect(chosen(sentencesOf(text, [0.4, 0.3, 0.3]), 'answer', [text])).toEqual([0, 2]);
  });

  it('counts the list and the exceptions that are quoted with a sentence', () => {
    const text = '다음 각 호와 같다.\n1. 학생\n2. 도공\n3. 손님\n가마는 밤에 닫는다.';
    expect(chosen(sentencesOf(text, [0.5, 0, 0, 0, 0.4]), 'answer', [text])).toEqual([0]);
  });

  it('keeps the likeliest sentence at any length', () => {
    const text = `${'Bowls dry '.repeat(180)}.`;
    expect(chosen(sentencesOf(text, [0.4]), 'answer', [text])).toEqual([0]);
  });

  it('quotes the likeliest part of an enumeration that does not fit', () => {
    const text = `${'bowls dry; '.repeat(90)}the kiln fires at night; ${'glaze runs; '.repeat(40)}salt melts.`;
    const request: WriteRequest = {
      question: 'When does the kiln fire?',
      language: 'en',
      depth: 'answer',
      passages: [{ title: 't', section: undefined, text }],
      candidateSentences: sentencesOf(text, [1]),
    };
    const [part] = selectSentences(request);
    expect(text.slice(part?.start, part?.end)).toContain('the kiln fires at night');
    expect(part!.end - part!.start).toBeLessThan(1_000);
  });

  it('chooses each sentence once and keeps their order', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const one = fc.record({ support: share, passage: fc.nat({ max: 2 }) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (all) => {
        const candidateSentences = all.map((q) => quotable(q.support, q.passage)).sort((a, b) => b.support - a.support);
        const indexes = chosen(candidateSentences);
        expect(indexes[0]).toBe(0);
        expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
      }),
    );
  });
});

/** The quote for the sentence of the text that contains `part`. */
function quoted(text: string, part: string): string {
  const sentences = sentenceSpans(text);
  const span = sentences.find((s) => text.slice(s.start, s.end).includes(part));
  if (span === undefined) throw new Error(`No sentence holds ${part}`);
  const passage = { title: 't', section: undefined, text };
  const quotes = quotesOf({ passage: 0, ...span, support: 1, shares: [] }, passage);
  return quotes.map(({ start, end }) => text.slice(start, end)).join('\n…\n');
}

describe('quotesOf', () => {
  it('does not extend a self-contained sentence', () => {
    expect(quoted('The kiln fires at night. Bowls dry first. The door stays shut.', 'Bowls')).toBe('Bowls dry first.');
  });

  it('adds the list of a lead, and nothing after the list', () => {
    const korean = '가마를 쓸 수 있는 사람은 다음 각 호와 같다.\n1. 도예과 학생\n2. 당직 도공\n가마는 밤에 닫는다.';
    expect(quoted(korean, '다음 각 호')).toBe(
      '가마를 쓸 수 있는 사람은 다음 각 호와 같다.\n1. 도예과 학생\n2. 당직 도공',
    );
    const english = 'Glazes are as follows:\n\n- ash\n- salt\n\nThe kiln is closed at night.';
    expect(quoted(english, 'as follows')).toBe('Glazes are as follows:\n\n- ash\n- salt');
  });

  it('adds no list after a sentence that does not lead one', () => {
    expect(quoted('The kiln is closed at night.\n- ash\n- salt', 'closed')).toBe('The kiln is closed at night.');
  });

  it('adds nothing to a lead without a list', () => {
    expect(quoted('The following applies at night. Doors stay shut.', 'following')).toBe(
      'The following applies at night.',
    );
  });

  it('cuts a very long list after some lines', () => {
    const items = Array.from({ length: 40 }, (_, i) => `- glaze ${i}`);
    const lines = quoted(`Glazes are as follows:\n${items.join('\n')}`, 'as follows').split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(20);
  });

  it.each([
    ['가마는 밤에만 쓴다. 다만, 축제 때는 낮에도 쓴다. 문은 닫아 둔다.', '밤에만', '축제'],
    ['가마는 밤에만 쓴다. 단, 축제 때는 낮에도 쓴다. 문은 닫아 둔다.', '밤에만', '축제'],
    ['The kiln fires at night. However, on feast days it fires at noon. Doors stay shut.', 'night', 'feast'],
  ])('brings the exception of a rule and the rule of an exception: %j', (text, rule, exception) => {
    const both = text.slice(0, sentenceSpans(text)[1]?.end);
    expect(quoted(text, rule)).toBe(both);
    expect(quoted(text, exception)).toBe(both);
  });

  it('adds the exception after the list of its rule', () => {
    const text = '다음 각 호의 사람은 들어간다.\n1. 학생이다.\n2. 도공이다.\n다만, 밤에는 들어가지 못한다.';
    expect(quoted(text, '다음 각 호')).toBe(text);
  });

  it('adds a contrast only if it fits', () => {
    const long = `However, ${'the kiln of the upper yard burns wood '.repeat(14)}too.`;
    expect(quoted(`The kiln fires at night. ${long}`, 'night')).toBe('The kiln fires at night.');
    expect(quoted(`다만, 축제 때는 ${'낮에도 '.repeat(150)}쓴다.`, '축제')).toContain('다만');
  });

  it('quotes an exception alone if no rule is before it', () => {
    expect(quoted('다만, 축제 때는 낮에도 쓴다. 문은 닫아 둔다.', '축제')).toBe('다만, 축제 때는 낮에도 쓴다.');
  });

  it('always contains the sentence itself, within the passage', () => {
    const piece = fc.constantFrom(
      '가마는 밤에 쓴다. ',
      '다만, 낮에도 쓴다. ',
      '다음 각 호와 같다.\n',
      '1. 학생\n',
      '- ash\n',
      'As follows:\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), (pieces) => {
        const text = pieces.join('');
        const sentences = sentenceSpans(text);
        for (const span of sentences) {
          const passage = { title: 't', section: undefined, text };
          const quotes = quotesOf({ passage: 4, ...span, support: 1, shares: [] }, passage);
          expect(quotes.some(({ start, end }) => start <= span.start && span.end <= end)).toBe(true);
          quotes.forEach((quote, i) => {
            expect(quote.passage).toBe(4);
            expect(quote.start).toBeGreaterThanOrEqual(quotes[i - 1]?.end ?? 0);
            expect(quote.end).toBeLessThanOrEqual(text.length);
          });
        }
      }),
    );
  });
});

const quotes = fc.array(
  fc
    .record({ passage: fc.nat({ max: 2 }), start: fc.nat({ max: 40 }), length: fc.integer({ min: 1, max: 12 }) })
    .map(({ passage, start, length }): Quote => ({ passage, start, end: start + length })),
  { maxLength: 8 },
);

describe('mergeQuotes', () => {
  it('merges two quotes that overlap or touch, in any order', () => {
    const [a, b] = [
      { passage: 0, start: 0, end: 10 },
      { passage: 0, start: 11, end: 20 },
    ];
    const both = [{ passage: 0, start: 0, end: 20 }];
    expect(mergeQuotes([a, b])).toEqual(both);
    expect(mergeQuotes([b, a])).toEqual(both);
    expect(mergeQuotes([a, { passage: 0, start: 4, end: 20 }])).toEqual(both);
    expect(mergeQuotes([a, a])).toEqual([a]);
  });

  it('keeps quotes separate that do not touch or are in different passages', () => {
    const apart = [
      { passage: 0, start: 30, end: 40 },
      { passage: 1, start: 30, end: 40 },
      { passage: 0, start: 0, end: 10 },
    ];
    expect(mergeQuotes(apart)).toEqual(apart);
  });

  it('loses no offset of any quote', () => {
    fc.assert(
      fc.property(quotes, (all) => {
        const merged = mergeQuotes(all);
        expect(merged.length).toBeLessThanOrEqual(all.length);
        for (const q of all)
          expect(merged.some((m) => m.passage === q.passage && m.start <= q.start && m.end >= q.end)).toBe(true);
      }),
    );
  });
});

describe('assemble', () => {
  const passages = [
    'Ash glaze melts.\n- first\n- second, over ninety degrees',
    '가마는 밤에만 쓴다. 다만, 축제 때는 낮에도 쓴다. 문은 닫아 둔다.',
    'x',
  ].map((text) => ({ title: 't', section: undefined, text }));

  it('ends the quotes of a passage with the number of its source, counted by first use', () => {
    const given = assemble(
      [
        { passage: 1, start: 0, end: 11 },
        { passage: 0, start: 0, end: 16 },
        { passage: 1, start: 30, end: 39 },
      ],
      passages,
    );
    // An ellipsis marks the omitted text between them.
    expect(given.text).toBe('가마는 밤에만 쓴다.\n…\n문은 닫아 둔다. [1]\n\nAsh glaze melts. [2]');
  });

  it('returns an empty text without quotes', () => {
    expect(assemble([], passages)).toEqual({ text: '', citations: [] });
  });

  it('cites only spans that are shown text of their passage, in order and without overlap', () => {
    fc.assert(
      fc.property(quotes, (all) => {
        const { text, citations } = assemble(mergeQuotes(all), passages);
        let behind = 0;
        for (const cited of citations) {
          const stored = passages[cited.passage]!.text.slice(cited.quoteStart, cited.quoteEnd);
          expect(text.slice(cited.start, cited.end)).toBe(shownText(stored));
          expect(cited.start).toBeGreaterThanOrEqual(behind);
          behind = cited.end;
        }
      }),
    );
  });

  it('gives every sentence of a quote its own citation', () => {
    const [, korean] = passages;
    const { text, citations } = assemble([{ passage: 1, start: 0, end: korean!.text.length }], passages);
    expect(citations.map((c) => text.slice(c.start, c.end))).toEqual([
      '가마는 밤에만 쓴다.',
      '다만, 축제 때는 낮에도 쓴다.',
      '문은 닫아 둔다.',
    ]);
  });

  it('contains only cited text, except the marks of sources and of omissions', () => {
    fc.assert(
      fc.property(quotes, (all) => {
        const { text, citations } = assemble(mergeQuotes(all), passages);
        const bare = citations.reduceRight((rest, c) => rest.slice(0, c.start) + rest.slice(c.end), text);
        expect(bare.replaceAll(/\[[1-3]\]|…/gu, '').trim()).toBe('');
      }),
    );
  });

  it('separates quotes without a full stop by an empty line, so that they do not read as one sentence', () => {
    const { text } = assemble(
      [
        { passage: 0, start: 0, end: 9 },
        { passage: 1, start: 0, end: 11 },
      ],
      passages,
    );
    expect(text).toBe('Ash glaze … [1]\n\n가마는 밤에만 쓴다. [2]');
  });
});

describe('regressions', () => {
  const whole = (text: string, lead: string): string => {
    const start = text.indexOf(lead);
    const passage = { title: 'T', section: undefined, text };
    const quotable = { passage: 0, start, end: start + lead.length, support: 1, shares: [] };
    return quotesOf(quotable, passage)
      .map(({ start, end }) => text.slice(start, end))
      .join('\n…\n');
  };

  it('adds the list of an exception too', () => {
    const text = '누구나 쓴다. 다만, 다음 각 호의 경우에는 쓰지 않는다.\n1. 휴관일\n2. 공사 중';
    expect(whole(text, '누구나 쓴다.')).toBe(text);
  });

  it('adds an exception after list items without full stops', () => {
    const text = '다음 각 호와 같다.\n1. 서예\n2. 도공\n다만, 방학에는 쉰다.';
    expect(whole(text, '다음 각 호와 같다.')).toBe(text);
  });

  it('adds the table that a lead announces', () => {
    const text = '요금은 다음 표와 같다.\n| 구분 | 금액 |\n| 일반 | 1,000원 |';
    expect(whole(text, '요금은 다음 표와 같다.')).toBe(text);
  });

  it('joins two quotes by a third between them', () => {
    const quotes = [
      { passage: 0, start: 0, end: 10 },
      { passage: 0, start: 22, end: 30 },
      { passage: 0, start: 11, end: 21 },
    ];
    expect(mergeQuotes(quotes)).toEqual([{ passage: 0, start: 0, end: 30 }]);
  });
});
