import { type RunningApplication, startApplication } from './support/application.js';

interface Claim {
  text: string;
  start: number;
  end: number;
  verdict: string;
  confidence: number;
  evidence: { id: string; chunk_id?: string; quote: string; start: number; end: number } | null;
  reasons: string[];
}
interface Checked {
  claims: Claim[];
  passed: boolean;
}

const RULES = `제1조(목적) 이 규정은 휴학에 필요한 사항을 정함을 목적으로 한다.

제2조(휴학 기간) ① 일반휴학은 1회에 1년 이내로 하고, 통산하여 3년을 초과할 수 없다.
② 휴학하려는 학생은 개강일 14일 전까지 학과장에게 신청하여야 한다.`;

describe('POST /fact-check', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    await running.post('/documents', {
      document_id: 'leave',
      title: '휴학 규정',
      canonical_path: ['학사', '휴학'],
      text: RULES,
    });
  });
  afterAll(() => running.stop());

  async function check(payload: object): Promise<Checked> {
    const answer = await running.post('/fact-check', payload);
    expect(answer.statusCode).toBe(200);
    return answer.json<Checked>();
  }

  it('holds claims against the texts that are sent along', async () => {
    const text = 'Access tokens are renewed after 10 minutes.';
    const answer = 'Access tokens are renewed after 20 minutes.';
    const { claims, passed } = await check({ answer, evidence: [{ id: 'e1', text }] });
    expect(passed).toBe(false);
    expect(claims).toMatchObject([{ text: answer, start: 0, end: answer.length, verdict: 'contradicted' }]);
    expect(claims[0]?.evidence).toEqual({ id: 'e1', quote: text, start: 0, end: text.length });
    expect(claims[0]?.reasons.join()).toContain('20 minutes');
  });

  it('searches the documents where no text is sent, and quotes the stored one', async () => {
    const { claims, passed } = await check({
      answer: '일반휴학은 1회에 1년 이내로 합니다. 개강일 7일 전까지 학과장에게 휴학을 신청하여야 한다.',
    });
    expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', 'contradicted']);
    expect(passed).toBe(false);
    for (const { evidence } of claims) {
      expect(evidence).toMatchObject({ id: 'leave', chunk_id: expect.any(String) as unknown });
      expect(RULES.slice(evidence!.start, evidence!.end)).toBe(evidence!.quote);
    }
  });

  it('sees only what the filter allows', async () => {
    const filters = { allowed_category_paths: [['인사']] };
    const { claims, passed } = await check({ answer: '일반휴학은 1회에 1년 이내로 합니다.', filters });
    expect([claims[0]?.verdict, claims[0]?.evidence, passed]).toEqual(['not_found', null, false]);
  });

  it('refuses an answer of more than 50,000 characters with 422', async () => {
    const refused = await running.post('/fact-check', { answer: '가'.repeat(50_001) });
    expect([refused.statusCode, refused.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [{ pointer: '/answer', detail: 'must have at most 50000 characters' }],
    ]);
  });

  it('refuses an invalid filter with 403', async () => {
    const answer = await running.post('/fact-check', { answer: 'x', filters: { bypass_attempt: true } });
    expect(answer.statusCode).toBe(403);
  });

  it('names every fault of a request that it cannot take', async () => {
    const answer = await running.post('/fact-check', { answer: '', evidence: [{ id: 'e' }] });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/answer', '/evidence/0/text']),
    );
  });

  it.each(['/fact-check', '/judge'])(
    '%s refuses more comparisons than it can make in time, before it begins',
    async (url) => {
      const text = 'A boat costs 9 euros an hour. 배는 한 시간에 구천 원이다. ';
      const request = (claims: number, sentences: number) => ({
        ...(url === '/judge' ? { question: 'What does a boat cost?' } : {}),
        answer: Array.from({ length: claims }, (_, i) => `Boat ${i} costs ${i} euros.`).join(' '),
        evidence: [{ id: 'e', text: text.repeat(sentences / 2) }],
      });
      const refused = await running.post(url, request(150, 8_000));
      expect([refused.statusCode, refused.body]).toEqual([
        422,
        expect.stringMatching(/\d{7} comparisons, and the maximum is 250000/),
      ]);
      expect((await running.post(url, request(3, 20))).statusCode).toBe(200);
    },
  );
});
