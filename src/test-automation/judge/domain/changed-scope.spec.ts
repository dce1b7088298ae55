import { valuesOf } from './values.js';
import { ALL_CASES, changedScope, OTHER_ACTOR, TURNED_CONDITION } from './changed-scope.js';
import { termsOf } from './meaning.js';

const read = (gold: string, claim: string, question = '') =>
  changedScope(claim, [{ text: gold, id: 'd', terms: termsOf(gold), values: valuesOf(gold), tier: 0 }], question)
    ?.reason;

describe('a clause repeated with another scope', () => {
  it.each([
    [
      '제3조(휴학) ① 학장은 신청일부터 7일 이내에 휴학을 허가한다.',
      '총장은 신청일부터 7일 이내에 휴학을 허가합니다.',
      OTHER_ACTOR,
    ],
    ['연구소장은 신청일부터 7일 이내에 사용을 허가한다.', '소장은 신청일부터 7일 이내에 사용을 허가합니다.', undefined],
    ['학장은 신청일부터 7일 이내에 휴학을 허가한다.', '휴학은 학장이 7일 안에 허가합니다.', undefined],
    [
      'The dean must approve the leave within 7 days.',
      'The registrar must approve the leave within 7 days.',
      OTHER_ACTOR,
    ],
    ['The owning team files a request within 7 days.', 'The legal team files a request within 7 days.', OTHER_ACTOR],
    [
      'Your manager must approve the leave within 7 days.',
      'Your line manager has to approve the leave within 7 days.',
      undefined,
    ],
  ])('by the office that acts: %s | %s', (gold, claim, reason) => {
    expect(read(gold, claim)).toBe(reason);
  });

  it('an office that the question names may be meant', () => {
    const [gold, claim] = ['학장은 7일 이내에 휴학을 허가한다.', '총장은 7일 이내에 휴학을 허가한다.'];
    expect(read(gold, claim, '총장은 언제 허가하나요?')).toBeUndefined();
  });

  it.each([
    [
      '수술을 받은 경우에는 14일의 병가를 더 쓸 수 있다.',
      '수술을 받은 경우가 아니면 14일의 병가를 더 쓸 수 있다.',
      TURNED_CONDITION,
    ],
    [
      '서류를 내지 아니한 때에는 신청을 취소한 것으로 본다.',
      '서류를 낸 때에는 신청을 취소한 것으로 본다.',
      TURNED_CONDITION,
    ],
    [
      '수술을 받은 경우에는 14일의 병가를 쓸 수 있다.',
      '수술을 받은 경우가 아니면 14일의 병가를 쓸 수 없다.',
      undefined,
    ],
    ['연구비가 있는 학생은 매달 말일까지 보고한다.', '연구비가 없는 학생은 매달 말일까지 보고한다.', TURNED_CONDITION],
    [
      'The key expires after 12 months unless it is renewed.',
      'The key expires after 12 months if it is renewed.',
      TURNED_CONDITION,
    ],
    [
      'If the host is reachable, the job starts within a minute.',
      'If the host is not reachable, the job starts within a minute.',
      TURNED_CONDITION,
    ],
    ['Submit the report before the end of the term.', 'Submit the report after the end of the term.', TURNED_CONDITION],
    [
      'If the host is reachable, the job starts within a minute.',
      'When the host is reachable, the job starts within a minute.',
      undefined,
    ],
  ])('by its condition: %s | %s', (gold, claim, reason) => {
    expect(read(gold, claim)).toBe(reason);
  });

  it.each([
    [
      '다만, 졸업예정자는 졸업사정일 15일 전까지 신청할 수 있다.',
      '누구나 졸업사정일 15일 전까지 신청할 수 있습니다.',
      ALL_CASES,
    ],
    ['긴급한 경우에는 5일 전까지 공고할 수 있다.', '언제나 5일 전까지 공고할 수 있다.', ALL_CASES],
    ['긴급한 경우에는 5일 전까지 공고할 수 있다.', '긴급한 경우에는 언제나 5일 전까지 공고할 수 있다.', undefined],
    ['공고는 5일 전까지 할 수 있다.', '공고는 항상 5일 전까지 할 수 있다.', undefined],
    ['If the disk is full, the job stops at once.', 'The job always stops at once.', ALL_CASES],
    ['The job stops at once.', 'The job always stops at once.', undefined],
  ])('by all cases instead of one: %s | %s', (gold, claim, reason) => {
    expect(read(gold, claim)).toBe(reason);
  });

  it('a case that the question names need not be repeated', () => {
    const [gold, claim] = ['긴급한 경우에는 5일 전까지 공고할 수 있다.', '언제나 5일 전까지 공고할 수 있다.'];
    expect(read(gold, claim, '긴급한 경우 공고는 며칠 전까지인가요?')).toBeUndefined();
  });
});
