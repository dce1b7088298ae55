import { type RunningApplication, startApplication } from './support/application.js';

interface Judged {
  verdict: string;
  score: number | null;
  failure_type: string | null;
  abstained: boolean;
  reply: string;
  facts: { alternatives: string[]; stated: boolean; where?: { start: number; end: number; text: string } }[];
  claims: { text: string; start: number; end: number; verdict: string; quote: string | null; document_id?: string }[];
  citation: { given: boolean; right: boolean | null };
  language: string;
}

const RULES = `제1조(빌리기) ① 연장은 한 번에 3개까지 빌린다.
② 빌린 날부터 14일 이내에 돌려주어야 한다.
제2조(자격) 수습 직원은 전동 공구를 빌릴 수 없다.
제3조(손해) 잃어버리면 산 값의 2배를 낸다. 늦으면 하루에 500원을 낸다.`;
const DOCUMENT = { document_id: 'tools', title: '공구 대여 규칙', canonical_path: ['총무', '공구'], text: RULES };

describe('POST /judge', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    await running.post('/documents', DOCUMENT);
  });
  afterAll(() => running.stop());

  async function judge(payload: object): Promise<Judged> {
    const answer = await running.post('/judge', payload);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json<Judged>();
  }
  const DAYS = {
    question: '빌린 공구는 언제까지 돌려줘야 하나요?',
    expected: {
      answerable: true,
      facts: [['14일']],
      gold: [{ document_id: 'tools', quote: '② 빌린 날부터 14일 이내에 돌려주어야 한다.' }],
    },
  };

  it.each([
    ['the document’s words', '빌린 날부터 14일 이내에 돌려주어야 합니다.'],
    ['other words', '두 주 안에 반납하시면 됩니다.'],
    ['the other language', 'You have to return them within two weeks of borrowing.'],
    ['a table', '| 항목 | 기한 |\n|---|---|\n| 반납 | 빌린 날부터 14일 |'],
    [
      'after a greeting and before an office',
      '안녕하세요! 반납은 14일 안에 하시면 돼요. 더 궁금하시면 총무팀에 문의해 주세요.',
    ],
    ['behind reasoning that is wrong', '<think>30일인가? 아니면 7일?</think>14일 안에 돌려주세요.'],
    ['its article', '공구 대여 규칙 제1조 제2항에 따라 14일 안에 돌려주어야 합니다.'],
  ])('passes a right answer in %s', async (_, answer) => {
    expect(await judge({ ...DAYS, answer })).toMatchObject({ verdict: 'success', failure_type: null });
  });

  it.each([
    ['another number', '빌린 날부터 21일 이내에 돌려주어야 합니다.', 'WRONG_FACT'],
    ['another unit', '빌린 날부터 14주 이내에 돌려주세요.', 'WRONG_FACT'],
    ['the limit turned round', '14일 이상 지나서 돌려주어야 합니다.', 'WRONG_FACT'],
    ['another starting point', '점검이 끝난 날부터 14일 이내에 돌려주세요.', 'WRONG_FACT'],
    ['a number that nobody gave', '14일 안에 돌려주시고 보증금 3만 원을 내세요.', 'HALLUCINATION'],
    ['another article', '공구 대여 규칙 제3조에 따라 14일 안에 돌려주세요.', 'WRONG_CITATION'],
    ['an abstention', '죄송하지만 그 내용은 자료에서 찾을 수 없습니다.', 'FALSE_ABSTENTION'],
    ['a question', '어떤 공구를 말씀하시는 건가요?', 'GENERIC_ANSWER'],
    ['nothing', '', 'INCOMPLETE'],
  ])('does not pass %s', async (_, answer, failure) => {
    const judged = await judge({ ...DAYS, answer });
    expect([judged.verdict === 'success', judged.failure_type]).toEqual([false, failure]);
  });

  it.each([
    ['a number', '수리 접수는 몇 시에 닫나요?', ['17시 40분'], '수리 접수는 17시 40분에 닫습니다.'],
    ['money', 'How much is a lost badge?', ['$35'], 'A lost badge costs $35.'],
    ['a date', 'When does the pool open?', ['May 12'], 'The pool opens on May 12.'],
    ['a name', '수영장은 누가 관리하나요?', ['체육팀'], '체육팀에서 관리합니다.'],
  ])('takes the required fact for granted without gold and evidence: %s', async (_, question, fact, answer) => {
    const judged = await judge({ question, answer, expected: { facts: [fact] } });
    expect(judged).toMatchObject({ verdict: 'success', failure_type: null });
  });

  it('still calls a number invented that no required fact has', async () => {
    const asked = { question: 'How much is a lost badge?', expected: { facts: [['$35']] } };
    const judged = await judge({ ...asked, answer: 'A lost badge costs $35. The form is 12 pages long.' });
    expect(judged.failure_type).toBe('HALLUCINATION');
    expect((await judge({ ...asked, answer: 'A lost badge costs $45.' })).verdict).not.toBe('success');
  });

  it.each([
    [
      'a sum for the case of the question',
      'How many hours of 336 do I lose over the limit?',
      ['240 hours'],
      'You lose 96 hours: 336 minus 240.',
    ],
    ['a day', '3월 10일에 태어났어요. 며칠까지 신청하나요?', ['30일 이내'], '30일 이내이니 4월 9일까지 신청하세요.'],
    ['another unit', '재시험은 몇 주 안에 보나요?', ['2주'], '2주, 곧 14일 안에 봅니다.'],
  ])('takes what follows from a required fact for granted too: %s', async (_, question, fact, answer) => {
    const judged = await judge({ question, answer, expected: { facts: [fact] } });
    expect([judged.verdict, judged.failure_type]).toEqual(['success', null]);
  });

  it('leaves open what neither a required fact nor a document decides', async () => {
    const asked = { question: '수영장은 누가 관리하나요?', expected: { facts: [['체육팀']] } };
    const judged = await judge({ ...asked, answer: '체육팀에서 관리합니다. 탈의실은 건물 뒤쪽에 있습니다.' });
    expect([judged.verdict, judged.claims.map(({ verdict }) => verdict)]).toEqual([
      'success',
      ['supported', 'unverified'],
    ]);
  });

  it('takes a required fact for granted that the evidence does not have', async () => {
    const judged = await judge({
      question: 'How much is a lost badge?',
      answer: 'A lost badge costs $35.',
      expected: { facts: [['$35']] },
      evidence: [{ id: 'a', text: 'Lost badges are reported to the front desk.' }],
    });
    expect(judged).toMatchObject({ verdict: 'success', failure_type: null });
  });

  it('reads a denial in other words, and its opposite', async () => {
    const asked = {
      question: '수습 직원도 전동 공구를 빌릴 수 있나요?',
      expected: {
        facts: [['빌릴 수 없다', '안 됩니다']],
        gold: [{ document_id: 'tools', quote: '수습 직원은 전동 공구를 빌릴 수 없다.' }],
      },
    };
    const verdicts = [
      '아니요, 수습 기간에는 못 빌립니다.',
      'No, trainees may not borrow power tools.',
      '네, 누구나 빌릴 수 있어요.',
    ];
    const judged = await Promise.all(verdicts.map((answer) => judge({ ...asked, answer })));
    expect(judged.map(({ verdict }) => verdict)).toEqual(['success', 'success', 'failure']);
  });

  it('computes the day of the case in the question', async () => {
    const asked = { ...DAYS, question: '5월 3일에 빌렸어요. 며칠까지 돌려줘야 하나요?' };
    expect((await judge({ ...asked, answer: '14일 안이니 5월 17일까지 돌려주세요.' })).verdict).toBe('success');
    expect((await judge({ ...asked, answer: '14일 안이니 5월 27일까지 돌려주세요.' })).verdict).toBe('failure');
  });

  it('takes an abstention and a refusal as right where nothing answers, and an invention as wrong', async () => {
    const asked = { question: '공구실 비밀번호가 뭐예요?', expected: { answerable: false } };
    const abstained = await judge({ ...asked, answer: '그 내용은 규정에 나와 있지 않아요.' });
    expect(abstained).toMatchObject({ verdict: 'success', abstained: true, reply: 'abstention' });
    expect(await judge({ ...asked, answer: '비밀번호는 알려 드리지 않습니다.' })).toMatchObject({
      verdict: 'success',
      reply: 'refusal',
    });
    expect((await judge({ ...asked, answer: '비밀번호는 4821입니다.' })).verdict).toBe('failure');
  });

  it('shows where each fact is stated and the compared clause of every claim, by offsets in the answer', async () => {
    const answer = '안녕하세요. 14일 안에 돌려주세요. 창고는 남쪽에 있습니다.';
    const { facts, claims, language } = await judge({ ...DAYS, answer });
    expect(facts).toMatchObject([{ stated: true, where: { text: '14일' } }]);
    expect(claims.length).toBeGreaterThan(0);
    for (const { start, end, text, quote } of claims) {
      expect(answer.slice(start, end)).toBe(text);
      expect(quote).toEqual(expect.any(String));
    }
    expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', 'unverified']);
    expect(language).toBe('ko');
  });

  it('needs nothing that is loaded where evidence is sent along', async () => {
    const evidence = [{ id: 'e1', text: 'Badges are renewed every 5 years.' }];
    const question = 'How often are badges renewed?';
    const right = await judge({ question, answer: 'Badges are renewed every five years.', evidence });
    expect(right).toMatchObject({ verdict: 'success', claims: [{ document_id: 'e1' }] });
    expect((await judge({ question, answer: 'Badges are renewed every 7 years.', evidence })).verdict).toBe('failure');
  });

  it('searches what the caller may see where nothing is sent, and judges nothing that it could not', async () => {
    const question = '연장은 몇 개까지 빌리나요?';
    expect((await judge({ question, answer: '연장은 한 번에 3개까지 빌립니다.' })).verdict).toBe('success');
    expect((await judge({ question, answer: '자료에서 찾을 수 없습니다.' })).verdict).toBe('not_evaluated');
  });

  it('keeps nobody waiting, however long the texts of a request take to compare', async () => {
    let isJudged = false;
    const judging = judge({ question: 'What?', answer: '1,'.repeat(200), expected: { facts: [['1,'.repeat(300)]] } });
    void judging.then(() => (isJudged = true));
    const states = [];
    for (let i = 0; i < 20; i++) {
      await running.call({ method: 'GET', url: '/health/live' });
      states.push(isJudged);
    }
    expect(states).not.toContain(true);
    await judging;
  });

  it('takes a reference answer in place of facts', async () => {
    const asked = { question: '늦으면 얼마인가요?', expected: { reference: '하루에 500원입니다.' } };
    expect((await judge({ ...asked, answer: '매일 500원씩 내셔야 해요.' })).verdict).toBe('success');
    expect((await judge({ ...asked, answer: '매일 700원씩 내셔야 해요.' })).verdict).toBe('failure');
  });

  it('distinguishes a citation of another document from the right one, and finds a right fact with it', async () => {
    const answer = '14일 안에 돌려주세요.';
    const cited = (document_id: string) => judge({ ...DAYS, answer, citations: [{ document_id, title: null }] });
    expect(await cited('tools')).toMatchObject({ verdict: 'success', citation: { given: true, right: true } });
    expect(await cited('other')).toMatchObject({
      verdict: 'partial',
      failure_type: 'WRONG_CITATION',
      citation: { right: false },
    });
  });

  it.each([
    ['no question', { answer: 'a' }],
    ['a long answer', { question: 'q', answer: '가'.repeat(50_001) }],
    ['facts that are no lists', { question: 'q', answer: 'a', expected: { facts: ['14일'] } }],
    ['an empty wording', { question: 'q', answer: 'a', expected: { facts: [['']] } }],
    [
      'too many passages',
      { question: 'q', answer: 'a', expected: { gold: Array(51).fill({ document_id: 'd', quote: 'q' }) } },
    ],
    ['an unknown language', { question: 'q', answer: 'a', language: 'fr' }],
  ])('refuses %s with 422', async (_, payload) => {
    expect((await running.post('/judge', payload)).statusCode).toBe(422);
  });
});
