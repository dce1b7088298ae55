import { testResultOf } from '../../../../test/support/test-result-of.js';
import { chainsOf, whyUnread } from './five-whys.js';
import { observedCause, observedFailures } from './observed-cause.js';
import { sourcesText } from './shown-answer.js';
import { surroundingsOf } from './surroundings.js';
import { TestResult } from '../../domain/test-result.js';
import { causesOf } from './failure-causes.js';
import { unmatchedWords, wordsWith } from './unmatched-words.js';
import { inKorean } from './localize-ko.js';
import { NO_GOLD } from '../../questions/domain/make-question.js';

const analyseFailures = (results: readonly TestResult[], covered?: ReadonlySet<string>) => {
  const around = surroundingsOf(results, null);
  return chainsOf(observedFailures(results, around), around, covered);
};

describe('words that a passage does not have', () => {
  it('are the topic of the question, not its phrasing', () => {
    expect(unmatchedWords('혹시 긱사 보증금은 얼마인지 알려 주세요', '생활관 보증금은 10만원으로 한다.')).toEqual(
      expect.arrayContaining(['긱사']),
    );
    expect(unmatchedWords('혹시 긱사 보증금은 어떻게 되나요', '생활관 보증금은 10만원으로 한다.')).toEqual(['긱사']);
    expect(unmatchedWords('I do not know the right word, but what is the repo?', 'Two databases are kept.')).toEqual([
      'repo',
    ]);
  });
});

describe('words that a chain names', () => {
  it.each([
    ['연구원은 누가 뽑습니까? 뽑는 사람이 누구예요?', '소장은 총장이 임명한다.', ['연구원']],
    ['룸메가 늦게 들어오면 어떻게 되나요?', '폐문 시각은 자정으로 한다.', []],
    ['주차증을 잃어버렸는데 다시 만들려면 얼마 드나요?', '주차증 재발급 수수료는 5천원으로 한다.', []],
    [
      'Who signs off the payslip for contractors?',
      'Pay statements are approved by Finance.',
      ['signs', 'payslip', 'contractors'],
    ],
  ])('are whole, also where a word could be cut: %s', (question, gold, words) => {
    const found = unmatchedWords(question, gold);
    expect(found).toEqual(words);
    const said = question.match(/[\p{L}]+/gu) ?? [];
    for (const word of found) expect(said.some((one) => one.startsWith(word))).toBe(true);
  });
});

describe('the steps of a chain', () => {
  const gold = {
    ...NO_GOLD,
    documentId: 'a',
    section: '제9조',
    quote: '② 위원회는 10명으로 한다. ③ 위원의 임기는 2년으로 한다.',
  };
  const source = (documentId: string, quote: string) => ({
    documentId,
    title: documentId,
    quote,
    chunkId: `${documentId}#1`,
    start: 0,
    end: 9,
  });

  it('name words as the question writes them, and none that it does not say', () => {
    expect(wordsWith('연구원은 누가 뽑습니까?', ['뽑습', '연구원뽑습', '구성'])).toEqual(['뽑습니까']);
  });

  it('name words without their particle, and the sentence adds its own', () => {
    const [word = ''] = wordsWith('미리 허락을 받아야 하나요?', ['허락']);
    expect(word).toBe('허락');
    expect(inKorean(`“${word}” was taken for “허가”, which brought up a#1.`)).toBe(
      '“허락”을 “허가”로 알아들어 a#1을 찾았다.',
    );
    // The last syllable is a part of the word.
    expect(wordsWith('우리 아이도 되나요?', ['아이'])).toEqual(['아이']);
  });

  it.each([
    [[source('a', `제9조 ${gold.quote}`)], /^It quotes the right passage/u],
    [[source('a', '③ 위원의 임기는 2년으로 한다.')], /a part of the right passage/u],
    [[source('a', '제2조 이 회의 이름은 가람이라 한다.')], /other sentences of the right document/u],
    [[source('b', '다른 글이다.')], /^It cites b, not a 제9조/u],
    [[], /no source at all/u],
  ])('distinguish a part of the right passage from another one', (sources, text) => {
    expect(sourcesText(testResultOf('q', 'failure', { sources, gold }), new Map())).toMatch(text);
  });

  it('do not ask why the first passage was not first', () => {
    expect([null, 1, 2].map(whyUnread)).toEqual([
      'Why was it not found?',
      'Why was it read wrongly?',
      'Why was it not ranked first, or read wrongly?',
    ]);
  });
});

describe('questions that no document answers', () => {
  it('have no right passage to miss, and no synonym that would help', () => {
    const failed = ['a', 'b'].map((id) => {
      const result = testResultOf(id, 'failure');
      return { ...result, gold: NO_GOLD, judgement: { ...result.judgement, failureType: 'IRRELEVANT' as const } };
    });
    const [chain] = analyseFailures(failed);
    expect(chain?.whys).toHaveLength(5);
    expect(JSON.stringify(chain)).not.toMatch(/no document\.|synonym|right passage/u);
  });
});

