import { testResultOf } from '../../../../test/support/test-result-of.js';
import { analyseFailures, whyUnread, withheldCause } from './five-whys.js';
import { sourcesText } from './shown-answer.js';
import { unmatchedWords, wordsWith } from './unmatched-words.js';
import { NO_GOLD } from '../../questions/domain/make-question.js';

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
  const source = (documentId: string, quote: string) => ({ documentId, title: documentId, quote });

  it('name words as the question writes them, and none that it does not say', () => {
    expect(wordsWith('연구원은 누가 뽑습니까?', ['뽑습', '연구원뽑습', '구성'])).toEqual(['뽑습니까']);
  });

  it.each([
    [[source('a', '③ 위원의 임기는 2년으로 한다.')], /a part of the right passage/u],
    [[source('a', '제2조 이 회의 이름은 가람이라 한다.')], /other sentences of the right document/u],
    [[source('b', '다른 글이다.')], /^It cites b, not a 제9조/u],
    [[], /no source at all/u],
  ])('distinguish a part of the right passage from another one', (sources, text) => {
    expect(sourcesText({ sources, gold, abstained: false, events: [] })).toMatch(text);
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
const withheld = (id: string, probability: number) =>
  failed(id, {
    abstained: true,
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
  const result = withheld('a', 0.4);
  const quote = result.gold.quote ?? '';
  const known = new Map([[`${result.gold.documentId ?? ''}\n${quote}`, new Set(['d#1'])]]);
  const decision = (chunkId: string | null) => ({ probability: 0.4, threshold: 0.51, chunkId });

  it.each([
    ['d#1', known, 'withheld', /, though the right passage was retrieved\.$/u],
    [null, known, 'withheld', /, though the right passage was retrieved\.$/u],
    ['x#7', known, 'withheld_elsewhere', /by a sentence of another passage \(x#7\); the right one was retrieved\.$/u],
    ['x#7', new Map(), 'withheld', /, though a passage of the right document was retrieved\.$/u],
  ])('says of which passage its probability is: %s', (chunkId, chunks, key, because) => {
    const cause = withheldCause(decision(chunkId), result, chunks);
    expect(cause).toMatchObject({ key });
    expect(cause.because).toMatch(because);
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
