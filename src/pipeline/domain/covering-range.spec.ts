import { withCoveringRange } from './covering-range.js';
import { Evidence } from './evidence.js';
import { LikelySentence } from './sentence-likelihood.js';

function likely(texts: readonly string[], chunkId = 'a#0'): LikelySentence[] {
  const evidence: Evidence = {
    chunkId,
    documentId: 'a',
    title: '',
    section: undefined,
    url: null,
    date: null,
    canonicalPath: [],
    start: 0,
    text: texts.join('\n'),
    score: 1,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [],
    passageShares: [],
    sentences: [],
    version: null,
  };
  return texts.map((text, i) => ({
    evidence,
    sentence: { start: i, end: i + 1, text, shares: [] },
    support: 0.5 - i / 10,
    typed: true,
    strength: 5 - i,
  }));
}

const REFUND = [
  '| 학기개시일부터 30일까지 | 6분의 5 |',
  '| 31일째부터 60일까지 | 3분의 2 |',
  '| 61째부터 90일까지 | 2분의 1 |',
  '| 90일이 지난 날 | 없음 |',
];
const LEAVE = [
  '- less than 3 years: 4 hours',
  '- 3 years but less than 15 years: 6 hours',
  '- 15 years or more: 8 hours',
];
const LIMITS = ['1. 20명 이하: 방 하나', '2. 40명 이하: 방 둘', '3. 60명 이하: 강당'];

describe('withCoveringRange', () => {
  it.each<[string, readonly string[], string]>([
    ['자퇴하면 얼마나 돌려받나요? 개강한 지 40일 됐어요', REFUND, '| 31일째부터 60일까지'],
    ['개강 후 70일에 자퇴하면요?', REFUND, '| 61째부터'],
    ['10일 만에 자퇴하면 얼마를 돌려받나요?', REFUND, '| 학기개시일부터'],
    ['I have worked here for 4 years, how much do I earn?', LEAVE, '- 3 years'],
    ['how much leave after 20 years?', LEAVE, '- 15 years'],
    ['how much leave with 1 year?', LEAVE, '- less than 3'],
    ['25명이 쓰려면 무엇을 빌려야 하나요?', LIMITS, '2. 40명'],
  ])('%s', (question, rows, first) => {
    const found = withCoveringRange(likely(rows), question);
    expect(found[0]?.sentence.text.startsWith(first)).toBe(true);
    expect(found).toHaveLength(1);
  });

  it.each<[string, readonly string[]]>([
    ['얼마나 돌려받나요?', REFUND],
    ['3일 안에 내야 하나요?', REFUND],
    ['5명이 자퇴하면 얼마인가요?', REFUND],
    ['개강한 지 40일 됐어요', ['제3조 신청은 30일까지 한다.', '① 60일까지 낸다.']],
  ])('changes nothing of the answer to %s', (question, rows) => {
    const sentences = likely(rows);
    expect(withCoveringRange(sentences, question)).toBe(sentences);
  });

  it('reads the values of the message, not those of the conversation', () => {
    const question = '개강하고 20일 만에 자퇴하면 얼마를 돌려받나요 50일째면요?';
    expect(withCoveringRange(likely(REFUND), question, '50일째면요?')[0]?.sentence.text).toBe(REFUND[1]);
  });

  it('quotes a row for each of several values', () => {
    const found = withCoveringRange(likely(REFUND), '20일에 자퇴하면 얼마고 70일부터는 얼마인가요?');
    expect(found.map(({ sentence }) => sentence.text)).toEqual([REFUND[0], REFUND[2]]);
  });

  it('keeps other sentences and other passages', () => {
    const [row, ...rest] = likely(REFUND);
    const other = likely(['반환은 신청한 계좌로 한다.', '| 31일부터 60일까지 | 대체 |'], 'b#0');
    const sentences = [...(row === undefined ? [] : [row]), ...other, ...rest];
    const found = withCoveringRange(sentences, '40일째인데 얼마나 돌려받나요?');
    expect(found.map(({ sentence }) => sentence.text)).toEqual([
      REFUND[1],
      ...other.map(({ sentence }) => sentence.text),
    ]);
  });
});
