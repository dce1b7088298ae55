import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { EvidenceQuery, EvidenceSource } from '../domain/evidence-source.js';
import { EvidenceText } from '../domain/fact-check.js';
import { CheckFacts } from './check-facts.js';

const TEXTS: readonly EvidenceText[] = [
  { id: 'leave', text: '일반휴학은 1회에 1년 이내로 한다. 휴학하려는 학생은 개강일 14일 전까지 신청하여야 한다.' },
];

class FakeSource extends EvidenceSource {
  readonly queries: EvidenceQuery[] = [];

  find(query: EvidenceQuery): Promise<readonly EvidenceText[]> {
    this.queries.push(query);
    return Promise.resolve(TEXTS);
  }
}

const clock = { now: () => new Date('2026-12-06T10:00:00Z') };
const signal = new AbortController().signal;

describe('checking the facts of an answer', () => {
  let source: FakeSource;
  let checkFacts: CheckFacts;
  beforeEach(() => {
    source = new FakeSource();
    checkFacts = new CheckFacts(source, clock);
  });

  it('passes an answer whose claims are all supported', async () => {
    const result = await checkFacts.execute(
      {
        answer: '일반휴학은 1회에 1년 이내입니다. 개강일 14일 전까지 신청해야 합니다.',
        evidence: TEXTS,
        filter: UNRESTRICTED,
      },
      signal,
    );
    expect(result.claims.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    expect([result.passed, result.evaluated]).toEqual([true, true]);
  });

  it('fails one with a contradicted claim, or a checkable one that is not found', async () => {
    for (const answer of ['일반휴학은 1회에 2년 이내로 한다.', '기숙사는 23시에 닫는다.']) {
      const { passed } = await checkFacts.execute({ answer, evidence: TEXTS, filter: UNRESTRICTED }, signal);
      expect(passed).toBe(false);
    }
  });

  it('passes a claim without anything to look up that is not found', async () => {
    const request = { answer: '도서관은 조용하고 쾌적하다.', evidence: TEXTS, filter: UNRESTRICTED };
    const { claims, passed } = await checkFacts.execute(request, signal);
    expect([claims[0]?.verdict, passed]).toEqual(['not_found', true]);
  });

  it('says that nothing was evaluated where nothing is claimed', async () => {
    const { evaluated, claims } = await checkFacts.execute(
      { answer: '안녕하세요!', evidence: TEXTS, filter: UNRESTRICTED },
      signal,
    );
    expect([evaluated, claims]).toEqual([false, []]);
  });

  it('does not search when evidence is given', async () => {
    await checkFacts.execute({ answer: '일반휴학은 1년 이내이다.', evidence: TEXTS, filter: UNRESTRICTED }, signal);
    expect(source.queries).toEqual([]);
  });

  it('searches anew for each claim, under the filter, on the day that counts', async () => {
    const filter = restrictedTo([['학사']]);
    const answer = '일반휴학은 1회에 1년 이내로 한다. 휴학하려는 학생은 개강일 14일 전까지 신청한다.';
    await checkFacts.execute({ answer, filter }, signal);
    await checkFacts.execute({ answer: '일반휴학은 1회에 1년 이내로 한다.', filter, asOf: '2025-09-01' }, signal);
    expect(source.queries.map(({ asOf }) => asOf)).toEqual(['2026-12-06', '2026-12-06', '2025-09-01']);
    expect(source.queries.every((query) => query.filter === filter)).toBe(true);
    expect(source.queries[1]?.text).toContain('14일 전까지');
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(
      checkFacts.execute({ answer: '일반휴학은 1년 이내이다.', filter: UNRESTRICTED }, controller.signal),
    ).rejects.toThrow();
    expect(source.queries).toEqual([]);
  });
});
