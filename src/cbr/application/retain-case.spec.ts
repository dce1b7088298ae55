import { CaseBase, openCaseBase } from '../../../test/support/case-base.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ConflictError } from '../../shared/domain/domain-error.js';

const CONFIRMED = {
  question: '휴학 신청은 언제까지 해야 하나요?',
  answer: '수업일수 4분의 1이 되는 날까지 신청한다.',
  categoryPath: ['학사', '학적'],
  metadata: { trace_id: 'trace_1' },
};

describe('keeping a confirmed answer', () => {
  let base: CaseBase;
  beforeEach(async () => {
    base = await openCaseBase();
  });
  afterEach(() => base.close());

  it('creates a case with the result of the fact check', async () => {
    const { one, outcome } = await base.retain.retain(CONFIRMED, UNRESTRICTED);
    expect(outcome).toBe('created');
    expect(await base.read.one(one.caseId, UNRESTRICTED)).toMatchObject({
      content: CONFIRMED.answer,
      qualityScore: 0.7,
      metadata: { trace_id: 'trace_1', fact_check: 'passed' },
    });
  });

  it('rejects an answer that failed its fact check, with the reason', async () => {
    base.check.result = { verdict: 'failed', reasons: ['"4분의 1" is contradicted'] };
    await expect(base.retain.retain(CONFIRMED, UNRESTRICTED)).rejects.toThrow(ConflictError);
    await expect(base.retain.retain(CONFIRMED, UNRESTRICTED)).rejects.toThrow('"4분의 1" is contradicted');
    expect(base.index.size).toBe(0);
  });

  it('merges nearly the same question into its case, and stores the earlier answer', async () => {
    const first = await base.retain.retain(CONFIRMED, UNRESTRICTED);
    const again = {
      ...CONFIRMED,
      question: '휴학 신청은 언제까지 해야 하나요',
      answer: '개강일 30일 전부터 신청한다.',
    };
    const second = await base.retain.retain(again, UNRESTRICTED);
    expect([second.outcome, second.one.caseId, base.index.size]).toEqual(['merged', first.one.caseId, 1]);
    expect(second.one).toMatchObject({
      query: CONFIRMED.question,
      content: again.answer,
      metadata: { earlier_answers: [{ content: CONFIRMED.answer }] },
    });
  });

  it('merges neither across categories nor if a number differs', async () => {
    await base.retain.retain({ ...CONFIRMED, question: '2025학년도 휴학 신청은 언제까지 해야 하나요?' }, UNRESTRICTED);
    await base.retain.retain({ ...CONFIRMED, question: '2026학년도 휴학 신청은 언제까지 해야 하나요?' }, UNRESTRICTED);
    await base.retain.retain(
      { ...CONFIRMED, question: '2026학년도 휴학 신청은 언제까지 해야 하나요?', categoryPath: ['학생'] },
      UNRESTRICTED,
    );
    expect(base.index.size).toBe(3);
  });

  it('stores nothing outside the filter', async () => {
    await expect(base.retain.retain(CONFIRMED, restrictedTo([['도서관']]))).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});
