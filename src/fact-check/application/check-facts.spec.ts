import { DomainError } from '../../shared/domain/domain-error.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { EvidenceText, EvidenceQuery, EvidenceSource } from '../domain/fact-check.js';
import { CheckFacts } from './check-facts.js';

const TEXTS: readonly EvidenceText[] = [
  {
    id: 'leave',
    text: '일반휴학은 1회에 1년 이내로 한다. 휴학하려는 학생은 개강일 14일 전까지 신청하여야 한다.',
  },
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
    const result = await checkFacts.check(
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

  it('fails an answer with a contradicted claim, or with a checkable claim that is not found', async () => {
    for (const answer of ['일반휴학은 1회에 2년 이내로 한다.', '기숙사는 23시에 닫는다.']) {
      const { passed } = await checkFacts.check({ answer, evidence: TEXTS, filter: UNRESTRICTED }, signal);
      expect(passed).toBe(false);
    }
  });

  it('passes an uncheckable claim that is not found', async () => {
    const request = {
      answer: '도서관은 조용하고 쾌적하다.',
      evidence: TEXTS,
      filter: UNRESTRICTED,
    };
    const { claims, passed } = await checkFacts.check(request, signal);
    expect([claims[0]?.verdict, passed]).toEqual(['not_found', true]);
  });

  it('reports not evaluated for an answer without claims', async () => {
    const { evaluated, claims } = await checkFacts.check(
      { answer: '안녕하세요!', evidence: TEXTS, filter: UNRESTRICTED },
      signal,
    );
    expect([evaluated, claims]).toEqual([false, []]);
  });

  it('does not search if evidence is given', async () => {
    await checkFacts.check(
      {
        answer: '일반휴학은 1년 이내이다.',
        evidence: TEXTS,
        filter: UNRESTRICTED,
      },
      signal,
    );
    expect(source.queries).toEqual([]);
  });

  it('searches for each claim, under the filter, on the requested day', async () => {
    const filter = restrictedTo([['학사']]);
    const answer = '일반휴학은 1회에 1년 이내로 한다. 휴학하려는 학생은 개강일 14일 전까지 신청한다.';
    await checkFacts.check({ answer, filter }, signal);
    await checkFacts.check(
      {
        answer: '일반휴학은 1회에 1년 이내로 한다.',
        filter,
        asOf: '2025-09-01',
      },
      signal,
    );
    expect(source.queries.map(({ asOf }) => asOf)).toEqual(['2026-12-06', '2026-12-06', '2025-09-01']);
    expect(source.queries.every((query) => query.filter === filter)).toBe(true);
    expect(source.queries[1]?.text).toContain('14일 전까지');
  });

  it('stops if it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(
      checkFacts.check({ answer: '일반휴학은 1년 이내이다.', filter: UNRESTRICTED }, controller.signal),
    ).rejects.toThrow();
    expect(source.queries).toEqual([]);
  });

  it('checks the first 200 claims of an answer, and equal claims once', async () => {
    const answer = Array.from({ length: 300 }, (_, i) => `휴학은 ${i}번까지 신청할 수 있다.`).join(' ');
    const { claims } = await checkFacts.check({ answer, filter: UNRESTRICTED }, signal);
    expect([claims.length, source.queries.length]).toEqual([200, 200]);
    const repeated = '일반휴학은 1회에 1년 이내로 한다. '.repeat(100);
    const result = await checkFacts.check({ answer: repeated, filter: UNRESTRICTED }, signal);
    expect(source.queries.length).toBe(201);
    expect(new Set(result.claims.map(({ verdict }) => verdict)).size).toBe(1);
    for (const { text, start, end } of result.claims) expect(repeated.slice(start, end)).toBe(text);
    expect(result.claims.length).toBe(100);
  });

  it('rejects evidence with too many sentences', async () => {
    const evidence = [{ id: 'e', text: '가나 다라. '.repeat(20_001) }];
    await expect(checkFacts.check({ answer: '가나 다라.', evidence, filter: UNRESTRICTED }, signal)).rejects.toThrow(
      'more than 20000 sentences',
    );
  });

  it('yields to other requests within one claim', async () => {
    const text = Array.from({ length: 600 }, (_, i) => `w${i}`).join(' ');
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const request = {
      answer: text,
      evidence: [{ id: '1', text }],
      filter: UNRESTRICTED,
    };
    const { claims } = await checkFacts.check(request, signal);
    clearInterval(others);
    // The number depends on the machine; without slices it is 0.
    expect([claims.length > 1, turns > 0]).toEqual([true, true]);
  });

  it.each([
    ['says that it took too long when the search was stopped by the limit', true, 'fact-check-too-long'],
    ['passes on an error of the search before the limit', false, 'the search was stopped'],
  ])('%s', async (_, isOverLimit, expected) => {
    let endOfTime = () => {};
    const timer = setTimeout(() => undefined, 0);
    const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void) => {
      endOfTime = work;
      return timer;
    }) satisfies (work: () => void) => typeof timer);
    const stopped: EvidenceSource = {
      find: () => {
        if (isOverLimit) endOfTime();
        return Promise.reject(new Error('the search was stopped'));
      },
    };
    const error: unknown = await new CheckFacts(stopped, clock)
      .check({ answer: '일반휴학은 1년 이내이다.', filter: UNRESTRICTED }, signal)
      .catch((reason: unknown) => reason);
    timers.mockRestore();
    expect(error instanceof DomainError ? error.code : error instanceof Error && error.message).toBe(expected);
  });

  it.each([
    ['one repeated sentence', '휴학은 개강 전날까지 신청하여야 한다. '.repeat(10_000)],
    ['full stops', '. 가'.repeat(19_000)],
    ['headings', '# 가나 다라\n'.repeat(19_000)],
  ])(
    'lets other requests in while it reads hostile evidence of %s, and stops when the caller leaves',
    async (_, text) => {
      const client = new AbortController();
      let turns = 0;
      const others = setInterval(() => {
        turns++;
        if (turns === 3) client.abort();
      }, 0);
      const request = {
        answer: text.slice(0, 50_000),
        evidence: [{ id: 'e', text, heading: '규정' }],
        filter: UNRESTRICTED,
      };
      await checkFacts.check(request, client.signal).catch(() => undefined);
      clearInterval(others);
      expect(turns).toBeGreaterThanOrEqual(1);
    },
  );
});