const failed = (id: string, more: Parameters<typeof testResultOf>[2] = {}) =>
  testResultOf(id, 'failure', { ...more, judgement: { failureType: 'FALSE_ABSTENTION', ...more.judgement } });
const event = (component: string, output: unknown) => ({
  component,
  fired: true,
  input: null,
  output,
  effect: '',
  tookMs: 1,
});
const RIGHT = { claim: '', query: '', verdict: 'contradicted' as const, checkable: true, confidence: 1, reasons: [] };
const withheld = (id: string, probability: number) =>
  failed(id, {
    abstained: true,
    judgement: { claims: [{ ...RIGHT, quote: 'q', documentId: 'd', chunkId: 'd#1' }] },
    events: [
      event('reranker', { passages: ['d#1'] }),
      event('answer_decision', { probability, threshold: 0.51, answered: false }),
    ],
  });

describe('chains of abstentions', () => {
  it('name the decision to answer with its numbers, and no component that did not run', () => {
    const [chain, ...others] = analyseFailures([withheld('a', 0.4), withheld('b', 0.3)]);
    expect(others).toEqual([]);
    expect(chain).toMatchObject({ component: 'answer_decision', resultIds: ['result-a', 'result-b'] });
    expect(chain?.whys[1]?.because).toBe(
      'It abstained at a probability of 0.4, below the threshold of 0.51; the right passage is d.',
    );
    expect(JSON.stringify(chain)).not.toMatch(/fact_check/u);
  });
});

