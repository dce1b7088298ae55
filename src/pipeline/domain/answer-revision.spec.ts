import { revisionOf, shortened, translated, untranslated } from './answer-revision.js';

describe('revisionOf', () => {
  it.each([
    ['repeat your last answer'],
    ['Can you say that again, please?'],
    ['What was your last answer?'],
    ['방금 답변 다시 말해 주세요'],
    ['다시 한번 알려줘'],
    ['마지막 답변이 뭐였죠?'],
    ['그 답을 반복해 주실 수 있나요?'],
  ])('%s: repeats', (message) => expect(revisionOf(message)).toEqual({ kind: 'repeat' }));

  it.each([
    ['Shorter, please'],
    ['Summarize your last answer in one sentence.'],
    ['tl;dr'],
    ['Could you make it more concise?'],
    ['방금 답변을 짧게 줄여 줘'],
    ['한 문장으로 요약해 주세요'],
    ['간단히 말해줘'],
    ['위 답변 핵심만 정리해줘'],
  ])('%s: shortens', (message) => expect(revisionOf(message)).toEqual({ kind: 'shorten' }));

  it.each([
    ['Translate your last answer into Korean', 'ko'],
    ['in English please', 'en'],
    ['방금 답변을 영어로 번역해 줘', 'en'],
    ['영어로 말해 주세요', 'en'],
    ['그걸 한국어로 옮겨 주세요', 'ko'],
    ['한글로 다시 써줘', 'ko'],
  ])('%s: translates', (message, to) => expect(revisionOf(message)).toEqual({ kind: 'translate', to }));

  it.each([
    ['휴학 규정을 요약해 줘'],
    ['Summarize the rules on leave.'],
    ['영어 시험 점수는 몇 점이어야 하나요?'],
    ['Is there a Korean version of the form?'],
    ['다시 신청할 수 있나요?'],
    ['May I apply again?'],
    ['간단한 신청 방법을 알려줘'],
    ['답변 기한은 며칠인가요?'],
    ['번역 수수료는 얼마인가요?'],
    ['그럼 대학원생은요?'],
    ['두 번까지 되나요?'],
    ['hello'],
    [''],
  ])('%s: asks something of its own', (message) => expect(revisionOf(message)).toBeUndefined());
});

const source = (n: number) => ({ n, documentId: `d${n}` });
const ANSWER = {
  response: '휴학은 14일 전에 신청한다. [1]\n복학은 7일 전에 신청한다. [2]',
  citations: [
    { start: 0, end: 16, sourceN: 1, quoteStart: 5, quoteEnd: 21 },
    { start: 21, end: 36, sourceN: 2, quoteStart: 0, quoteEnd: 15 },
  ],
  sources: [source(1), source(2)],
} as unknown as Parameters<typeof shortened>[0];

describe('a revised answer', () => {
  it('is shortened to its first statement, with only the source of that statement', () => {
    const { response, citations, sources } = shortened(ANSWER);
    expect(response).toBe('휴학은 14일 전에 신청한다. [1]');
    expect([citations.length, sources]).toEqual([1, [source(1)]]);
  });

  it('is translated with its citations on the spans before their marks', () => {
    const text = 'Apply for leave 14 days before. [1]\nApply to return 7 days before. [2]';
    const { response, citations } = translated(ANSWER, text)!;
    expect(citations.map(({ start, end }) => response.slice(start, end))).toEqual([
      'Apply for leave 14 days before.',
      'Apply to return 7 days before.',
    ]);
  });

  it.each([
    ['a number', 'Apply for leave 15 days before. [1]\nApply to return 7 days before. [2]'],
    ['a mark', 'Apply for leave 14 days before. [1]\nApply to return 7 days before.'],
    ['everything', ''],
  ])('is not taken when the translation lost %s', (_, text) => {
    expect(translated(ANSWER, text)).toBeUndefined();
  });

  it('explains why it is not translated, with valid citation offsets', () => {
    const { response, citations } = untranslated(ANSWER, 'No model.');
    expect(response.startsWith('No model.\n\n휴학은')).toBe(true);
    expect(response.slice(citations[0]!.start, citations[0]!.end)).toBe(ANSWER.response.slice(0, 16));
  });
});