describe('an abstention', () => {
  const quote = 'The committee has ten members.';
  const found = { ...RIGHT, quote, documentId: 'd', chunkId: 'd#1' };
  const gold = { ...NO_GOLD, documentId: 'd', quote, requiredFacts: ['ten'], answerable: true };
  const abstaining = (likeliest: string | null, more: Record<string, unknown> = {}, score = 0.2) => {
    const decided = event('answer_decision', { probability: 0.4, threshold: 0.51, answered: false });
    const scores = [
      { chunk_id: 'x#7', score: 0.4 },
      { chunk_id: 'd#1', score },
    ];
    return failed('a', {
      gold,
      abstained: true,
      judgement: { claims: [found] },
      events: [
        event('query_analyzer', { asks_for: 'amount' }),
        event('hybrid_search', { passages: scores }),
        event('reranker', { passages: ['x#7', 'd#1'] }),
        { ...decided, input: { ...(likeliest === null ? {} : { likeliest: { chunk_id: likeliest } }), ...more } },
      ],
    });
  };

  it.each([
    [
      'd#1',
      {},
      'answer_decision',
      /below the threshold of 0\.51, though the likeliest passage \(d#1\) is the right one/u,
    ],
    [null, {}, 'answer_decision', /though the right passage was at place 2\.$/u],
    [
      'x#7',
      {},
      'passage_scoring',
      /^Another passage \(x#7\) was held likelier than the right one: 0\.4 against 0\.2\.$/u,
    ],
    ['d#1', { lacks: 'kind' }, 'query_analyzer', /asking for “amount”, and none of the likeliest sentences has one/u],
    ['d#1', { lacks: 'thing' }, 'query_analyzer', /None of the likeliest passages has the thing/u],
    ['x#7', { lacks: 'kind' }, 'passage_scoring', /Another passage/u],
  ])('says of which passage its probability is: %s %j', (chunkId, more, component, because) => {
    const result = abstaining(chunkId, more);
    const cause = observedCause(result, surroundingsOf([result], null));
    expect(cause).toMatchObject({ component, because: expect.stringMatching(because) });
  });

  it('is in a chain of its own if its likeliest passage is another one, and each failure has its own numbers', () => {
    const results = [
      abstaining('d#1'),
      { ...abstaining('x#7'), resultId: 'b' },
      { ...abstaining('x#7', {}, 0.3), resultId: 'c' },
    ];
    const chains = analyseFailures(results);
    expect(chains.map(({ resultIds }) => resultIds)).toEqual([['result-a'], ['b', 'c']]);
    expect(chains[1]?.members?.map(({ because }) => because)).toEqual([
      expect.stringContaining('0.4 against 0.2'),
      expect.stringContaining('0.4 against 0.3'),
    ]);
    // The report says the same of each row, whether it reads the chains or the causes.
    const around = surroundingsOf(results, null);
    const causes = causesOf(observedFailures(results, around));
    for (const { component, resultIds } of chains)
      expect(causes).toContainEqual(expect.objectContaining({ component, resultIds }));
  });
});

describe('chains', () => {
  it('have failures of one cause each, and each failure once', () => {
    const unfound = failed('c', { query: 'q?', events: [event('reranker', { passages: ['x#1'] })] });
    const results = [withheld('a', 0.4), unfound, withheld('b', 0.3)];
    expect(analyseFailures(results).map(({ resultIds }) => resultIds)).toEqual([
      ['result-a', 'result-b'],
      ['result-c'],
    ]);
    expect(analyseFailures(results, new Set(['result-b', 'result-c'])).map(({ resultIds }) => resultIds)).toEqual([
      ['result-a'],
    ]);
  });

  it('say of a target without a trace what was seen alone', () => {
    for (const gold of [{ ...NO_GOLD }, undefined]) {
      const results = ['a', 'b'].map((id) => failed(id, gold === undefined ? {} : { gold }));
      const text = JSON.stringify(analyseFailures(results));
      expect(text).toContain('does not expose its components');
      expect(text).not.toMatch(/ranking|read wrongly|not found|search offer|shares words/u);
    }
  });
});

describe('a gold of two passages', () => {
  const LANGUAGES = [
    {
      first: { section: '제3조', quote: '② 위원장은 부서장으로 하고 위원은 원장이 임명한다.', facts: ['부서장'] },
      second: { section: '제4조', quote: '제4조(임기) 위원의 임기는 2년으로 하되 연임할 수 있다.', facts: ['2년'] },
    },
    {
      first: {
        section: 'Chair',
        quote: 'The head of the Tool Desk chairs the group.',
        facts: ['head of the Tool Desk'],
      },
      second: { section: 'Terms', quote: 'Members of the group serve for two years at most.', facts: ['two years'] },
    },
  ] as const;
  const located = ({ first, second }: (typeof LANGUAGES)[number]) => ({
    chunks: new Map([
      [`d\n${first.quote}`, new Set(['d#2'])],
      [`d\n${second.quote}`, new Set(['d#3'])],
      [`d\n${first.quote}\n${second.quote}`, new Set(['d#2', 'd#3'])],
    ]),
    titles: new Map([['d', 'D']]),
  });
  const asked = ({ first, second }: (typeof LANGUAGES)[number], found: readonly string[], lacks: readonly string[]) =>
    failed('a', {
      abstained: true,
      gold: {
        ...NO_GOLD,
        answerable: true,
        documentId: 'd',
        section: first.section,
        quote: `${first.quote}\n${second.quote}`,
        requiredFacts: [...first.facts, ...second.facts],
        parts: [first, second],
      },
      judgement: { lacks },
      events: [
        event('hybrid_search', { passages: found }),
        event('reranker', { passages: found }),
        {
          ...event('answer_decision', { probability: 0.4, threshold: 0.51, answered: false }),
          input: { likeliest: { chunk_id: found[0] } },
        },
      ],
    });
  const explained = (one: (typeof LANGUAGES)[number], found: readonly string[], lacks: readonly string[]) => {
    const results = [asked(one, found, lacks), { ...asked(one, found, lacks), resultId: 'result-b' }];
    const around = surroundingsOf(results, null, located(one));
    const [chain] = chainsOf(observedFailures(results, around), around);
    return { chain, whys: (chain?.whys ?? []).map(({ because }) => because) };
  };

  it.each(LANGUAGES)(
    'is explained by the passage that was lost, not by the one that was found: $first.section',
    (one) => {
      const { chain, whys } = explained(one, ['d#3', 'x#1'], [...one.first.facts, ...one.second.facts]);
      expect(chain?.component).toBe('hybrid_search');
      expect(whys[1]).toContain(`the right passage is d ${one.first.section}: “${one.first.facts[0]}”.`);
      expect(whys[2]).toBe(
        `The passage of “${one.second.facts[0]}” was retrieved, at place 1. The right passage was not found among the 2 retrieved passages.`,
      );
      expect(inKorean(whys[2] ?? '')).toBe(
        `“${one.second.facts[0]}”의 문단은 1위로 찾았다. 찾은 문단 2개 가운데 정답 문단이 없다.`,
      );
      expect(whys[4]).toContain('was not found');
    },
  );

  it.each(LANGUAGES)('names both where none was found, and the lower one where both were: $first.section', (one) => {
    const all = [...one.first.facts, ...one.second.facts];
    expect(explained(one, ['x#1'], all).whys[2]).toContain(
      `The passage of “${one.second.facts[0]}” was not found either.`,
    );
    const both = explained(one, ['d#3', 'd#2'], all);
    expect(both.whys[1]).toContain(`“${one.first.facts[0]}”`);
    expect(both.whys[2]).toContain('The right passage was retrieved, at place 2.');
    expect(both.chain?.component).toBe('passage_scoring');
  });

  it.each(LANGUAGES)('says nothing of a passage whose fact the answer states: $first.section', (one) => {
    const { whys } = explained(one, ['d#2', 'd#3'], one.second.facts);
    expect(whys[1]).toContain(`d ${one.second.section}: “${one.second.facts[0]}”`);
    expect(whys[2]).toBe('The right passage was retrieved, at place 2.');
  });
});
